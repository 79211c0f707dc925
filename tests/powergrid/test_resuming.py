"""Positions from outside: facts give the position they tell of, and say all that cannot be."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import powergrid
from powergrid import Ruleset
from powergrid.position_check import problems_of
from powergrid.position_fields import full_facts
from powergrid.position_setup import from_facts
from powergrid.state import SETUP
from powergrid_play import positions


def assert_a_check_line_is_enough(state):
    """A check line has no surplus, no houses of the Cartel, and not who was first in a city."""
    if state.surplus or state.terms.cartel or state.phase == SETUP:
        return
    facts = json.loads(json.dumps(powergrid.facts(state)))
    if state.marked:
        facts["marked"] = full_facts(state)["marked"]
    lower: set[str] = set()  # the cities of lower seats, which get the cheaper slots
    for cities in facts["cities"]:
        if cities and lower.issuperset(cities):
            facts["houses"] = full_facts(state)["houses"]
        lower.update(cities)
    other = from_facts(state.terms.ruleset, state.terms.seats, facts)
    assert powergrid.facts(other) == powergrid.facts(state)


@given(positions(), st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
def test_play_goes_on_from_every_position_of_play_as_from_itself(state, numbers):
    assert problems_of(state) == []
    assert_a_check_line_is_enough(state)
    facts = json.loads(json.dumps(full_facts(state)))
    other = from_facts(state.terms.ruleset, state.terms.seats, facts, state.rng)
    assert other.reach == state.reach
    assert other.prices == state.prices
    for number in numbers:
        assert full_facts(other) == full_facts(state)
        assert powergrid.facts(other) == powergrid.facts(state)
        actions = powergrid.legal_actions(state)
        assert powergrid.legal_actions(other) == actions
        assert powergrid.result(other) == powergrid.result(state)
        if not actions:
            break
        action = actions[number % len(actions)]
        events, others = [], []
        powergrid.advance(state, action, events)
        powergrid.advance(other, action, others)
        assert events == others


def test_nobody_knows_how_it_began():
    with pytest.raises(ValueError, match="beginning"):
        powergrid.draws(from_facts(Ruleset(), 3, {}))
