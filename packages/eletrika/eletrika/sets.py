"""Sets of energized structures: which sets are possible, and their values."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from eletrika.events import Item
from eletrika.ruleset import Ruleset
from eletrika.state import around_cell
from eletrika.tables import CAVEATS, FORESTS, PAWNS, UNKNOWN_EDGE, UNKNOWN_KIND, Kind
from gridcommon.hexes import Hex, opposite


class Member(NamedTuple):
    """A structure in a set: its cell, if that is known, its kind and its pawns."""

    cell: Hex | None
    kind: Kind
    pawns: int = 1


def set_points(members: Sequence[Member], ruleset: Ruleset) -> int | None:
    """Return the points of a set without extras, in MW, or None if it is not a set.

    A set has two or four different kinds, or two or three structures of one kind. Under
    ``two_pawns_count`` a structure with two pawns may count as two equal ones, for the best value.
    Rules: EL-SCORE-01, EL-SCORE-02, EL-SCORE-05, EL-BONUS-04 (A-09, A-17).
    """
    size = len(members)
    different = len({member.kind for member in members})
    if different == size > 1:
        return ruleset.scoring.different.get(size)
    if different != 1:
        return None
    most = size
    if ruleset.two_pawns_count:
        most += sum(member.pawns > 1 for member in members)
    values = [value for count, value in ruleset.scoring.equal.items() if size <= count <= most]
    return max(values, default=None)


def possible_sets(members: Sequence[Member], ruleset: Ruleset) -> Iterator[tuple[int, ...]]:
    """Yield each set among some structures, as indexes of ``members``.

    Smaller sets come first, then by indexes.  Rules: EL-SCORE-01, EL-SCORE-03.
    """
    for size in range(1 if ruleset.two_pawns_count else 2, 5):
        few = len(members) <= PAWNS
        every = combinations(range(len(members)), size) if few else _of_kinds(members, size)
        for places in every:
            if set_points([members[place] for place in places], ruleset) is not None:
                yield places


def _of_kinds(members: Sequence[Member], size: int) -> list[tuple[int, ...]]:
    """Return what can be a set by its kinds, all equal or all different, sorted by indexes.

    Of the members that a position can have it is a tenth of all combinations, of a player's few
    pawns it is most of them.
    """
    by_kind: dict[Kind, list[int]] = {}
    for place, member in enumerate(members):
        by_kind.setdefault(member.kind, []).append(place)
    found = [places for same in by_kind.values() for places in combinations(same, size)]
    if size > 1:
        for kinds in combinations(by_kind.values(), size):
            found += product(*kinds)
    return sorted(tuple(sorted(places)) for places in found)


def forest_items(
    cell: Hex, kind: Kind, lands: Mapping[Hex, str], ruleset: Ruleset
) -> Iterator[Item]:
    """Yield the forests that pay for one member of a set, as items at their tiles.

    ``lands`` are the edges of the laid tiles; unknown tiles pay nothing.
    Rules: EL-FOREST-01, EL-FOREST-02, EL-FOREST-03, EL-FOREST-04 (A-19, A-20).
    """
    letter = FORESTS[kind]
    by_edge, by_region = ruleset.forest_touch == "edge", ruleset.forest_count == "region"
    counted: set[Hex] = set()
    for direction, beside in enumerate(around_cell(cell)):
        edges = lands.get(beside)
        if edges is None or letter not in edges:
            continue
        if (by_edge and edges[opposite(direction)] != letter) or beside in counted:
            continue
        if by_region:
            counted |= _joined_forest(beside, letter, lands, without=cell)
        yield Item("forest", ruleset.scoring.forest_per_edge, beside)


def _joined_forest(cell: Hex, letter: str, lands: Mapping[Hex, str], *, without: Hex) -> set[Hex]:
    """Return the tiles with forests of one colour connected to the forest on ``cell``."""
    joined = {cell}
    pending = [cell]
    while pending:
        here = pending.pop()
        for direction, beside in enumerate(around_cell(here)):
            if (
                beside not in joined
                and beside != without
                and lands[here][direction] == letter
                and lands.get(beside, "......")[opposite(direction)] == letter
            ):
                joined.add(beside)
                pending.append(beside)
    return joined


OPEN_ITEMS = ("open_demand", "open_forest")


def open_items(
    members: Sequence[Member], lands: Mapping[Hex, str], bonus: Kind | None, ruleset: Ruleset
) -> tuple[Item, ...]:
    """Return the items that undeclared facts may add: the bonus tile, land around the set.

    Rules: EL-COMP-09, EL-SCORE-06, EL-FOREST-01.
    """
    found = []
    if bonus == UNKNOWN_KIND:
        found.append(Item("open_demand", 0, caveat=CAVEATS["high_demand"]))
    by_edge = ruleset.forest_touch == "edge"
    for member in members:
        if member.cell is None:
            continue
        for direction, beside in enumerate(around_cell(member.cell)):
            edges = lands.get(beside, "")
            shown = edges[opposite(direction) : opposite(direction) + 1] if by_edge else edges
            if UNKNOWN_EDGE in shown:
                found.append(Item("open_forest", 0, beside, CAVEATS["forests"]))
    return tuple(found)


def items_of_set(
    members: Sequence[Member], lands: Mapping[Hex, str], bonus: Kind | None, ruleset: Ruleset
) -> tuple[Item, ...]:
    """Return the items of a legal set. A member without a cell has no forests.

    Rules: EL-SCORE-05, EL-SCORE-06, EL-SCORE-07, EL-CITY-05, EL-FOREST-01.
    """
    forests = [forests_of(member, lands, ruleset) for member in members]
    return items_with_forests(members, forests, bonus, ruleset)


def forests_of(member: Member, lands: Mapping[Hex, str], ruleset: Ruleset) -> tuple[Item, ...]:
    """Return the forests that pay for a member of a set; none without a cell."""
    if member.cell is None:
        return ()
    return tuple(forest_items(member.cell, member.kind, lands, ruleset))


def items_with_forests(
    members: Sequence[Member],
    forests: Sequence[tuple[Item, ...]],
    bonus: Kind | None,
    ruleset: Ruleset,
) -> tuple[Item, ...]:
    """Return the :func:`items_of_set`, for the known ``forests`` of each member."""
    points = set_points(members, ruleset)
    assert points is not None, members
    equal = all(member.kind == members[0].kind for member in members)
    caveat = ruleset.scoring.caveat(points, len(members), equal=equal)
    items = [Item("set", points, caveat=caveat)]
    if any(member.kind == bonus for member in members):
        items.append(Item("high_demand", ruleset.scoring.high_demand))
    for own in forests:
        items.extend(own)
    return tuple(items)
