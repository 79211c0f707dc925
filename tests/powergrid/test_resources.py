"""Phase 3: the fuel market and the coal depot."""

import pytest

import powergrid
from gridcommon.errors import NotationError
from powergrid import (
    Buy,
    action_from_json,
    action_to_json,
    check,
    format_action,
    parse_action,
    to_act,
)
from powergrid.events import FuelBought
from powergrid.game import legal_actions
from powergrid.resources import available, cost, max_purchase
from powergrid.state import RESOURCES
from powergrid.tables import DEPOT, GOODS
from powergrid_positions import deal, give, refusal, say, skip_to


def buying(edition="recharged", map="germany", plants=(4, 7, 14, 11), **kwargs):
    """Return the first turn of buying fuel, by a seat with plants of every kind."""
    state = deal(edition, map, **kwargs)
    skip_to(state, "resources")
    give(state, to_act(state), *plants)
    return state


@pytest.mark.rule("PG-RES-01")
def test_the_cheapest_tokens_are_bought_first():
    state = buying()
    seat = to_act(state)
    money = state.money[seat]
    events = say(state, "buy coal 4")
    assert state.money[seat] == money - (1 + 1 + 1 + 2)
    assert events[0] == FuelBought(seat, 0, 4, 5, 0, "PG-RES-01")
    assert state.market[0] == 20
    assert cost(state, 0, 3) == 2 + 2 + 3
    money = state.money[seat]
    say(state, "buy uranium 1")
    assert state.money[seat] == money - 14


@pytest.mark.rule("PG-RES-01", "PG-PLANT-02")
def test_only_what_own_plants_can_store():
    state = buying(plants=(4, 14))
    assert refusal(state, "buy coal 4") is None
    assert refusal(state, "buy coal 5") == "PG-PLANT-02"
    assert refusal(state, "buy oil 1") == "PG-PLANT-02"
    assert refusal(state, "buy uranium 1") == "PG-PLANT-02"
    assert refusal(state, "buy coal 0") == "PG-RES-01"
    assert check(state, Buy(to_act(state), len(GOODS), 1)).rule == "PG-RES-01"
    say(state, "buy coal 3")
    assert refusal(state, "buy coal 1") is None
    assert refusal(state, "buy coal 2") == "PG-PLANT-02"


@pytest.mark.rule("PG-PLANT-05", "PG-PLANT-02")
def test_fuel_moves_to_make_room():
    state = buying(plants=(4, 5))
    give(state, to_act(state), 4, 5, fuel=(4, 0, 0, 0))
    assert refusal(state, "buy oil 4") is None  # all the coal lies on 04
    assert refusal(state, "buy coal 4") is None
    assert refusal(state, "buy coal 5") == "PG-PLANT-02"
    say(state, "buy coal 2")
    assert refusal(state, "buy oil 2") is None
    assert refusal(state, "buy oil 3") == "PG-PLANT-02"


@pytest.mark.rule("PG-RES-01")
def test_money_bounds_a_purchase():
    state = buying(plants=(7, 14))
    seat = to_act(state)
    state.money[seat] = 3 * 3 + 4
    assert refusal(state, "buy oil 4") is None
    assert refusal(state, "buy oil 5") == "PG-RES-01"
    assert max(a.count for a in legal_actions(state)[:-1] if a.fuel == 1) == 4
    state.money[seat] = 12
    assert refusal(state, "buy oil 4") == "PG-RES-01"


@pytest.mark.rule("PG-RES-02")
def test_what_has_run_out_cannot_be_bought():
    state = buying("classic", "usa", plants=(4, 11))
    seat = to_act(state)
    state.money[seat] = 100
    assert refusal(state, "buy uranium 2") is None
    give(state, seat, 4, 11, 17, money=100)
    assert refusal(state, "buy uranium 3") == "PG-RES-02"
    say(state, "buy uranium 2")
    assert refusal(state, "buy uranium 1") == "PG-RES-02"
    state.supply[0] += state.market[0]
    state.market[0] = 0
    assert refusal(state, "buy coal 1") == "PG-RES-02"  # Classic has no depot


def depot(market, in_depot, **options):
    """Return a purchase of coal on the USA map with tokens in the market and the depot."""
    state = buying(map="usa", plants=(4, 8, 20), **options)
    seat = to_act(state)
    state.money[seat] = 200
    other = next(s for s in range(3) if s != seat)
    state.market[0], state.supply[0] = market, in_depot
    state.fuel[other] = (24 - market - in_depot, 0, 0, 0)
    return state, seat


@pytest.mark.rule("PG-RES-03")
def test_coal_comes_from_the_depot_once_the_market_has_none():
    state, seat = depot(0, 3)
    assert refusal(state, "buy coal 4") == "PG-RES-02"
    events = say(state, "buy coal 3")
    assert events[0] == FuelBought(seat, 0, 3, 24, 3, "PG-RES-03")
    assert state.supply[0] == 0
    assert refusal(state, "buy coal 1") == "PG-RES-02"


@pytest.mark.rule("PG-RES-03")
def test_one_purchase_spans_market_and_depot():
    state, seat = depot(4, 5)
    assert cost(state, 0, 4) == 8 + 8 + 8 + 7
    assert cost(state, 0, 6) == 31 + 16
    state.money[seat] = 47
    assert refusal(state, "buy coal 7") == "PG-RES-01"
    assert max(a.count for a in legal_actions(state)[:-1]) == 6
    events = say(state, "buy coal 6")
    assert events[0] == FuelBought(seat, 0, 6, 47, 2, "PG-RES-03")
    assert (state.market[0], state.supply[0], state.money[seat]) == (0, 3, 0)


def depot_purchases(state):
    return [a.count for a in legal_actions(state) if isinstance(a, Buy) and a.fuel == DEPOT]


@pytest.mark.rule("PG-RES-03")
def test_option_depot_coal():
    state, seat = depot(4, 3)
    assert refusal(state, "buy depot 1") == "PG-RES-03"
    assert depot_purchases(state) == []
    state, seat = depot(4, 3, depot_coal="always")
    assert depot_purchases(state) == [1, 2, 3]
    assert refusal(state, "buy depot 3") is None
    assert refusal(state, "buy depot 4") == "PG-RES-03"
    assert available(state, DEPOT) == 3
    assert cost(state, DEPOT, 2) == 16
    events = say(state, "buy depot 2")
    assert events[0] == FuelBought(seat, 0, 2, 16, 2, "PG-RES-03")
    assert (state.market[0], state.supply[0], state.money[seat]) == (4, 1, 184)
    assert state.fuel[seat] == (2, 0, 0, 0)
    state.money[seat] = 8
    assert depot_purchases(state) == [1]
    state.money[seat] = 7
    assert refusal(state, "buy depot 1") == "PG-RES-01"
    assert depot_purchases(state) == []
    state.money[seat] = 47
    say(state, "buy coal 5")  # spans market and depot as without the option
    assert (state.market[0], state.supply[0]) == (0, 0)
    assert depot_purchases(state) == []


@pytest.mark.rule("PG-RES-03", "PG-PLANT-02")
def test_the_depots_coal_needs_room():
    state, seat = depot(4, 9, depot_coal="always")
    state.plants[seat] = (4,)
    assert max_purchase(state, seat, DEPOT) == 4
    assert refusal(state, "buy depot 4") is None
    assert refusal(state, "buy depot 5") == "PG-PLANT-02"
    say(state, "buy coal 3")
    assert depot_purchases(state) == [1]


@pytest.mark.rule("PG-RES-03")
@pytest.mark.parametrize(("edition", "map"), [("recharged", "germany"), ("classic", "usa")])
def test_where_there_is_no_depot_none_is_for_sale(edition, map):
    state = buying(edition, map, plants=(4, 11), depot_coal="always")
    state.market[0], state.supply[0] = 0, 24
    assert refusal(state, "buy depot 1") == "PG-RES-03"
    assert depot_purchases(state) == []
    assert max_purchase(state, to_act(state), DEPOT) == 0


@pytest.mark.rule("PG-RES-03")
def test_a_purchase_from_the_depot_in_notation():
    state, seat = depot(4, 9, depot_coal="always")
    line = {"seat": seat, "do": "buy", "fuel": "depot", "count": 2}
    assert action_from_json(line) == Buy(seat, DEPOT, 2) == parse_action("buy depot 2", state)
    assert action_to_json(Buy(seat, DEPOT, 2)) == line
    assert format_action(Buy(seat, DEPOT, 2)) == "buy depot 2"
    with pytest.raises(NotationError):
        parse_action("run 4 depot 2", state)


@pytest.mark.rule("PG-RES-03")
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_leave_the_depot_alone_while_the_market_is_not_dearer(level):
    state, seat = depot(4, 20, depot_coal="always")
    state.phase = RESOURCES
    while powergrid.to_act(state) == seat:
        choice = powergrid.make_bot(level, 1).choose(
            powergrid.observe(state, seat), legal_actions(state)
        )
        assert getattr(choice, "fuel", 0) != DEPOT
        powergrid.advance(state, choice)
    assert sum(state.fuel[seat])  # they did buy


@pytest.mark.rule("PG-RES-03")
@pytest.mark.parametrize(("edition", "map"), [("recharged", "germany"), ("classic", "usa")])
def test_only_recharged_usa_has_a_depot(edition, map):
    assert deal(edition, map).terms.depot_price == 0
    assert deal("recharged", "usa").terms.depot_price == 8
