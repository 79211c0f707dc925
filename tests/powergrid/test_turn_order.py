"""The round and phase 1."""

import pytest

from powergrid import to_act
from powergrid.game import ROUND, legal_actions
from powergrid.state import PHASES
from powergrid.turn_order import recomputed_turn_order
from powergrid_positions import (
    cartel,
    deal,
    give,
    in_auction,
    own_cities,
    refusal,
    say,
    skip,
    skip_to,
)


@pytest.mark.rule("PG-ROUND-01")
def test_a_round_is_five_phases_in_order():
    assert [PHASES[spec.phase] for spec in ROUND] == [
        "order", "auction", "resources", "building", "bureaucracy",
    ]  # fmt: skip
    state = deal()
    seen = []
    for _ in range(40):
        word = (state.round, PHASES[state.phase])
        if word not in seen:
            seen.append(word)
        skip(state)
    assert seen[:6] == [
        (1, "auction"), (1, "resources"), (1, "building"), (1, "bureaucracy"),
        (2, "auction"), (2, "resources"),
    ]  # fmt: skip


@pytest.mark.rule("PG-ROUND-01")
@pytest.mark.parametrize(
    ("phase", "others"),
    [
        ("auction", ["buy coal 1", "build Essen", "done", "run", "place_cartel Essen"]),
        ("resources", ["open 3 3", "bid 3", "pass", "decline", "scrap 3", "build Essen", "run"]),
        ("building", ["open 3 3", "buy coal 1", "run"]),
        ("bureaucracy", ["open 3 3", "buy coal 1", "build Essen", "done"]),
    ],
)
def test_actions_of_another_phase_are_refused(phase, others):
    state = in_auction(deal())
    skip_to(state, phase)
    for text in others:
        assert refusal(state, text) == "PG-ROUND-01", text


@pytest.mark.rule("PG-ORDER-02")
def test_the_order_is_set_again_after_the_first_auction():
    state = deal(setup={"turn_order": (2, 0, 1)})
    assert to_act(state) == 2
    say(state, "open 5 5", "pass", "pass", "open 6 6", "pass", "open 3 1")
    assert [max(plants) for plants in state.plants] == [6, 3, 5]
    assert state.turn_order == (0, 2, 1)
    assert to_act(state) == 1


@pytest.mark.rule("PG-ROUND-02", "PG-ORDER-01")
def test_the_order_is_set_again_from_round_2():
    state = deal(setup={"turn_order": (2, 0, 1)})
    skip_to(state, "building")
    first = state.turn_order
    own_cities(state, first[-1], 1)
    skip_to(state, "auction", 2)
    assert state.turn_order == (first[-1], *first[:-1])


@pytest.mark.rule("PG-ORDER-02")
def test_the_order_is_not_set_after_a_later_auction():
    state = in_auction(deal())
    order = state.turn_order
    give(state, order[-1], money=100)
    highest = state.plant_market[3]
    say(state, "decline", "decline", f"open {highest} {highest}")
    assert PHASES[state.phase] == "resources"
    assert state.turn_order == order != recomputed_turn_order(state)


@pytest.mark.rule("PG-ORDER-03")
def test_who_begins_in_each_phase():
    state = in_auction(deal(seats=4))
    order = list(state.turn_order)
    for phase, expected in (
        ("auction", order),
        ("resources", order[::-1]),
        ("building", order[::-1]),
        ("bureaucracy", order),
    ):
        assert PHASES[state.phase] == phase
        turns = []
        while PHASES[state.phase] == phase:
            turns.append(to_act(state))
            for seat in range(4):
                if seat != to_act(state):
                    word = {"auction": "decline", "bureaucracy": "run"}.get(phase, "done")
                    found = refusal(state, word, seat=seat)
                    assert found == ("PG-AUC-01" if phase == "auction" else "PG-ORDER-03")
            skip(state)
        assert turns == expected


@pytest.mark.rule("PG-CART-01")
def test_the_cartel_is_not_in_the_turn_order():
    state = cartel()
    assert state.turn_order == (0, 1)
    skip_to(state, "auction", 2)
    assert sorted(state.turn_order) == [0, 1]


def test_nobody_acts_after_the_end():
    state = deal()
    skip_to(state, "building")
    own_cities(state, 0, 17)
    skip_to(state, "over")
    assert to_act(state) is None
    assert legal_actions(state) == []
    assert refusal(state, "done", seat=0) == "PG-END-03"


@pytest.mark.rule("PG-ORDER-01")
def test_the_standing_order_is_that_of_the_next_round_and_changes_nothing():
    state = in_auction(deal(seats=4))
    for seat, (cities, plant) in enumerate([(5, 15), (4, 30), (6, 4), (5, 17)]):
        own_cities(state, seat, cities)
        give(state, seat, plant)
    before = state.turn_order
    assert recomputed_turn_order(state) == (2, 3, 0, 1)  # the example of the rulebooks
    assert state.turn_order == before
    skip_to(state, "auction", 3)
    assert state.turn_order == (2, 3, 0, 1)
