"""Positions of Power Grid for tests: dealt by hand, changed by hand, played on by notation."""

from powergrid import Ruleset, Setup, State, advance, check, new_game, to_act
from powergrid.actions import Action, Decline, Done, Open, Pass, Run
from powergrid.board import FAR
from powergrid.building import cost
from powergrid.events import CityConnected, Event, FuelBought, PlantSold, Powered
from powergrid.game import legal_actions
from powergrid.notation import ACTIONS
from powergrid.state import AUCTION, PHASES, price_slots
from powergrid.tables import CITY_OF, NOTHING, PLANTS, STEP3, UNKNOWN, Plant

ZONES = {
    ("germany", 3): ("northwest", "southwest", "west"),
    ("germany", 4): ("east", "northwest", "southwest", "west"),
    ("germany", 5): ("east", "northeast", "northwest", "southwest", "west"),
    ("usa", 3): ("midwest", "northeast", "southeast"),
    ("usa", 4): ("midwest", "northeast", "south", "southeast"),
    ("usa", 5): ("midwest", "northeast", "northwest", "south", "southeast"),
}
CARTEL_HOUSES = ("Kassel", "Osnabrück", "Bremen", "Hamburg", "Hannover", "Cuxhaven")


def deal(edition="recharged", map="germany", seats=3, *, setup=None, **options) -> State:
    """Return a game at its first choice, in turn order 0, 1, 2 ... and a zone with Essen or Boston.

    Plants: 3-10 face up and 11-40 in the stack, lowest on top, unless ``setup`` says otherwise.
    """
    given = {
        "regions": ZONES[map, {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}[seats]],
        "turn_order": tuple(range(seats)),
        "market": tuple(range(3, 11)),
        "stack": (*range(11, 41), STEP3),
        "after_step3": None,
        **(setup or {}),
    }
    return new_game(Ruleset(edition, map, **options), seats, 1, Setup(**given))


def cartel(**kwargs) -> State:
    """Return the Cartel game after its houses were placed, with 0 to open."""
    state = deal(seats=2, **kwargs)
    for city in CARTEL_HOUSES:
        say(state, f"place_cartel {city}")
    return state


def act(state: State, action: Action) -> list:
    """Make a legal action; return its events."""
    refusal = check(state, action)
    assert refusal is None, f"{action} {refusal}"
    events: list = []
    advance(state, action, events)
    return events


def say(state: State, *texts: str) -> list:
    """Make the actions that ``texts`` mean for the seat to act; return all events."""
    events = []
    for text in texts:
        events += act(state, ACTIONS.parse(text, to_act(state)))
    return events


def skip(state: State) -> list:
    """Let the seat to act do as little as can be; return the events."""
    actions = legal_actions(state)
    for kind in (Decline, Pass, Done):
        for action in actions:
            if isinstance(action, kind):
                return act(state, action)
    if isinstance(actions[0], Open):  # the first round: the highest plant that is for sale
        return act(state, max(actions, key=lambda action: (action.plant, -action.bid)))
    return act(state, next((a for a in actions if isinstance(a, Run)), actions[0]))


def skip_to(state: State, phase: str, round: int | None = None) -> list:
    """Do as little as can be until ``phase`` of ``round`` (else the next one) begins."""
    events = []
    while True:
        if PHASES[state.phase] == phase and round in (None, state.round):
            return events
        assert to_act(state) is not None, "the game is over"
        events += skip(state)


def own(state: State, seat: int, *cities: str, slot: int = 0) -> None:
    """Put houses of ``seat`` into cities, free of charge."""
    for name in cities:
        place = state.board.places[CITY_OF[name]]
        slots = list(state.houses[place])
        slots[slot] = seat
        state.houses[place] = tuple(slots)
        state.network[seat] |= 1 << place
        state.city_count[seat] += 1
    state.reach[seat] = reach(state, seat)
    price_slots(state)


def own_cities(state: State, seat: int, count: int) -> None:
    """Give ``seat`` houses in the first free cities of the zone, ``count`` in all."""
    for place, city in enumerate(state.board.cities):
        if state.city_count[seat] == count:
            return
        if state.houses[place] == (-1, -1, -1):
            own(state, seat, next(name for name, known in CITY_OF.items() if known == city))


def reach(state: State, seat: int) -> tuple[int, ...]:
    """Return what the cache ``state.reach`` must hold for ``seat``."""
    places = range(len(state.houses))
    mine = [place for place in places if state.network[seat] >> place & 1]
    if not mine:
        return (FAR,) * len(places)
    return tuple(
        FAR if place in mine else min(state.board.costs[other][place] for other in mine)
        for place in places
    )


def price_of(state: State, seat: int, name: str) -> int:
    """Return what ``seat`` would pay for a city: slot and path."""
    return cost(state, seat, state.board.places[CITY_OF[name]])


def give(state: State, seat: int, *plants: Plant, fuel=NOTHING, money: int | None = None) -> None:
    """Let ``seat`` own exactly ``plants`` and ``fuel`` (from the supply, else the market)."""
    state.plants[seat] = tuple(sorted(plants))
    for kind in range(4):
        more = fuel[kind] - state.fuel[seat][kind]
        from_supply = min(more, state.supply[kind])
        state.supply[kind] -= from_supply
        state.market[kind] -= more - from_supply
    state.fuel[seat] = fuel
    if money is not None:
        state.money[seat] = money


def in_auction(state: State, round: int = 2) -> State:
    """Let the auction of a later round begin, with everybody still without a plant but one."""
    for seat in range(state.terms.seats):
        give(state, seat)
    skip_to(state, "resources")
    for seat in range(state.terms.seats):
        give(state, seat, 3 + seat)
        state.money[seat] = 50
    skip_to(state, "auction", round)
    assert state.phase == AUCTION
    return state


def money_after(events: list[Event], money: list[int]) -> list[int]:
    """Return ``money`` after ``events``."""
    after = list(money)
    for event in events:
        match event:
            case PlantSold() | FuelBought():
                after[event.seat] -= event.price
            case CityConnected():
                after[event.seat] -= event.slot_price + event.path
            case Powered():
                after[event.seat] += event.income
            case _:
                pass
    return after


def invariants(state: State) -> None:
    """Assert what holds in every position that play can reach."""
    seats = range(state.terms.seats)
    totals = (24, 24, 24, 12)
    for kind in range(4):
        held = sum(state.fuel[seat][kind] for seat in seats) + state.cartel_fuel[kind]
        marked = state.marked.bit_count() if kind == 3 else 0
        count = held + marked + state.market[kind] + state.supply[kind]
        assert count == totals[kind], (kind, count)
        assert state.market[kind] >= 0, state.market
        assert state.supply[kind] >= 0, state.supply
    removed = set(PLANTS) - set(state.draws.market) - set(state.draws.stack)
    everywhere = [*state.plant_market, *state.cartel_plants, *removed]
    everywhere += [plant for plants in state.plants for plant in plants]
    everywhere += [plant for plant in PLANTS if state.out >> plant & 1]
    unknown = state.stack.count(UNKNOWN)
    everywhere += [card for card in state.stack if card not in (STEP3, UNKNOWN)]
    if not unknown:
        assert sorted(everywhere) == list(PLANTS), sorted(everywhere)
    assert state.plant_market == sorted(state.plant_market)
    for seat in seats:
        _seat_invariants(state, seat)
    _city_invariants(state)


def _seat_invariants(state: State, seat: int) -> None:
    from powergrid.storage import fits

    assert state.money[seat] >= 0, state.money
    assert min(state.fuel[seat]) >= 0
    assert fits(state.fuel[seat], state.plants[seat]), (state.fuel[seat], state.plants[seat])
    limit = state.terms.plant_limit + (state.surplus is not None and state.surplus.seat == seat)
    assert len(state.plants[seat]) <= limit
    assert state.city_count[seat] == state.network[seat].bit_count()
    assert state.reach[seat] == reach(state, seat)
    house_limit = state.terms.ruleset.house_limit
    assert house_limit is None or state.city_count[seat] <= house_limit


def _city_invariants(state: State) -> None:
    from powergrid.state import CARTEL, EMPTY, SLOT_PRICES, taken

    houses = 0
    for place, slots in enumerate(state.houses):
        players = [owner for owner in slots if owner not in (EMPTY, CARTEL)]
        assert len(players) == len(set(players)) <= state.step, (slots, state.step)
        for seat in range(state.terms.seats):
            assert (seat in slots) == bool(state.network[seat] >> place & 1)
        assert state.prices[place] == SLOT_PRICES[state.step][taken(slots)]
        houses += slots.count(CARTEL)
        assert slots[2] != CARTEL
    assert houses + state.cartel_houses == (16 if state.terms.cartel else 0)
    if state.terms.obsolete and state.plant_market:
        assert state.plant_market[0] > state.most_cities
