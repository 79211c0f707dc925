"""Which structures are energized, along which path, and why the others are dark.

There are three readings of the rulebook's "within a complete sequence" (A-16):

- ``path``: on a simple path from some Plant to some City, which may pass others;
- ``component``: in a connected network that contains a Plant and a City;
- ``strict``: on such a path with no Plant and no City inside it.

A structure lit under ``strict`` is lit under ``path``, and one lit under ``path`` is lit under
``component``. Vertices are structures; their neighbours are those that conduct (EL-CONN-01).
"""

from collections.abc import Sequence
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
    def _paths(self) -> PathsThrough:
        return PathsThrough(self.conducting, self._plants, self._cities)

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
        between = _between(self.kinds, self.conducting)
        neighbours = [list(others) for others in between.neighbours]
        first = sorted({v for plant in plants for v in between.beside[plant]})
        last = sorted({v for city in cities for v in between.beside[city]})
        if kind in (PLANT, CITY):
            inner = shortest_path(neighbours, first, last)
        else:
            inner = PathsThrough(neighbours, first, last).shortest(structure)
        if inner is None:
            return None
        plant = next(plant for plant in plants if inner[0] in between.beside[plant])
        city = next(city for city in cities if inner[-1] in between.beside[city])
        return [plant, *inner, city]

    def darkness(self, structure: int) -> Darkness | None:
        """Return why ``structure`` is dark, or None if it is lit.

        In a network with a Plant and a City, a dark branch hangs on a lit structure. Under ``path``
        there is exactly one, since two would put the branch on a path between them. Under
        ``strict`` the nearest is returned.
        """
        if self.lit[structure]:
            return None
        reached = {structure: structure}
        layer = [structure]
        nearest = None
        while layer:
            after = []
            for vertex in layer:
                if nearest is None and self.lit[vertex]:
                    nearest = vertex
                for other in self.conducting[vertex]:
                    if other not in reached:
                        reached[other] = vertex
                        after.append(other)
            layer = after
        found = {self.kinds[vertex] for vertex in reached}
        if nearest is None:
            missing = (PLANT not in found, CITY not in found)
            return Darkness("alone" if all(missing) else "no_plant" if missing[0] else "no_city")
        inner = self.reading == "strict" and self.kinds[nearest] in (PLANT, CITY)
        return Darkness("beyond" if inner else "dead_end", nearest)
