"""A state of Power Grid in plain words."""

from collections.abc import Iterator, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Word, word_list
from gridgames.languages.caveats import notes
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, headed, wrapped
from powergrid.powering import best_outcome, distribute_fuel
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
    SLOT_COST,
    STEP3,
    Fuel,
    Plant,
    Tokens,
)

SEAT_STYLES = ("red", "blue", "green", "yellow", "magenta", "cyan")


def describe(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the whole state: the current task, markets, players, cities by region."""
    rules = state.terms.ruleset
    title = f"Power Grid {rules.edition}, {say(state.board.map.name)}"
    zone = say("  zone: {regions}", regions=word_list(state.board.regions))
    yield from headed(title, "bold", zone, "  ")
    if options := rules.options():
        text = ", ".join(f"{name}={value}" for name, value in options.items())
        yield from wrapped(say("options: {options}", options=text), "  ")
    now = {"round": state.round, "step": state.step, "phase": Word(PHASES[state.phase])}
    yield [(say("Round {round}, step {step}, phase: {phase}", **now), "")]
    order = ", ".join(names[seat] for seat in state.turn_order)
    yield from wrapped(say("Turn order: {order}", order=order), "  ", first="")
    yield from wrapped(say("Now: {task}", task=to_do(state, names)), "  ", "bold", first="")
    yield []
    yield from _plant_market(state)
    yield from _fuel_market(state)
    yield from describe_players(state, names)
    yield []
    yield from describe_cities(state, names)
    for note in notes(state.terms.caveats):
        yield from wrapped(say("Not certain: {note}", note=note), "  ", "dim", first="")


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
        need = say("{count} hybrid", count=card.fuel)
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


def _plant_market(state: State) -> Iterator[Line]:
    cards = say("  (stack: {count:card|cards})", count=len(state.stack))
    yield [(say("Plant market"), "bold"), (cards, "dim")]
    if state.top_back:
        yield from wrapped(f"  {top_words(state)}", " " * 4, first="")
    for title, plants in (("current", state.current_market), ("future", state.future_market)):
        for plant in plants:
            token = say("  discount token: from 1") if plant == state.discount else ""
            text = f"  {say(title):<8} {plant:>2}  {plant_words(plant)}{token}"
            yield from wrapped(text, " " * 15, first="")
    if state.step3_lies:
        yield [(f"  {say('future'):<8} {say('the Step 3 card')}", "")]
    yield []


def top_words(state: State) -> str:
    """Return the back of the top card, and the cards that have that back."""
    backs = state.terms.backs
    same = [card for card, back in backs.items() if back == state.top_back and card != STEP3]
    values = {"back": Word(state.top_back or ""), "low": min(same), "high": max(same)}
    drawn = state.step == 3 or state.step3_lies or state.step3_pending
    if backs[STEP3] == state.top_back and not drawn:
        return say("Top of the stack: {back} (a plant from {low} to {high}, or Step 3)", **values)
    return say("Top of the stack: {back} (a plant from {low} to {high})", **values)


def _fuel_market(state: State) -> Iterator[Line]:
    yield [(say("Fuel market"), "bold")]
    for fuel, name in enumerate(FUELS):
        text = market_words(state, fuel)
        space = " " * (state.market[fuel] < 10)
        supply = supply_words(state, fuel)
        yield from wrapped(f"{say(name):<8} {space}{text}; {supply}", " " * 13, first="  ")
    yield []


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


def describe_players(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the possessions of the players in turn order, and of the Cartel."""
    yield [(say("Players"), "bold")]
    for seat in state.turn_order:
        text = say(
            ": {money}, {cities:city|cities}, could power {power}; {fuel}",
            money=money_words(state, seat),
            cities=state.city_count[seat],
            power=supplied_cities(state, seat),
            fuel=fuel_words(state.fuel[seat]),
        )
        yield from headed(f"  {names[seat]}", SEAT_STYLES[seat], text)
        yield from _with_fuel(state.plants[seat], state.fuel[seat])
    if state.terms.cartel:
        fuel = fuel_words(state.cartel_fuel)
        text = say(": {count:house|houses} left; {fuel}", count=state.cartel_houses, fuel=fuel)
        yield from headed(f"  {say('Cartel')}", "bold", text)
        yield from _with_fuel(state.cartel_plants, state.cartel_fuel)


def _with_fuel(plants: tuple[Plant, ...], stock: Tokens) -> Iterator[Line]:
    """Yield plants with the fuel on each, distributed so that most of them can run."""
    for plant, held in zip(plants, distribute_fuel(plants, stock), strict=True):
        text = plant_words(plant)
        if any(held):
            text = say("{plant}; holds {fuel}", plant=text, fuel=fuel_words(held))
        yield from wrapped(f"      {plant:>2}  {text}", " " * 12, first="")


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
