"""Network layout: place structures on hexagons when only their neighbours are known.

The wire form lists only the structures that touch. :func:`find_layout` looks for cells on which
exactly those touch. If there are none, it looks for cells on which others touch too, and returns
the structures to blame. The search is exact: it finds cells, proves that there are none, or stops
after an amount of work that is the same on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from eletrika.position import UNKNOWN_TILE, Network, Position
from eletrika.tables import KINDS, MAY_TOUCH, SIDES, STRUCTURES
from gridcommon.errors import NotationError, Wording
from gridcommon.hexes import DIRECTIONS, Hex, distance
from gridcommon.networks import components

MOST_WORK = 800_000  # for one network: about half a second
_NEARBY_WORK = 8_000  # for the search around one structure

_GAP = 4  # half-tiles between components: room for one tile
_WIDEST = 24  # half-tiles in a row of components


@dataclass(frozen=True, slots=True)
class NetworkLayout:
    """A layout of a network on hexagons.

    ``cells`` are those of its structures, or None if no layout was found. ``touching`` are pairs
    that touch there but not in the network. ``blamed`` is a small set of structures without an
    exact layout, empty if the layout is exact. ``must_short`` means that three structures touch in
    every layout. ``is_sure`` is false if the search was cut off.
    """

    cells: tuple[Hex, ...] | None = None
    touching: tuple[tuple[int, int], ...] = ()
    blamed: tuple[int, ...] = ()
    must_short: bool = False
    is_sure: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether exactly the neighbours in the network touch."""
        return self.cells is not None and not self.blamed


@lru_cache(maxsize=16)
def find_layout(network: Network, work: int = MOST_WORK) -> NetworkLayout:
    """Return a layout of the network on hexagons, found within the ``work`` budget.

    Components are laid out apart from each other. A network with more structures than the box holds
    is not laid out. Rules: EL-CONN-05, EL-SHORT-01.

    >>> from eletrika.notation import parse_wire
    >>> find_layout(parse_wire("U-T-S")).cells
    ((0, 0), (0, 1), (1, 1))
    >>> find_layout(parse_wire("U-T1; T1-T2; T1-T3; T1-S")).must_short
    True
    """
    if len(network.names) > sum(STRUCTURES):
        return NetworkLayout(is_sure=False)
    return _Search(network, work).found()


def placed(network: Network, cells: Sequence[Hex]) -> Position:
    """Return the position of a network with its structures on ``cells``, on unknown tiles."""
    position = network.beside.moved(0)
    position.remarks = network.remarks
    for structure, cell in zip(network.structures, cells, strict=True):
        position.tiles[cell] = UNKNOWN_TILE
        position.structures[cell] = structure
    return position


def laid_position(network: Network) -> Position:
    """Return a position in which exactly the neighbours in a network touch.

    Raises NotationError if there is none, or none was found.
    """
    laid = find_layout(network)
    if laid.cells is not None and laid.is_exact:
        return placed(network, laid.cells)
    if laid.blamed:
        raise NotationError(
            "{names} cannot be placed exactly as described: {why}",
            names=" ".join(network.names[one] for one in laid.blamed),
            why=layout_conflict(network, laid),
        )
    raise NotationError(
        "no layout was found within the time limit of the search; write a picture or the full form"
    )


def layout_conflict(network: Network, laid: NetworkLayout) -> Wording:
    """Return why the blamed structures have no exact layout."""
    blamed = set(laid.blamed)
    beside = {one: blamed.intersection(network.neighbours[one]) for one in laid.blamed}
    centre = max(beside, key=lambda one: len(beside[one]))
    count = len(beside[centre])
    values: dict[str, object] = {"name": network.names[centre], "count": count}
    if count > SIDES:
        return Wording("{name} touches {count} others, but a tile has only six sides", values)
    if count == len(blamed) - 1 > SIDES // 2:
        return Wording(
            "of {count} structures around {name} two must touch, because a tile has six sides",
            values,
        )
    if all(len(others) == 2 for others in beside.values()):
        values = {"count": len(blamed)}
        return Wording(
            "a ring of {count} leaves no room inside: other structures of the ring touch too",
            values,
        )
    return Wording("on hexagons they cannot all be placed as described", {})


class _GaveUp(Exception):
    """The budget of a search is used up."""


class _Touch(NamedTuple):
    """The undeclared contacts that a layout may contain: which pairs, and whether triples too."""

    pairs: Sequence[Sequence[bool]]  # by kind
    triples: bool


_NONE, _EVERY = ([[may] * len(KINDS)] * len(KINDS) for may in (False, True))
_EXACTLY = _Touch(_NONE, triples=True)
_LEGALLY = _Touch(MAY_TOUCH, triples=False)
_UNSHORTED = _Touch(_EVERY, triples=False)
_SHORTED = _Touch(MAY_TOUCH, triples=True)
_ANYHOW = _Touch(_EVERY, triples=True)


class _Search:
    """The search for a layout of a network, with its remaining budget.

    Sets of cells are bit masks, so a structure's open cells take only a few operations. A structure
    is laid beside its neighbours, the one with the fewest open cells first.
    """

    def __init__(self, network: Network, work: int) -> None:
        self._kinds = [structure.kind for structure in network.structures]
        self._told = told = [frozenset(others) for others in network.neighbours]
        self._every = range(len(told))
        self._work = work  # the remaining budget of all searches
        self._least = 0  # the value of _work at which this search ends
        self._width = width = 2 * len(told) + 3
        self._centre = (width // 2) * (width + 1)
        self._ring = sum(1 << (width + q + r * width) for q, r in DIRECTIONS)
        self._disc = sum(
            1 << (2 * width + q + r * width)
            for q in range(-2, 3)
            for r in range(-2, 3)
            if abs(q + r) <= 2
        )

    def _connected(self, members: Sequence[int], touch: _Touch, work: int) -> dict[int, Hex] | None:
        """Return cells for connected structures, or None if there are none.

        Raises _GaveUp after the given ``work``.
        """
        self._least = max(0, self._work - work)
        first = max(members, key=lambda one: len(self._told[one]))
        open_cells = (1 << self._width * self._width) - 1
        places = self._extended({}, dict.fromkeys(members, open_cells), first, self._centre, touch)
        if places is None:
            return None
        middle = self._width // 2
        return {
            one: (cell % self._width - middle, cell // self._width - middle)
            for one, cell in places.items()
        }

    def _around(self, cell: int) -> int:
        return self._ring << (cell - self._width)

    def _extended(
        self, laid: dict[int, int], left: dict[int, int], one: int, cell: int, touch: _Touch
    ) -> dict[int, int] | None:
        """Lay a structure on a cell, then all others. Return the cells of all, or None."""
        if self._work <= self._least:
            raise _GaveUp
        self._work -= len(laid) + len(left)
        laid = {**laid, one: cell}
        left = self._narrowed(laid, left, one, touch)
        if not left:
            return laid
        ready = [other for other in left if not self._told[other].isdisjoint(laid)]
        other = min(ready, key=lambda other: left[other].bit_count())
        for place in self._ordered(left[other], laid):
            found = self._extended(laid, left, other, place, touch)
            if found:
                return found
            if len(laid) == 1:  # the other five sides give rotated boards
                return None
        return None

    def _narrowed(
        self, laid: dict[int, int], left: dict[int, int], one: int, touch: _Touch
    ) -> dict[int, int]:
        """Return the open cells of each structure after ``one`` was laid."""
        told, may = self._told, touch.pairs[self._kinds[one]]
        cell = laid[one]
        around = self._around(cell)
        closed = []
        if not touch.triples:
            for beside, there in laid.items():
                if around >> there & 1:
                    closed.append((beside, around & self._around(there)))
        narrowed = {}
        for other, open_cells in left.items():
            if other == one:
                continue
            shut = 1 << cell
            if other in told[one]:
                shut |= ~around
            elif not may[self._kinds[other]]:
                shut |= around
            for beside, both in closed:
                if not (beside in told[one] and other in told[one] and other in told[beside]):
                    shut |= both
            narrowed[other] = open_cells & ~shut
        return narrowed

    def _ordered(self, cells: int, laid: dict[int, int]) -> list[int]:
        """Return the cells of a mask, by neighbours, fewest first, then by room, most first."""
        taken = sum(1 << cell for cell in laid.values())
        found = []
        while cells:
            low = cells & -cells
            cell = low.bit_length() - 1
            near = taken & self._disc << (cell - 2 * self._width)
            found.append(((near & self._around(cell)).bit_count(), near.bit_count(), cell))
            cells ^= low
        return [cell for _, _, cell in sorted(found)]

    def found(self) -> NetworkLayout:
        try:
            blamed = self._blamed_nearby()
            if not blamed:
                cells = self._cells(self._every, _EXACTLY)
                if cells is not None:
                    return NetworkLayout(tuple(cells))
                blamed = self._fewest(self._every, _EXACTLY)
        except _GaveUp:
            return NetworkLayout(is_sure=False)
        laid = NetworkLayout(blamed=tuple(blamed))
        try:
            if self._cells(blamed, _UNSHORTED) is None:
                laid = replace(laid, must_short=True)
            else:
                cells = self._cells(self._every, _LEGALLY)
                if cells is not None:
                    return self._with_cells(laid, cells)
                if self._cells(self._every, _UNSHORTED) is None:
                    laid = replace(laid, must_short=True)
            cells = self._cells(self._every, _SHORTED)
            if cells is None:
                cells = self._cells(self._every, _ANYHOW)
            if cells is None:
                return replace(laid, blamed=tuple(self._fewest(self._every, _ANYHOW)))
        except _GaveUp:
            return replace(laid, is_sure=False)
        return self._with_cells(laid, cells)

    def _with_cells(self, laid: NetworkLayout, cells: list[Hex]) -> NetworkLayout:
        touching = (
            (one, other)
            for one in self._every
            for other in range(one + 1, len(cells))
            if other not in self._told[one] and distance(cells[one], cells[other]) == 1
        )
        return replace(laid, cells=tuple(cells), touching=tuple(touching))

    def _blamed_nearby(self) -> list[int]:
        """Return structures near each other that have no exact layout.

        Most conflicts are around one structure, and are found there quickly.
        """
        for steps in (1, 2):
            for one in self._every:
                near = {one}
                for _ in range(steps):
                    near.update(*(self._told[other] for other in tuple(near)))
                try:
                    if self._cells(sorted(near), _EXACTLY, _NEARBY_WORK) is None:
                        return self._fewest(sorted(near), _EXACTLY)
                except _GaveUp:
                    continue
        return []

    def _fewest(self, members: Sequence[int], touch: _Touch) -> list[int]:
        """Return a minimal subset of ``members`` that still has no layout, within the budget."""
        fewest = list(members)
        for one in members:
            rest = [other for other in fewest if other != one]
            try:
                if self._cells(rest, touch) is None:
                    fewest = rest
            except _GaveUp:
                break
        return fewest

    def _cells(
        self, members: Sequence[int], touch: _Touch, work: int = MOST_WORK
    ) -> list[Hex] | None:
        """Return cells for some structures, with their components apart, or None if there are none.

        Raises _GaveUp.
        """
        found: dict[int, Hex] = {}
        row = below = edge = 0
        for part in self._parts(members):
            cells = self._connected(part, touch, work)
            if cells is None:
                return None
            top = min(r for _, r in cells.values())
            columns = [2 * q + r - top for q, r in cells.values()]
            left, right = min(columns), max(columns)
            if edge and edge + right - left > _WIDEST:
                row, edge = below, 0
            by = (edge - left - row + 1) // 2
            for one, (q, r) in cells.items():
                found[one] = q + by, r - top + row
            below = max(below, max(found[one][1] for one in part) + 2)
            edge = right + 2 * by + row + _GAP
        return [found[one] for one in members]

    def _parts(self, members: Sequence[int]) -> Iterator[list[int]]:
        place = {one: number for number, one in enumerate(members)}
        label = components([[place[b] for b in self._told[a] if b in place] for a in members])
        for part in range(max(label, default=-1) + 1):
            yield [one for one, own in zip(members, label, strict=True) if own == part]
