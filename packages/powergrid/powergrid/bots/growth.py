"""Where a network can grow: the cheapest chains of cities, and what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from gridcommon.contract import Seat
from powergrid.board import FAR, Place
from powergrid.planning import open_starts, room_to_grow, slot_prices
from powergrid.state import State

START_LENGTH = 6  # cities of a first cluster that are looked at
FIRSTS = 4  # how many cities are tried as the next one
CROWDED = 4  # what a city within easy reach of a rival is feared to cost more, in Elektro
LACKING = 40  # what a city counts that a cluster has not, in Elektro
NEAR = 8  # the path that is easy reach, in Elektro


@dataclass(frozen=True, slots=True)
class Chain:
    """Cities to be connected one after another, with what each costs then, in Elektro."""

    places: tuple[Place, ...] = ()
    prices: tuple[int, ...] = ()

    def within(self, money: int) -> int:
        """Return how many of the cities ``money`` pays for."""
        for count, price in enumerate(self.prices):
            money -= price
            if money < 0:
                return count
        return len(self.prices)


def grow(
    state: State, reach: Sequence[int], prices: Sequence[int], length: int, money: int = FAR
) -> Chain:
    """Return the chain that takes the cheapest city each time.

    ``reach`` holds the paths from the network, FAR for its own cities; ``prices`` the slots. It
    ends after ``length`` cities, where nothing is open, or where ``money`` does not reach.
    """
    costs, total = state.board.costs, list(map(add, reach, prices))
    slots = list(prices)
    places: list[Place] = []
    paid: list[int] = []
    while len(places) < length:
        price = min(total)
        if price > money or price >= FAR:
            break
        place = total.index(price)
        money -= price
        places.append(place)
        paid.append(price)
        slots[place] = FAR
        total = list(map(min, total, map(add, costs[place], slots)))
        total[place] = FAR
    return Chain(tuple(places), tuple(paid))


def next_cities(
    state: State, seat: Seat, length: int, money: int = FAR, step: int | None = None
) -> Chain:
    """Return the cheapest chain of up to ``length`` cities that was found for a seat.

    Several next cities are tried, since a dear one may open cheap ones.
    """
    length = min(length, room_to_grow(state, seat))
    if length <= 0:
        return Chain()
    prices = slot_prices(state, seat, step)
    if not state.network[seat]:
        return _first_cluster(state, seat, prices, length, money)
    reach = state.reach[seat]
    best = grow(state, reach, prices, length, money)
    if len(best.places) < 2:
        return best
    total = list(map(add, reach, prices))
    firsts = sorted(range(len(total)), key=total.__getitem__)[1:FIRSTS]
    for first in firsts:
        grown = list(map(min, reach, state.board.costs[first]))
        other = _through(state, grown, prices, first, total[first], length, money)
        if (-len(other.places), sum(other.prices)) < (-len(best.places), sum(best.prices)):
            best = other
    return best


def _through(
    state: State,
    reach: Sequence[int],
    prices: Sequence[int],
    first: Place,
    price: int,
    length: int,
    money: int,
) -> Chain:
    """Return the chain that begins with ``first``, for ``price``; ``reach`` holds paths from it."""
    if price > money or price >= FAR:
        return Chain()
    slots = list(prices)
    slots[first] = FAR
    rest = grow(state, reach, slots, length - 1, money - price)
    return Chain((first, *rest.places), (price, *rest.prices))


def crowded(state: State, seat: Seat, prices: Sequence[int]) -> list[int]:
    """Return ``prices`` with what each city is feared to cost more: rivals are near."""
    slots = list(prices)
    for other, reach in enumerate(state.reach):
        if other != seat and state.network[other]:
            for place, path in enumerate(reach):
                if path <= NEAR and slots[place] < FAR:
                    slots[place] += CROWDED
    return slots


def cluster_cost(state: State, start: Place, slots: Sequence[int]) -> int:
    """Return what a first cluster around ``start`` costs, in Elektro; what it lacks is dear."""
    others = list(slots)
    others[start] = FAR
    chain = grow(state, state.board.costs[start], others, START_LENGTH - 1)
    missing = START_LENGTH - 1 - len(chain.places)
    first = slots[start] if slots[start] < FAR else 0  # a city of the Cartel, say
    return first + sum(chain.prices) + LACKING * missing


def _first_cluster(state: State, seat: Seat, prices: list[int], length: int, money: int) -> Chain:
    """Return the chain that begins where a cluster is cheapest."""
    starts = [place for place in open_starts(state) if prices[place] <= money]
    if not starts:
        return Chain()
    slots = crowded(state, seat, prices)
    start = min(starts, key=lambda place: (cluster_cost(state, place, slots), place))
    if state.marked and state.step == 1:  # other marked cities are for starting only
        prices = [
            FAR if state.marked >> place & 1 and place != start else price
            for place, price in enumerate(prices)
        ]
    return _through(state, state.board.costs[start], prices, start, prices[start], length, money)
