"""Set-up: what the box holds, what is drawn, explicit draws and their errors, set-up tiles."""

from collections import Counter
from dataclasses import replace

import pytest

import eletrika
from eletrika import check, legal_actions, new_game, to_act
from eletrika.actions import LayTile
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika.setup import SETUP_KEYS, Setup, draws
from eletrika.state import MAIN, NO_KIND, SETUP
from eletrika.tile_set import shipped_tiles
from eletrika_games import act, refusal, say, table
from eletrika_invariants import assert_sound, is_closed, snapshot
from eletrika_play import WIDER
from gridcommon.errors import NotationError
from gridcommon.game_loop import header, start

EXPLICIT = {
    "stack": list(range(8, 38)),
    "row": [1, 2, 3],
    "aside": [4, 5, 6, 7],
    "queue": ["U", "T", "S", "P", "C"],
    "first": 1,
}


def set_up(state):
    """Lay the first legal set-up tile of every seat."""
    while state.phase == SETUP:
        act(state, legal_actions(state)[0])
    return state


@pytest.mark.rule("EL-COMP-01", "EL-SETUP-02", "EL-SETUP-03", "EL-SETUP-04")
def test_the_source_lies_three_tiles_are_face_up_and_four_aside():
    state = new_game(Ruleset(), 3, 7)
    assert len(state.ruleset.tiles.tiles) == 38
    assert state.laid == {(0, 0): (state.ruleset.tiles.source, 0)}
    assert [len(state.row), len(state.aside), len(state.stack)] == [3, 4, 29]
    known = [*state.row, *state.aside, *state.stack, state.drawn]
    assert sorted(known) == list(range(1, 38))


@pytest.mark.rule("EL-COMP-02", "EL-COMP-03", "EL-SETUP-01")
def test_each_player_begins_with_five_pawns_two_markers_and_no_points():
    for seats in (2, 3, 4):
        state = new_game(Ruleset(), seats, 7)
        assert state.hands == [5] * seats
        assert state.markers_in_hand == [(1, 2)] * seats
        assert state.scores == [0] * seats


@pytest.mark.rule("EL-COMP-01", "EL-SETUP-09")
@pytest.mark.parametrize(("seats", "stack"), [(2, 28), (3, 27), (4, 26)])
def test_tv_01_stack_and_reserve_at_the_start_of_play(seats, stack):
    state = set_up(new_game(Ruleset(), seats, 7))
    assert (state.phase, state.round) == (MAIN, 1)
    assert len(state.stack) == stack
    assert dict(zip("UTSPC", state.reserve, strict=True)) == {
        "U": 3,
        "T": 10,
        "S": 4,
        "P": 12,
        "C": 5,
    }
    wider = set_up(new_game(Ruleset(source_in_38=False, tiles=WIDER), seats, 7))
    assert len(wider.stack) == stack + 1


@pytest.mark.rule("EL-COMP-04", "EL-SETUP-04", "EL-SETUP-05")
def test_one_structure_of_each_kind_is_set_aside():
    state = new_game(Ruleset(), 2, 7)
    assert sum(state.reserve) == 39 - 5
    three = "0,0 src\n1,0 ? U\n-1,1 ? U\n0,-1 ? U\n2,0 ?\n3,0 ?"
    with pytest.raises(NotationError, match="EL-SETUP-05"):
        table(f"{three} U")
    last = table(three)
    assert last.reserve == [0, 10, 4, 12, 5]


@pytest.mark.rule("EL-COMP-05", "EL-SETUP-06")
def test_the_queue_is_face_up_and_nothing_is_in_demand_yet():
    orders = set()
    for seed in range(40):
        state = new_game(Ruleset(), 2, seed)
        assert sorted(state.queue) == [0, 1, 2, 3, 4]
        assert state.bonus == NO_KIND
        orders.add(state.queue)
    assert len(orders) > 20


@pytest.mark.rule("EL-COMP-06", "EL-SHORT-04")
def test_any_number_of_tiles_may_be_closed_since_the_markers_for_it_only_remind():
    chain = ["T"] * 10 + ["S"] + ["P"] * 12
    lines = [f"{q},1 ? {kind}" for q, kind in enumerate(chain)]
    state = table("0,0 src\n-1,1 ?\n" + "\n".join(lines))
    beside = {cell for cell in state.fits if cell not in state.kinds}
    assert sum(is_closed(state, cell) for cell in beside) == 44
    assert refusal(state, "build U -1,1") == "EL-BUILD-04"
    assert refusal(state, "build S -1,1") is None
    assert_sound(state)


@pytest.mark.rule("EL-COMP-07", "EL-SETUP-07", "EL-TURN-06")
def test_set_up_tiles_and_turns_go_clockwise_from_the_first_player_in_every_round():
    state = new_game(Ruleset(), 3, 7, Setup(first=2))
    seats = []
    while state.round < 4:
        seats.append((state.round, to_act(state)))
        act(state, legal_actions(state)[0])
        if to_act(state) is None:
            break
    turns = Counter(seats)
    assert [seat for (round_, seat) in turns if round_ == 0] == [2, 0, 1]
    assert [seat for (round_, seat) in turns if round_ == 3] == [2, 0, 1]


@pytest.mark.rule("EL-SETUP-07")
def test_every_seat_may_begin():
    assert {new_game(Ruleset(), 4, seed).first for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.rule("EL-SETUP-08", "EL-TURN-06")
def test_set_up_refuses_another_tile_a_bonus_action_and_another_seat():
    state = new_game(Ruleset(), 2, None, Setup.from_json(EXPLICIT))
    assert (to_act(state), state.drawn) == (1, 8)
    laid = next(a for a in legal_actions(state))
    assert check(state, laid) is None
    assert check(state, replace(laid, tile=9)).rule == "EL-SETUP-08"
    assert check(state, replace(laid, tile=1)).rule == "EL-SETUP-08"
    assert check(state, replace(laid, marker=1)).rule == "EL-SETUP-08"
    assert check(state, replace(laid, build=1)).rule == "EL-SETUP-08"
    assert check(state, replace(laid, seat=0)).rule == "EL-TURN-06"
    assert check(state, replace(laid, seat=2)).rule == "EL-TURN-06"
    assert check(state, replace(laid, at=(5, 5))).rule == "EL-TILE-01"
    for text in ("build T 0,0", "abandon 0,0", "pass", "end"):
        assert refusal(state, text) == "EL-TURN-01"
    assert refusal(state, "score 0,0") == "EL-TURN-02"


@pytest.mark.rule("EL-SETUP-08", "EL-TILE-02")
def test_set_up_tiles_obey_cohesion_and_may_touch_any_tile():
    state = new_game(Ruleset(), 2, None, Setup.from_json(EXPLICIT))
    asked = {LayTile(1, 8, turn, (1, 0)) for turn in range(6)}
    river = [action for action in asked if shipped_tiles().faces[8][action.rotation][3] == "r"]
    assert {action for action in asked if check(state, action) is None} == set(river)
    for action in asked - set(river):
        assert check(state, action).rule == "EL-TILE-02"
    act(state, legal_actions(state)[0])
    beyond = [cell for cell in state.frontier if max(map(abs, cell)) == 2]
    assert {action.at for action in legal_actions(state)} & set(beyond)


@pytest.mark.rule("EL-SETUP-03", "EL-SETUP-08")
def test_the_top_of_the_stack_is_drawn_first_and_the_row_stays():
    state = new_game(Ruleset(), 3, None, Setup.from_json(EXPLICIT))
    for tile in (8, 9, 10):
        assert state.drawn == tile
        act(state, legal_actions(state)[0])
    assert state.row == [1, 2, 3]
    assert state.stack[-1] == 11


def test_explicit_draws_are_taken_and_told_as_they_are():
    state = new_game(Ruleset(), 2, None, Setup.from_json(EXPLICIT))
    assert draws(state).to_json() == EXPLICIT
    assert header(eletrika, state, ["A", "B"], None).setup == EXPLICIT


@pytest.mark.parametrize("seed", [0, 1, 99])
@pytest.mark.parametrize(
    "options",
    [{}, {"setup_touch": "source"}, {"setup_redraw": False}, {"bonus_faces": (1, 1, 2, 3, 4)}],
)
def test_a_seed_alone_gives_the_game_that_its_recorded_draws_give(seed, options):
    rules = Ruleset(**options)
    for seats in (2, 3, 4):
        state = new_game(rules, seats, seed)
        written = header(eletrika, state, ["x"] * seats, seed)
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


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("row", [1, 2], "3 tiles, found 2"),
        ("row", "123", "a list of tiles"),
        ("row", [1, 2, 2], "tile 2 is already in setup.row"),
        ("row", [1, 2, 4], "tile 4 is already in setup.row"),
        ("row", [1, 2, 0], "tile 0 is already in the source"),
        ("row", [1, 2, 38], "0 to 37, found 38"),
        ("row", [1, 2, True], "found True"),
        ("row", [1, 2, "3"], "a number from 0 to 38, .* found '3'"),
        ("row", [1, 2, -1], "found -1"),
        ("row", [1, 2, "r.tr."], "found 'r.tr.'"),
        ("row", [1, 2, "R.TR.."], "found 'R.TR..'"),
        ("aside", [4, 5, 6], "4 tiles, found 3"),
        ("stack", list(range(8, 37)), "30 tiles, found 29"),
        ("queue", ["U", "T", "S", "P"], "U T S P C"),
        ("queue", ["U", "T", "S", "P", "P"], "U T S P C"),
        ("queue", ["U", "T", "S", "P", "X"], "U T S P C"),
        ("queue", ["U", "T", "S", "P", 4], "U T S P C"),
        ("queue", "UTSPC", "U T S P C"),
        ("first", 2, "0 to 1, found 2"),
        ("first", -1, "0 to 1"),
        ("first", True, "a seat, found True"),
        ("first", "0", "a seat, found '0'"),
    ],
)
def test_explicit_draws_that_cannot_be_are_refused_by_key(key, value, told):
    with pytest.raises(NotationError, match=told) as problem:
        new_game(Ruleset(), 2, 1, Setup.from_json(EXPLICIT | {key: value}))
    assert problem.value.key.startswith("setup.")


def test_unknown_keys_and_wrong_numbers_of_players_are_refused():
    with pytest.raises(NotationError, match="unknown") as problem:
        Setup.from_json({"discard": []})
    assert problem.value.key == "setup.discard"
    for seats in (0, 1, 5):
        with pytest.raises(NotationError, match="2 to 4 players") as problem:
            new_game(Ruleset(), seats, 1)
        assert problem.value.key == "players"


@pytest.mark.rule("EL-COMP-01", "EL-SETUP-08")
def test_a_tile_file_that_makes_set_up_impossible_is_refused_before_the_game():
    lake = tuple(replace(tile, edges="llllll") for tile in shipped_tiles().tiles[1:])
    tiles = shipped_tiles()

    def box(source_edges):
        source = replace(tiles.tiles[0], edges=source_edges)
        return type(tiles)("lakes", (source, *lake), 0, tiles.forests)

    with pytest.raises(NotationError, match="EL-SETUP-08") as problem:
        make_ruleset({}, box("r....."))
    assert problem.value.key == "ruleset.tiles"
    assert make_ruleset({}, box("l.....")).tiles.name == "lakes"


@pytest.mark.rule("EL-COMP-08")
def test_the_actions_are_those_of_the_reference_card():
    """The main actions and the free scoring; ``end``, ``pass`` only say that nothing is done."""
    state = set_up(new_game(Ruleset(), 2, 3))
    names = {type(action).__name__ for action in legal_actions(state)}
    assert names == {"LayTile", "Build"}
    say(state, "build T 1,0" if (1, 0) in state.laid else _some_build(state))
    say(state, _some_build(state))
    assert "Abandon" in {type(action).__name__ for action in legal_actions(state)}


def _some_build(state):
    cell = next(cell for cell in sorted(state.laid) if cell != (0, 0) and cell not in state.kinds)
    return f"build T {cell[0]},{cell[1]}"
