"""The worked examples and test vectors of the ledgers: ``data/examples.toml`` of each game."""

import pytest

import eletrika.examples
import powergrid.examples
from worked_examples import assert_explains, assert_holds, cases

RUNNERS = {"powergrid": powergrid.examples.RUNNER, "eletrika": eletrika.examples.RUNNER}
CASES = [
    pytest.param(runner, *case, id=f"{game} {name}")
    for game, runner in RUNNERS.items()
    for name, case in cases(runner).items()
]
OPTIONS = [(game, option) for game in (powergrid, eletrika) for option in game.OPTIONS]


@pytest.mark.parametrize(("runner", "name", "given"), CASES)
def test_the_engine_gives_what_the_example_says(runner, name, given):
    assert_holds(runner, name, given)


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_a_position_shows_what_each_value_of_an_option_changes(game, option):
    assert_explains(RUNNERS[game.NAME], option)
