"""Which structures are energized, along which path, and why the others are dark.

There are three readings of the rulebook's "within a complete sequence" (A-16):

- ``path``: on a simple path from some Plant to some City, which may pass others;
- ``component``: in a connected network that contains a Plant and a City;
- ``strict``: on such a path with no Plant and no City inside it.

A structure lit under ``strict`` is lit under ``path``, and one lit under ``path`` is lit under
``component``. Vertices are structures; their neighbours are those that conduct (EL-CONN-01).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from eletrika.tables import CITY, PLANT, Kind
from gridcommon.networks import Neighbours, PathsThrough, components, lies_on_path, shortest_path


def energized(kinds: Sequence[Kind], conducting: Neighbours, reading: str) -> list[bool]:
    """Return for each structure whether it is energized under one of the READINGS.

    Rules: EL-NRG-01, EL-NRG-02, EL-NRG-03, EL-NRG-04, EL-NRG-05, EL-NRG-06.
    """
    return _RULES[reading](kinds, conducting)


def _on_a_path(kinds: Sequence[Kind], conducting: Neighbours) -> list[bool]:
    return lies_on_path(conducting, _all(PLANT, kinds), _all(CITY, kinds))


def _in_a_live_component(kinds: Sequence[Kind], conducting: Neighbours) -> list[bool]:
    label = components(conducting)
    plants = {label[structure] for structure in _all(PLANT, kinds)}
    cities = {label[structure] for structure in _all(CITY, kinds)}
    return [own in plants and own in cities for own in label]


def _on_a_strict_path(kinds: Sequence[Kind], conducting: Neighbours) -> list[bool]:
    """Remove Plants and Cities from the network, since they are only at the ends of paths."""
    between = _between(kinds, conducting)
    first = {v for plant in _all(PLANT, kinds) for v in between.beside[plant]}
    last = {v for city in _all(CITY, kinds) for v in between.beside[city]}
    lit = lies_on_path(between.neighbours, sorted(first), sorted(last))
    label = components(between.neighbours)
    fed = {label[vertex] for vertex in first}
    used = {label[vertex] for vertex in last}
    for end, live in ((PLANT, used), (CITY, fed)):
        for structure in _all(end, kinds):
            lit[structure] = any(label[vertex] in live for vertex in between.beside[structure])
    return lit


_RULES = {"path": _on_a_path, "component": _in_a_live_component, "strict": _on_a_strict_path}


def _all(kind: Kind, kinds: Sequence[Kind]) -> list[int]:
    return [structure for structure, own in enumerate(kinds) if own == kind]


class _Between(NamedTuple):
    neighbours: Neighbours  # among Towers, Substations and Poles only
    beside: Neighbours  # the neighbours of each structure among these


def _between(kinds: Sequence[Kind], conducting: Neighbours) -> _Between:
    ends = (PLANT, CITY)
    beside = [[v for v in others if kinds[v] not in ends] for others in conducting]
    neighbours = [[] if kinds[here] in ends else others for here, others in enumerate(beside)]
    return _Between(neighbours, beside)


@dataclass(frozen=True, slots=True)
class Darkness:
    """The reason why a structure is dark, a key of REASONS. ``hangs_on`` is a lit structure."""

    reason: str
    hangs_on: int | None = None


REASONS = {
    "alone": "no Plant and no City in its network",
    "no_plant": "no Plant in its network",
    "no_city": "no City in its network",
    "dead_end": "a dead end: hangs on {name}",
    "beyond": "reached only past {name}, a Plant or City inside the path",
}


# Up to this many structures, ten times the box, every way is listed
EVERY_WAY = 400
MOST_STEPS = EVERY_WAY**2  # on all ways together
MOST_SEARCHED = 4_000_000  # arcs: about two seconds


class Explanation:
    """A network under one reading: the paths of lit structures, and the reasons for dark ones."""

    def __init__(self, kinds: Sequence[Kind], conducting: Neighbours, reading: str) -> None:
        self.kinds = kinds
        self.conducting = conducting
        self.reading = reading
        self.lit = energized(kinds, conducting, reading)
        self._plants = _all(PLANT, kinds)
        self._cities = _all(CITY, kinds)

    @cached_property
    def _inside(self) -> "_Between":
        return _between(self.kinds, self.conducting)

    @cached_property
    def _paths(self) -> PathsThrough:
        """The paths between Plants and Cities, without these themselves under ``strict``."""
        if self.reading != "strict":
            return PathsThrough(self.conducting, self._plants, self._cities)
        return PathsThrough(self._inside.neighbours, *self._starts_and_goals)

    @cached_property
    def _starts_and_goals(self) -> tuple[list[int], list[int]]:
        return self._beside(self._plants), self._beside(self._cities)

    def _beside(self, ends: Sequence[int]) -> list[int]:
        """Return the structures beside Plants or Cities that paths may pass under ``strict``."""
        return sorted({v for end in ends for v in self._inside.beside[end]})

    def witnesses(self) -> Iterator[list[int] | None]:
        """Yield the :meth:`witness` of each structure, or None for those beyond the limits.

        A network of more than EVERY_WAY structures has limits: after MOST_STEPS structures on all
        ways together, or as soon as MOST_SEARCHED arcs were looked at, the others have no way.
        """
        is_limited = len(self.kinds) > EVERY_WAY
        steps = searched = 0
        for structure in range(len(self.kinds)):
            work = searched + self._paths.work
            if is_limited and (steps >= MOST_STEPS or work >= MOST_SEARCHED):
                yield None
                continue
            way = self.witness(structure)
            if way is not None and not self._is_counted(structure, way):
                searched += min(8 * len(self.kinds), 24 * len(way) ** 2)  # a disc of hexagons
            steps += len(way or ())
            yield way

    def _is_counted(self, structure: int, way: Sequence[int]) -> bool:
        """Return whether a way was found by the search that counts its work."""
        if self.reading == "strict":
            return self.kinds[structure] not in (PLANT, CITY)
        return len(set(way)) == len(way)

    def witness(self, structure: int) -> list[int] | None:
        """Return a shortest path from a Plant to a City through ``structure``, or None if dark.

        Under ``component``, a structure on no simple path has a walk that returns the way it came.
        """
        if not self.lit[structure]:
            return None
        if self.reading == "strict":
            return self._strict_way(structure)
        return self._paths.shortest(structure) or self._walk(structure)

    def _walk(self, structure: int) -> list[int]:
        there = shortest_path(self.conducting, self._plants, [structure]) or []
        back = shortest_path(self.conducting, [structure], self._cities) or []
        return there + back[1:]

    def _strict_way(self, structure: int) -> list[int] | None:
        """Leave out every other Plant and City, or, for one of them, its own kind."""
        kind = self.kinds[structure]
        plants = [structure] if kind == PLANT else self._plants
        cities = [structure] if kind == CITY else self._cities
        if kind in (PLANT, CITY):
            first, last = self._starts_and_goals
            first = self._beside(plants) if kind == PLANT else first
            last = self._beside(cities) if kind == CITY else last
            inner = shortest_path(self._inside.neighbours, first, last)
        else:
            inner = self._paths.shortest(structure)
        if inner is None:
            return None
        beside = self._inside.beside
        plant = next(plant for plant in plants if inner[0] in beside[plant])
        city = next(city for city in cities if inner[-1] in beside[city])
        return [plant, *inner, city]

    @cached_property
    def _nearest(self) -> list[int]:
        """The nearest lit structure of each, itself if it is lit, or -1 if none can be reached.

        Of equally near ones, it is the first in the order in which neighbours are listed.
        """
        nearest = [vertex if is_lit else -1 for vertex, is_lit in enumerate(self.lit)]
        layer = [vertex for vertex, is_lit in enumerate(self.lit) if is_lit]
        away = [0 if is_lit else -1 for is_lit in self.lit]
        while layer:
            after = []
            for vertex in layer:
                for other in self.conducting[vertex]:
                    if away[other] < 0:
                        away[other] = away[vertex] + 1
                        after.append(other)
            for vertex in after:
                before = next(v for v in self.conducting[vertex] if away[v] == away[vertex] - 1)
                nearest[vertex] = nearest[before]
            layer = after
        return nearest

    @cached_property
    def _ends(self) -> tuple[list[int], set[int], set[int]]:
        """The component of each structure, the components with Plants, and those with Cities."""
        label = components(self.conducting)
        return label, {label[v] for v in self._plants}, {label[v] for v in self._cities}

    def darkness(self, structure: int) -> Darkness | None:
        """Return why ``structure`` is dark, or None if it is lit.

        In a network with a Plant and a City, a dark branch hangs on a lit structure. Under ``path``
        there is exactly one, since two would put the branch on a path between them. Under
        ``strict`` the nearest is returned.
        """
        if self.lit[structure]:
            return None
        nearest = self._nearest[structure]
        if nearest < 0:
            label, fed, used = self._ends
            missing = (label[structure] not in fed, label[structure] not in used)
            return Darkness("alone" if all(missing) else "no_plant" if missing[0] else "no_city")
        inner = self.reading == "strict" and self.kinds[nearest] in (PLANT, CITY)
        return Darkness("beyond" if inner else "dead_end", nearest)
