"""Phase 5: running plants, income, refill and the update of the plant market."""

import pytest

from gridcommon.events import NOBODY_LISTENS, Events
from powergrid import Ruleset, Run, check, from_facts, to_act
from powergrid.bureaucracy import update_plant_market
from powergrid.events import MarketRefilled, PlantBuried, PlantLeft, Powered, UraniumStopped
from powergrid.fuel_market import refill, tokens_to_add
from powergrid.tables import STEP3
from powergrid_positions import (
    cartel,
    deal,
    give,
    in_auction,
    own_cities,
    refusal,
    say,
    skip_to,
)


def running(edition="recharged", map="germany", plants=(7, 10, 15), fuel=(8, 6, 0, 0), cities=6):
    """Return the first turn of bureaucracy, by a seat with these plants."""
    state = deal(edition, map)
    skip_to(state, "bureaucracy")
    seat = to_act(state)
    give(state, seat, *plants, fuel=fuel)
    own_cities(state, seat, cities)
    return state


@pytest.mark.rule("PG-COMP-06")
def test_the_bank_pays_although_the_players_hold_all_notes_of_the_box():
    """The box of R-pt and R-sr holds 40 notes of 1, 15 of 5, 40 of 10 and 25 of 50."""
    state = running()
    seat, box = to_act(state), 40 * 1 + 15 * 5 + 40 * 10 + 25 * 50
    state.money[:] = [box] * len(state.money)
    assert from_facts(Ruleset(), 3, {"money": state.money}).money == state.money
    say(state, "run 7 10 15 coal 4 oil 3")
    assert state.money[seat] == box + 73


@pytest.mark.rule("PG-BUR-01", "PG-BUR-02", "PG-BUR-03")
def test_income_example_of_the_rulebooks():
    """6 cities, plants 07, 10 and 15 full: 4 coal and 3 oil give 7, paid for 6: 73."""
    state = running()
    seat, money, supply = to_act(state), state.money[to_act(state)], list(state.supply)
    market = list(state.market)
    events = say(state, "run 7 10 15 coal 4 oil 3")
    assert events[0] == Powered(seat, (7, 10, 15), (4, 3, 0, 0), 6, 73)
    assert state.money[seat] == money + 73
    assert state.fuel[seat] == (4, 3, 0, 0)
    assert state.supply == [supply[0] + 4, supply[1] + 3, supply[2], supply[3]]
    assert state.market == market


@pytest.mark.rule("PG-BUR-01")
def test_nobody_is_obliged_to_run_and_only_own_plants_run():
    state = running()
    assert refusal(state, "run") is None
    assert refusal(state, "run 7") is None
    assert refusal(state, "run 8") == "PG-BUR-01"
    seat = to_act(state)
    assert check(state, Run(seat, (10, 7), (2, 3, 0, 0))).rule == "PG-BUR-01"


@pytest.mark.rule("PG-PLANT-01")
def test_a_plant_runs_on_exactly_its_fuel_once():
    state = running()
    assert refusal(state, "run 7 oil 3") is None
    assert refusal(state, "run 7 oil 2") == "PG-PLANT-01"
    assert refusal(state, "run 7 oil 4") == "PG-PLANT-01"
    assert refusal(state, "run 7 oil 3 coal 1") == "PG-PLANT-01"
    assert refusal(state, "run 7 nothing") == "PG-PLANT-01"
    assert check(state, Run(to_act(state), (7, 7), (0, 6, 0, 0))).rule == "PG-PLANT-01"
    dry = running(fuel=(1, 3, 0, 0))
    assert refusal(dry, "run 10") == "PG-PLANT-01"
    assert refusal(dry, "run 7") is None


@pytest.mark.rule("PG-BUR-08", "PG-PLANT-03")
def test_the_order_of_running_is_checked():
    state = running(plants=(3, 5), fuel=(4, 4, 0, 0))
    assert refusal(state, "run 5 oil 2") == "PG-BUR-08"
    assert refusal(state, "run 5 coal 2") is None
    assert refusal(state, "run 3 5 coal 2 oil 2") is None
    assert refusal(state, "run 3 5 oil 4") == "PG-BUR-08"


@pytest.mark.rule("PG-BUR-03", "PG-RES-03")
def test_burnt_coal_goes_to_the_depot_in_the_usa():
    state = running(map="usa")
    supply = state.supply[0]
    say(state, "run 10 15")
    assert state.supply[0] == supply + 4


@pytest.mark.rule("PG-BUR-04")
def test_the_refill_follows_the_step_and_the_supply():
    state = deal(seats=5)
    state.market, state.supply = [0, 0, 0, 0], [24, 24, 2, 12]
    for step, expected in ((1, (5, 4, 2, 2)), (2, (7, 5, 0, 3)), (3, (5, 6, 0, 2))):
        state.step = step
        events = []
        refill(state, Events(events))
        assert events == [MarketRefilled(expected)]


@pytest.mark.rule("PG-BUR-05")
def test_uranium_stops_when_a_player_has_bought_39():
    state = in_auction(deal())
    state.plant_market = [39, 40, 42, 44, 46, 50]
    state.step = 3
    state.stack, state.discount = [], 0
    events = say(state, "open 39 39", "pass", "pass")
    assert UraniumStopped(39) in events
    skip_to(state, "auction", 3)
    uranium = state.market[3]
    assert uranium == 2 + 1  # the refill of round 1 only
    give(state, 0)  # whatever becomes of the plant
    skip_to(state, "auction", 4)
    assert state.market[3] == uranium


@pytest.mark.rule("PG-BUR-05")
@pytest.mark.parametrize(
    ("edition", "map"), [("classic", "germany"), ("classic", "usa"), ("recharged", "usa")]
)
def test_uranium_stops_in_recharged_germany_only(edition, map):
    state = in_auction(deal(edition, map))
    state.plant_market = [39, 40, 42, 44, 46, 50]
    state.step = 3
    state.stack = []
    say(state, "open 39 39", "pass", "pass")
    assert not state.uranium_stopped


@pytest.mark.rule("PG-BUR-05")
def test_uranium_stops_only_when_a_player_buys_39():
    """Not when the Cartel takes it, nor when it leaves the game unsold."""
    for option, stops in ((False, False), (True, True)):
        state = in_auction(cartel(cartel_buys_39=option))
        state.plant_market = [20, 21, 22, 39, 40, 42, 44, 46]
        say(state, "decline")
        assert 39 in state.cartel_plants
        assert state.uranium_stopped is stops
    state = in_auction(deal())
    state.plant_market = [39, 40, 42, 44, 46, 50]
    state.discount = 39
    say(state, "decline", "decline", "decline")
    assert state.out >> 39 & 1
    assert not state.uranium_stopped


@pytest.mark.rule("PG-BUR-06")
@pytest.mark.parametrize("step", [1, 2])
def test_the_highest_plant_goes_under_the_stack(step):
    state = deal()
    skip_to(state, "bureaucracy")
    state.step = step
    highest, top = state.plant_market[-1], state.stack[0]
    market = state.plant_market[:-1]
    events = skip_to(state, "auction")
    assert PlantBuried(highest) in events
    assert state.stack[-1] == highest
    assert state.plant_market == sorted([*market, top])


@pytest.mark.rule("PG-BUR-07")
def test_in_step_3_the_lowest_leaves():
    state = deal()
    skip_to(state, "bureaucracy")
    state.step = 3
    state.plant_market = state.plant_market[:6]
    state.stack.remove(STEP3)
    lowest, top = state.plant_market[0], state.stack[0]
    market = state.plant_market[1:]
    events = skip_to(state, "auction")
    assert PlantLeft(lowest, "PG-BUR-07") in events
    assert state.plant_market == sorted([*market, top])


@pytest.mark.rule("PG-BUR-07")
def test_with_an_empty_stack_the_lowest_still_leaves_each_round():
    state = deal("classic")
    skip_to(state, "bureaucracy")
    state.step = 3
    state.plant_market, state.stack = [30, 31, 32], []
    for left in ([31, 32], [32], [], []):
        update_plant_market(state, NOBODY_LISTENS)
        assert state.plant_market == left


@pytest.mark.rule("PG-BUILD-08")
def test_an_obsolete_plant_drawn_in_phase_5_never_stays():
    state = deal("classic")
    skip_to(state, "bureaucracy")
    own_cities(state, 0, 6)
    state.plant_market = [20, 21, 22, 23, 24, 25, 26, 27]
    state.stack = [6, 5, 28, STEP3]
    skip_to(state, "auction")
    assert state.plant_market == [20, 21, 22, 23, 24, 25, 26, 28]
    assert state.out >> 6 & 1
    assert state.out >> 5 & 1


@pytest.mark.rule("PG-BUR-04", "PG-BUR-05")
def test_what_a_refill_would_add_is_known_before_and_adds_nothing():
    state = deal(seats=5)
    state.market, state.supply = [23, 0, 24, 5], [1, 24, 2, 7]
    assert tokens_to_add(state, 1) == (1, 4, 0, 2)  # room, then supply, are the limit
    assert tokens_to_add(state, 2) == (1, 5, 0, 3)
    state.uranium_stopped = True
    assert tokens_to_add(state, 3) == (1, 6, 0, 0)
    assert state.market == [23, 0, 24, 5]
