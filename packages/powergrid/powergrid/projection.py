"""Projecting a turn: the costs, reach and income of a plan before it is carried out.

Nothing here uses hidden information or chance, or modifies a state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Refusal
from gridcommon.events import NOBODY_LISTENS
from powergrid.actions import Build, Buy
from powergrid.auction import check_minimum
from powergrid.board import FAR, Place
from powergrid.building import check_build, do_build, may_start_occupied
from powergrid.bureaucracy import payment
from powergrid.game import next_auctions
from powergrid.powering import best_outcome, missing_tokens, output, subsets
from powergrid.resources import available, check_buy, cost, do_buy
from powergrid.state import EMPTY, SLOT_PRICES, State, taken
from powergrid.storage import fits, smallest_losses, subtract_fuel
from powergrid.tables import City, Fuel, Plant, Tokens
from powergrid.turn_order import set_order

EFFORT = 20_000  # positions that a search visits


@dataclass(frozen=True, slots=True)
class Route:
    """Cities to connect in order, with the slot and the path price of each, in Elektro."""

    cities: tuple[City, ...] = ()
    slots: tuple[int, ...] = ()
    paths: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The total cost, in Elektro."""
        return sum(self.slots) + sum(self.paths)


@dataclass(frozen=True, slots=True)
class Reach:
    """The route with the most cities found for some money. ``bound`` limits their number."""

    route: Route
    bound: int

    @property
    def is_exact(self) -> bool:
        """Whether this is proven optimal: no route has more cities, or as many for less money."""
        return self.bound == len(self.route.cities)


@dataclass(frozen=True, slots=True)
class Projection:
    """The result of a plan, if nobody else acts before it is carried out."""

    money: int  # Elektro left, before the income
    spent: tuple[int, int, int]  # Elektro on the plant, on fuel, on cities
    plants: tuple[Plant, ...]
    fuel: Tokens
    route: Route
    cities: int  # in the network
    powered: int  # cities powered with the fuel then in stock
    income: int  # Elektro
    turn: int  # place in the turn order of the next round, from 0


def slot_prices(state: State, seat: Seat, step: int | None = None) -> list[int]:
    """Return the slot price of each city for the seat, FAR if it may not build there.

    Prices are those of ``step``, by default the current one, without paths. Own cities are FAR.
    Rules: PG-BUILD-04, PG-BUILD-05, PG-BUILD-09.
    """
    if step is None or step == state.step:
        prices = list(state.prices)
    else:
        by_taken = SLOT_PRICES[step]
        prices = [by_taken[taken(slots)] for slots in state.houses]
    closed = state.network[seat]
    if closed and state.step == 1:
        closed |= state.marked
    if closed:
        return [FAR if closed >> place & 1 else price for place, price in enumerate(prices)]
    return prices


def open_starts(state: State) -> list[Place]:
    """Return the places where a network may start.  Rules: PG-BUILD-02, PG-BUILD-09."""
    places = [place for place, price in enumerate(state.prices) if price < FAR]
    if state.terms.ruleset.start_cities:
        return [place for place in places if state.marked >> place & 1]
    if may_start_occupied(state):
        return places
    return [place for place in places if state.houses[place] == (EMPTY, EMPTY, EMPTY)]


def room_to_grow(state: State, seat: Seat) -> int:
    """Return how many more houses the seat may have.  Rules: PG-COMP-04."""
    limit = state.terms.ruleset.house_limit
    return len(state.houses) if limit is None else max(0, limit - state.city_count[seat])


def cheapest_route(state: State, seat: Seat, cities: Sequence[City]) -> Route | Refusal:
    """Return the cheapest order in which the seat can connect all of ``cities``, or a refusal.

    Money is ignored. The nearest city is always connected next, which is optimal, since the paths
    form a minimum spanning tree.
    Rules: PG-BUILD-02, PG-BUILD-03, PG-BUILD-04, PG-BUILD-06.

    >>> from powergrid import Ruleset, from_facts
    >>> from powergrid.tables import CITY_NAMES, CITY_OF
    >>> state = from_facts(Ruleset(), 3, {"cities": [["Essen"], [], []]})
    >>> route = cheapest_route(state, 0, [CITY_OF["Münster"], CITY_OF["Dortmund"]])
    >>> [CITY_NAMES[city] for city in route.cities], route.slots, route.paths
    (['Dortmund', 'Münster'], (10, 10), (5, 2))
    """
    twin = state.copy()
    twin.stack = []  # so that obsolete plants are not replaced
    twin.money[seat] = FAR
    left = list(dict.fromkeys(cities))
    route = Route()
    while left:
        open_now = [city for city in left if check_build(twin, Build(seat, city)) is None]
        if not open_now:
            refusal = check_build(twin, Build(seat, left[0]))
            assert refusal is not None, left
            return refusal
        prices, starts = twin.prices, not twin.network[seat]
        paths = {
            city: 0 if starts else twin.reach[seat][twin.board.places[city]] for city in open_now
        }
        city = min(open_now, key=lambda city: (paths[city], prices[twin.board.places[city]], city))
        slot = prices[twin.board.places[city]]
        route = Route((*route.cities, city), (*route.slots, slot), (*route.paths, paths[city]))
        do_build(twin, Build(seat, city), NOBODY_LISTENS)
        left.remove(city)
    return route


def most_cities(state: State, seat: Seat, money: int, effort: int = EFFORT) -> Reach:
    """Return the cheapest of the routes that connect the most cities for ``money``.

    The search branches on cities in the order of their paths, so that each route is visited once
    and its paths form a minimum spanning tree. After ``effort`` positions the best route so far is
    returned, with an upper bound for all others. The Cartel is ignored.
    Rules: PG-BUILD-01, PG-BUILD-02, PG-BUILD-03, PG-BUILD-04, PG-COMP-04.
    """
    search = _Search(state, seat, money, effort)
    route = search.best
    places = state.board.cities
    return Reach(
        Route(
            tuple(places[place] for place, _, _ in route),
            tuple(slot for _, slot, _ in route),
            tuple(path for _, _, path in route),
        ),
        search.bound,
    )


_Step = tuple[Place, int, int]  # a city, its slot and its path, in Elektro


class _Search:
    """Depth-first search, bounded by an optimistic cost of the remaining cities."""

    def __init__(self, state: State, seat: Seat, money: int, effort: int) -> None:
        self._costs = state.board.costs
        self._room = room_to_grow(state, seat)
        self._effort = effort
        self.best: list[_Step] = []
        self._best_rest = money
        self.bound = 0
        prices = slot_prices(state, seat)
        self._nearest = [
            min(
                (
                    path
                    for other, path in enumerate(paths)
                    if other != place and prices[other] < FAR
                ),
                default=FAR,
            )
            for place, paths in enumerate(self._costs)
        ]
        if state.network[seat]:
            self._search_from(list(state.reach[seat]), prices, money, [])
        else:
            self._start(state, prices, money)
        self.bound = max(self.bound, len(self.best))

    def _start(self, state: State, prices: list[int], money: int) -> None:
        starts = sorted(open_starts(state), key=lambda place: (prices[place], place))
        for start in starts:
            if prices[start] > money or not self._room:
                continue
            slots = list(prices)
            if state.marked and state.step == 1:  # other marked cities are for starting only
                slots = [
                    FAR if state.marked >> place & 1 else price for place, price in enumerate(slots)
                ]
            slots[start] = FAR
            reach = list(self._costs[start])
            self._search_from(reach, slots, money - prices[start], [(start, prices[start], 0)])

    def _search_from(
        self, reach: list[int], slots: list[int], rest: int, steps: list[_Step]
    ) -> None:
        count = len(steps)
        if (count, rest) > (len(self.best), self._best_rest):
            self.best, self._best_rest = list(steps), rest
        # No later city costs less than its slot and the path from the network or another one.
        least = sorted(
            [
                slot + (path if path < near else near)
                for slot, path, near in zip(slots, reach, self._nearest, strict=True)
                if slot < FAR
            ]
        )
        most, left = count, rest
        for price in least:
            if price > left or most == self._room:
                break
            most, left = most + 1, left - price
        if (most, left) <= (len(self.best), self._best_rest):
            return
        if self._effort <= 0:
            self.bound = max(self.bound, most)
            return
        self._effort -= 1
        near, place = min(
            ((path, slots[at], at) for at, path in enumerate(reach) if slots[at] < FAR),
            default=(FAR, FAR, -1),
        )[::2]
        if place < 0:
            return
        slot = slots[place]
        others = list(slots)
        others[place] = FAR
        if slot + near <= rest and count < self._room:
            paths = self._costs[place]
            grown = [old if old < new else new for old, new in zip(reach, paths, strict=True)]
            steps.append((place, slot, near))
            self._search_from(grown, others, rest - slot - near, steps)
            steps.pop()
        self._search_from(reach, others, rest, steps)


def cheapest_fuel(state: State, seat: Seat, cities: int) -> dict[Fuel, int] | Refusal:
    """Return the cheapest purchase that lets the seat power ``cities``, or a refusal.

    Money and the size of the network are ignored. Of equal prices, the fewest tokens.
    Rules: PG-PLANT-01, PG-PLANT-02, PG-RES-02.

    >>> from powergrid import Ruleset, from_facts
    >>> state = from_facts(Ruleset(), 3, {"plants": [[4, 8], [], []]})
    >>> cheapest_fuel(state, 0, 1), cheapest_fuel(state, 0, 3)
    ({0: 2}, {0: 5})
    """
    plants, stock = state.plants[seat], state.fuel[seat]
    if output(plants) < cities:
        return Refusal(
            "PG-PLANT-01",
            "your plants power {power:city|cities} at most, not {cities}",
            power=output(plants),
            cities=cities,
        )
    best: tuple[int, int, Tokens] | None = None
    for some in subsets(plants):
        if output(some) < cities:
            continue
        for tokens in missing_tokens(some, stock):
            if any(count > available(state, fuel) for fuel, count in enumerate(tokens)):
                continue
            after = (
                stock[0] + tokens[0],
                stock[1] + tokens[1],
                stock[2] + tokens[2],
                stock[3] + tokens[3],
            )
            if not fits(after, plants) or best_outcome(plants, after, cities)[2] < cities:
                continue
            price = sum(cost(state, fuel, count) for fuel, count in enumerate(tokens) if count)
            if best is None or (price, sum(tokens), tokens) < best:
                best = (price, sum(tokens), tokens)
    if best is None:
        return Refusal(
            "PG-RES-02",
            "fuel, or room for it, is too short to power {cities:city|cities}",
            cities=cities,
        )
    return {fuel: count for fuel, count in enumerate(best[2]) if count}


def affordable_fuel(state: State, seat: Seat, most: int, money: int) -> tuple[int, dict[Fuel, int]]:
    """Return how many of ``most`` cities the seat can power if it buys fuel, and the cheapest fuel.

    ``money`` is the most that the fuel may cost.
    Rules: PG-PLANT-01, PG-PLANT-02, PG-RES-02.
    """
    for cities in range(min(most, output(state.plants[seat])), 0, -1):
        tokens = cheapest_fuel(state, seat, cities)
        if not isinstance(tokens, Refusal) and fuel_price(state, tokens) <= money:
            return cities, tokens
    return 0, {}


def fuel_price(state: State, tokens: Mapping[Fuel, int]) -> int:
    """Return the price of tokens on the market, in Elektro.  Rules: PG-RES-01."""
    return sum(cost(state, fuel, count) for fuel, count in tokens.items())


@dataclass(frozen=True, slots=True)
class Running:
    """A way to power some cities: the fuel to buy, the plants to run, and the income."""

    cities: int
    buys: Mapping[Fuel, int]
    price: int  # of the fuel, in Elektro
    plants: tuple[Plant, ...]  # that run
    burn: Tokens
    income: int  # in Elektro


def cheapest_running(state: State, seat: Seat, cities: int) -> Running | Refusal:
    """Return the cheapest way for the seat to power ``cities``, or a refusal.

    As in :func:`cheapest_fuel`, money and the size of the network are ignored.
    Rules: PG-PLANT-01, PG-PLANT-02, PG-RES-02, PG-BUR-01, PG-BUR-02.

    >>> from powergrid import Ruleset, from_facts
    >>> state = from_facts(Ruleset(), 3, {"plants": [[4, 8], [], []]})
    >>> found = cheapest_running(state, 0, 2)
    >>> found.buys, found.price, found.plants, found.income
    ({0: 3}, 3, (8,), 33)
    """
    buys = cheapest_fuel(state, seat, cities)
    if isinstance(buys, Refusal):
        return buys
    held = state.fuel[seat]
    stock = (
        held[0] + buys.get(0, 0),
        held[1] + buys.get(1, 0),
        held[2] + buys.get(2, 0),
        held[3] + buys.get(3, 0),
    )
    plants, burn, _ = best_outcome(state.plants[seat], stock, cities)
    price = sum(cost(state, fuel, count) for fuel, count in buys.items())
    return Running(cities, buys, price, plants, burn, payment(cities))


def project(
    state: State,
    seat: Seat,
    *,
    plant: Plant | None = None,
    price: int = 0,
    gone: Plant | None = None,
    buys: Mapping[Fuel, int] | None = None,
    cities: Sequence[City] = (),
) -> Projection | Refusal:
    """Return the result of a plan for this round, or the refusal that prevents it.

    ``plant`` is bought for ``price``, replacing ``gone`` if the seat is at its plant limit; then
    ``buys`` tokens of each fuel (or of DEPOT) at current prices; then ``cities`` are connected in
    their cheapest order. The other seats are assumed to do nothing.
    Rules: PG-AUC-03, PG-AUC-09, PG-AUC-10, PG-AUC-16, PG-AUC-17, PG-RES-01, PG-BUILD-01,
    PG-BUR-02, PG-ORDER-01.

    >>> from powergrid import Ruleset, from_facts
    >>> state = from_facts(Ruleset(), 3, {"money": [40, 0, 0], "cities": [["Essen"], [], []]})
    >>> found = project(state, 0, plant=4, price=4, buys={0: 2})
    >>> found.money, found.powered, found.income, found.turn
    (34, 1, 22, 0)
    """
    twin = state.copy() if plant is None else with_plant(state, seat, plant, price, gone)
    if isinstance(twin, Refusal):
        return twin
    twin.stack = []
    before = twin.money[seat]
    for fuel, count in (buys or {}).items():
        purchase = Buy(seat, fuel, count)
        if refused := check_buy(twin, purchase):
            return refused
        do_buy(twin, purchase, NOBODY_LISTENS)
    fuel_cost = before - twin.money[seat]
    route = cheapest_route(twin, seat, cities)
    if isinstance(route, Refusal):
        return route
    for city in route.cities:
        build = Build(seat, city)
        if refused := check_build(twin, build):
            return refused
        do_build(twin, build, NOBODY_LISTENS)
    count = twin.city_count[seat]
    powered = min(count, best_outcome(twin.plants[seat], twin.fuel[seat], count)[2])
    set_order(twin, NOBODY_LISTENS)
    return Projection(
        twin.money[seat],
        (0 if plant is None else price, fuel_cost, route.total),
        twin.plants[seat],
        twin.fuel[seat],
        route,
        count,
        powered,
        payment(powered),
        twin.turn_order.index(seat),
    )


def with_plant(
    state: State, seat: Seat, plant: Plant, price: int, gone: Plant | None = None
) -> State | Refusal:
    """Return the state after the seat has bought ``plant`` for ``price``, or a refusal.

    At the plant limit, ``gone`` leaves, with the fuel that then has no room. The markets do not
    change. Outside phase 2, the plant is bought as if the next auction phase began now.
    Rules: PG-AUC-03, PG-AUC-09, PG-AUC-10, PG-AUC-16, PG-AUC-17.
    """
    twin = state.copy()
    owned, money = twin.plants[seat], twin.money[seat]
    if refusal := check_minimum(next_auctions(state), plant, price):
        return refusal
    if price > money:
        return Refusal(
            "PG-AUC-03", "{bid} is more than the {money} Elektro held", bid=price, money=money
        )
    if len(owned) >= twin.terms.plant_limit:
        if gone not in owned:
            return Refusal(
                "PG-AUC-16",
                "name the plant to scrap: {plants}",
                plants=JoinedList(tuple(map(str, owned)), "or"),
            )
        owned = tuple(one for one in owned if one != gone)
    twin.plants[seat] = tuple(sorted((*owned, plant)))
    twin.money[seat] -= price
    stock = twin.fuel[seat]
    lost = smallest_losses(stock, twin.plants[seat])[0]
    twin.fuel[seat] = subtract_fuel(stock, lost)
    return twin
