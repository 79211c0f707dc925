"""What a normal player says a plant is worth; what it does is in ``rows/players.toml``."""

import pytest

from powergrid import observe
from powergrid.bots.plant_valuation import appraise
from powergrid_rows import Table, position

AUCTION = (
    "powergrid classic | round 3 | order A B C | plants 13 14 16 20 22 23 24 25"
    " | A: plants 8; money {0} | B: plants 10; money {0} | C: plants 12; money {0}"
)


@pytest.mark.parametrize("money", [40, 80, 300])
@pytest.mark.parametrize("plant", [13, 16, 20])
def test_it_bids_as_far_as_it_says_a_plant_is_worth(money, plant):
    state = position(AUCTION.format(money))
    appraisals = {one.plant: one for one in appraise(observe(state, 1))}
    assert list(appraisals) == state.current_market
    found = appraisals[plant]
    assert found.least == plant
    assert found.most <= min(found.worth, money)
    assert all(str(reason) for reason in found.reasons)
    table = Table(state)
    table.do(f"open {plant} {plant}")
    last = table.last_bid("normal")
    assert (last == 0) if found.most <= plant else (found.most - 4 < last <= found.most)
