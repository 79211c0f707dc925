"""What programs hand over to both games: anything else than is asked for is a clear error."""

import math
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import eletrika
import powergrid
from eletrika.notation.actions import ACTIONS as ELETRIKA_ACTIONS
from gridcommon.errors import GridgamesError, NotationError
from powergrid.notation.actions import ACTIONS as POWERGRID_ACTIONS

GAMES = [powergrid, eletrika]
ACTIONS = {"powergrid": POWERGRID_ACTIONS, "eletrika": ELETRIKA_ACTIONS}
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)

# Words that some reader knows, so that what is made by chance gets past the first look
WORDS = (
    *("seat", "do", "options", "edition", "map", "recharged", "germany", "tiles", "scoring"),
    *("stack", "row", "aside", "queue", "first", "regions", "turn_order", "market", "step3"),
    *("position", "phase", "cities", "plants", "money", "cartel", "fuel", "table", "digest"),
    *("Essen", "coal", "Tower", "U", "?", "reconstructed", "plug", "players", "facts"),
)
NO_NUMBERS = ["3", "x", "", 2.5, 3.0, math.nan, True, [], {}, [3], Fraction(3), b"3"]


def json_of(words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Return JSON of any shape, with words of ours among the texts and the keys."""
    texts = st.sampled_from(words) | st.text(max_size=5)
    numbers = st.integers(-3, 60) | st.sampled_from([2**64, -(10**30), 10**90]) | st.floats()
    return st.recursive(
        st.none() | st.booleans() | numbers | texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=12,
    )


ANY = json_of(WORDS)
OBJECTS = st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), ANY, max_size=6)


def middle(game: ModuleType) -> Any:
    """Return a game in the middle of a play."""
    state = game.new_game(game.Ruleset(), 3, 1, game.Setup())
    for number in range(12):
        choices = game.legal_actions(state)
        game.advance(state, choices[number % len(choices)], None)
    return state


STATES = {game.NAME: middle(game) for game in GAMES}


def refused(read: Any, *values: Any) -> bool:
    """Return whether a reader refuses values with an error of ours, which can be told."""
    problem: GridgamesError | None = None
    try:
        read(*values)
    except GridgamesError as found:
        problem = found
    if problem is None:
        return False
    assert isinstance(problem, ValueError)
    assert 0 < len(str(problem)) < 3000
    return True


# Actions


@games
@given(data=st.data(), other=ANY | OBJECTS)
def test_an_action_with_any_values_is_read_or_refused(game, data, other):
    for wrong in (None, True, 3, 2.5, "pass", [], ["do"], [["do", "pass"]]):
        with pytest.raises(NotationError, match="expected an object, found "):
            game.action_from_json(wrong)
    refused(game.action_from_json, other)
    table = ACTIONS[game.NAME]
    verb = data.draw(st.sampled_from(table.verbs))
    keys = {field.key or name: ANY for name, field in table.kinds[verb].fields.items()}
    line = data.draw(st.fixed_dictionaries({"seat": ANY, "do": st.just(verb)}, optional=keys))
    if not refused(game.action_from_json, line):
        action = game.action_from_json(line)
        assert game.action_from_json(game.action_to_json(action)) == action
        assert game.format_action(action)


# What a header, a telling and a position hold


OPTIONS = st.sampled_from(sorted({*powergrid.OPTIONS, *eletrika.OPTIONS}))


@games
@given(data=ANY | OBJECTS, options=st.dictionaries(OPTIONS, ANY, max_size=3))
@example(data=[[1]], options={})
@example(data=None, options={})
@example(data="options", options={})
@example(data={"stack": list(range(60))}, options={})
@example(data={"queue": ["U", "S", "P", "C", "T"], "first": -1}, options={})
def test_any_ruleset_and_any_setup_is_read_and_deals_a_game_or_is_refused(game, data, options):
    def deal(seed: int | None) -> None:
        game.new_game(game.Ruleset(), 3, seed, game.Setup.from_json(data))

    for read in (game.Ruleset.from_json, game.Setup.from_json):
        if not refused(read, data):
            assert read(read(data).to_json()) == read(data)
    refused(deal, 1)
    refused(deal, None)
    known = {name: value for name, value in options.items() if name in game.OPTIONS}
    told = {"edition": "recharged", "map": "usa"} if game is powergrid else {}
    refused(game.Ruleset.from_json, told | {"options": known})


@games
@given(kind=st.sampled_from(["reveal", "set", "note", ""]), data=ANY | OBJECTS)
@example(kind="set", data=[])
@example(kind="note", data={})
def test_any_telling_is_followed_or_refused_and_changes_nothing_then(game, kind, data):
    before = STATES[game.NAME]
    state = before.copy()
    if refused(game.apply_declaration, state, kind, data, []):
        assert game.facts(state) == game.facts(before)


# Numbers


@games
@pytest.mark.parametrize("number", NO_NUMBERS, ids=repr)
def test_seats_seeds_and_generators_are_whole_numbers(game, number):
    rules, state = game.Ruleset(), STATES[game.NAME]
    view = game.observe(state, 0)
    for key, read in {
        "players": lambda: game.new_game(rules, number, 1, game.Setup()),
        "seed": lambda: game.new_game(rules, 3, number, game.Setup()),
        "seat": lambda: game.observe(state, number),
        "rng": lambda: game.determinize(view, number),
    }.items():
        with pytest.raises(NotationError, match="expected a whole number, found ") as refusal:
            read()
        assert refusal.value.key == key
    made = [lambda level=level: game.make_bot(level, number) for level in game.LEVELS]
    made += [lambda: powergrid.from_facts(powergrid.Ruleset(), number, {}, 0)]
    made += [lambda: powergrid.from_facts(powergrid.Ruleset(), 3, {}, number)]
    for make in made:
        with pytest.raises(NotationError, match="expected a whole number, found "):
            make()
    # 3.0 is equal to 3, and what was worked out for one must not be used for the other
    refused(game.new_game, rules, 3.0, 1, game.Setup())
    state = game.new_game(rules, 3, 1, game.Setup())
    assert type(state.copy().rng) is int
    assert game.facts(state) == game.facts(game.new_game(rules, 3, 1, game.Setup()))


@games
def test_seats_and_levels_that_there_are_not_are_refused(game):
    for seat in (-1, 3, 2**70):
        with pytest.raises(NotationError, match="there are seats 0 to 2, found "):
            game.observe(STATES[game.NAME], seat)
    for level in ("", "none", "normal-", "-"):
        with pytest.raises(NotationError, match=r"unknown (level|character)"):
            game.make_bot(level, 1)
