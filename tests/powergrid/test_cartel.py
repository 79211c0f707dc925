"""The Cartel: its plants, its fuel and its houses."""

import pytest

from powergrid import to_act
from powergrid.building import cost
from powergrid.events import CartelFuelled, CartelHousePlaced, CartelReturned, CartelTook, PlantLeft
from powergrid.state import CARTEL, EMPTY, price_slots
from powergrid.tables import CITY_NAMES, CITY_OF
from powergrid_positions import (
    CARTEL_HOUSES,
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


def took(events):
    return [event.plant for event in events if isinstance(event, CartelTook)]


def auction(market=(20, 21, 22, 23, 24, 25, 26, 27), owned=(), **options):
    state = in_auction(cartel(**options))
    state.plant_market = list(market)
    state.discount = market[0] if market else 0
    state.cartel_plants = tuple(owned)
    return state


@pytest.mark.rule("PG-CART-10")
def test_two_players_use_the_recharged_tables():
    terms = cartel().terms
    assert (terms.plant_limit, terms.step2_cities, terms.end_cities) == (3, 7, 18)
    assert (terms.regions, terms.remove) == (3, (1, 5))
    assert not deal("classic", seats=2).terms.cartel
    assert not deal(seats=3).terms.cartel


@pytest.mark.rule("PG-CART-03")
def test_the_cartel_takes_right_after_the_first_sale_whoever_bought():
    for winner in (0, 1):
        state = auction()
        top = state.stack[0]
        opener = to_act(state)
        say(state, "open 21 21")
        if opener != winner:
            say(state, "pass") if to_act(state) != winner else say(state, "bid 22")
        events = say(state, "pass")
        # after the replacement of 21: the current market is the top card and 20, 22, 23
        current = sorted([top, 20, 22, 23])
        assert took(events) == [current[-1]]
        assert state.cartel_plants == (23,)


@pytest.mark.rule("PG-CART-03")
def test_once_in_a_phase_round_1_too():
    state = cartel()
    assert took(say(state, "open 3 1", "pass")) == [7]
    assert took(say(state, "open 5 5")) == []
    assert state.cartel_plants == (7,)


@pytest.mark.rule("PG-CART-03")
def test_the_cartel_takes_after_the_first_player_opted_out():
    state = auction()
    events = say(state, "decline")
    assert took(events) == [23]
    assert took(say(state, "open 21 21")) == []


@pytest.mark.rule("PG-CART-03", "PG-AUC-12")
def test_the_draw_for_the_cartels_plant_may_fall_below_the_token():
    state = auction()
    state.stack = [11, 12, *[card for card in state.stack if card > 27]]
    events = say(state, "decline")
    assert PlantLeft(11, "PG-AUC-12") in events
    assert state.discount == 0
    assert state.plant_market[0] == 12


@pytest.mark.rule("PG-CART-03", "PG-AUC-18")
def test_with_an_empty_market_the_cartel_takes_nothing():
    state = auction([20])
    state.stack = []
    assert took(say(state, "open 20 1", "pass")) == []
    assert state.cartel_plants == ()


@pytest.mark.rule("PG-AUC-13")
def test_the_token_goes_aside_where_the_cartel_takes_its_plant():
    state = auction([20])
    state.stack = [30]
    assert took(say(state, "decline")) == [20]
    assert state.discount == 0
    assert refusal(state, "open 30 29") == "PG-AUC-09"


@pytest.mark.rule("PG-CART-04")
def test_with_three_plants_only_a_higher_one_is_taken():
    state = auction(owned=(22, 30, 31))
    events = say(state, "decline")
    assert took(events) == [23]
    assert PlantLeft(22, "PG-CART-04") in events
    assert state.cartel_plants == (23, 30, 31)
    state = auction((20, 21, 22, 23, 25, 26, 27, 28), owned=(24, 30, 31))
    events = say(state, "decline", "open 21 21")
    assert took(events) == []  # not taken, and the one take is used up
    assert state.cartel_plants == (24, 30, 31)


@pytest.mark.rule("PG-CART-03", "PG-STEP-09")
@pytest.mark.parametrize(("pick", "plant"), [("highest", 25), ("fourth", 23)])
def test_option_cartel_step3_pick(pick, plant):
    state = auction((20, 21, 22, 23, 24, 25), cartel_step3_pick=pick)
    state.step = 3
    assert took(say(state, "decline")) == [plant]
    few = auction((20, 21, 22), cartel_step3_pick=pick)
    few.step = 3
    assert took(say(few, "decline")) == [22]


def fuelled(plants, market, supply=(0, 0, 0, 0), map="germany", **options):
    """Return what the Cartel takes with these plants from this market."""
    state = deal(map=map, seats=2, **options)
    while state.round == 0:
        skip(state)
    skip_to(state, "resources")
    state.cartel_plants = plants
    state.market, state.supply = list(market), list(supply)
    events = say(state, "done")
    return next(event.fuel for event in events if isinstance(event, CartelFuelled)), state


@pytest.mark.rule("PG-CART-05", "PG-CART-01")
def test_the_cartel_takes_fuel_for_one_run_in_its_place():
    fuel, state = fuelled((7, 20, 23), (24, 18, 9, 2))
    assert fuel == (3, 3, 0, 1)
    assert state.market == [21, 15, 9, 1]
    assert to_act(state) == state.turn_order[0]  # between the two players
    money = list(state.money)
    say(state, "done")
    assert state.money == money


@pytest.mark.rule("PG-CART-05")
def test_a_hybrid_alternates_coal_and_oil():
    """R-sr is followed: it also covers odd needs, as that of 46."""
    assert fuelled((5,), (24, 18, 9, 2))[0] == (1, 1, 0, 0)
    assert fuelled((46,), (24, 18, 9, 2))[0] == (2, 1, 0, 0)
    assert fuelled((29,), (24, 18, 9, 2))[0] == (1, 0, 0, 0)
    assert fuelled((46,), (1, 18, 9, 2))[0] == (1, 2, 0, 0)
    assert fuelled((46,), (24, 0, 9, 2))[0] == (3, 0, 0, 0)
    assert fuelled((46,), (0, 2, 9, 2))[0] == (0, 2, 0, 0)


@pytest.mark.rule("PG-CART-05")
def test_the_cartel_takes_what_there_is():
    assert fuelled((20, 25), (4, 0, 0, 0))[0] == (4, 0, 0, 0)
    assert fuelled((30,), (4, 0, 2, 0))[0] == (0, 0, 2, 0)
    assert fuelled((13, 33, 50), (24, 18, 9, 2))[0] == (0, 0, 0, 0)
    # in ascending order of number: 05 takes the last oil before 07 does
    assert fuelled((5, 7), (24, 1, 0, 0))[0] == (1, 1, 0, 0)


@pytest.mark.rule("PG-CART-05", "PG-RES-03")
def test_option_cartel_uses_depot():
    fuel, state = fuelled((20,), (1, 0, 0, 0), (5, 0, 0, 0), map="usa")
    assert fuel == (3, 0, 0, 0)
    assert state.supply[0] == 3
    fuel, _ = fuelled((20,), (1, 0, 0, 0), (5, 0, 0, 0), map="usa", cartel_uses_depot=False)
    assert fuel == (1, 0, 0, 0)
    fuel, _ = fuelled((20,), (1, 0, 0, 0), (5, 0, 0, 0))
    assert fuel == (1, 0, 0, 0)  # no depot in Germany


@pytest.mark.rule("PG-CART-08", "PG-BUR-03")
def test_its_fuel_goes_to_the_supply_before_the_refill():
    fuel, state = fuelled((7, 20), (24, 18, 9, 2))
    assert fuel == (3, 3, 0, 0)
    events = skip_to(state, "auction")
    kinds = [type(event).__name__ for event in events]
    assert CartelReturned((3, 3, 0, 0)) in events
    assert kinds.index("Powered") < kinds.index("CartelReturned") < kinds.index("MarketRefilled")
    assert state.cartel_fuel == (0, 0, 0, 0)
    assert state.market[0] == 24  # 3 came back at once
    assert state.supply[1] == 1


def building(step=1, **options):
    state = cartel(**options)
    skip_to(state, "building")
    state.step = step
    price_slots(state)
    state.money = [200, 200]
    return state


@pytest.mark.rule("PG-CART-06")
def test_its_six_cities_are_closed_in_step_1():
    state = building()
    say(state, "build Essen")
    for city in CARTEL_HOUSES:
        assert refusal(state, f"build {city}") == "PG-CART-06"
    later = building(step=2)
    say(later, "build Essen")
    seat = to_act(later)
    place = later.board.places[CITY_OF["Kassel"]]
    assert later.prices[place] == 15
    assert refusal(later, "build Kassel") is None
    assert cost(later, seat, place) > 15
    say(later, "build Kassel")
    assert later.houses[place] == (CARTEL, seat, -1)


@pytest.mark.rule("PG-CART-07", "PG-BUILD-02")
def test_a_city_with_a_cartel_house_is_not_empty():
    assert refusal(building(), "build Kassel") == "PG-BUILD-02"
    assert refusal(building(step=2), "build Kassel") == "PG-BUILD-02"


@pytest.mark.rule("PG-CART-07")
def test_a_house_goes_on_slot_15_of_a_newly_connected_city():
    state = building()
    events = say(state, "build Essen")  # the first city too
    assert CartelHousePlaced(CITY_OF["Essen"], 1, "PG-CART-07") in events
    assert state.cartel_houses == 9
    say(state, "build Duisburg", "done")
    assert state.cartel_houses == 8
    state.step = 2
    price_slots(state)
    say(state, "build Aachen")
    assert refusal(state, "build Essen") == "PG-BUILD-04"  # only in step 3, at 20
    state.step = 3
    price_slots(state)
    assert state.prices[state.board.places[CITY_OF["Essen"]]] == 20
    houses = state.cartel_houses
    say(state, "build Essen")
    assert state.cartel_houses == houses
    state.cartel_houses = 0
    say(state, "build Düsseldorf")
    assert state.houses[state.board.places[CITY_OF["Düsseldorf"]]][1] == -1


@pytest.mark.rule("PG-CART-01", "PG-CART-07")
def test_the_last_of_its_houses_is_placed_too():
    """Ten houses are left after the set-up: the first ten cities get one, the eleventh does not."""
    state = building()
    state.money = [500, 500]
    free = [
        CITY_NAMES[city]
        for place, city in enumerate(state.board.cities)
        if state.houses[place] == (EMPTY, EMPTY, EMPTY)
    ]
    for left, name in zip(range(9, -1, -1), free, strict=False):
        events = say(state, f"build {name}")
        assert CartelHousePlaced(CITY_OF[name], 1, "PG-CART-07") in events
        assert state.cartel_houses == left
    events = say(state, f"build {free[10]}")
    assert not any(isinstance(event, CartelHousePlaced) for event in events)
    assert sum(slots.count(CARTEL) for slots in state.houses) == 16


@pytest.mark.rule("PG-CART-07")
def test_no_house_goes_into_a_city_that_was_not_empty():
    state = building(step=2)
    say(state, "build Essen")
    houses = state.cartel_houses
    say(state, "build Osnabrück")  # a Cartel house is on slot 10
    assert state.cartel_houses == houses


@pytest.mark.rule("PG-CART-09")
def test_a_start_city_is_started_in_beside_the_cartel():
    state = deal(seats=2, start_cities=True)
    for city in CARTEL_HOUSES:
        say(state, f"place_cartel {city}")
    say(state, "mark_start Essen", "mark_start Trier")
    skip_to(state, "building")
    seat, money = to_act(state), state.money[to_act(state)]
    assert refusal(state, "build Duisburg") == "PG-BUILD-09"
    say(state, "build Essen")
    assert state.money[seat] == money - 10
    assert state.houses[state.board.places[CITY_OF["Essen"]]] == (seat, CARTEL, -1)
    assert state.cartel_houses == 8


@pytest.mark.rule("PG-CART-08")
def test_the_cartel_does_not_trigger_step_2():
    state = building()
    assert state.most_cities == 0
    own_cities(state, 0, 6)
    give(state, 0, 13)
    skip_to(state, "bureaucracy")
    assert state.step == 1
