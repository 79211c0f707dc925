"""Warnings before an action of Power Grid that wastes something."""

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words
from powergrid import building
from powergrid.actions import Action, Build, Decline, Done, Run
from powergrid.bots.fuel import cheapest_load
from powergrid.game import check
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome, output
from powergrid.state import BUILDING, RESOURCES, State
from powergrid.storage import fits
from powergrid.tables import CITY_NAMES


def wasteful_warning(state: State, action: Action) -> str | None:
    """Return a warning if a legal action wastes something, or None.

    The warnings are about fuel for a plant that cannot run, a city that could be built, a missing
    plant, and cities that could be powered.
    """
    seat = action.seat
    match action:
        case Done() if state.phase == RESOURCES:
            return _dry_plant(state, seat)
        case Done() if state.phase == BUILDING:
            return _city(state, seat)
        case Decline():
            return _plant(state, seat)
        case Run():
            cities = state.city_count[seat]
            best = best_outcome(state.plants[seat], state.fuel[seat], cities)[2]
            powered, possible = min(output(action.plants), cities), min(best, cities)
            if powered < possible:
                values = {"powered": cities_words(powered), "possible": possible}
                return say("That powers {powered}; {possible} could be powered.", **values)
    return None


def _dry_plant(state: State, seat: Seat) -> str | None:
    """Return the cheapest fuel for one more running plant, if it can be paid and stored."""
    plants, held = state.plants[seat], state.fuel[seat]
    running = best_outcome(plants, held, len(CITY_NAMES))[0]
    found = []
    for plant in plants:
        if plant in running:
            continue
        load = cheapest_load(state, tuple(sorted((*running, plant))), held)
        if load is not None and load.cost <= state.money[seat]:
            after = [have + more for have, more in zip(held, load.tokens, strict=True)]
            if fits((after[0], after[1], after[2], after[3]), plants):
                found.append((load.cost, plant, load.tokens))
    if not found:
        return None
    price, plant, tokens = min(found)
    values = {"plant": plant, "fuel": fuel_words(tokens), "price": price}
    return say(
        "Plant {plant} cannot run without {fuel}, which you could buy for {price}.", **values
    )


def _city(state: State, seat: Seat) -> str | None:
    """Return the cheapest city that may be built, if there is one."""
    prices = [
        (building.cost(state, seat, place), city)
        for place, city in enumerate(state.board.cities)
        if check(state, Build(seat, city)) is None
    ]
    if not prices:
        return None
    price, city = min(prices)
    return say("{city} could still be built, for {price}.", city=CITY_NAMES[city], price=price)


def _plant(state: State, seat: Seat) -> str | None:
    """Return the cheapest plant on sale, if the seat has room for one or powers too little."""
    plants = state.plants[seat]
    if len(plants) >= state.terms.plant_limit and output(plants) >= state.city_count[seat]:
        return None
    prices = [(minimum_bid(state, plant), plant) for plant in state.current_market]
    affordable = [one for one in prices if one[0] <= state.money[seat]]
    if not affordable:
        return None
    price, plant = min(affordable)
    return say(
        "This is your only chance of a plant this round: plant {plant} is on sale from {price}.",
        plant=plant,
        price=price,
    )
