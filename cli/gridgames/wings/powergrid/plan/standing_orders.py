"""The orders of a seat of Power Grid: limits in auctions, and a plan."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, Typed, truncate
from gridcommon.spelling import is_number
from gridgames.languages.catalogue import english_word
from gridgames.languages.messages import render_message, say
from gridgames.show.plans import COMMIT, PlanOrders, how_to_go_on, in_the_way, write_as
from gridgames.show.standing_orders import OrderKeyword, ParsedOrder, StandingOrders
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words, plant_words
from gridgames.wings.powergrid.plan.round_plan import (
    Part,
    Refuel,
    RoundPlan,
    RunMost,
    market_plant,
    money_of,
    part_words,
)
from powergrid.actions import Action, Bid, Build, Buy, Decline, Open, Pass, Scrap
from powergrid.game import check
from powergrid.plant_market import minimum_bid
from powergrid.projection import Projection, Reach, Route, cheapest_route, most_cities
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.state import AUCTION, State
from powergrid.tables import CITY_NAMES, Fuel, Plant

_FILLERS = ("to", "at", "most")


@dataclass(frozen=True, slots=True)
class BidLimits(StandingOrders):
    """The highest bids of a seat in one round. It raises by one each time, then passes."""

    round: int = 0
    plants: tuple[tuple[Plant, int], ...] = ()  # each with its limit in Elektro
    others: int | None = None  # the limit of all other plants

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        """Return the limits with the one in ``text``, or None if it is not about limits.

        The forms are ``bid up to 40``, ``open 13 up to 40``, ``limit 13 40``, ``limit all 40``,
        ``pass unless at most 40``, ``limits off``, and ``limits``, which changes nothing.
        """
        words = [english_word(word, "actions", "orders", "switches") for word in text.split()]
        words = [word for word in words if word not in _FILLERS]
        match words:
            case ["limits"]:
                return ParsedOrder(self)
            case ["limits" | "limit", "off"]:
                return ParsedOrder(BidLimits())
            case ["bid", "up", most] | ["up", most]:
                return self._bidding(state, seat, money_of(most))
            case ["open", plant, "up", most]:
                return self._opening(state, seat, plant, None, money_of(most))
            case ["open", plant, bid, "up", most]:
                return self._opening(state, seat, plant, money_of(bid), money_of(most))
            case ["limit", "all", most] | ["pass", "unless", most] | ["pass", "unless", "up", most]:
                return ParsedOrder(replace(self._now(state), others=money_of(most)))
            case ["limit", plant, most] if is_number(plant):
                return ParsedOrder(
                    self.with_plant(state, market_plant(state, seat, plant), money_of(most))
                )
            case ["limit" | "limits", *_]:
                raise NotationError(
                    "expected: limit PLANT MOST, limit all MOST, or limits off; found {found}",
                    found=repr(truncate(text)),
                )
        return None

    def next_action(self, state: Any, seat: Seat) -> Action | None:
        """Return the next bid, or a pass if the price is above the limit.

        If all plants on sale are above their limits, the seat declines to open an auction, where
        the rules let it.
        """
        if state.round != self.round or state.phase != AUCTION or state.surplus:
            return None
        auction, limits = state.auction, dict(self.plants)
        if auction is None:
            for plant in state.current_market:
                most = limits.get(plant, self.others)
                if most is None or most >= minimum_bid(state, plant):
                    return None
            return None if check(state, Decline(seat)) else Decline(seat)
        most = limits.get(auction.plant, self.others)
        if most is None:
            return None
        bid = auction.high + 1
        return Bid(seat, bid) if bid <= min(most, state.money[seat]) else Pass(seat)

    def describe(self, state: Any) -> Iterator[str]:
        for plant, most in self._in_force(state):
            if plant == "all":
                yield say("every other plant: up to {most}", most=most)
            else:
                yield say("plant {plant}: up to {most}", plant=plant, most=most)

    def to_commands(self, state: Any) -> Iterator[str]:
        return (f"limit {plant} {most}" for plant, most in self._in_force(state))

    def _in_force(self, state: State) -> Iterator[tuple[Plant | str, int]]:
        """Yield the limits of the plants in the market, then the limit of ``all`` others."""
        limits = self._now(state)
        yield from (one for one in limits.plants if one[0] in state.plant_market)
        if limits.others is not None:
            yield "all", limits.others

    def _now(self, state: State) -> "BidLimits":
        """Return the limits of this round's auctions, or of the next round's if they are over."""
        number = state.round + (state.phase > AUCTION)
        return self if self.round == number else BidLimits(number)

    def with_plant(self, state: State, plant: Plant, most: int) -> "BidLimits":
        """Return the limits with ``most`` as the limit of a plant."""
        now = self._now(state)
        return replace(now, plants=tuple(sorted({**dict(now.plants), plant: most}.items())))

    def without_plant(self, plant: Plant) -> "BidLimits":
        """Return the limits without the limit of a plant."""
        return replace(self, plants=tuple(one for one in self.plants if one[0] != plant))

    def _bidding(self, state: State, seat: Seat, most: int) -> ParsedOrder:
        bid = Bid(seat, most)
        if refusal := check(state, bid):
            raise IllegalAction(bid, refusal)
        assert state.auction is not None, bid
        limits = self.with_plant(state, state.auction.plant, most)
        return ParsedOrder(limits, Bid(seat, state.auction.high + 1))

    def _opening(
        self, state: State, seat: Seat, text: str, bid: int | None, most: int
    ) -> ParsedOrder:
        plant = market_plant(state, seat, text)
        opened = Open(seat, plant, minimum_bid(state, plant) if bid is None else bid)
        if refusal := check(state, replace(opened, bid=min(opened.bid, most))):
            raise IllegalAction(opened, refusal)
        return ParsedOrder(self.with_plant(state, plant, most), opened)


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


ORDER_WORDS = (
    OrderKeyword(
        "plan",
        "the result of a plan, as in plan 13 at 25, coal 2 at most 8, Essen else Fulda; "
        "back, clear and keep change the plan",
        usage="[PART, ...]",
    ),
    COMMIT,
    OrderKeyword(
        "limit", "the highest bid that is made for you without asking", usage="PLANT MOST"
    ),
    OrderKeyword("limits", "the current limits; off removes them", usage="[off]"),
)


@dataclass(frozen=True, slots=True)
class PowerGridOrders(PlanOrders):
    """The standing orders of one seat."""

    plan: RoundPlan = field(default_factory=RoundPlan)
    limits: BidLimits = field(default_factory=BidLimits)

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        if given := super(PowerGridOrders, self).parse(state, seat, text):
            return given
        given = self.limits.parse(state, seat, text)
        if given is None:
            return None
        assert isinstance(given.standing, BidLimits), text
        return ParsedOrder(replace(self, limits=given.standing), given.action)

    def describe_plan(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        return describe_plan(self.plan, state, seat, names)

    def with_plan(self, state: Any, plan: RoundPlan) -> "PowerGridOrders":
        """Return the orders with another plan, and with the limit of its plant if committed."""
        before, now, limits = self.plan.bids(), plan.bids(), self.limits
        if (before, self.plan.round) != (now, plan.round):
            for plant in before:
                limits = limits.without_plant(plant)
            for plant, most in now.items():
                limits = limits.with_plant(state, plant, most)
        return PowerGridOrders(plan, limits)

    def next_action(self, state: Any, seat: Seat) -> Action | None:
        return self.limits.next_action(state, seat) or self.plan.next_action(state, seat)

    def describe(self, state: Any) -> Iterator[str]:
        yield from self.limits.describe(state)
        yield from self.plan.describe(state)

    def to_commands(self, state: Any) -> Iterator[str]:
        yield from self.limits.to_commands(state)
        yield from PlanOrders.to_commands(self, state)
