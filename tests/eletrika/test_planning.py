"""Plans and gaps, also of positions that do not say all; and that a board shows legal builds."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika import (
    advance,
    apply,
    check,
    from_position,
    legal_actions,
    make_bot,
    observe,
)
from eletrika.actions import Abandon, Build, EndTurn, LayTile, Score
from eletrika.analysis import analyse, analyse_game
from eletrika.assumed_game import assume_game
from eletrika.building import legal_builds
from eletrika.gaps import NEXT, chance_of, gap_at, gaps, tiles_to_come
from eletrika.notation import format_full, parse_full, parse_position
from eletrika.placement import check_cell
from eletrika.position import to_position
from eletrika.projection import best_score, bot_turn, project, state_at_turn, suggestions
from eletrika.ruleset import Ruleset
from eletrika.scoring import items_of_score, legal_scores
from eletrika.state import AFTER, MAIN, OVER, SETUP, State
from eletrika.tables import CITY, HIDDEN, LAND_CLASS
from eletrika.view import unseen
from eletrika_play import positions
from eletrika_positions import LINE, legal_boards, told_positions
from examples import examples
from gridcommon.hexes import Hex, neighbours, opposite

CITY_BUILT = Build(0, CITY, (5, 0))


@pytest.fixture
def line() -> State:
    return from_position(parse_full(LINE, Ruleset().tiles), Ruleset(), 1)


@pytest.mark.rule("EL-TURN-06", "EL-END-03", "EL-SHORT-01", "EL-SCORE-01")
@pytest.mark.parametrize(
    ("seat", "actions", "rule", "ends", "made"),
    [
        (0, [CITY_BUILT, CITY_BUILT], "EL-BUILD-02", False, 1),
        (1, [Build(1, CITY, (5, 0))], None, False, 1),  # in the turn to come
        (1, [CITY_BUILT], "EL-TURN-06", False, 0),
        (0, [Abandon(0, ((2, 0),)), CITY_BUILT], "EL-END-03", True, 1),
    ],
)
def test_a_plan_ends_where_an_action_is_refused(line, seat, actions, rule, ends, made):
    line.end_round = line.round if ends else 0
    found = project(line, seat, actions)
    assert (found.refusal and found.refusal.rule) == rule
    assert [one.action for one in found.effects] == actions[:made]
    turn, refusal = state_at_turn(line, 1)
    assert (refusal, turn.actor, turn.turn, line.actor) == (None, 1, 1, 0)
    line.phase = OVER
    assert state_at_turn(line, 1)[1].rule == "EL-END-03"
    assert project(line, 0, [CITY_BUILT] * 2).refusal.rule == "EL-END-03"


@pytest.mark.rule("EL-TURN-01", "EL-END-03")
def test_proposals_are_for_the_turns_that_are_left(line):
    line.phase = AFTER
    assert any(one.actions == (CITY_BUILT,) for one in suggestions(line, 0))
    line.end_round = line.round
    assert suggestions(line, 0) == []
    line.phase = MAIN
    assert {len(one.actions) for one in suggestions(line, 0)} == {1}


def by_choice(action):
    """Return an action without the rotation of its tile, which may differ."""
    return (action.at, action.tile, action.build) if isinstance(action, LayTile) else action


@given(positions())
def test_no_proposal_is_refused_each_brings_what_it_says_and_none_is_left_out(state):
    """The second action of a proposal is looked at as if the others had done nothing."""
    if state.phase not in (SETUP, MAIN):
        return
    seat = state.actor
    offered = set(legal_actions(state))
    now = sum(item.points for item in best_score(state, seat)[1])
    proposed = suggestions(observe(state, seat).public, seat)
    builds = (one for one in offered if isinstance(one, Build) or getattr(one, "build", None))
    lighting = {by_choice(one) for one in builds if apply(state, one).lit > state.lit}
    assert lighting <= {by_choice(one.actions[0]) for one in proposed}
    for found in proposed:
        after = state
        for number, action in enumerate(found.actions):
            if number:
                after = after.copy()
                after.actor, after.phase, after.scored = seat, MAIN, False
            else:
                assert action in offered
            assert check(after, action) is None
            after = apply(after, action)
        assert tuple(sorted(after.lit - state.lit)) == found.lit
        assert found.points - now == found.gain
        assert found.lit or found.gain > 0
        if after.phase == AFTER and after.actor == seat:
            sets = [items_of_score(after, score) for score in legal_scores(after)]
            assert max(sum(item.points for item in items) for items in sets) == found.points


@given(positions())
def test_an_outlook_agrees_with_the_game_as_far_as_nothing_is_drawn(state):
    if state.phase == OVER:
        return
    seat = state.actor
    for kind in (LayTile, Build, Abandon, Score):
        for action in [one for one in legal_actions(state) if isinstance(one, kind)][:6]:
            found = project(observe(state, seat).public, seat, [action])
            after = apply(state, action)
            assert found.refusal is None
            assert found.effects[0].lit == tuple(sorted(after.lit - state.lit))
            for name in ("kinds", "scores", "markers", "hands", "lands"):
                assert getattr(found.state, name) == getattr(after, name)
    if state.phase == AFTER:
        again = state.copy()
        advance(again, EndTurn(seat))
        assert project(state, seat, []).points == sum(
            item.points for item in best_score(again, seat)[1]
        )


@examples(2 / 3)
@given(legal_boards(most=9))
def test_of_a_position_that_says_little_nothing_is_proposed_that_is_refused(board):
    state = assume_game(board, Ruleset()).state
    for found in suggestions(state, state.actor):
        assert check(state, found.actions[0]) is None
    first, _ = next(iter(bot_turn(make_bot("normal", 1), state, state.actor)))
    assert check(state, first) is None


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


def assumed(text: str):
    return assume_game(parse_position(text, RULES.tiles), RULES)


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


@given(told_positions())
def test_any_position_can_be_taken_for_a_game(told):
    supposed = assume_game(told, RULES)
    assert set(supposed.state.laid) == set(told.tiles)
    assert set(supposed.state.kinds) == set(told.structures)
    legal_actions(supposed.state)


@given(positions())
def test_a_game_written_down_offers_the_same(state):
    told = parse_full(format_full(to_position(state)), state.ruleset.tiles)
    again = assume_game(told, state.ruleset).state
    offered = {one for one in legal_actions(state) if not isinstance(one, LayTile)}
    assert offered == {one for one in legal_actions(again) if not isinstance(one, LayTile)}
    if not (state.discarded or state.under):  # what was seen and no position tells
        assert gaps(again) == gaps(observe(state, 0).public)


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


def turns(lands: dict[Hex, str], cell: Hex, faces: tuple[str, ...]) -> tuple[int, ...]:
    """Return the turns at which a tile meets like with like, one of those that look alike."""
    beside = [(side, lands[at][opposite(side)]) for side, at in enumerate(neighbours(cell))
              if at in lands]  # fmt: skip
    return tuple(
        turn
        for turn in range(6)
        if faces[turn] not in faces[:turn]
        and all(LAND_CLASS[faces[turn][side]] == LAND_CLASS[edge] for side, edge in beside)
    )


@given(positions())
@pytest.mark.rule("EL-TILE-01", "EL-TILE-02", "EL-COMP-01")
def test_what_fits_a_gap_is_what_fits_it_tile_by_tile(state):
    lands = {cell: land.edges for cell, land in to_position(state).tiles.items()}
    faces = state.ruleset.tiles.faces
    hidden = [*state.stack[state.under :], *state.aside]
    left = sorted({tile.number for tile in state.ruleset.tiles.tiles} & set(hidden))
    public = observe(state, 0).public
    found = gaps(public)
    assert {gap.at for gap in found} == {
        cell for laid in lands for cell in neighbours(laid) if cell not in lands
    }
    for gap in found:
        assert gap == gap_at(public, gap.at)
        assert gap.beside == sum(beside in lands for beside in neighbours(gap.at))
        row = [*state.row, state.drawn] if state.phase == SETUP else state.row
        for shown, tiles in ((gap.row, row), (gap.left, left)):
            tried = {tile: turns(lands, gap.at, faces[tile]) for tile in tiles}
            assert {fit.tile: fit.rotations for fit in shown} == {
                t: at for t, at in tried.items() if at
            }
        if state.under:  # tiles that everybody has seen come last
            continue
        wanted = [fit.tile for fit in gap.left]
        to_come = tiles_to_come(public)
        for chance, draws in ((gap.soon, min(NEXT, to_come)), (gap.by_end, to_come)):
            assert chance == chance_of(public, wanted, draws, left)


@pytest.mark.rule(
    "EL-BUILD-01", "EL-BUILD-02", "EL-BUILD-03", "EL-CONN-02", "EL-ABAN-03", "EL-SCORE-01",
    "EL-TURN-02",
)  # fmt: skip
@given(positions())
def test_the_letters_on_the_board_are_the_legal_builds_and_the_sets_those_to_score(state):
    builds = legal_builds(state) if state.phase == MAIN else ()
    told = parse_full(format_full(to_position(state)), state.ruleset.tiles)
    for analysis in (analyse_game(state), analyse(told, state.ruleset)):
        listed = {(site.at, kind) for site in analysis.free for kind in site.kinds}
        assert listed == {(build.at, build.kind) for build in builds}
    if state.phase == MAIN and not state.scored:
        analysis = analyse_game(state)
        cells = analysis.network.cells
        sets = analysis.scores.get(state.actor, ())
        listed = {tuple(sorted(cells[member] for member in one.members)) for one in sets}
        legal = {score.set for score in legal_scores(state)}
        assert legal in (listed, set()), "none where neither a tile nor a build could follow"
