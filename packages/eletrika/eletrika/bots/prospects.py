"""Prospects: the number of builds still missing until structures are energized.

A line from Plant to City is U, T.., S, P.., C, so four searches are enough: from Towers to a Plant
and from Poles to a City, each within its own kind; and, through the Substations between them, from
Towers to a City and from Poles to a Plant. Lit structures are connected to both.

Costs are half builds: LAID for a structure on a laid tile, more if its tile must be laid first.
They are estimates: two halves of a line may use the same cell, a build may close later cells of the
line, and lines that return to an earlier kind are not found.

Cells are bits of one int, row by row, so that a step in each direction is a shift.
"""

from collections.abc import Sequence
from typing import Final

from eletrika.sites import buildable_kinds, stock_of
from eletrika.state import State
from eletrika.tables import CITY, KINDS, PLANT, POLE, SUBSTATION, TOWER, Kind
from gridcommon.hexes import Hex

LAID: Final = 2  # the cost of a new structure
TO_LAY: Final = 3
FAR: Final = 16  # the search limit
NEVER: Final = 99

Cells = int  # one bit per cell
Levels = list[Cells]  # by cost: the cells within that cost


class Prospects:
    """The cells of a position that may hold structures, and the cost of a line through each."""

    __slots__ = (
        "_bits",
        "_fits",
        "_pole_city",
        "_pole_plant",
        "_same_way",
        "_to_city",
        "_to_plant",
        "_tower_city",
        "_tower_plant",
        "_width",
    )

    def __init__(self, state: State) -> None:
        laid = state.laid
        tiles = state.ruleset.tiles
        beside = state.frontier if state.row else {}
        columns = _packed([q for q, _ in laid] + [q for q, _ in beside])
        rows = _packed([r for _, r in laid] + [r for _, r in beside])
        self._width = width = max(columns.values()) + 2
        bits: dict[Hex, Cells] = {}
        self._bits = bits
        lies = wet = to_lay = 0
        for cell, (tile, _) in laid.items():
            bit = bits[cell] = 1 << rows[cell[1]] * width + columns[cell[0]]
            lies |= bit
            if tiles.water[tile]:
                wet |= bit
        lies &= ~bits.get(state.source, 0)
        fitting = [tiles.fitting[tile] for tile in state.row if tiles.water[tile]]
        for cell, asked in beside.items():
            bit = bits[cell] = 1 << rows[cell[1]] * width + columns[cell[0]]
            to_lay |= bit
            for turns in fitting:
                if turns[asked]:
                    wet |= bit
                    break
        standing = [0] * len(KINDS)
        for cell, kind in state.kinds.items():
            standing[kind] |= bits[cell]
        lit = 0
        for cell in state.lit:
            lit |= bits[cell]
        fits = self._fitting(state, (lies | to_lay) & ~sum(standing), wet)
        self._fits = fits
        self._same_way = state.ruleset.energized == "component"
        on_laid = [cells & lies for cells in fits]
        on_new = [cells & to_lay for cells in fits]
        self._search(standing, on_laid, on_new, lit, past_ends=state.ruleset.energized != "strict")

    def _fitting(self, state: State, free: Cells, wet: Cells) -> list[Cells]:
        """Return the free cells on which each kind may be built."""
        stock = stock_of(state.reserve)
        bits = self._bits
        touched: dict[int, Cells] = {}  # cells beside structures, by the kinds that fit
        asked = 0
        for cell in state.fits:
            bit = bits.get(cell, 0)
            if bit & free:
                asked |= bit
                kinds = buildable_kinds(state, cell, bool(bit & wet), stock)
                if kinds:
                    touched[kinds] = touched.get(kinds, 0) | bit
        found = []
        for kind in range(len(KINDS)):
            cells = 0
            if stock >> kind & 1:
                cells = free & ~asked
                if kind == PLANT:
                    cells &= wet
                for kinds, bit in touched.items():
                    if kinds >> kind & 1:
                        cells |= bit
            found.append(cells)
        return found

    def _search(
        self,
        standing: Sequence[Cells],
        on_laid: Sequence[Cells],
        on_new: Sequence[Cells],
        lit: Cells,
        *,
        past_ends: bool,
    ) -> None:
        """Compute the costs. A line may continue behind a lit Plant or City if ``past_ends``."""
        lines = _Lines(self._width, standing, on_laid, on_new, lit)
        plants, cities = lines.ends(PLANT), lines.ends(CITY)
        tower_plant, tower_or_plant = lines.grown(TOWER, plants)
        pole_city, pole_or_city = lines.grown(POLE, cities)
        substation_city = lines.joined(SUBSTATION, pole_city)
        substation_plant = lines.joined(SUBSTATION, tower_plant)
        if past_ends:
            substation_city = _with(substation_city, lit & standing[PLANT])
            substation_plant = _with(substation_plant, lit & standing[CITY])
        tower_city, tower_to_city = lines.grown(TOWER, substation_city)
        pole_plant, pole_to_plant = lines.grown(POLE, substation_plant)
        # A structure at an end, or between two different sides, joins them without a conflict.
        self._tower_city, self._pole_plant = tower_city, pole_plant
        self._tower_plant, self._pole_city = tower_plant, pole_city
        # A Tower or Pole needs two different neighbours.
        self._to_plant = {TOWER: tower_or_plant, POLE: pole_to_plant}
        self._to_city = {TOWER: tower_to_city, POLE: pole_or_city}

    def fits(self, cell: Hex) -> int:
        """Return the kinds that may be built on a cell, as bits."""
        bit = self._bits[cell]
        found = 0
        for kind, cells in enumerate(self._fits):
            if cells & bit:
                found |= 1 << kind
        return found

    def missing(self, cell: Hex, kind: Kind) -> int:
        """Return the cost of everything else that ``kind`` at ``cell`` still needs.

        NEVER or more if no line is found.
        """
        beside = _near(self._bits[cell], self._width)
        if kind == PLANT:
            return _cost(self._tower_city, beside)
        if kind == CITY:
            return _cost(self._pole_plant, beside)
        if kind == SUBSTATION:
            return _cost(self._tower_plant, beside) + _cost(self._pole_city, beside)
        to_plant, to_city = self._to_plant[kind], self._to_city[kind]
        plant, city = _cost(to_plant, beside), _cost(to_city, beside)
        if plant + city >= NEVER or self._same_way:
            return plant + city
        ways, others = to_plant[plant] & beside, to_city[city] & beside
        if ways != others or ways & ways - 1:
            return plant + city
        rest = beside & ~ways  # both sides prefer the same cell, so one needs another
        return min(plant + _cost(to_city, rest), city + _cost(to_plant, rest))


class _Lines:
    """The possible lines between some cells."""

    def __init__(
        self,
        width: int,
        standing: Sequence[Cells],
        on_laid: Sequence[Cells],
        on_new: Sequence[Cells],
        lit: Cells,
    ) -> None:
        self._width = width
        self._standing = standing
        self._on_laid = on_laid
        self._on_new = on_new
        self._lit = lit

    def ends(self, kind: Kind) -> Levels:
        """Return the costs of structures of a kind by themselves."""
        stands = self._standing[kind]
        laid = stands | self._on_laid[kind]
        found = [stands] * LAID + [laid] * (TO_LAY - LAID)
        return found + [laid | self._on_new[kind]] * (FAR + 1 - TO_LAY)

    def joined(self, kind: Kind, levels: Levels) -> Levels:
        """Return the costs of structures of a kind that touch one of ``levels``."""
        stands, on_laid, on_new = self._standing[kind], self._on_laid[kind], self._on_new[kind]
        found: Levels = []
        near: Levels = []
        last = last_near = 0
        for cost, cells in enumerate(levels):
            if cells != last:
                last, last_near = cells, _near(cells, self._width)
            near.append(last_near)
            here = stands & last_near
            if cost >= LAID:
                here |= on_laid & near[cost - LAID]
                if cost >= TO_LAY:
                    here |= on_new & near[cost - TO_LAY]
            found.append(here)
        return found

    def grown(self, kind: Kind, starts: Levels) -> tuple[Levels, Levels]:
        """Return the costs of chains of a kind that end at one of ``starts``.

        The second result includes the starts themselves.
        """
        stands, on_laid, on_new = self._standing[kind], self._on_laid[kind], self._on_new[kind]
        width = self._width
        found: Levels = []
        ways: Levels = []
        near: Levels = []
        here = stands & self._lit
        last = near_last = 0
        for cost, start in enumerate(starts):
            if cost >= LAID:
                here |= on_laid & near[cost - LAID]
                if cost >= TO_LAY:
                    here |= on_new & near[cost - TO_LAY]
            if here | start != last:
                last = here | start
                near_last = _near(last, width)
                new = stands & near_last & ~here
                while new:
                    here |= new
                    last |= new
                    near_last |= _near(new, width)
                    new = stands & near_last & ~here
            near.append(near_last)
            found.append(here)
            ways.append(last)
        return found, ways


def _packed(numbers: list[int]) -> dict[int, int]:
    """Return a number from 1 on for each distinct number. Equal numbers are consecutive."""
    found: dict[int, int] = {}
    last, place = 0, -1
    for number in sorted(set(numbers)):
        place += 1 if number == last + 1 and found else 2
        found[number] = place
        last = number
    return found


def _near(cells: Cells, width: int) -> Cells:
    before, after = cells >> 1, cells << 1
    return before | after | (cells | before) << width | (cells | after) >> width


def _with(levels: Levels, cells: Cells) -> Levels:
    return [level | cells for level in levels] if cells else levels


def _cost(levels: Levels, cells: Cells) -> int:
    """Return the lowest cost of some cells, or NEVER if none is available."""
    if not levels[FAR] & cells:
        return NEVER
    low, high = 0, FAR
    while low < high:
        middle = (low + high) // 2
        if levels[middle] & cells:
            high = middle
        else:
            low = middle + 1
    return low
