"""Plans, the cost of cities and the reach of money in sentences."""

from collections.abc import Iterator, Mapping, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Typed
from gridgames.languages.messages import render_message, say
from gridgames.show.plans import how_to_go_on, in_the_way, write_as
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words, plant_words
from gridgames.wings.powergrid.plan.parts import Part, Refuel, RunMost, part_words
from gridgames.wings.powergrid.plan.round_plan import RoundPlan
from powergrid.actions import Build, Buy, Open, Scrap
from powergrid.projection import Projection, Reach, Route, cheapest_route, most_cities
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.state import State
from powergrid.tables import CITY_NAMES, Fuel

_EFFORT = 3_000  # positions searched for each rival


def describe_plan(plan: RoundPlan, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """Yield a plan part by part, its result, the rivals' chances, and the next step."""
    if not plan.pending(state, seat):
        yield say("Nothing is planned.")
        yield write_as(plan.EXAMPLE)
        return
    failed = plan.obstacle(state, seat)
    bent = plan if failed else plan.without_notices().bent(state, seat, whole=True)
    pending, found = bent.pending(state, seat), bent.project(state, seat)
    cities = tuple(part.city for part in pending if isinstance(part, Build))
    route = found.route if isinstance(found, Projection) else cheapest_route(state, seat, cities)
    yield say("The plan:")
    for part in pending:
        if isinstance(part, Refuel):
            yield from _fuel_lines(bent.fuel(state, seat), part, state)
        elif not isinstance(part, Build):
            yield _part_words(part, state)
    yield from each_city(Route(cities) if isinstance(route, Refusal) else route)
    yield from plan.bending_lines(state, seat)
    if bent is not plan:
        yield from bent.lost_lines()
    if isinstance(found, Projection):
        yield from _projection(found, state)
        yield from _others(state, seat, names)
    else:
        yield in_the_way(failed[1] if failed else found)
    if plan.keeps:
        yield say(
            "It is kept: fuel and running are repeated in each round, until {off}.",
            off=Typed("plan no keep"),
        )
    elif late := plan.too_late(state, seat):
        part, refusal = late
        values = {"part": part_words(part), "rule": refusal.rule, "why": render_message(refusal)}
        yield say("Not in this round: {part}. {rule}: {why}", **values)
        return
    if isinstance(found, Projection):
        yield how_to_go_on(is_committed=bool(plan.agreed))


def _fuel_lines(tokens: Mapping[Fuel, int], part: Refuel, state: State) -> Iterator[str]:
    for fuel, count in tokens.items():
        yield _part_words(Buy(part.seat, fuel, count), state)
    if not tokens:
        yield say("{part}: no more is needed", part=part_words(part))


def _part_words(part: Part, state: State) -> str:
    match part:
        case Open():
            values = {"plant": part.plant, "card": plant_words(part.plant), "price": part.bid}
            return say("plant {plant} ({card}): {price}", **values)
        case Scrap():
            return say("plant {plant} goes", plant=part.plant)
        case Buy() if part.count <= available(state, part.fuel):
            price = fuel_cost(state, part.fuel, part.count)
            return say("{part}: {price}", part=part_words(part), price=price)
        case RunMost():
            return say("run the plants that power the most cities")
    return part_words(part)


def each_city(route: Route) -> Iterator[str]:
    """Yield the price of each city of a route, or only its name if that is unknown."""
    if not route.slots:
        yield from (CITY_NAMES[city] for city in route.cities)
    for city, slot, path in zip(route.cities, route.slots, route.paths, strict=False):
        values = {"city": CITY_NAMES[city], "price": slot + path, "slot": slot, "path": path}
        yield say("{city}: {price} (slot {slot}, path {path})", **values)


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
    """Yield the number of cities that each rival could connect now, if its money is open."""
    for other in state.turn_order:
        money = state.money[other]
        if other == seat:
            continue
        if money < 0:
            yield say("{name}: money hidden", name=names[other])
            continue
        reach = most_cities(state, other, money, _EFFORT)
        yield say(
            "{name} has {money} Elektro and could connect {cities}, for {total}."
            if reach.is_exact
            else "{name} has {money} Elektro and could connect {cities} or more, for {total}.",
            name=names[other],
            money=money,
            cities=cities_words(len(reach.route.cities)),
            total=reach.route.total,
        )


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
