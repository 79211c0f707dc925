"""What a strong player thinks of its choices, and how far it sees each seat ahead."""

import pytest

import eletrika as game
from eletrika import bots, evaluator
from eletrika.ruleset import Ruleset
from eletrika.state import MAIN, State
from gridcommon.chance import seeded
from gridcommon.evaluation import Effort, lead

QUICK = Effort(2, 1)


def reached(moves: int, seats: int = 2, seed: int = 8) -> State:
    """Return a game between easy bots after some moves, at the beginning of a turn."""
    state = game.new_game(Ruleset(), seats, seed)
    players = [bots.make_bot("easy", seat) for seat in range(seats)]
    while game.to_act(state) is not None and (moves > 0 or state.phase != MAIN):
        action = players[state.actor].choose(
            game.observe(state, state.actor), game.legal_actions(state)
        )
        game.advance(state, action, None)
        moves -= 1
    return state


@pytest.mark.parametrize("seats", [2, 4])
def test_the_choices_are_legal_and_stand_best_first_with_what_makes_their_worth(seats):
    state = reached(16, seats)
    view = game.observe(state, state.actor)
    worst = game.legal_actions(state)[0]
    thoughts = evaluator.rank_candidates(view, 3, QUICK, include=[worst])
    assert len(thoughts) > 2
    assert len({thought.action for thought in thoughts}) == len(thoughts)
    order = [(thought.samples, thought.value) for thought in thoughts]
    assert order == sorted(order, reverse=True)
    for thought in thoughts:
        assert game.check(state, thought.action) is None
        assert set(thought.terms) == set(evaluator.TERMS)
        assert sum(thought.terms.values()) == pytest.approx(thought.value)
        assert thought.standard_error >= 0
        assert str(thought.reason)
    best = thoughts[0]
    assert best.samples == QUICK.samples
    assert [one.samples for one in thoughts if one.action == worst] == [QUICK.samples], "asked for"
    whole = game.determinize(view, seeded(1))
    game.advance(whole, best.action, None)
    assert best.line[0].seat == whole.actor, "a line goes on after its choice"
    other = game.observe(state, (state.actor + 1) % seats)
    assert evaluator.rank_candidates(other, 3, QUICK) == [], "it is not to act"
    if seats == 2:
        assert sum(evaluator.evaluate(view, 3, QUICK)) == pytest.approx(0)


def test_the_same_view_thinks_the_same_whatever_is_hidden_and_stops_when_it_may_not_go_on():
    state = reached(14)
    view = game.observe(state, state.actor)
    other = game.observe(game.determinize(view, seeded(5)), state.actor)
    assert evaluator.rank_candidates(view, 3, QUICK) == evaluator.rank_candidates(other, 3, QUICK)
    assert evaluator.evaluate(view, 3, QUICK) == evaluator.evaluate(other, 3, QUICK)
    allowed = iter([True, True])
    thoughts = evaluator.rank_candidates(
        view, 3, QUICK, should_continue=lambda: next(allowed, False)
    )
    assert sum(thought.samples for thought in thoughts) == 2
    assert evaluator.rank_candidates(view, 3, QUICK, should_continue=lambda: False) == []


@pytest.mark.parametrize("seats", [2, 4])
def test_positions_and_choices_are_valued_on_one_scale_which_ends_at_the_scores(seats):
    state = reached(0, seats)
    players = [bots.make_bot("easy", seat) for seat in range(seats)]
    while True:  # to the last action of the game
        view = game.observe(state, state.actor)
        action = players[state.actor].choose(view, game.legal_actions(state))
        after = state.copy()
        game.advance(after, action, None)
        if game.to_act(after) is None:
            break
        state = after
    assert [lead([20, 12, 4], seat) for seat in range(3)] == [10, -4, -14]  # of best and of mean
    worths = evaluator.evaluate(game.observe(after, view.seat), 3, QUICK)
    assert worths == pytest.approx([lead(after.scores, seat) for seat in range(seats)], abs=0.1)
    (asked,) = (
        thought
        for thought in evaluator.rank_candidates(view, 3, QUICK, include=[action])
        if thought.action == action
    )
    assert asked.value == pytest.approx(worths[view.seat])
