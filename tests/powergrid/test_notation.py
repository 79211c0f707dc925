"""Short notation: what is read, and what is said about the rest."""

import pytest

from gridcommon.errors import NotationError
from powergrid import (
    Bid,
    Buy,
    Open,
    Run,
    advance,
    check,
    parse_action,
)
from powergrid.plant_market import minimum_bid
from powergrid.state import RESOURCES
from powergrid.tables import GOODS
from powergrid_positions import deal
from powergrid_rows import position


@pytest.mark.rule("PG-RES-01", "PG-BUR-01", "PG-PLANT-01")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Buy(0, len(GOODS), 1), "PG-RES-01"),
        (Run(0, (10, 7), (2, 3, 0, 0)), "PG-BUR-01"),
        (Run(0, (7, 7), (0, 6, 0, 0)), "PG-PLANT-01"),
    ],
)
def test_actions_that_no_text_means_are_refused(action, rule):
    phase = "resources" if isinstance(action, Buy) else "bureaucracy"
    state = position(f"phase {phase} | turn A | A: plants 7 10 15; fuel coal 8, oil 6")
    assert check(state, action).rule == rule


@pytest.mark.rule("PG-AUC-03", "PG-AUC-09")
def test_an_amount_with_one_obvious_value_may_be_left_out():
    state = deal()
    lowest, second, *_ = state.plant_market
    words = {"abrir": "open", "lance": "bid", "comprar": "buy", "carvao": "coal"}
    assert parse_action(f"open {second}", state) == Open(state.actor, second, second)
    assert parse_action(f"abrir {lowest}", state, words).bid == minimum_bid(state, lowest)
    assert check(state, parse_action("bid", state)).rule == "PG-AUC-02"
    advance(state, parse_action(f"open {second} {second + 4}", state), [])
    assert parse_action("lance", state, words) == Bid(state.actor, second + 5)


@pytest.mark.rule("PG-PLANT-02")
def test_how_many_tokens_are_bought_may_be_left_out_where_one_is_all_there_is():
    state = deal()
    state.phase, state.plants[state.actor] = RESOURCES, (4,)
    with pytest.raises(NotationError, match="enter how many, as in: buy coal 2"):
        parse_action("buy coal", state)
    state.fuel[state.actor] = (3, 0, 0, 0)
    assert parse_action("buy coal", state) == Buy(state.actor, 0, 1)
    state.fuel[state.actor] = (4, 0, 0, 0)
    assert check(state, parse_action("buy coal", state)).rule == "PG-PLANT-02"
