"""A state of Power Grid in plain words."""

from collections.abc import Iterator, Sequence

from gridgames.output import Line, wrapped
from powergrid.powering import best_outcome
from powergrid.resources import available
from powergrid.state import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    CARTEL,
    EMPTY,
    OVER,
    PHASES,
    RESOURCES,
    SETUP,
    State,
)
from powergrid.tables import (
    CITY_NAMES,
    FUELS,
    PLANTS,
    PRICES,
    SLOT_COST,
    TOKENS,
    Fuel,
    Plant,
    Tokens,
)

_HEAD = "bold"
SEAT_STYLES = ("red", "blue", "green", "yellow", "magenta", "cyan")
SEAT_MARKS = "ABCDEF"  # how a seat's houses are written on the map
_CARTEL_MARK = "*"


def describe(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the whole state: what is to be done, markets, players, cities by region."""
    rules = state.terms.ruleset
    title = f"Power Grid {rules.edition}, {state.board.map.name}"
    yield [(title, _HEAD), (f"  zone: {', '.join(state.board.regions)}", "")]
    if options := rules.options():
        told = ", ".join(f"{name}={value}" for name, value in options.items())
        yield from wrapped(f"options: {told}", "  ")
    phase = PHASES[state.phase]
    yield [(f"Round {state.round}, step {state.step}, phase: {phase}", "")]
    order = ", ".join(names[seat] for seat in state.turn_order)
    yield from wrapped(f"Turn order: {order}", "  ", first="")
    yield from wrapped(f"Now: {to_do(state, names)}", "  ", _HEAD, first="")
    yield []
    yield from _plant_market(state)
    yield from _fuel_market(state)
    yield from describe_players(state, names)
    yield []
    yield from describe_cities(state, names)


def to_do(state: State, names: Sequence[str]) -> str:
    """Return what has to be done now, and by whom."""
    if state.phase == OVER:
        return "the game is over"
    who = names[state.actor]
    auction = state.auction
    if state.surplus:
        return f"{who} scraps a plant, but not {state.surplus.bought}"
    if auction:
        leader = names[auction.leader]
        return f"{who} bids on plant {auction.plant} or passes; {leader} leads with {auction.high}"
    match state.phase:
        case phase if phase == SETUP:
            return f"{who} chooses a city of the set-up"
        case phase if phase == AUCTION:
            return f"{who} opens an auction or declines"
        case phase if phase == RESOURCES:
            return f"{who} buys fuel, or is done"
        case phase if phase == BUILDING:
            return f"{who} builds, or is done"
        case phase if phase == BUREAUCRACY:
            return f"{who} chooses the plants that run"
        case _:
            return ""


def plant_words(plant: Plant) -> str:
    """Return what is printed on a plant, as in ``2 coal > 5 cities``."""
    card = PLANTS[plant]
    need = f"{card.fuel} {card.kind}" if card.fuel else card.kind
    return f"{need} > {card.cities} {'city' if card.cities == 1 else 'cities'}"


def fuel_words(tokens: Tokens) -> str:
    """Return tokens as in ``2 coal, 1 oil``."""
    told = [f"{count} {FUELS[fuel]}" for fuel, count in enumerate(tokens) if count]
    return ", ".join(told) or "no fuel"


def _plant_market(state: State) -> Iterator[Line]:
    yield [("Plant market", _HEAD), (f"  (stack: {len(state.stack)} cards)", "dim")]
    for title, plants in (("current", state.current_market), ("future", state.future_market)):
        for plant in plants:
            token = "  discount token: from 1" if plant == state.discount else ""
            yield [(f"  {title:<8} {plant:>2}  {plant_words(plant)}{token}", "")]
    if state.step3_lies:
        yield [("  future   the Step 3 card", "")]
    yield []


def _fuel_market(state: State) -> Iterator[Line]:
    yield [("Fuel market", _HEAD)]
    for fuel, name in enumerate(FUELS):
        count = state.market[fuel]
        prices = market_prices(fuel, count)
        supply = f"{state.supply[fuel]} in the supply"
        extra = available(state, fuel) - count
        if extra:
            supply = f"{extra} in the depot"
        told = (
            f"{count:>2} tokens, from {prices[0]}: {prices_words(prices)}"
            if prices
            else " none left"
        )
        yield from wrapped(f"{name:<8} {told}; {supply}", " " * 13, first="  ")
    yield []


def market_prices(fuel: Fuel, count: int) -> list[int]:
    """Return the price of each token on the market, cheapest first."""
    return list(PRICES[fuel][TOKENS[fuel] - count :])


def prices_words(prices: Sequence[int]) -> str:
    """Return prices as in ``1x3 2x3 4``: so many tokens at each."""
    told = []
    for price in sorted(set(prices)):
        count = prices.count(price)
        told.append(f"{price}x{count}" if count > 1 else f"{price}")
    return " ".join(told)


def describe_players(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield what the players have, in turn order, and the Cartel."""
    yield [("Players", _HEAD)]
    for seat in state.turn_order:
        plants, fuel = state.plants[seat], state.fuel[seat]
        cities = state.city_count[seat]
        power = best_outcome(plants, fuel, len(CITY_NAMES))[2]
        money = state.money[seat]
        purse = "money hidden" if money < 0 else f"{money} Elektro"
        yield [
            (f"  {SEAT_MARKS[seat]} {names[seat]}", SEAT_STYLES[seat]),
            (f": {purse}, {cities} cities, could power {power}; {fuel_words(fuel)}", ""),
        ]
        for plant in plants:
            yield [(f"      {plant:>2}  {plant_words(plant)}", "")]
    if state.terms.cartel:
        yield [
            (f"  {_CARTEL_MARK} Cartel", _HEAD),
            (f": {state.cartel_houses} houses left; {fuel_words(state.cartel_fuel)}", ""),
        ]
        for plant in state.cartel_plants:
            yield [(f"      {plant:>2}  {plant_words(plant)}", "")]


def describe_cities(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the cities by region with the houses in them."""
    slots = "/".join(str(cost) for cost in SLOT_COST)
    marks = ", ".join(f"{SEAT_MARKS[seat]} {name}" for seat, name in enumerate(names))
    yield [("Cities", _HEAD), (f"  (slots {slots}; {marks})", "dim")]
    for region in state.board.regions:
        told = []
        for place, city in enumerate(state.board.cities):
            if state.board.map.region_of[city] == region:
                token = "!" if state.marked >> place & 1 else ""
                told.append(f"{CITY_NAMES[city]}{token} {_houses(state.houses[place])}")
        yield from wrapped(f"{region}: {', '.join(told)}", "    ", first="  ")


def _houses(houses: Sequence[int]) -> str:
    marks = {EMPTY: "-", CARTEL: _CARTEL_MARK}
    return "".join(marks.get(house) or SEAT_MARKS[house] for house in houses)
