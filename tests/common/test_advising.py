"""What a strong player of either game thinks of its choices, and what a position is worth."""

import pytest

import eletrika
import eletrika.evaluator
import powergrid
import powergrid.evaluator
from gridcommon.chance import seeded
from gridcommon.evaluation import Effort, lead

LITTLE = Effort(2, 1)
EVALUATORS = {powergrid: powergrid.evaluator, eletrika: eletrika.evaluator}
games = pytest.mark.parametrize("game", EVALUATORS, ids=lambda game: game.NAME)


def step(game, state):
    """Make the move of an easy bot, and return it."""
    view = game.observe(state, state.actor)
    action = game.make_bot("easy", state.actor).choose(view, game.legal_actions(state))
    game.advance(state, action, None)
    return action


def reached(game, moves, seats, **options):
    """Return a game after some moves, at the next choice between many actions."""
    state = game.new_game(game.Ruleset(**options), seats, 8, None)
    while moves > 0 or len(game.legal_actions(state)) < 9:
        step(game, state)
        moves -= 1
    return state


@pytest.mark.parametrize(
    ("game", "moves", "seats", "options"),
    [
        (powergrid, 0, 3, {}),
        (powergrid, 30, 6, {"hidden_money": True}),
        (powergrid, 90, 3, {}),
        (eletrika, 16, 2, {}),
        (eletrika, 16, 4, {}),
    ],
)
def test_choices_are_legal_and_stand_best_first_with_what_makes_their_worth(
    game, moves, seats, options
):
    state, evaluator = reached(game, moves, seats, **options), EVALUATORS[game]
    view, asked = game.observe(state, state.actor), game.legal_actions(state)[0]
    thoughts = evaluator.rank_candidates(view, 3, LITTLE, include=[asked])
    assert thoughts == evaluator.rank_candidates(view, 3, LITTLE, include=[asked])
    assert len({thought.action for thought in thoughts}) == len(thoughts) > 2
    for thought in thoughts:
        assert game.check(state, thought.action) is None
        assert thought.terms.keys() == evaluator.TERMS.keys()
        assert thought.standard_error >= 0
        assert str(thought.reason)
        if game is powergrid:
            assert 0 <= thought.value <= 1
        else:
            assert sum(thought.terms.values()) == pytest.approx(thought.value)
    last = [thought.value for thought in thoughts if thought.samples == LITTLE.samples]
    assert last == sorted(last, reverse=True)
    assert thoughts[0].value == last[0]
    assert [one.samples for one in thoughts if one.action == asked] == [LITTLE.samples]
    whole = game.determinize(view, seeded(1))
    game.advance(whole, thoughts[0].action, None)
    assert thoughts[0].line[0].seat == whole.actor, "a line goes on after its choice"
    worths = evaluator.evaluate(view, 1, LITTLE)
    assert len(worths) == seats
    if game is powergrid or seats == 2:  # chances, or points ahead
        assert sum(worths) == pytest.approx(1 if game is powergrid else 0)


@games
def test_the_same_view_thinks_the_same_whatever_is_hidden_and_stops_when_it_may_not_go_on(game):
    state, evaluator = reached(game, 14, 2), EVALUATORS[game]
    view = game.observe(state, state.actor)
    other = game.observe(game.determinize(view, seeded(5)), state.actor)
    for look in (evaluator.rank_candidates, evaluator.evaluate):
        assert look(view, 3, LITTLE) == look(other, 3, LITTLE)
    left = iter([True, True])
    thoughts = evaluator.rank_candidates(view, 3, LITTLE, should_continue=lambda: next(left, False))
    assert sum(thought.samples for thought in thoughts) == 2
    assert evaluator.rank_candidates(view, 3, LITTLE, should_continue=lambda: False) == []
    beside = game.observe(state, 1 - state.actor)
    assert game is powergrid or evaluator.rank_candidates(beside, 3, LITTLE) == []


@games
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_that_is_over_is_worth_its_result_and_so_is_its_last_action(game, seats):
    state, evaluator = reached(game, 0, seats), EVALUATORS[game]
    while game.to_act(state) is not None:
        before = game.observe(state, state.actor)
        action = step(game, state)
    worths = evaluator.evaluate(game.observe(state, before.seat), 3, LITTLE)
    if game is powergrid:
        winners = game.result(state).winners
        assert worths == tuple((seat in winners) / len(winners) for seat in range(seats))
        return
    assert [lead([20, 12, 4], seat) for seat in range(3)] == [10, -4, -14]  # of best and of mean
    assert worths == pytest.approx([lead(state.scores, seat) for seat in range(seats)], abs=0.1)
    thoughts = evaluator.rank_candidates(before, 3, LITTLE, include=[action])
    (asked,) = [thought for thought in thoughts if thought.action == action]
    assert asked.value == pytest.approx(worths[before.seat])
