"""The Cartel: the automatic third party of Recharged with two players."""

from gridcommon.events import Events
from powergrid.board import Place
from powergrid.events import CartelFuelled, CartelHousePlaced, CartelReturned, CartelTook
from powergrid.fuel_market import stop_uranium
from powergrid.plant_market import draw, leave, remove_discount
from powergrid.state import CARTEL, SLOT_PRICES, State, taken
from powergrid.tables import CARTEL_PLANTS, COAL, CURRENT, FUELS, NOTHING, OIL, PLANTS, Fuel


def place_house(state: State, place: Place, slot: int, rule: str, events: Events) -> None:
    """Put one of the Cartel's houses on a slot (0-2) of the city at ``place``.

    Rules: PG-CART-02, PG-CART-07, PG-CART-09.
    """
    slots = list(state.houses[place])
    slots[slot] = CARTEL
    state.houses[place] = (slots[0], slots[1], slots[2])
    state.prices[place] = SLOT_PRICES[state.step][taken(state.houses[place])]
    state.cartel_houses -= 1
    events.add(CartelHousePlaced, state.board.cities[place], slot, rule)


def take_plant(state: State, events: Events) -> None:
    """Take the highest plant of the current market, once per auction phase.

    With three plants, the Cartel takes only a plant above its lowest one, which then leaves the
    game; otherwise it takes none in this phase.  Rules: PG-CART-03, PG-CART-04, PG-AUC-13.
    """
    if not state.terms.cartel or state.cartel_taken:
        return
    state.cartel_taken = True
    current = state.current_market
    if not current:
        return
    plant = current[-1]
    if state.terms.ruleset.cartel_step3_pick == "fourth":
        plant = current[:CURRENT][-1]
    if len(state.cartel_plants) == CARTEL_PLANTS:
        lowest = state.cartel_plants[0]
        if plant < lowest:
            return
        state.cartel_plants = state.cartel_plants[1:]
        leave(state, lowest, "PG-CART-04", events)
    state.plant_market.remove(plant)
    state.cartel_plants = tuple(sorted((*state.cartel_plants, plant)))
    events.add(CartelTook, plant)
    if plant == state.discount:
        remove_discount(state, "PG-AUC-13", events)
    if state.terms.ruleset.cartel_buys_39:
        stop_uranium(state, plant, events)
    draw(state, events)


def take_fuel(state: State, events: Events) -> None:
    """Take fuel for one run of each plant, as long as fuel lasts.

    Rules: PG-CART-01, PG-CART-05.
    """
    depot = state.terms.depot_price and state.terms.ruleset.cartel_uses_depot
    fuel = [0, 0, 0, 0]

    def take(kind: Fuel) -> bool:
        if state.market[kind]:
            state.market[kind] -= 1
        elif kind == COAL and depot and state.supply[COAL]:
            state.supply[COAL] -= 1
        else:
            return False
        fuel[kind] += 1
        return True

    for plant in state.cartel_plants:
        card = PLANTS[plant]
        kind, other = (COAL, OIL) if card.kind == "hybrid" else (_kind(card.kind),) * 2
        for _ in range(card.fuel):
            if take(kind) or take(other):
                kind, other = other, kind
    state.cartel_fuel = (fuel[0], fuel[1], fuel[2], fuel[3])
    events.add(CartelFuelled, state.cartel_fuel)


def return_fuel(state: State, events: Events) -> None:
    """Put the Cartel's fuel into the supply.  Rules: PG-CART-08, PG-BUR-03."""
    if not state.terms.cartel:
        return
    for kind, count in enumerate(state.cartel_fuel):
        state.supply[kind] += count
    events.add(CartelReturned, state.cartel_fuel)
    state.cartel_fuel = NOTHING


def _kind(name: str) -> Fuel:
    return FUELS.index(name) if name in FUELS else COAL  # without fuel nothing is taken
