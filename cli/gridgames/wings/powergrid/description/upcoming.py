"""The near future in Power Grid: income, turn order, refill and routes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gridcommon.contract import Seat
from gridcommon.errors import JoinedList
from gridcommon.networks import cheapest_path
from gridgames.languages.messages import say
from gridgames.show.parts import Banner
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    fuel_words,
    supplied_cities,
)
from powergrid import building
from powergrid.actions import Action, Build, Decline, Done, Run
from powergrid.board import FAR, Place
from powergrid.bureaucracy import payment
from powergrid.ending import powering
from powergrid.fuel_market import tokens_to_add
from powergrid.game import check
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome, output
from powergrid.projection import most_cities, slot_prices
from powergrid.state import BUILDING, OVER, RESOURCES, SETUP, State
from powergrid.steps import coming_step
from powergrid.storage import fits
from powergrid.tables import CITY_NAMES, PAYMENT, SLOT_COST, City, Tokens

_EFFORT = 2000  # positions that the search for an end visits


def incomes(state: State, seat: Seat) -> list[tuple[int, int]]:
    """Return numbers of cities with their income: the supplied cities, and one more.

    Before the fuel is bought these are the cities that the plants can supply.
    """
    is_fuelled = state.phase > RESOURCES
    most = supplied_cities(state, seat) if is_fuelled else output(state.plants[seat])
    mine = min(most, state.city_count[seat], len(PAYMENT) - 1)
    return [(n, payment(n)) for n in range(mine, min(mine + 2, len(PAYMENT)))]


def refill(state: State) -> Tokens:
    """Return the tokens of the next refill if no more fuel is bought or burnt."""
    return tokens_to_add(state, coming_step(state))


def turning_point(state: State, names: Sequence[str], seat: Seat | None) -> Banner | None:
    """Return the last round or the step, and who could end the game in this round.

    Rules: PG-STEP-02, PG-STEP-03, PG-STEP-04, PG-STEP-09, PG-END-01, PG-END-02, PG-END-03,
    PG-END-04.
    """
    if state.phase in (SETUP, OVER):
        return None
    if state.phase == BUILDING and state.most_cities >= state.terms.end_cities:
        return _last_round(state, names, seat)
    banner = Banner(brief=_end_in_reach(state, names, seat))
    if state.step == 1:
        return banner
    house = {"price": SLOT_COST[state.step - 1], "step": state.step}
    plants = (
        say("The lowest plant has left the market, and more fuel is refilled.")
        if state.step == 2
        else say("All plants of the market are on sale, and the refill changes.")
    )
    told = [
        say("A second house may be built in each city, for {price}.", **house)
        if state.step == 2
        else say("A third house may be built in each city, for {price}.", **house),
        plants,
    ]
    if seat is not None and state.network[seat]:
        count = sum(price < FAR for price in slot_prices(state, seat))
        told.insert(1, say("{count:city has|cities have} room for you.", count=count))
    return banner._replace(title=say("STEP {step}", **house), sentences=told)


def _last_round(state: State, names: Sequence[str], seat: Seat | None) -> Banner:
    """Return who ends the game, who still builds, and what each player can power."""
    end, order = state.terms.end_cities, state.turn_order[::-1]
    ready = [one for one in order if state.city_count[one] >= end]
    values = {"count": state.most_cities, "names": _named(names, ready, seat)}
    left = order[order.index(state.actor) :]
    told = [
        say("{count} cities are built ({names}): the game ends after this phase.", **values),
        say("Most powered cities win, then most money."),
        say("Still to build: {names}.", names=_named(names, left, seat)),
    ]
    powered = [powering(state, one) for one in range(len(names))]
    if seat is not None:
        own, most = state.city_count[seat], supplied_cities(state, seat)
        if most != own and (most < own or seat in left):
            told.append(say("Your fuel powers {most}, you own {own}.", most=most, own=own))
    standing: list[tuple[Seat, str]] = []
    for one in sorted(range(len(names)), key=lambda one: (one != seat, -powered[one])):
        values = {"name": names[one], "count": powered[one], "money": state.money[one]}
        words = f"{names[one]} {powered[one]}"
        if not standing:
            words = say("{name} can power {count}", **values)
        if state.money[one] >= 0:  # else hidden
            words = say("{words} (money {money})", words=words, **values)
        standing.append((one, words))
    return Banner(say("LAST ROUND"), told, standing)


def _end_in_reach(state: State, names: Sequence[str], own: Seat | None) -> str:
    """Return who could end the game in this round, '' before the fuel is bought or for nobody."""
    if state.phase not in (RESOURCES, BUILDING):
        return ""
    end, order = state.terms.end_cities, state.turn_order[::-1]
    left = order if state.phase == RESOURCES else order[order.index(state.actor) :]
    able = []
    for seat in left:
        missing, money = end - state.city_count[seat], state.money[seat]
        # A search only if the money may be enough; hidden money is below 0
        if money >= missing * SLOT_COST[0]:
            reach = most_cities(state, seat, money, _EFFORT)
            able += [seat] * (len(reach.route.cities) >= missing)
    if not able:
        return ""
    values = {"count": end, "names": _named(names, able, own)}
    return say("This could be the last round: {names} can reach {count} cities.", **values)


def _named(names: Sequence[str], seats: Sequence[Seat], own: Seat | None) -> JoinedList:
    return JoinedList(tuple(say("you") if seat == own else names[seat] for seat in seats), "and")


def route(state: State, seat: Seat, target: Place) -> list[Place]:
    """Return the places on a cheapest path from the seat's network to a city, both included.

    The list is empty if the seat has no network yet.
    """
    own = [place for place in range(len(state.houses)) if state.network[seat] >> place & 1]
    return cheapest_path(state.board.links, own, target) or []


def path_words(state: State, way: Sequence[Place]) -> str:
    """Return the cost of each link of a path, as in ``7+16``."""
    links = state.board.links
    return "+".join(str(dict(links[one])[other]) for one, other in pairwise(way))


def describe_prices(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the price of each city that the seat to act can build, cheapest first."""
    seat, builds = state.actor, []
    for action in building.legal_builds(state):
        if isinstance(action, Build):
            place = state.board.places[action.city]
            price, city = building.cost(state, seat, place), CITY_NAMES[action.city]
            words, path = f"{city} {price}", route(state, seat, place)
            if len(path) > 1:
                values = {"slot": state.prices[place], "path": path_words(state, path)}
                values["start"] = CITY_NAMES[state.board.cities[path[0]]]
                words += say(" (house {slot}, from {start} {path})", **values)
            builds.append((price, city, words))
    cities = "; ".join(words for _, _, words in sorted(builds)) or say("none")
    yield from _told(say("{name} can build: {cities}", name=names[seat], cities=cities))


def describe_links(state: State) -> Iterator[Line]:
    """Yield each city with its connections and their costs."""
    board = state.board
    yield [(say("Connections"), "bold")]
    for place, city in enumerate(board.cities):
        links = sorted((CITY_NAMES[board.cities[one]], cost) for one, cost in board.links[place])
        words = ", ".join(f"{name} {cost}" for name, cost in links)
        yield from _told(f"{CITY_NAMES[city]}: {words}")


def _told(text: str) -> list[Line]:
    return wrapped(text, "    ", first="  ")


def worth_building(state: State, build: Build) -> tuple[int, int, str]:
    """Return the sort key of a legal build, cheapest first.

    The first house costs about the same in all cities, so there the second one decides.
    """
    place = state.board.places[build.city]
    near = 0 if state.network[build.seat] else nearest(state, place)[0]
    return building.cost(state, build.seat, place), near, CITY_NAMES[build.city]


def nearest(state: State, place: Place) -> tuple[int, City]:
    """Return the price of the cheapest second city after a first one, and that city."""
    board = state.board
    return min(
        (cost + state.prices[other], city)
        for other, (city, cost) in enumerate(zip(board.cities, board.costs[place], strict=True))
        if other != place
    )


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
    """Return the cheapest fuel for one more running plant, if cities lack it and it can be had."""
    plants, held = state.plants[seat], state.fuel[seat]
    if 0 < state.city_count[seat] <= supplied_cities(state, seat):
        return None
    running = best_outcome(plants, held, len(CITY_NAMES))[0]
    found = []
    for plant in plants:
        if plant in running:
            continue
        from powergrid.bots.fuel import cheapest_load  # which most questions do not need

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
