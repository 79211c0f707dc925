"""Growing networks: the cheapest chains of cities, and their prices."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from gridcommon.contract import Seat
from powergrid.board import FAR, Place
from powergrid.projection import open_starts, room_to_grow, slot_prices
from powergrid.state import State

START_LENGTH = 6  # cities of a first cluster
FIRSTS = 4  # number of cities tried as the next one
CROWDED = 4  # surcharge for a city within easy reach of a rival, in Elektro
NOWHERE = -1
LACKING = 40  # cost of each city that a cluster lacks, in Elektro
NEAR = 8  # longest path within easy reach, in Elektro


@dataclass(frozen=True, slots=True)
class Chain:
    """Cities to connect in order, with the price of each at that time, in Elektro."""

    places: tuple[Place, ...] = ()
    prices: tuple[int, ...] = ()

    def within(self, money: int) -> int:
        """Return how many of the cities can be paid for with ``money``."""
        for count, price in enumerate(self.prices):
            money -= price
            if money < 0:
                return count
        return len(self.prices)


class GreedyChain:
    """A greedy chain that adds the cheapest city at each step, extended lazily on demand.

    The order of its cities does not depend on the money; less money only ends the chain earlier.
    """

    __slots__ = ("_costs", "_slots", "_total", "places", "prices", "sums")

    def __init__(
        self, costs: Sequence[Sequence[int]], reach: Sequence[int], slots: Sequence[int]
    ) -> None:
        """``reach`` holds the path to each city, FAR in the network; ``slots`` the prices."""
        self._costs = costs
        self._slots = list(slots)
        self._total = list(map(add, reach, slots))
        self.places: list[Place] = []
        self.prices: list[int] = []
        self.sums: list[int] = []  # running totals of the prices

    def with_first(self, first: Place) -> "GreedyChain":
        """Return a chain that connects ``first`` before all others."""
        other = GreedyChain(self._costs, self._total, [0] * len(self._total))
        other._slots = self._slots[:]
        other._take(first, self._total[first])
        return other

    def _take(self, place: Place, price: int) -> None:
        self.places.append(place)
        self.prices.append(price)
        self.sums.append(price + (self.sums[-1] if self.sums else 0))
        self._slots[place] = FAR
        total = list(map(min, self._total, map(add, self._costs[place], self._slots)))
        total[place] = FAR
        self._total = total

    def affordable_length(self, length: int, money: int) -> int:
        """Return for how many cities, at most ``length``, there is room and money."""
        while len(self.places) < length:
            price = min(self._total)
            if price >= FAR:
                break
            self._take(self._total.index(price), price)
        return bisect_right(self.sums, money, 0, min(length, len(self.sums)))

    def chain(self, count: int) -> Chain:
        """Return the first ``count`` cities."""
        return Chain(tuple(self.places[:count]), tuple(self.prices[:count]))

    def cheapest(self, count: int) -> list[Place]:
        """Return the ``count`` cheapest places for the next city, cheapest first."""
        return sorted(range(len(self._total)), key=self._total.__getitem__)[:count]


# Caches by zone, slot prices and network: look-ahead asks for the same chains often.
_KEPT = 1 << 12
_chains: dict[tuple[object, ...], list[GreedyChain]] = {}
_starts: dict[tuple[object, ...], Place] = {}


def _candidate_chains(state: State, seat: Seat, step: int | None) -> list[GreedyChain]:
    """Return candidate chains from a network, at the prices of a step.

    Several next cities are tried, since an expensive one may open up cheap ones.
    """
    board, ruleset, network = state.board, state.terms.ruleset, state.network[seat]
    zone = (ruleset.edition, ruleset.map, board.regions)
    prices: Sequence[int] = state.prices
    if step is not None:  # current prices do not show which slots are open then
        prices = slot_prices(state, seat, step)
    key = (zone, network, tuple(prices), state.marked if state.step == 1 else 0)
    found = _chains.get(key)
    if found is None:
        if len(_chains) >= _KEPT:
            _chains.clear()
        start = GreedyChain(board.costs, state.reach[seat], slot_prices(state, seat, step))
        found = [start.with_first(first) for first in start.cheapest(FIRSTS)[1:]]
        found.insert(0, start)
        _chains[key] = found
    return found


def next_cities(
    state: State, seat: Seat, length: int, money: int = FAR, step: int | None = None
) -> Chain:
    """Return the cheapest chain found for a seat, of at most ``length`` cities."""
    length = min(length, room_to_grow(state, seat))
    if length <= 0:
        return Chain()
    if not state.network[seat]:
        return _first_cluster(state, seat, slot_prices(state, seat, step), length, money)
    ways = _candidate_chains(state, seat, step)
    best, most = ways[0], ways[0].affordable_length(length, money)
    if most < 2:
        return best.chain(most)
    for way in ways[1:]:
        count = way.affordable_length(length, money)
        if count > most or (count == most and way.sums[count - 1] < best.sums[count - 1]):
            best, most = way, count
    return best.chain(most)


def cheapest_next(state: State, seat: Seat, count: int) -> list[Place]:
    """Return at most ``count`` of the cities that the seat can connect now, cheapest first.

    A first city is ranked by the cost of the cluster around it.
    """
    if not room_to_grow(state, seat):
        return []
    prices, money = slot_prices(state, seat), state.money[seat]
    if not state.network[seat]:
        slots = with_crowding_costs(state, seat, prices)
        starts = [place for place in open_starts(state) if prices[place] <= money]
        return sorted(starts, key=lambda place: cluster_cost(state, place, slots))[:count]
    total = list(map(add, state.reach[seat], prices))
    open_now = [place for place, price in enumerate(total) if price <= money]
    return sorted(open_now, key=total.__getitem__)[:count]


def with_crowding_costs(state: State, seat: Seat, prices: Sequence[int]) -> list[int]:
    """Return ``prices`` plus a surcharge for each city whose price nearby rivals may raise."""
    slots = list(prices)
    for other, reach in enumerate(state.reach):
        if other != seat and state.network[other]:
            for place, path in enumerate(reach):
                if path <= NEAR and slots[place] < FAR:
                    slots[place] += CROWDED
    return slots


def cluster_cost(state: State, start: Place, slots: Sequence[int]) -> int:
    """Return the cost of a first cluster around ``start`` in Elektro. Missing cities cost extra."""
    others = list(slots)
    others[start] = FAR
    costs = state.board.costs
    cluster = GreedyChain(costs, costs[start], others)
    count = cluster.affordable_length(START_LENGTH - 1, FAR)
    missing = START_LENGTH - 1 - count
    first = slots[start] if slots[start] < FAR else 0  # for example in a city of the Cartel
    return first + sum(cluster.prices[:count]) + LACKING * missing


def _first_cluster(state: State, seat: Seat, prices: list[int], length: int, money: int) -> Chain:
    starts = [place for place in open_starts(state) if prices[place] <= money]
    if not starts:
        return Chain()
    slots = with_crowding_costs(state, seat, prices)
    board, ruleset = state.board, state.terms.ruleset
    zone = (ruleset.edition, ruleset.map, board.regions)
    key = (zone, tuple(slots), tuple(starts))
    start = _starts.get(key, NOWHERE)
    if start == NOWHERE:
        if len(_starts) >= _KEPT:
            _starts.clear()
        start = min(starts, key=lambda place: (cluster_cost(state, place, slots), place))
        _starts[key] = start
    if state.marked and state.step == 1:  # other marked cities are for starting only
        prices = [
            FAR if state.marked >> place & 1 and place != start else price
            for place, price in enumerate(prices)
        ]
    begun = (zone, ~start, tuple(prices))
    ways = _chains.get(begun)
    if ways is None:
        free = [0 if place == start else FAR for place in range(len(prices))]
        ways = [GreedyChain(board.costs, free, prices)]
        _chains[begun] = ways
    return ways[0].chain(ways[0].affordable_length(length, money))
