"""Sets of energized structures and what they are worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from eletrika.position import Land
from eletrika.tables import FORESTS, Kind, Scoring
from gridcommon.hexes import Hex, neighbours, opposite


@dataclass(frozen=True, slots=True)
class Item:
    """Points and what they are for: ``set``, ``high_demand`` or the ``forest`` on a tile."""

    what: str
    points: int  # MW
    at: Hex | None = None


def set_points(kinds: Sequence[Kind], scoring: Scoring) -> int | None:
    """Return what a set of such kinds is worth, None if it is no set.

    Two or four of different kinds, or two or three of one kind. Two structures of one kind are
    equal, never different.  Rules: EL-SCORE-01, EL-SCORE-02, EL-SCORE-05.
    """
    different = len(set(kinds))
    if different == len(kinds):
        return scoring.different.get(different)
    return scoring.equal.get(len(kinds)) if different == 1 else None


def possible_sets(kinds: Sequence[Kind]) -> Iterator[tuple[int, ...]]:
    """Yield each set among structures of such kinds, as places in ``kinds``.

    Smaller sets come first, then in the order of the places.  Rules: EL-SCORE-01, EL-SCORE-03.
    """
    for size in (2, 3, 4):
        for members in combinations(range(len(kinds)), size):
            different = len({kinds[member] for member in members})
            if different == size != 3 or (different == 1 and size != 4):
                yield members


def forest_items(
    cell: Hex, kind: Kind, lands: Mapping[Hex, Land], scoring: Scoring
) -> Iterator[Item]:
    """Yield the forests that pay for one member of a set: those of its colour on a shared edge.

    Unknown land pays nothing.  Rules: EL-FOREST-01, EL-FOREST-02, EL-FOREST-03, EL-FOREST-04.
    """
    for direction, beside in enumerate(neighbours(cell)):
        land = lands.get(beside)
        if land and land.edges and land.edges[opposite(direction)] == FORESTS[kind]:
            yield Item("forest", scoring.forest_per_edge, beside)


def items_of_set(
    members: Sequence[tuple[Hex | None, Kind]],
    lands: Mapping[Hex, Land],
    bonus: Kind | None,
    scoring: Scoring,
) -> tuple[Item, ...]:
    """Return what a legal set is worth, item by item.

    ``members`` are the cells and kinds; a member without a cell has no forests.
    Rules: EL-SCORE-05, EL-SCORE-06, EL-SCORE-07, EL-FOREST-01.
    """
    kinds = [kind for _, kind in members]
    points = set_points(kinds, scoring)
    if points is None:
        raise ValueError(f"no set: {kinds}")
    items = [Item("set", points)]
    if bonus in kinds:
        items.append(Item("high_demand", scoring.high_demand))
    for cell, kind in members:
        if cell is not None:
            items.extend(forest_items(cell, kind, lands, scoring))
    return tuple(items)
