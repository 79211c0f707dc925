"""Adding a tile, its bonus action, and influence markers."""

from dataclasses import replace

import pytest

from eletrika import check, legal_actions
from eletrika.actions import LayTile
from eletrika.events import Built, MarkerPlaced, MarkerReturned, TileRevealed
from eletrika.notation.actions import parse_action
from eletrika.tables import KINDS
from eletrika_games import (
    FIELD,
    act,
    in_row,
    kinds_of,
    refusal,
    say,
    table,
)
from gridcommon.errors import NotationError

MEADOW = "0,0 src\n1,0 ?\n"


def tiles_of(state):
    return [action for action in legal_actions(state) if isinstance(action, LayTile)]


@pytest.mark.rule("EL-TILE-01")
def test_a_tile_of_the_row_is_laid_beside_the_table_in_any_rotation():
    state = table(MEADOW + "row r..... ...... ......")
    tile = in_row(state, "r.....")
    assert refusal(state, f"tile {tile}/0 2,0") is None
    assert refusal(state, f"tile {tile}/0 3,0") == "EL-TILE-01"
    assert refusal(state, f"tile {tile}/0 1,0") == "EL-TILE-01"
    assert refusal(state, f"tile {tile}/0 0,0") == "EL-TILE-01"
    assert refusal(state, f"tile {state.stack[-1]}/0 2,0") == "EL-TILE-01"
    turns = {action.rotation for action in tiles_of(state) if action.at == (2, 0)}
    assert turns == {0, 1, 2, 4, 5}  # not with its river to the west


@pytest.mark.rule("EL-TILE-01")
def test_rotations_that_look_alike_are_offered_once_and_all_accepted():
    state = table("0,0 src\nrow r..r.. tttttt ......")
    river, wood = in_row(state, "r..r.."), in_row(state, "tttttt")
    offered = {(action.tile, action.rotation) for action in tiles_of(state) if action.at == (1, 0)}
    assert offered == {(river, 1), (river, 2), (wood, 0), (in_row(state, FIELD), 0)} | {
        (tile, 0) for tile in state.row if tile not in (river, wood)
    }
    assert refusal(state, f"tile {wood}/5 1,0") is None
    assert refusal(state, f"tile {river}/4 1,0") is None
    assert refusal(state, f"tile {river}/3 1,0") == "EL-TILE-02"


@pytest.mark.rule("EL-TILE-02", "EL-TILE-03", "EL-TILE-04")
@pytest.mark.parametrize("laid", "rl.utspc")
@pytest.mark.parametrize("beside", "rl.utspc")
def test_river_meets_river_lake_meets_lake_and_all_land_meets(laid, beside):
    state = table(f"0,0 src\n1,0 {laid}.....\nrow ...{beside}.. ...... ......")
    tile = next(tile for tile in state.row if state.ruleset.tiles.tiles[tile].edges[3] == beside)
    agree = laid == beside or not {laid, beside} & {"r", "l"}
    assert refusal(state, f"tile {tile}/0 2,0") == (None if agree else "EL-TILE-02")
    assert refusal(state, f"tile {tile}/0 -1,0") is None  # a river need not be followed


@pytest.mark.rule("EL-TILE-04")
def test_a_hole_is_filled_by_what_agrees_on_all_its_edges():
    ring = "0,0 src\n1,0 r.....\n3,0 ...r..\n2,-1 ?\n1,1 ?\n2,1 ?\n3,-1 ?\n"
    state = table(ring + "row r..r.. r..... r.r...")
    through, end, bend = (in_row(state, edges) for edges in ("r..r..", "r.....", "r.r..."))
    assert refusal(state, f"tile {through}/0 2,0") is None
    for turn in range(6):
        assert refusal(state, f"tile {end}/{turn} 2,0") == "EL-TILE-02"
        assert refusal(state, f"tile {bend}/{turn} 2,0") == "EL-TILE-02"


@pytest.mark.rule("EL-TILE-05")
def test_forests_change_nothing_about_what_may_be_laid_or_built():
    plain, wooded = table(MEADOW), table(MEADOW.replace("?", "ttssuu"))
    assert list(legal_actions(plain)) == list(legal_actions(wooded))


@pytest.mark.rule("EL-TILE-06")
def test_the_tile_laid_is_replaced_at_once_from_the_stack():
    state = table(MEADOW)
    top, left = state.stack[-1], len(state.stack)
    events = say(state, f"tile {state.row[0]}/0 2,0 marker 1")
    assert kinds_of(events) == ["TileLaid", "TileRevealed", "MarkerPlaced", "TurnEnded"]
    assert TileRevealed(top) in events
    assert len(state.row) == 3
    assert state.row[-1] == top
    assert len(state.stack) == left - 1


@pytest.mark.rule("EL-TILE-07")
def test_with_an_empty_stack_the_row_falls_below_three_until_nothing_can_be_laid():
    state = table(MEADOW + "row ...... ......\nstack 0\nround 4\nlast 6", row_redraw=True)
    for left in (1, 0):
        assert tiles_of(state)
        act(state, tiles_of(state)[0])
        assert len(state.row) == left
    assert not tiles_of(state)
    assert check(state, LayTile(0, 5, 0, (0, 1))).rule == "EL-TILE-01"
    assert refusal(state, "build T 1,0") is None


@pytest.mark.rule("EL-TILE-08")
def test_where_no_face_up_tile_fits_no_tile_is_offered():
    state = table(MEADOW + "row llllll rrrrrr lllrrr")
    assert not tiles_of(state)
    assert refusal(state, f"tile {state.row[0]}/0 2,0") == "EL-TILE-02"
    assert refusal(state, "build T 1,0") is None
    fits = table(MEADOW + "row llllll rrrrrr lllrr.")
    assert {action.rotation for action in tiles_of(fits) if action.at == (2, 0)} == {4}


@pytest.mark.rule("EL-BONUS-01")
def test_one_bonus_action_on_the_tile_just_laid():
    state = table(MEADOW)
    laid = LayTile(0, state.row[0], 0, (2, 0))
    offered = {
        a for a in tiles_of(state) if (a.tile, a.rotation, a.at) == (state.row[0], 0, (2, 0))
    }
    bonuses = [replace(laid, marker=value) for value in (1, 2)]
    builds = [replace(laid, build=kind) for kind in range(1, 5)]  # no Plant on land
    assert offered == {laid, *bonuses, *builds}
    assert check(state, replace(laid, marker=1, build=1)).rule == "EL-BONUS-01"
    act(state, replace(laid, build=1))
    assert state.kinds == {(2, 0): 1}
    assert state.markers == {}


@pytest.mark.rule("EL-BONUS-01", "EL-TURN-02")
def test_nothing_is_scored_between_a_tile_and_its_bonus_action():
    line = "0,0 src\n0,1 ? U\n1,1 ? T\n2,1 ? S:W\n3,1 ? P:W\n4,1 ? C\n"
    state = table(line + "turn W")
    say(state, f"tile {state.row[0]}/0 -1,0 marker 2")
    assert state.actor == 0
    assert {type(a).__name__ for a in legal_actions(state)} == {"Score", "EndTurn"}
    for text in (f"tile {state.row[0]}/0 -2,0", "build T -1,0", "abandon 2,1", "pass"):
        assert refusal(state, text) == "EL-TURN-01"
    say(state, "score 2,1 3,1")
    assert state.actor == 1


@pytest.mark.rule("EL-BONUS-02", "EL-MARK-01")
def test_either_marker_in_hand_may_be_placed_and_no_other():
    state = table(MEADOW + "-1,0 ? *W2\nturn W")
    events = say(state, f"tile {state.row[0]}/0 2,0 marker 1")
    assert MarkerPlaced(0, 1, (2, 0)) in events
    assert state.markers == {(-1, 0): (0, 2), (2, 0): (0, 1)}
    assert state.markers_in_hand == [(), (1, 2)]
    again = table(MEADOW + "-1,0 ? *W2\nturn W")
    assert refusal(again, f"tile {again.row[0]}/0 2,0 marker 2") == "EL-BONUS-02"
    say(state, f"tile {state.row[0]}/0 3,0 marker 2")
    assert state.markers[3, 0] == (1, 2)


@pytest.mark.rule("EL-BONUS-03", "EL-BONUS-04")
def test_tv_06_a_bonus_build_takes_two_pawns():
    state = table(MEADOW)
    events = say(state, f"tile {state.row[0]}/0 2,0 build P")
    assert [event.rule for event in events if isinstance(event, Built)] == ["EL-BONUS-03"]
    assert state.hands == [3, 5]
    assert state.pawns == {(2, 0): 2}
    one = table(MEADOW + "0,1 ? T:W2\n-1,0 ? T:W2\nturn W")
    assert one.hands == [1, 5]
    assert refusal(one, f"tile {one.row[0]}/0 2,0 build P") == "EL-BONUS-03"
    assert refusal(one, "build S 1,0") is None
    two = table(MEADOW + "2,0 ? T:W2\n-1,0 ? T:W\nturn W")
    assert two.hands == [2, 5]
    assert refusal(two, f"tile {two.row[0]}/0 3,0 build S") is None
    assert refusal(two, f"tile {two.row[0]}/0 3,0 build P") == "EL-CONN-03"


@pytest.mark.rule("EL-BONUS-03")
def test_a_bonus_build_obeys_all_rules_of_building():
    state = table("0,0 src\n1,0 ? T\n2,-1 ? T\nrow ..r... ...... ......")
    river, field = in_row(state, "..r..."), in_row(state, FIELD)
    assert refusal(state, f"tile {field}/0 1,-1 build T") == "EL-SHORT-01"
    assert refusal(state, f"tile {field}/0 2,0 build T") == "EL-SHORT-01"
    assert refusal(state, f"tile {field}/0 1,1 build C") == "EL-CONN-03"
    assert refusal(state, f"tile {field}/0 1,1 build U") == "EL-BUILD-04"
    assert refusal(state, f"tile {river}/0 1,1 build U") is None
    state.reserve[1] = 0
    assert refusal(state, f"tile {field}/0 1,1 build T") == "EL-BUILD-03"


@pytest.mark.rule("EL-BONUS-04", "EL-SCORE-01")
def test_two_pawns_on_one_structure_are_no_set():
    state = table("0,0 src\n0,1 ? U\n1,1 ? T:W2\n2,1 ? S\n3,1 ? P\n4,1 ? C\nturn W")
    assert refusal(state, "score 1,1") == "EL-SCORE-01"
    assert not [a for a in legal_actions(state) if type(a).__name__ == "Score"]


@pytest.mark.rule("EL-MARK-02", "EL-COMP-03", "EL-BUILD-05")
def test_tv_05_green_builds_on_the_marker_of_white():
    state = table(MEADOW.replace("?", "? *W2") + "hand W5 G5\nturn G")
    events = say(state, "build T 1,0")
    assert MarkerReturned(0, 2, (1, 0), 2, "EL-MARK-02") in events
    assert state.scores == [2, 0]
    assert state.markers == {}
    assert state.markers_in_hand == [(1, 2), (1, 2)]


@pytest.mark.rule("EL-MARK-03", "EL-BUILD-05")
def test_tv_05_white_builds_on_the_own_marker():
    state = table(MEADOW.replace("?", "? *W2") + "hand W5 G5\nturn W")
    events = say(state, "build T 1,0")
    assert MarkerReturned(0, 2, (1, 0), 0, "EL-MARK-03") in events
    assert state.scores == [0, 0]
    assert state.markers_in_hand == [(1, 2), (1, 2)]


SHUT = "0,0 src\n1,0 ? T\n2,0 ?\n1,1 ? *W2\n2,-1 ? *K1\n2,1 ?\n3,1 ? *K2\n0,1 ?\n"


@pytest.mark.rule("EL-MARK-04", "EL-SHORT-02")
@pytest.mark.parametrize("turn", "WK")
def test_markers_on_a_tile_that_is_closed_come_back_at_once_on_anyones_turn(turn):
    state = table(f"{SHUT}turn {turn}")
    events = say(state, "build T 2,0")
    back = [event for event in events if isinstance(event, MarkerReturned)]
    assert back == [
        MarkerReturned(0, 2, (1, 1), 0, "EL-MARK-04"),
        MarkerReturned(1, 1, (2, -1), 0, "EL-MARK-04"),
    ]
    assert state.scores == [0, 0]
    assert state.markers == {(3, 1): (1, 2)}


@pytest.mark.rule("EL-MARK-04")
def test_markers_come_back_as_part_of_a_bonus_build_too():
    state = table(SHUT.replace("2,0 ?\n", "") + "turn K")
    say(state, f"tile {state.row[0]}/0 2,0 build T")
    assert state.markers == {(3, 1): (1, 2)}


@pytest.mark.rule("EL-MARK-04")
def test_a_marker_stays_where_only_connection_forbids_every_kind():
    state = table("0,0 src\n1,0 ? T\n2,0 ? *W1\n3,0 ?\nturn K")
    say(state, "build C 3,0")
    assert [k for k in KINDS if refusal(state, f"build {k} 2,0") == "EL-CONN-03"] == list(KINDS)
    assert state.markers == {(2, 0): (0, 1)}


@pytest.mark.rule("EL-MARK-04")
def test_no_marker_is_placed_on_a_closed_tile():
    state = table("0,0 src\n1,0 ? T\n2,0 ? T\nturn W")
    assert refusal(state, f"tile {state.row[0]}/0 1,1 marker 1") == "EL-MARK-04"
    assert refusal(state, f"tile {state.row[0]}/0 1,1") is None
    assert refusal(state, f"tile {state.row[0]}/0 0,1 marker 1") is None


@pytest.mark.rule("EL-MARK-05")
def test_a_marker_that_came_back_is_used_again():
    state = table(MEADOW.replace("?", "? *W2") + "markers W1 K12\nturn K")
    assert refusal(state, f"tile {state.row[0]}/0 -1,0 marker 2", seat=1) is None
    say(state, "build T 1,0")
    say(state, f"tile {state.row[0]}/0 -1,0 marker 2")
    assert state.markers == {(-1, 0): (0, 2)}


@pytest.mark.rule("EL-MARK-01")
def test_a_marker_lies_only_on_the_tile_its_owner_lays():
    state = table(MEADOW)
    assert {a.at for a in tiles_of(state) if a.marker} == set(state.frontier)


def test_the_last_marker_in_hand_need_not_be_named():
    state = table(MEADOW + "row r..... ...... ......")
    tile = in_row(state, "r.....")
    seat = state.actor
    with pytest.raises(NotationError, match="MW"):
        parse_action(f"tile {tile} 2,0 marker", state)
    state.markers_in_hand[seat] = (3,)
    laid = LayTile(seat, tile, 0, (2, 0), marker=3)
    assert parse_action(f"tile {tile} 2,0 marker", state) == laid
    assert parse_action(f"peca {tile} 2,0 marcador", state, {"peca": "tile", "marcador": "marker"})
    with pytest.raises(NotationError):
        parse_action(f"tile {tile} 2,0 marker x", state)
