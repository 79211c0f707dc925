"""The worked examples and test vectors of the ledgers: ``data/examples.toml`` of each game."""

import pytest

import eletrika.examples
import powergrid.examples
from gridcommon.examples import (
    Example,
    differing_results,
    examples_by_option,
    is_about,
    option_sides,
    read_examples,
    run_example,
)
from gridcommon.ledger import read_ledger
from gridcommon.sides import Side, SideOptions, parse_side

RUNNERS = {"powergrid": powergrid.examples.RUNNER, "eletrika": eletrika.examples.RUNNER}


def sides_of(example: Example, choices: SideOptions) -> list[Side]:
    """Return the sides that an example says something about.

    They are every variant, those it names, and those with a value of the option it explains.
    """
    named = [*example.only]
    for given in example.values.values():
        named += [*given.get("only", ()), *given.get("but", {})]
    if example.option:
        named = [word for word in named if f"{example.option}=" not in word]
    words = [*(choices.variants or [""]), *named]
    sides = dict.fromkeys(parse_side(choices, word) for word in words)
    if example.option:
        sides |= dict.fromkeys(option_sides(example, choices))
    return [side for side in sides if is_about(side, example.only, example.never)]


CASES = [
    pytest.param(runner, example, side, id=f"{game} {example.id} {side.name}")
    for game, runner in RUNNERS.items()
    for example in read_examples(game).values()
    for side in sides_of(example, runner.choices)
]
OPTIONS = [(game, option) for game in (powergrid, eletrika) for option in game.OPTIONS]


@pytest.mark.parametrize(("runner", "example", "side"), CASES)
def test_the_engine_gives_what_the_example_says(runner, example, side):
    found = run_example(example, runner, side)
    came_out = {one.id: one.answer.value for one in found}
    assert came_out == {one.id: one.expected for one in found}
    for one in found:
        assert str(one.answer.shown), one.id
    assert example.about
    assert set(example.rules) <= read_ledger(runner.choices.game).keys()


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_a_position_shows_what_each_value_of_an_option_changes(game, option):
    """In some example something else comes out for each value than for the default."""
    runner = RUNNERS[game.NAME]
    examples = examples_by_option(runner.choices.game).get(option, [])
    assert examples, f"no example has option = {option!r}"
    default, *others = runner.choices.options[option].words()
    assert others
    apart = set()
    for example in examples:
        found = differing_results(example, runner)
        for word, values in found.items():
            assert [one.answer.value for one in values] == [one.expected for one in values]
            pairs = zip(found[default], values, strict=True)
            if any(one.answer.value != other.answer.value for one, other in pairs):
                apart.add(word)
    assert apart == set(others)
