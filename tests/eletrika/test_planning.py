"""Plans: what turns come to, and which builds and tiles are worth a look."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eletrika
from eletrika import (
    advance,
    apply,
    check,
    from_position,
    legal_actions,
    make_bot,
    new_game,
    observe,
)
from eletrika.actions import Abandon, Build, EndTurn, LayTile, Score
from eletrika.assumed_game import assume_game
from eletrika.notation import parse_full
from eletrika.projection import best_score, bot_turn, project, state_at_turn, suggestions
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika.scoring import items_of_score, legal_scores
from eletrika.state import AFTER, MAIN, OVER, SETUP, State
from eletrika.tables import CITY, POLE, TOWER
from eletrika_positions import LINE, legal_boards
from eletrika_states import positions
from gridcommon.game_loop import play

CITY_BUILT, ITS_SCORE = Build(0, CITY, (5, 0)), Score(0, ((2, 0), (4, 0)))
WHOLE = ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))


@pytest.fixture
def line() -> State:
    return from_position(parse_full(LINE, Ruleset().tiles), Ruleset(), 1)


@pytest.mark.rule("EL-NRG-01", "EL-SHORT-03", "EL-MARK-04", "EL-SCORE-05")
def test_a_plan_says_what_it_lights_closes_returns_and_scores(line):
    before = observe(line, 0).public
    found = project(line, 0, [CITY_BUILT, ITS_SCORE])
    first, second = found.effects
    assert first.lit == WHOLE
    assert first.closed == ((4, 1), (5, -1)), "also a cell that holds no tile yet"
    assert [(one.seat, one.points) for one in first.markers] == [(1, 0)], "closed, so taken back"
    assert (first.points, second.points, first.turn, second.turn) == (0, 2, 0, 0)
    assert second.items == items_of_score(apply(line, CITY_BUILT), ITS_SCORE)
    assert (found.refusal, found.points) == (None, 0), "one structure of the seat is left"
    assert (line.lit, line.kinds) == (before.lit, before.kinds), "looking changes nothing"


@pytest.mark.rule("EL-CONN-03")
def test_a_plan_says_what_can_no_longer_be_built(line):
    tile = next(one for one in legal_actions(line) if isinstance(one, LayTile) and one.at == (6, 0))
    found = project(line, 0, [tile, Build(0, POLE, (5, 0))])
    assert found.effects[0].barred == ()
    assert ((6, 0), TOWER) in found.effects[1].barred
    assert ((6, 0), CITY) not in found.effects[1].barred


@pytest.mark.rule("EL-TURN-01", "EL-CITY-02")
def test_a_second_main_action_is_one_of_the_next_turn(line):
    tile = next(one for one in legal_actions(line) if isinstance(one, LayTile))
    found = project(line, 0, [CITY_BUILT, tile, ITS_SCORE])
    assert [one.turn for one in found.effects] == [0, 1, 1]
    assert found.state.bonus == CITY, "the City has put the next kind in high demand"
    assert found.effects[2].points == 1, "so a Pole is no longer worth more"


@pytest.mark.rule("EL-TURN-06", "EL-END-03", "EL-SHORT-01", "EL-SCORE-01")
@pytest.mark.parametrize(
    ("seat", "actions", "rule", "ends", "made"),
    [
        (0, [CITY_BUILT, CITY_BUILT], "EL-BUILD-02", False, 1),
        (0, [CITY_BUILT, ITS_SCORE, Score(0, ((5, 0),))], "EL-SCORE-01", False, 2),
        (0, [Build(0, TOWER, (2, 1))], "EL-SHORT-01", False, 0),
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


@pytest.mark.rule("EL-NRG-01", "EL-BONUS-03")
def test_proposals_hold_builds_tiles_with_builds_and_tiles_before_builds(line):
    found = suggestions(line, 0)
    kinds = {tuple(map(type, one.actions)) for one in found}
    assert kinds >= {(Build,), (LayTile,), (LayTile, Build)}
    points = [one.points for one in found]
    assert points == sorted(points, reverse=True)
    build = next(one for one in found if one.actions == (CITY_BUILT,))
    assert (build.lit, build.own, build.points, build.gain) == (WHOLE, 3, 2, 2)


@settings(max_examples=40)
@given(positions())
def test_no_proposal_is_refused_and_each_brings_what_it_says(state):
    """The second action of a proposal is looked at as if the others had done nothing."""
    if state.phase not in (SETUP, MAIN):
        return
    seat = state.actor
    offered = set(legal_actions(state))
    now = sum(item.points for item in best_score(state, seat)[1])
    for found in suggestions(observe(state, seat).public, seat):
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


@settings(max_examples=25)
@given(positions())
def test_no_build_that_lights_anything_is_left_out(state):
    if state.phase != MAIN:
        return
    found = {one.actions[0] for one in suggestions(state, state.actor) if len(one.actions) == 1}
    lights = {
        (action.at, action.tile, action.build) if isinstance(action, LayTile) else action
        for action in legal_actions(state)
        if (isinstance(action, Build) or (isinstance(action, LayTile) and action.build is not None))
        and apply(state, action).lit - state.lit
    }
    turned = {(one.at, one.tile, one.build) if isinstance(one, LayTile) else one for one in found}
    assert lights <= turned


@settings(max_examples=25)
@given(positions())
def test_an_outlook_agrees_with_the_game_as_far_as_nothing_is_drawn(state):
    if state.phase == OVER:
        return
    seat = state.actor
    kinds = [LayTile, Build, Abandon, Score]
    for kind in kinds:
        some = [one for one in legal_actions(state) if isinstance(one, kind)][:6]
        for action in some:
            found = project(observe(state, seat).public, seat, [action])
            after = apply(state, action)
            assert found.refusal is None
            assert found.effects[0].lit == tuple(sorted(after.lit - state.lit))
            assert found.state.kinds == after.kinds
            assert found.state.scores == after.scores
            assert found.state.markers == after.markers
            assert found.state.hands == after.hands
            assert found.state.lands == after.lands
    if state.phase == AFTER:
        again = state.copy()
        advance(again, EndTurn(seat))
        assert project(state, seat, []).points == sum(
            item.points for item in best_score(again, seat)[1]
        )


@settings(max_examples=15)
@given(positions(), st.sampled_from(["random", "easy", "normal"]))
def test_no_turn_of_a_bot_is_refused(state, level):
    seat, turn, made = state.actor, (state.round, state.turn), 0
    for action, reason in bot_turn(make_bot(level, 1), observe(state, seat).public, seat):
        assert check(state, action) is None
        assert reason is not None
        state = apply(state, action)
        made += 1
    assert (made > 0) == ((state.round, state.turn) != turn), "the turn is over"


@settings(max_examples=15)
@given(legal_boards(most=9))
def test_of_a_position_that_says_little_nothing_is_proposed_that_is_refused(board):
    state = assume_game(board, Ruleset()).state
    for found in suggestions(state, state.actor):
        assert check(state, found.actions[0]) is None
    first, _ = next(iter(bot_turn(make_bot("normal", 1), state, state.actor)))
    assert check(state, first) is None


@pytest.mark.rule("EL-TILE-06", "EL-END-01", "EL-END-02")
@pytest.mark.parametrize("refill", OPTIONS["refill"].values)
@pytest.mark.parametrize("aside_from", OPTIONS["aside_from"].values)
def test_the_next_turn_is_that_after_the_open_one(refill, aside_from):
    """Also when the tile that ends the stack is turned up only as the open turn ends."""
    ended = 0
    for seed in (7, 12, 20):
        state = new_game(Ruleset(refill=refill, aside_from=aside_from), 2 + seed % 3, seed)
        for _ in play(eletrika, state, [make_bot("easy", seat) for seat in range(state.seats)]):
            if state.phase != AFTER:
                continue
            after = apply(state, EndTurn(state.actor))
            if after.phase == OVER:
                continue
            turn, refusal = state_at_turn(observe(state, 0).public, after.actor)
            assert refusal is None
            told = ("reserve", "end_round", "round", "turn", "actor", "phase", "aside_due", "bonus")
            assert [getattr(turn, one) for one in told] == [getattr(after, one) for one in told]
            assert (len(turn.stack), len(turn.aside)) == (len(after.stack), len(after.aside))
            ended += bool(after.end_round) > bool(state.end_round)
    assert ended or refill == "placement"
