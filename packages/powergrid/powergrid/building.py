"""Phase 4: players start and grow their networks."""

from typing import Final

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridcommon.events import Events
from gridcommon.lazy_actions import LegalActions
from powergrid.actions import Action, Build, Done, Handlers
from powergrid.board import FAR, Place, outside
from powergrid.cartel import place_house
from powergrid.ending import end_if_due
from powergrid.events import CityConnected
from powergrid.plant_market import remove_obsolete
from powergrid.state import CARTEL, EMPTY, NOBODY, OVER, SLOT_PRICES, Slots, State, taken
from powergrid.steps import begin_step2
from powergrid.tables import CITY_NAMES, SEATS, SLOT_COST, URANIUM

FREE: Final[Slots] = (EMPTY, EMPTY, EMPTY)

_DONE: Final = tuple((Done(seat),) for seat in range(SEATS.stop))


def finish(state: State, events: Events) -> None:
    """End the phase, and the game if a network is large enough.

    With an option, step 2 begins here, just before phase 5.
    Rules: PG-END-01, PG-END-02, PG-STEP-08.
    """
    end_if_due(state, events)
    if state.phase != OVER and state.terms.ruleset.step3_at_step2 == "phase_4":
        begin_step2(state, events)


def cost(state: State, seat: Seat, place: Place) -> int:
    """Return the seat's cost to connect the city: slot plus path, in Elektro.

    It is FAR or more if no slot is open, or if the city is already the seat's.
    Rules: PG-BUILD-02, PG-BUILD-03, PG-BUILD-04, PG-BUILD-06.
    """
    path = state.reach[seat][place] if state.network[seat] else 0
    return state.prices[place] + path


def may_start_occupied(state: State) -> bool:
    """Return whether a network may start in a city with houses.  Rules: PG-BUILD-02, PG-CART-07."""
    return state.terms.ruleset.start_in_occupied or FREE not in state.houses


def check_build(state: State, action: Build) -> Refusal | None:
    """Return why connecting the city is illegal, or None.

    Rules: PG-SETUP-01, PG-SETUP-02, PG-BUILD-01, PG-BUILD-02, PG-BUILD-03, PG-BUILD-04,
    PG-BUILD-05, PG-BUILD-07, PG-BUILD-09, PG-BUILD-10, PG-CART-06, PG-COMP-04.
    """
    seat, place = action.seat, state.board.places.get(action.city)
    if place is None:
        return outside(state.board, action.city)
    city = CITY_NAMES[action.city]
    if state.network[seat] >> place & 1:
        return Refusal("PG-BUILD-05", "{city} is already connected", city=city)
    limit = state.terms.ruleset.house_limit
    if limit is not None and state.city_count[seat] >= limit:
        return Refusal("PG-COMP-04", "a network has at most {limit} houses", limit=limit)
    starts = not state.network[seat]
    marked = state.marked >> place & 1
    if state.terms.ruleset.start_cities:
        if starts and not marked:
            return Refusal(
                "PG-BUILD-09", "a network starts in a marked city; {city} is not marked", city=city
            )
        if marked and not starts and state.step == 1:
            return Refusal(
                "PG-BUILD-09", "in step 1 the marked city {city} is only for starting", city=city
            )
    elif starts and state.houses[place] != FREE and not may_start_occupied(state):
        return Refusal("PG-BUILD-02", "the first city must be empty; {city} is not", city=city)
    if state.prices[place] >= FAR:
        if state.houses[place][0] == CARTEL and state.step == 1:
            return Refusal("PG-CART-06", "{city} is the Cartel's in step 1", city=city)
        return Refusal("PG-BUILD-04", "{city} is full in step {step}", city=city, step=state.step)
    price = cost(state, seat, place)
    if price > state.money[seat]:
        return Refusal(
            "PG-BUILD-01",
            "{city} costs {price} Elektro; {money} are held",
            city=city,
            price=price,
            money=state.money[seat],
        )
    return None


def do_build(state: State, action: Build, events: Events) -> None:
    """Pay, put the house on the cheapest empty slot, and apply the consequences.

    Rules: PG-BUILD-01, PG-BUILD-03, PG-BUILD-04, PG-BUILD-08, PG-BUILD-09, PG-CART-07.
    """
    seat, place = action.seat, state.board.places[action.city]
    starts = not state.network[seat]
    slot_price, price = state.prices[place], cost(state, seat, place)
    slot = SLOT_COST.index(slot_price)
    was_free = state.houses[place] == FREE
    slots = list(state.houses[place])
    slots[slot] = seat
    state.houses[place] = (slots[0], slots[1], slots[2])
    state.prices[place] = SLOT_PRICES[state.step][taken(state.houses[place])]
    state.money[seat] -= price
    state.network[seat] |= 1 << place
    state.city_count[seat] += 1
    state.reach[seat] = _extended_reach(
        state.reach[seat], state.board.costs[place], place, starts=starts
    )
    rule = "PG-BUILD-02" if starts else "PG-BUILD-03"
    events.add(CityConnected, seat, action.city, slot, slot_price, price - slot_price, rule)
    if starts and state.marked >> place & 1:
        state.marked &= ~(1 << place)
        state.supply[URANIUM] += 1
    if was_free and state.cartel_houses:
        place_house(state, place, 1, "PG-CART-07", events)
    remove_obsolete(state, events)


def _extended_reach(
    reach: tuple[int, ...], costs: tuple[int, ...], place: Place, *, starts: bool
) -> tuple[int, ...]:
    """Return the cheapest paths from a network extended by ``place``, FAR to its own places."""
    if starts:
        return (*costs[:place], FAR, *costs[place + 1 :])
    grown = list(reach)
    for other, path in enumerate(costs):
        if path < grown[other] != FAR:
            grown[other] = path
    grown[place] = FAR
    return tuple(grown)


def check_done(state: State, action: Done) -> Refusal | None:
    """Return None: building and starting are optional.  Rules: PG-BUILD-07."""
    del state, action
    return None


def do_done(state: State, action: Done, events: Events) -> None:
    """End the turn.  Rules: PG-BUILD-07."""
    del action, events
    state.actor = NOBODY


def legal_builds(state: State) -> LegalActions[Action]:
    """Return a Build for each city that can be connected, in the order of names, then Done."""
    seat = state.actor
    ruleset, builds, money = state.terms.ruleset, state.board.builds[seat], state.money[seat]
    prices = state.prices
    listed: list[Action]
    limit = ruleset.house_limit
    if money < SLOT_COST[0] or (limit is not None and state.city_count[seat] >= limit):
        listed = []
    elif state.network[seat]:
        closed, reach = (state.marked if state.step == 1 else 0), state.reach[seat]
        listed = [
            builds[place]
            for place, path in enumerate(reach)
            if path < money  # first, since FAR is slow to add
            and path + prices[place] <= money
            and not closed >> place & 1
        ]
    elif ruleset.start_cities:
        listed = [
            build
            for place, build in enumerate(builds)
            if state.marked >> place & 1 and prices[place] <= money
        ]
    else:
        occupied = may_start_occupied(state)
        listed = [
            build
            for place, build in enumerate(builds)
            if prices[place] <= money and (occupied or state.houses[place] == FREE)
        ]
    return LegalActions([listed, _DONE[seat]])


ACTIONS: Final[Handlers] = {Build: (check_build, do_build), Done: (check_done, do_done)}
