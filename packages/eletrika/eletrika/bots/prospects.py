"""How far structures are from being energized: the builds that are still missing.

A line from Plant to City runs U, T.., S, P.., C. So five searches tell everything: from Towers to
a Plant and from Poles to a City, each among their own kind; Substations between the two; and
through them from Towers to a City and from Poles to a Plant.

Costs are halves of a build: LAID for a structure on a tile that lies there, more for one whose
tile must be laid first. They are an estimate from below: two halves of a way may use one cell, and
what is built on the way may close the rest of it. What is lit already is never asked for here.
"""

from collections.abc import Sequence

from eletrika.sites import buildable_kinds, stock_of
from eletrika.state import State, around_cell
from eletrika.tables import CITY, KINDS, PLANT, POLE, SUBSTATION, TOWER, Kind
from gridcommon.hexes import Hex

LAID, TO_LAY = 2, 3  # what a new structure costs
FAR = 16  # nobody plans beyond
NEVER = 99

Costs = list[int]  # by place of the cell


class Prospects:
    """The cells of a position that may hold structures, and what a line through each costs."""

    __slots__ = (
        "_beside",
        "_ends",
        "_is_strict",
        "_same_way",
        "_to_city",
        "_to_plant",
        "fits",
        "place",
    )

    def __init__(self, state: State) -> None:
        cells = [cell for cell in state.laid if cell != state.source]
        laid = len(cells)
        if state.row:
            cells += state.frontier
        place = {cell: number for number, cell in enumerate(cells)}
        self.place: dict[Hex, int] = place
        self._beside = [
            [place[beside] for beside in around_cell(cell) if beside in place] for cell in cells
        ]
        self._same_way = state.ruleset.energized == "component"
        self._is_strict = state.ruleset.energized == "strict"
        self.fits = _fits(state, cells, laid)
        lit = [place[cell] for cell in state.lit]
        self._search(_own_costs(state, cells, laid, self.fits), lit)

    def _search(self, own: Sequence[Costs], lit: Sequence[int]) -> None:
        """Find the costs; whatever is ``lit`` leads to a Plant and to a City already."""
        beside = self._beside
        plants, towers, substations, poles, cities = own
        tower_plant = self._spread(_sums(towers, _least(plants, beside)), towers)
        pole_city = self._spread(_sums(poles, _least(cities, beside)), poles)
        near_tower_plant = _least(tower_plant, beside)
        near_pole_city = _least(pole_city, beside)
        substation_city = _sums(substations, near_pole_city)
        substation_plant = _sums(substations, near_tower_plant)
        if not self._is_strict:  # a lit Plant or City leads on to the other end
            for number in lit:
                if not plants[number]:
                    substation_city[number] = 0
                if not cities[number]:
                    substation_plant[number] = 0
        tower_city = _sums(towers, _least(substation_city, beside))
        pole_plant = _sums(poles, _least(substation_plant, beside))
        for number in lit:
            if not towers[number]:
                tower_city[number] = 0
            if not poles[number]:
                pole_plant[number] = 0
        self._spread(tower_city, towers)
        self._spread(pole_plant, poles)
        # What stands at an end, or between its two sides, joins them without a conflict.
        self._ends = {
            PLANT: _least(tower_city, beside),
            CITY: _least(pole_plant, beside),
            SUBSTATION: [a + b for a, b in zip(near_tower_plant, near_pole_city, strict=True)],
        }
        # A Tower or Pole needs two different neighbours.
        self._to_plant = {
            TOWER: _lower(plants, tower_plant),
            POLE: _lower(substation_plant, pole_plant),
        }
        self._to_city = {
            TOWER: _lower(substation_city, tower_city),
            POLE: _lower(cities, pole_city),
        }

    def _spread(self, costs: Costs, own: Costs) -> Costs:
        """Lower ``costs`` in place by going on over cells of one kind (Dijkstra, in buckets)."""
        beside = self._beside
        buckets: list[list[int]] = [[] for _ in range(FAR + 1)]
        for number, cost in enumerate(costs):
            if cost <= FAR:
                buckets[cost].append(number)
        for cost, bucket in enumerate(buckets):
            for number in bucket:  # grows while it is walked
                if costs[number] == cost:
                    for other in beside[number]:
                        reached = cost + own[other]
                        if reached < costs[other] and reached <= FAR:
                            costs[other] = reached
                            buckets[reached].append(other)
        return costs

    def missing(self, cell: Hex, kind: Kind) -> int:
        """Return the cost of all that ``kind`` at ``cell`` still needs besides itself.

        NEVER or more where no way is seen.
        """
        number = self.place[cell]
        ends = self._ends.get(kind)
        if ends is not None:
            return ends[number]
        to_plant, to_city = self._to_plant[kind], self._to_city[kind]
        best = NEVER
        beside = self._beside[number]
        if self._same_way:
            return min((to_plant[n] for n in beside), default=NEVER) + min(
                (to_city[n] for n in beside), default=NEVER
            )
        for one in beside:
            cost = to_plant[one]
            if cost < best:
                for other in beside:
                    if other != one and cost + to_city[other] < best:
                        best = cost + to_city[other]
        return best


def _fits(state: State, cells: Sequence[Hex], laid: int) -> list[int]:
    """Return the kinds that may be built on each free cell, as bits."""
    stock = stock_of(state.reserve)
    tiles = state.ruleset.tiles
    wet = [tile for tile in state.row if tiles.water[tile]]
    found = []
    for number, cell in enumerate(cells):
        if cell in state.kinds:
            found.append(0)
            continue
        if number < laid:
            water = tiles.water[state.laid[cell][0]]
        else:
            asked = state.frontier[cell]
            water = any(tiles.fitting[tile][asked] for tile in wet)
        found.append(buildable_kinds(state, cell, water, stock))
    return found


def _own_costs(
    state: State, cells: Sequence[Hex], laid: int, fits: Sequence[int]
) -> tuple[Costs, ...]:
    """Return, for each kind, what a structure of it costs on each cell: 0 where it stands."""
    own = tuple([NEVER] * len(cells) for _ in KINDS)
    for number, bits in enumerate(fits):
        price = LAID if number < laid else TO_LAY
        for kind, costs in enumerate(own):
            if bits >> kind & 1:
                costs[number] = price
    for number, cell in enumerate(cells[:laid]):
        if cell in state.kinds:
            own[state.kinds[cell]][number] = 0
    return own


def _least(costs: Costs, beside: Sequence[Sequence[int]]) -> Costs:
    """Return the least cost beside each cell."""
    least = [NEVER] * len(costs)
    for number, cost in enumerate(costs):
        if cost <= FAR:
            for other in beside[number]:
                if cost < least[other]:
                    least[other] = cost
    return least


def _sums(one: Costs, other: Costs) -> Costs:
    return [a + b for a, b in zip(one, other, strict=True)]


def _lower(one: Costs, other: Costs) -> Costs:
    return [a if a < b else b for a, b in zip(one, other, strict=True)]
