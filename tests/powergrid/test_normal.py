"""What a normal player thinks with; what it does is in ``rows/players.toml``."""

import pytest

from powergrid import observe
from powergrid.bots.plant_valuation import appraise
from powergrid_rows import Table, position

AUCTION = "powergrid classic | round 3 | order A B C | plants 13 14 16 20 22 23 24 25 | "


def auction(money=100, more=""):
    players = zip("ABC", (8, 10, 12), strict=True)
    lines = (f"{letter}: plants {plant}; money {money}" for letter, plant in players)
    return position(AUCTION + " | ".join(lines) + more)


@pytest.mark.parametrize("money", [40, 80, 300])
@pytest.mark.parametrize("plant", [13, 16, 20])
def test_it_bids_as_far_as_it_says_a_plant_is_worth(money, plant):
    state = auction(money)
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
