"""Set-up: what the box holds, what is drawn, explicit draws and their errors, set-up tiles."""

from dataclasses import replace

import pytest

import eletrika
from eletrika import check, draws, legal_actions, new_game, to_act
from eletrika.actions import LayTile
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika.setup import SETUP_KEYS, Setup
from eletrika.state import NO_KIND, SETUP
from eletrika.tile_set import shipped_tiles
from eletrika_games import act, table
from eletrika_invariants import snapshot
from gridcommon.errors import NotationError
from gridcommon.game_loop import header, start

EXPLICIT = {
    "stack": list(range(8, 38)),
    "row": [1, 2, 3],
    "aside": [4, 5, 6, 7],
    "queue": ["U", "T", "S", "P", "C"],
    "first": 1,
}


@pytest.mark.rule(
    "EL-COMP-01", "EL-COMP-02", "EL-COMP-03", "EL-COMP-04", "EL-SETUP-01", "EL-SETUP-02",
    "EL-SETUP-03", "EL-SETUP-04", "EL-SETUP-05", "EL-SETUP-06", "EL-SETUP-08", "EL-SETUP-09",
)  # fmt: skip
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tv_01_what_is_dealt_and_what_play_begins_with(seats):
    state = new_game(Ruleset(), seats, 7)
    assert state.laid == {(0, 0): (state.ruleset.tiles.source, 0)}
    assert [len(state.row), len(state.aside), len(state.stack)] == [3, 4, 29]
    known = [*state.row, *state.aside, *state.stack, state.drawn]
    assert sorted(known) == list(range(1, 38))
    assert (state.hands, state.scores) == ([5] * seats, [0] * seats)
    assert state.markers_in_hand == [(1, 2)] * seats
    assert (sorted(state.queue), state.bonus) == ([0, 1, 2, 3, 4], NO_KIND)
    row = list(state.row)
    while state.phase == SETUP:
        drawn, below = state.drawn, state.stack[-1]
        act(state, legal_actions(state)[0])
        assert drawn in {tile for tile, _ in state.laid.values()}
        assert state.phase != SETUP or state.drawn == below
    assert (state.round, state.row, len(state.stack)) == (1, row, 30 - seats)
    assert state.reserve == [3, 10, 4, 12, 5]


@pytest.mark.rule("EL-SETUP-06", "EL-SETUP-07")
def test_every_seat_may_begin_and_the_queue_is_shuffled():
    games = [new_game(Ruleset(), 4, seed) for seed in range(40)]
    assert {state.first for state in games} == {0, 1, 2, 3}
    assert len({state.queue for state in games}) > 20


@pytest.mark.rule("EL-SETUP-05", "EL-COMP-04")
def test_one_structure_of_each_kind_is_set_aside():
    three = "0,0 src\n1,0 ? U\n-1,1 ? U\n0,-1 ? U\n2,0 ?\n3,0 ?"
    assert table(three).reserve == [0, 10, 4, 12, 5]
    with pytest.raises(NotationError, match="EL-SETUP-05"):
        table(f"{three} U")


@pytest.mark.rule("EL-SETUP-08", "EL-TILE-02")
def test_set_up_tiles_obey_cohesion_and_may_touch_any_tile():
    state = new_game(Ruleset(), 2, None, Setup.from_json(EXPLICIT))
    assert (to_act(state), state.drawn) == (1, 8)
    for turn in range(6):
        refused = check(state, LayTile(1, 8, turn, (1, 0)))
        is_river = shipped_tiles().faces[8][turn][3] == "r"
        assert (refused and refused.rule) == (None if is_river else "EL-TILE-02")
    act(state, legal_actions(state)[0])
    beyond = [cell for cell in state.frontier if max(map(abs, cell)) == 2]
    assert {action.at for action in legal_actions(state)} & set(beyond)


def test_explicit_draws_are_taken_and_told_as_they_are():
    state = new_game(Ruleset(), 2, None, Setup.from_json(EXPLICIT))
    assert draws(state).to_json() == EXPLICIT
    assert header(eletrika, state, ["A", "B"], None).setup == EXPLICIT


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"setup_touch": "source"}, {"setup_redraw": False}, {"bonus_faces": (1, 1, 2, 3, 4)}],
)
def test_a_seed_alone_gives_the_game_that_its_recorded_draws_give(seats, options):
    state = new_game(Ruleset(**options), seats, 99)
    written = header(eletrika, state, ["x"] * seats, 99)
    assert set(written.setup) == set(SETUP_KEYS)
    for told in (written, replace(written, seed=None)):
        again = start(eletrika, told)
        again.rng = state.rng  # fewer draws were made; none is ever made in play
        assert snapshot(again) == snapshot(state)


@pytest.mark.parametrize("key", SETUP_KEYS)
def test_draws_that_are_left_out_are_made_from_the_seed(key):
    given = {name: value for name, value in EXPLICIT.items() if name != key}
    state = new_game(Ruleset(), 2, 5, Setup.from_json(given))
    found = draws(state).to_json()
    assert {name: found[name] for name in given} == given
    if key in ("stack", "row", "aside"):
        assert sorted(found[key]) == sorted(EXPLICIT[key])
    with pytest.raises(NotationError) as problem:
        new_game(Ruleset(), 2, None, Setup.from_json(given))
    assert problem.value.key == f"setup.{key}"


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_wrong_numbers_of_players_are_refused(seats):
    with pytest.raises(NotationError, match="2 to 4 players") as problem:
        new_game(Ruleset(), seats, 1)
    assert problem.value.key == "players"


@pytest.mark.rule("EL-COMP-01", "EL-SETUP-08")
def test_a_tile_file_that_makes_set_up_impossible_is_refused_before_the_game():
    tiles = shipped_tiles()
    lake = tuple(replace(tile, edges="llllll") for tile in tiles.tiles[1:])

    def box(source_edges):
        source = replace(tiles.tiles[0], edges=source_edges)
        return type(tiles)("lakes", (source, *lake), 0, tiles.forests)

    with pytest.raises(NotationError, match="EL-SETUP-08") as problem:
        make_ruleset({}, box("r....."))
    assert problem.value.key == "ruleset.tiles"
    assert make_ruleset({}, box("l.....")).tiles.name == "lakes"
