"""Positions that do not say all, taken for games; and the gaps of a board."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eletrika import check, from_position, legal_actions, observe
from eletrika.actions import LayTile
from eletrika.analysis import analyse
from eletrika.assumed_game import assume_game
from eletrika.building import legal_builds
from eletrika.gaps import chance_of, gap_at, gaps, tiles_to_come
from eletrika.notation import format_full, parse_full, parse_position
from eletrika.placement import check_cell
from eletrika.position import to_position
from eletrika.ruleset import Ruleset
from eletrika.sites import around, closed_by, is_closed
from eletrika.state import AFTER, MAIN, NO_CELL, OVER, SETUP
from eletrika.tables import HIDDEN
from eletrika.tile_edges import encode_edges, is_known_tile
from eletrika.view import unseen
from eletrika_positions import legal_boards, told_positions
from eletrika_states import positions

RULES = Ruleset()
WHOLE = """\
0,0 src
1,0 7/1 UK
2,0 33/0 TW
3,0 36/0
hand W4 K4
stack 27
row 8 9 10
turn K
"""


def test_a_position_that_says_all_is_the_game_it_tells():
    told = parse_full(WHOLE, RULES.tiles)
    supposed = assume_game(told, RULES)
    assert set(supposed.assumed) == {"score", "markers", "bonus"}
    game = from_position(told, RULES, None)
    assert supposed.state.lands == game.lands
    assert supposed.state.hands == game.hands
    assert supposed.state.reserve == game.reserve
    assert supposed.state.markers_in_hand == game.markers_in_hand
    assert (supposed.state.actor, supposed.state.turn) == (game.actor, game.turn)
    assert list(legal_actions(supposed.state)) == list(legal_actions(game))


def assumed(text: str):
    return assume_game(parse_position(text, RULES.tiles), RULES)


def test_what_is_left_out_is_said():
    supposed = assumed("      U   TR2\n")
    state = supposed.state
    assert set(supposed.assumed) == {"hand", "score", "markers", "turn", "row", "stack", "bonus"}
    assert supposed.owners == (0, 2), "a second player plays"
    assert state.actor == 1, "Red, who has built"
    assert state.hands == [5, 3]
    assert (state.source, state.row) == (NO_CELL, [HIDDEN] * 3)
    assert len(state.stack) == 37 - 2 - 3 - 4, "the source is none of them"
    assert RULES.tiles.source not in unseen(state)


@pytest.mark.rule("EL-BUILD-02")
@pytest.mark.parametrize(
    ("text", "source", "builds"),
    [
        ("3,1 src/2\n4,1 ......\n", (3, 1), {(4, 1)}),
        ("0,0 src UW\n1,0 llllll\n", (0, 0), {(1, 0)}),
    ],
)
def test_the_source_may_lie_anywhere_and_nothing_more_is_built_on_it(text, source, builds):
    state = assumed(text).state
    assert state.source == source
    assert {build.at for build in legal_builds(state)} == builds


@pytest.mark.rule("EL-END-01", "EL-END-02", "EL-END-03", "EL-SETUP-04")
@pytest.mark.parametrize(
    ("text", "end_round", "aside", "to_come", "said"),
    [
        (WHOLE, 0, 4, 31, None),
        ("0,0 src\n1,0 13/0\n", 0, 4, 33, None),
        (f"{WHOLE}round 9\nlast 10\n", 10, 0, 4, None),
        (f"{WHOLE}round 9\nlast 9\nfirst K\n", 9, 0, 2, None),
        (WHOLE.replace("stack 27", "stack 31"), 3, 0, 6, "last"),  # nothing is set aside
        ("0,0 src\nlast 14", 14, 0, 6, "round"),
    ],
)
def test_the_end_is_as_told_or_follows_from_the_stack(text, end_round, aside, to_come, said):
    supposed = assumed(text)
    state = supposed.state
    assert (state.end_round, len(state.aside), tiles_to_come(state)) == (end_round, aside, to_come)
    assert said is None or said in supposed.assumed
    if said == "round":
        assert str(supposed.assumed["round"]) == "it is round 12"
    if end_round == 9:
        state.phase = AFTER
        assert tiles_to_come(state) == 1
        state.phase = OVER
        assert tiles_to_come(state) == 0
    if not end_round:
        assert {gap.by_end for gap in gaps(state) if gap.left} == {1.0}
        assert check_cell(state, (0, 0)).rule == check_cell(state, (9, 9)).rule == "EL-TILE-01"
        assert all(check_cell(state, gap.at) is None for gap in gaps(state))


def test_an_unknown_face_up_tile_is_one_of_those_that_are_left():
    state = assumed(WHOLE.replace("row 8 9 10", "row 8 ? r.t???")).state
    assert state.row[2] == encode_edges("r.t???")
    assert all(is_known_tile(fit.tile) for gap in gaps(state) for fit in gap.row)


@settings(max_examples=60)
@given(told_positions())
def test_any_position_can_be_taken_for_a_game(told):
    supposed = assume_game(told, RULES)
    assert set(supposed.state.laid) == set(told.tiles)
    assert set(supposed.state.kinds) == set(told.structures)
    legal_actions(supposed.state)


@settings(max_examples=40)
@given(legal_boards(), st.integers(0, 3))
def test_what_may_be_built_is_what_the_analysis_says(board, owner):
    board.hands = {owner: 1, (owner + 1) % 4: 1}
    for one in board.structures.values():
        if one.owner is not None:
            board.hands.setdefault(one.owner, 1)
    board.to_act = owner
    state = assume_game(board, RULES).state
    listed = {(site.at, kind) for site in analyse(board, RULES).free for kind in site.kinds}
    assert {(build.at, build.kind) for build in legal_builds(state)} == listed


@settings(max_examples=20)
@given(positions())
def test_a_game_written_down_offers_the_same(state):
    told = parse_full(format_full(to_position(state)), state.ruleset.tiles)
    again = assume_game(told, state.ruleset).state
    offered = {one for one in legal_actions(state) if not isinstance(one, LayTile)}
    assert offered == {one for one in legal_actions(again) if not isinstance(one, LayTile)}
    if not (state.discarded or state.under):  # what was seen and no position tells
        assert gaps(again) == gaps(observe(state, 0).public)


@pytest.mark.rule("EL-TILE-01", "EL-TILE-02")
@settings(max_examples=25)
@given(positions(), st.integers(0, 999))
def test_a_gap_takes_what_check_lets_lie_there(state, choice):
    state = observe(state, 0).public
    if state.phase == OVER:
        return
    cells = sorted(state.frontier)
    gap = gap_at(state, cells[choice % len(cells)])
    turn = state.copy()
    turn.phase, turn.scored = MAIN, False
    row = [*state.row, state.drawn] if state.phase == SETUP else state.row
    for known, fits in ((unseen(state), gap.left), (row, gap.row)):
        expected = {}
        for tile in known:
            turn.row = [tile]
            faces = {}
            for rotation in range(6):
                if check(turn, LayTile(turn.actor, tile, rotation, gap.at)) is None:
                    faces.setdefault(state.ruleset.tiles.faces[tile][rotation], rotation)
            if faces:
                expected[tile] = tuple(faces.values())
        assert {fit.tile: fit.rotations for fit in fits} == expected
    assert gap.is_dead == (not gap.left and not gap.row)


@pytest.mark.rule("EL-SETUP-04")
@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 3), st.data())
def test_a_chance_is_that_of_counting_all_stacks(count, draws, under, data):
    """Of ``count`` unseen tiles some lie in the stack, above ``under`` known ones."""
    state = assume_game(parse_full(WHOLE, RULES.tiles), RULES).state
    tiles = unseen(state)
    state.discarded = tuple(tiles[count + under :])
    left, known = tiles[:count], tiles[count : count + under]
    hidden = data.draw(st.integers(0, count))
    state.stack, state.under, state.aside = known + [HIDDEN] * hidden, under, []
    wanted = data.draw(st.sets(st.sampled_from(tiles[: count + under]))) if count + under else set()
    assert unseen(state) == left
    stacks = list(combinations(left, min(hidden, draws)))
    below = known[::-1][: max(0, draws - hidden)]
    good = sum(bool(wanted & {*drawn, *below}) for drawn in stacks)
    assert chance_of(state, sorted(wanted), draws, left) == pytest.approx(good / len(stacks))


@pytest.mark.rule("EL-SHORT-01", "EL-SHORT-02")
@given(legal_boards())
def test_two_structures_that_touch_close_a_tile(board):
    kinds = board.kinds()
    for cell in {*board.tiles} - {*kinds}:
        surroundings = around(kinds, cell)
        pair = closed_by(surroundings, cell)
        assert (pair is not None) == is_closed(surroundings)
        if pair:
            one, other = pair
            assert {one, other} <= kinds.keys()
            places = {place: number for number, place in enumerate(kinds)}
            assert places[other] in board.network().neighbours[places[one]]
