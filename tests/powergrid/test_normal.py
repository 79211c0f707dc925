"""What a normal player thinks with; what it does is in ``rows/players.toml``."""

import pytest

from powergrid import observe
from powergrid.bots.fuel import fuel_left_for, fuel_outlook
from powergrid.bots.plant_valuation import appraise
from powergrid.tables import FUELS
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


def test_a_uranium_plant_is_worth_less_if_uranium_is_not_refilled():
    worth = []
    for uranium in ("", " | uranium stopped"):
        more = f" | plants 13 23 28 34 39 40 42 44 | A: money 100; cities *1-4{uranium}"
        worth.append(appraise(observe(auction(more=more), 0))[-1].worth)
    assert worth[1] < worth[0]


def test_rivals_without_a_plant_are_expected_to_burn_what_one_on_the_market_does():
    """Before round 1 fuel looked as cheap as if no rival would need any."""
    at = "powergrid classic | A: {} | B: {} | C: {} | D: {} | plants 3 4 5 6 7 8 9 10"
    for plants, demand in (
        (("", "", "", ""), (3, 2, 0, 0)),  # on the market 9, 6, 1, times 3 rivals / 8 plants
        (("20", "", "", ""), (3 + 2, 2, 0, 0)),  # 3 tokens for 20, and 2 rivals
        (("20", "25", "", ""), (3 + 2 + 1, 1, 0, 0)),
        (("20", "25", "26", ""), (5, 2, 0, 0)),  # the last seat has no rival without a plant
        (("20", "25", "26", "13"), (5, 2, 0, 0)),  # 13 burns nothing
    ):
        state = position(at.format(*(f"plants {one}" if one else "" for one in plants)))
        assert fuel_outlook(state).demand == demand
    calm, busy = (
        position(f"powergrid classic | A: plants 4 | B: plants {owned}")
        for owned in ("5", "20 25 31")
    )
    assert fuel_outlook(busy).price(FUELS.index("coal")) > fuel_outlook(calm).price(0) + 1


@pytest.mark.rule("PG-CART-05")
def test_who_buys_last_reckons_with_what_the_cartel_takes():
    state = position("phase resources | order A B | cartel plants 20; houses SIX", seats=2)
    coal, *others = state.market
    assert fuel_left_for(state, 1) == (coal, *others)
    assert fuel_left_for(state, 0) == (coal - 3, *others)
