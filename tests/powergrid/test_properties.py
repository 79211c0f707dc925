"""What holds in every position that random play reaches, whatever the edition and options."""

from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import powergrid
from legal_lists import assert_like, assert_picks, powergrid_candidates
from powergrid import Open, check, result, to_act
from powergrid.ending import provisional_result, ranking
from powergrid.game import next_auctions
from powergrid.position_fields import full_facts
from powergrid.state import AUCTION, OVER
from powergrid_play import positions
from powergrid_positions import invariants, money_after


@pytest.mark.rule("PG-ROUND-01", "PG-ORDER-03", "PG-PLANT-01")
@given(positions())
def test_offered_if_and_only_if_check_is_silent(state):
    actions, offered = powergrid.legal_actions(state), []
    for action in powergrid_candidates(state):
        if powergrid.check(state, action) is None:
            offered.append(action)
        elsewhere = replace(action, seat=(action.seat + 1) % state.terms.seats)
        assert powergrid.check(state, elsewhere) is not None
    assert_like(actions, offered)
    if actions:
        assert_picks(actions)


@given(positions())
def test_conservation_and_bounds(state):
    invariants(state)
    for _ in range(12):
        actions = powergrid.legal_actions(state)
        if not actions:
            break
        money = list(state.money)
        events = []
        powergrid.advance(state, actions[len(events) % len(actions)], events)
        assert money_after(events, money) == state.money  # money changes only by what an event says
        invariants(state)


@pytest.mark.rule("PG-SETUP-10")
@given(positions(), st.integers(0, 2**60), st.booleans())
def test_a_redrawn_state_looks_the_same_to_the_seat(state, rng, has_cards):
    """In a game, and in the game that goes on from its position."""
    names = [f"player {seat}" for seat in range(state.terms.seats)]
    continued = powergrid.to_position(state, names, cards=has_cards).state(rng)
    for one, seat in product((state, continued), range(state.terms.seats)):
        view = powergrid.observe(one, seat)
        other = powergrid.determinize(view, rng)
        assert powergrid.observe(other, seat) == view
        assert other.money[seat] == one.money[seat]
        assert other.terms.back(other.stack[0] if other.stack else 0) == view.top_back
        if one is state:
            invariants(other)
        if powergrid.to_act(one) == seat:
            assert powergrid.legal_actions(other) == powergrid.legal_actions(one)
            assert powergrid.legal_actions(view.public) == powergrid.legal_actions(one)


@given(positions())
@pytest.mark.rule("PG-AUC-01", "PG-AUC-09", "PG-AUC-10", "PG-AUC-11", "PG-STEP-05")
def test_the_coming_auctions_begin_as_they_do_in_play(state):
    before = full_facts(state)
    coming = next_auctions(state)
    assert full_facts(state) == before
    assert coming.phase == AUCTION
    if state.phase == AUCTION:
        assert full_facts(coming) == before
        return
    assert coming.round == state.round + 1
    assert coming.step == (3 if state.step3_pending else state.step)
    if not coming.plant_market:
        return
    assert coming.discount == (coming.plant_market[0] if state.terms.discount_bid else 0)
    assert to_act(coming) == coming.turn_order[0]
    for plant in coming.plant_market:
        for bid in (plant - 1, plant, 1):
            action = Open(coming.actor, plant, bid)
            allowed = (
                plant in coming.current_market
                and (bid >= plant or plant == coming.discount)
                and bid <= coming.money[coming.actor]
            )
            assert (check(coming, action) is None) == allowed


@given(positions())
@pytest.mark.rule("PG-END-03", "PG-END-04", "PG-END-05", "PG-END-06")
def test_the_ranking_of_now_begins_with_who_would_win(state):
    found, places = provisional_result(state), ranking(state)
    assert {one.seat for one in places if one.place == 1} == {*found.winners}
    assert sorted(one.seat for one in places) == list(range(state.terms.seats))
    last = places[len(found.winners) - 1]
    assert (last.decided_by if len(found.winners) == 1 else "PG-END-06") == found.decided_by
    if state.phase == OVER:
        assert result(state) == found
    for one, after in pairwise(places):
        values = [(way.powered, way.money, way.cities) for way in (one, after)]
        compared = 3 if state.terms.most_cities else 2
        assert values[0][:compared] >= values[1][:compared]
        assert (one.decided_by is None) == (one.place == after.place)
    assert places[-1].decided_by is None
