"""The result of a plan, the cost of cities and the reach of money in sentences."""

from collections.abc import Iterator, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.games.plans import how_to_go_on, in_the_way, write_as
from gridgames.languages.messages import render_message, say
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words, plant_words
from gridgames.wings.powergrid.plan.round_plan import EXAMPLE, Part, RoundPlan, RunMost, part_words
from powergrid.actions import Build, Buy, Open, Scrap
from powergrid.projection import Projection, Reach, Route, cheapest_route, most_cities
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.state import State
from powergrid.tables import CITY_NAMES, City

_EFFORT = 3_000  # positions searched for each of the others


def tell_plan(plan: RoundPlan, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """Yield a plan part by part, its result, the rivals' chances, and the next step."""
    pending = plan.pending(state, seat)
    if not pending:
        yield say("Nothing is planned.")
        yield write_as(EXAMPLE)
        return
    found = plan.project(state, seat)
    route = found.route if isinstance(found, Projection) else _route(plan, state, seat)
    yield say("The plan:")
    for part in pending:
        if not isinstance(part, Build):
            yield _part_words(part, state)
    yield from each_city(route)
    if isinstance(found, Projection):
        yield from _projection(found, state)
        yield from _others(state, seat, names)
    else:
        yield in_the_way(found)
    if late := plan.too_late(state, seat):
        part, refusal = late
        yield say(
            "Not in this round: {part}. {rule}: {why}",
            part=part_words(part),
            rule=refusal.rule,
            why=render_message(refusal),
        )
    elif isinstance(found, Projection):
        yield how_to_go_on(is_committed=bool(list(plan.describe(state))))


def _route(plan: RoundPlan, state: State, seat: Seat) -> Route:
    route = cheapest_route(state, seat, plan.cities(state, seat))
    return route if isinstance(route, Route) else Route(plan.cities(state, seat))


def _part_words(part: Part, state: State) -> str:
    match part:
        case Open():
            card = plant_words(part.plant)
            return say(
                "plant {plant} ({card}): {price}", plant=part.plant, card=card, price=part.bid
            )
        case Scrap():
            return say("plant {plant} goes", plant=part.plant)
        case Buy() if part.count <= available(state, part.fuel):
            price = fuel_cost(state, part.fuel, part.count)
            return say("{part}: {price}", part=part_words(part), price=price)
        case RunMost():
            return say("run what powers the most cities")
    return part_words(part)


def each_city(route: Route) -> Iterator[str]:
    """Yield the price of each city of a route, or only its name if that is unknown."""
    if not route.slots:
        yield from (CITY_NAMES[city] for city in route.cities)
    for city, slot, path in zip(route.cities, route.slots, route.paths, strict=False):
        yield say(
            "{city}: {price} (slot {slot}, path {path})",
            city=CITY_NAMES[city],
            price=slot + path,
            slot=slot,
            path=path,
        )


def _projection(found: Projection, state: State) -> Iterator[str]:
    plant, fuel, cities = found.spent
    yield say(
        "In all {total}: plant {plant}, fuel {fuel}, cities {cities}; {left} Elektro left.",
        total=sum(found.spent),
        plant=plant,
        fuel=fuel,
        cities=cities,
        left=found.money,
    )
    yield say(
        "Then: {cities}, {powered} of them powered for {income}; plants {plants}; {fuel}.",
        cities=cities_words(found.cities),
        powered=found.powered,
        income=found.income,
        plants=" ".join(map(str, found.plants)) or say("none"),
        fuel=fuel_words(found.fuel),
    )
    yield say(
        "Turn order of the next round if the others do not change: place {place} of {seats}.",
        place=found.turn + 1,
        seats=state.terms.seats,
    )


def _others(state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """Yield how many cities each rival could connect now, if its money is open."""
    for other in state.turn_order:
        if other == seat:
            continue
        money = state.money[other]
        if money < 0:
            yield say("{name}: money hidden", name=names[other])
            continue
        reach = most_cities(state, other, money, _EFFORT)
        count, total = len(reach.route.cities), reach.route.total
        values = {"name": names[other], "cities": cities_words(count), "total": total}
        template = (
            "{name} has {money} Elektro and could connect {cities}, for {total}."
            if reach.is_exact
            else "{name} has {money} Elektro and could connect {cities} or more, for {total}."
        )
        yield say(template, money=money, **values)


def tell_cost(state: State, seat: Seat, cities: Sequence[City]) -> Iterator[str]:
    """Yield the price of each city in the cheapest order, and the total."""
    route = cheapest_route(state, seat, cities)
    yield say("The cheapest order:")
    if isinstance(route, Refusal):
        yield in_the_way(route)
        return
    yield from each_city(route)
    yield in_all(route, state.money[seat])


def tell_reach(state: State, seat: Seat, money: int) -> Iterator[str]:
    """Yield the most cities that ``money`` connects, with their prices."""
    yield from reach_lines(most_cities(state, seat, money), money)


def reach_lines(reach: Reach, money: int) -> Iterator[str]:
    """Yield the cities that were found for ``money``, and how many it can be at most."""
    count = len(reach.route.cities)
    yield say("With {money} Elektro: {cities}", money=money, cities=cities_words(count))
    yield from each_city(reach.route)
    if count:
        yield in_all(reach.route, money)
    if not reach.is_exact:
        yield say("Perhaps more, at most {cities}.", cities=cities_words(reach.bound))


def in_all(route: Route, money: int) -> str:
    """Return the total price of a route, and the money left or missing."""
    left = money - route.total
    if left < 0:
        return say(
            "In all {total}; {missing} Elektro are missing.", total=route.total, missing=-left
        )
    return say("In all {total}; {left} Elektro left.", total=route.total, left=left)
