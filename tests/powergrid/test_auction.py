"""Phase 2: auctions, the discount token, the plant limit and what is scrapped."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from powergrid import Open, check, to_act
from powergrid.game import next_auctions
from powergrid.position_fields import full_facts
from powergrid.state import AUCTION
from powergrid.storage import fits, smallest_losses, subtract_fuel
from powergrid.tables import PLANTS
from powergrid_play import positions


@pytest.mark.rule("PG-AUC-17", "PG-PLANT-05")
@given(
    plants=st.lists(st.sampled_from(list(PLANTS)), min_size=1, max_size=3, unique=True),
    stock=st.tuples(*[st.integers(0, 9)] * 4),
)
def test_smallest_losses_equal_brute_force(plants, stock):
    left = tuple(sorted(plants))
    kept = [k for k in product(*[range(n + 1) for n in stock]) if fits(k, left)]
    best = [
        k
        for k in kept
        if not any(
            k[fuel] < stock[fuel]
            and fits(tuple(n + (other == fuel) for other, n in enumerate(k)), left)
            for fuel in range(4)
        )
    ]
    assert sorted(subtract_fuel(stock, k) for k in best) == list(smallest_losses(stock, left))


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
