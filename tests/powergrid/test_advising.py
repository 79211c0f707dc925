"""What a strong player tells about its choices, and what it is worth."""

import pytest

import powergrid
from gridcommon.evaluation import Effort
from gridcommon.tables import shipped_toml
from powergrid import Decline, Ruleset, evaluator, make_bot, new_game, observe
from powergrid.bots import fitted_evaluation
from powergrid.state import BUILDING, OVER
from powergrid_positions import deal, give, in_auction, own

LITTLE = Effort(2, 1)


def later(moves, seats=3, **options):
    """Return a game of normal players after some moves."""
    state = new_game(Ruleset(**options), seats, 5)
    bots = [make_bot("normal", seat) for seat in range(seats)]
    for _ in range(moves):
        actions = powergrid.legal_actions(state)
        action = bots[state.actor].choose(observe(state, state.actor), actions)
        powergrid.advance(state, action)
    return state


@pytest.mark.parametrize("moves", [0, 30, 90])
def test_every_choice_told_is_legal_and_so_is_the_line_after_it(moves):
    state = later(moves, hidden_money=moves == 30)
    view = observe(state, state.actor)
    thoughts = evaluator.rank_candidates(view, 3, LITTLE)
    assert thoughts == evaluator.rank_candidates(view, 3, LITTLE)
    assert len({thought.action for thought in thoughts}) == len(thoughts)
    for thought in thoughts:
        assert powergrid.check(state, thought.action) is None
        assert 0 <= thought.value <= 1
        assert thought.reason is not None
        assert thought.terms.keys() == evaluator.TERMS.keys()
    most = max(thought.samples for thought in thoughts)
    last = [thought.value for thought in thoughts if thought.samples == most]
    assert most == LITTLE.samples
    assert last == sorted(last, reverse=True)
    assert thoughts[0].value == last[0]
    line = thoughts[0].line
    seats = [action.seat for action in (thoughts[0].action, *line)]
    assert seats[0] == state.actor
    assert len(set(seats)) > 1


def test_it_stops_when_it_is_told_to_and_values_what_it_is_asked_about():
    state = later(30)
    view, left = observe(state, state.actor), iter([True] * 3)
    thoughts = evaluator.rank_candidates(view, 1, LITTLE, should_continue=lambda: next(left, False))
    assert sum(thought.samples for thought in thoughts) == 3
    assert evaluator.rank_candidates(view, 1, LITTLE, should_continue=lambda: False) == []
    state = in_auction(deal(), 3)
    view, asked = observe(state, state.actor), Decline(state.actor)
    thoughts = evaluator.rank_candidates(view, 1, LITTLE, include=[asked])
    found = next(thought for thought in thoughts if thought.action == asked)
    assert found.samples == LITTLE.samples


@pytest.mark.parametrize("seats", [2, 6])
def test_chances_add_up_and_say_who_has_won(seats):
    state = later(40, seats)
    chances = evaluator.evaluate(observe(state, 0), 1, LITTLE)
    assert len(chances) == seats
    assert sum(chances) == pytest.approx(1)
    while state.phase != OVER:
        powergrid.advance(state, powergrid.legal_actions(state)[-1])
        if state.phase == BUILDING:
            state.city_count[1] = state.terms.end_cities
    winners = powergrid.result(state).winners
    told = evaluator.evaluate(observe(state, 0), 1, LITTLE)
    assert told == tuple((seat in winners) / len(winners) for seat in range(seats))


def test_more_of_everything_is_worth_more_and_the_terms_say_of_what():
    state = in_auction(deal("classic"), 4)
    for seat in range(3):
        give(state, seat, 8 + 2 * seat, money=60)
    even = fitted_evaluation.evaluate(state)[0]
    give(state, 0, 25, money=160)
    own(state, 0, "Essen", "Duisburg", "Düsseldorf", "Köln")
    assert fitted_evaluation.evaluate(state)[0] > even + 0.1
    terms = fitted_evaluation.terms(state, 0)
    assert terms["money"] > 0
    assert terms["plants"] > 0


def test_the_table_rests_on_enough_games_and_what_players_strive_for_counts():
    """From 300 games it was so vague that trying choices out hardly won more than not doing so."""
    table = shipped_toml("powergrid", "evaluation.toml")
    assert all(table[f"seats_{seats}"]["games"] >= 700 for seats in powergrid.SEATS)
    for seats in (2, 4):
        for row in fitted_evaluation.read_weights(table, seats):
            weights = dict(zip(fitted_evaluation.FEATURES, row, strict=True))
            for name in ("money", "cities", "output", "powered", "income", "within_reach"):
                assert weights[name] > 0, name
