"""A state of Power Grid in plain words."""

from collections.abc import Iterator, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridgames.languages.messages import say
from gridgames.show.plans import in_the_way
from gridgames.terminal.frames import DIM
from gridgames.terminal.output import Line, headed, wrapped
from powergrid.powering import best_outcome
from powergrid.projection import Reach, Route
from powergrid.resources import available
from powergrid.state import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    CARTEL,
    EMPTY,
    OVER,
    RESOURCES,
    SETUP,
    State,
)
from powergrid.tables import (
    CITY_NAMES,
    COAL,
    FUELS,
    OIL,
    PLANTS,
    SLOT_COST,
    STEP3,
    Fuel,
    Plant,
    Tokens,
)

FUEL_STYLES = ("#c8a27a", "#b9c0c8", "#e6d05c", "#ff9a8a")
TOKEN, ROOM, HOUSE = "▪", "·", "⌂"
_KIND_STYLES = dict(zip(FUELS, FUEL_STYLES, strict=True))
_CLEAN = "#7fe0a8"  # of plants that need no fuel


def kind_words(plant: Plant, *, is_brief: bool = False) -> str:
    """Return what a plant runs on, as in ``oil``."""
    kind = PLANTS[plant].kind
    if kind == "hybrid":
        return say("c/o") if is_brief else say("coal or oil")
    return say(kind)


def kind_style(plant: Plant) -> str:
    """Return the style of what a plant runs on."""
    return _KIND_STYLES.get(PLANTS[plant].kind, "" if PLANTS[plant].fuel else _CLEAN)


def needed_tokens(plant: Plant) -> Line:
    """Return the tokens that one run of a plant takes; those of a hybrid have two colours."""
    count = PLANTS[plant].fuel
    if PLANTS[plant].kind == "hybrid":
        half = (count + 1) // 2
        return [
            (TOKEN * half, FUEL_STYLES[COAL]),
            *([(TOKEN * (count - half), FUEL_STYLES[OIL])] if count > half else []),
        ]
    return [(TOKEN * count, kind_style(plant))] if count else []


def plant_line(plant: Plant, stored: Tokens | None = None) -> Line:
    """Return a plant, as in ``7 ▪▪▪ oil ⌂2``, with the tokens ``stored`` on it if they matter.

    A ``·`` is an empty place for a token.
    """
    tokens = needed_tokens(plant) if stored is None else _laid(plant, stored)
    return [
        (f"{plant} ", "bold"),
        *tokens,
        *([(" ", "")] if tokens else []),
        (f"{kind_words(plant, is_brief=True)} ", kind_style(plant)),
        (f"{HOUSE}{PLANTS[plant].cities}", ""),
    ]


def _laid(plant: Plant, stored: Tokens) -> Line:
    places = 2 * PLANTS[plant].fuel
    line: Line = [
        (TOKEN * count, style) for count, style in zip(stored, FUEL_STYLES, strict=True) if count
    ]
    empty = places - sum(stored)
    return [*line, (ROOM * empty, DIM)] if empty else line


def to_do(state: State, names: Sequence[str]) -> str:
    """Return the current task, and who has to do it."""
    if state.phase == OVER:
        return say("the game is over")
    who = names[state.actor]
    auction = state.auction
    if state.surplus:
        return say("{name} scraps a plant, but not {plant}", name=who, plant=state.surplus.bought)
    if auction:
        return say(
            "{name} bids on plant {plant} or passes; {leader} leads with {high}",
            name=who,
            plant=auction.plant,
            leader=names[auction.leader],
            high=auction.high,
        )
    return say(
        {
            SETUP: "{name} chooses a city of the set-up",
            AUCTION: "{name} opens an auction or declines",
            RESOURCES: "{name} buys fuel, or is done",
            BUILDING: "{name} builds, or is done",
            BUREAUCRACY: "{name} chooses the plants that run",
        }[state.phase],
        name=who,
    )


def task_words(state: State, names: Sequence[str]) -> str:
    """Return the current task in a few words, and who has to do it; '' after the end."""
    if state.phase == OVER:
        return ""
    name = names[state.actor]
    if state.surplus:
        return say("{name}: scrap a plant", name=name)
    if state.auction:
        return say("{name}: bid or pass", name=name)
    return say(
        {
            SETUP: "{name}: choose a city",
            AUCTION: "{name}: open an auction",
            RESOURCES: "{name}: buy fuel",
            BUILDING: "{name}: build",
            BUREAUCRACY: "{name}: run plants",
        }[state.phase],
        name=name,
    )


def plant_words(plant: Plant) -> str:
    """Return the printed values of a plant, as in ``2 coal for 5 cities``."""
    card = PLANTS[plant]
    if not card.fuel:
        need = say(card.kind)
    elif card.kind in FUELS:
        need = _count_words(card.fuel, card.kind)
    else:
        need = say("{count} coal or oil", count=card.fuel)
    return say("{need} for {cities}", need=need, cities=cities_words(card.cities))


def cities_words(count: int) -> str:
    """Return a number of cities, as in ``1 city``."""
    return say("{count:city|cities}", count=count)


def money_words(state: State, seat: Seat) -> str:
    """Return the money of a seat, as in ``50 Elektro``, or that it is hidden."""
    money = state.money[seat]
    return say("money hidden") if money < 0 else say("{money} Elektro", money=money)


def supplied_cities(state: State, seat: Seat) -> int:
    """Return the number of cities that a seat's plants can power with its fuel."""
    return best_outcome(state.plants[seat], state.fuel[seat], len(CITY_NAMES))[2]


def fuel_words(tokens: Tokens) -> str:
    """Return tokens as in ``2 coal, 1 oil``."""
    texts = [_count_words(count, FUELS[fuel]) for fuel, count in enumerate(tokens) if count]
    return ", ".join(texts) or say("no fuel")


def _count_words(count: int, fuel: str) -> str:
    return say("{count} {fuel}", count=count, fuel=Word(fuel))


def top_cards(state: State) -> tuple[int, int]:
    """Return the lowest and the highest plant that can be on top of the stack, by its back."""
    backs = state.terms.backs
    same = [card for card, back in backs.items() if back == state.top_back and card != STEP3]
    return min(same), max(same)


def top_words(state: State) -> str:
    """Return the cards that can be on top of the stack, whose back is seen."""
    low, high = top_cards(state)
    drawn = state.step == 3 or state.step3_lies or state.step3_pending
    if state.terms.backs[STEP3] == state.top_back and not drawn:
        return say("Top of the stack: a plant from {low} to {high}, or Step 3", low=low, high=high)
    return say("Top of the stack: a plant from {low} to {high}", low=low, high=high)


def market_words(state: State, fuel: Fuel) -> str:
    """Return how many tokens of a fuel are on the market, at which prices."""
    prices = market_prices(state, fuel, state.market[fuel])
    if not prices:
        return say("none left")
    return say(
        "{count:token|tokens}, from {price}: {prices}",
        count=len(prices),
        price=prices[0],
        prices=prices_words(prices),
    )


def supply_words(state: State, fuel: Fuel) -> str:
    """Return how many tokens of a fuel are in the depot, or else in the supply."""
    extra = available(state, fuel) - state.market[fuel]
    if extra:
        return say("{count} in the depot", count=extra)
    return say("{count} in the supply", count=state.supply[fuel])


def market_prices(state: State, fuel: Fuel, count: int) -> list[int]:
    """Return the price of each token on the market, cheapest first."""
    prices = state.terms.prices[fuel]
    return list(prices[len(prices) - count :])


def prices_words(prices: Sequence[int]) -> str:
    """Return the number of tokens at each price, as in ``3 at 1, 1 at 4``."""
    return ", ".join(
        say("{count} at {price}", count=prices.count(price), price=price)
        for price in sorted(set(prices))
    )


def describe_cities(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the cities by region, each with the owners of its houses."""
    first, second, third = SLOT_COST
    template = "  (houses cost {first}, {second}, {third}; owners are in brackets)"
    costs = say(template, first=first, second=second, third=third)
    yield from headed(say("Cities"), "bold", costs, "  ")
    for region in state.board.regions:
        texts = []
        for place, city in enumerate(state.board.cities):
            if state.board.map.region_of[city] == region:
                inside = [
                    say("Cartel") if house == CARTEL else names[house]
                    for house in state.houses[place]
                    if house != EMPTY
                ]
                if state.marked >> place & 1:
                    inside.append(say("start city"))
                texts.append(CITY_NAMES[city] + (f" ({', '.join(inside)})" if inside else ""))
        yield from wrapped(f"{say(region)}: {', '.join(texts)}", "    ", first="  ")


def price_words(house: int, connection: int) -> str:
    """Return the price of a city, with its parts if there are two."""
    price = f"{house + connection}"
    if not connection:
        return price
    told = say("house {house}, connection {connection}", house=house, connection=connection)
    return f"{price} ({told})"


def each_city(route: Route) -> Iterator[str]:
    """Yield the price of each city of a route, or only its name if that is unknown."""
    if not route.slots:
        yield from (CITY_NAMES[city] for city in route.cities)
    for city, slot, path in zip(route.cities, route.slots, route.paths, strict=False):
        yield f"{CITY_NAMES[city]}: {price_words(slot, path)}"


def reach_lines(reach: Reach, money: int) -> Iterator[str]:
    """Yield the most cities that ``money`` connects with their prices, and any upper bound."""
    count = len(reach.route.cities)
    yield say("With {money} Elektro: {cities}", money=money, cities=cities_words(count))
    if count:
        yield from route_lines(reach.route, money)
    if not reach.is_exact:
        yield say("Perhaps more, at most {cities}.", cities=cities_words(reach.bound))


def route_lines(route: Route | Refusal, money: int) -> Iterator[str]:
    """Yield the price of each city of a route, the total, and the money left or missing."""
    if isinstance(route, Refusal):
        yield in_the_way(route)
        return
    yield from each_city(route)
    total, left = route.total, money - route.total
    if left < 0:
        yield say("In all {total}; {missing} Elektro are missing.", total=total, missing=-left)
    else:
        yield say("In all {total}; {left} Elektro left.", total=total, left=left)
