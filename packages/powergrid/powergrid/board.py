"""The zone of a game: its cities, and the costs of the paths between them.

A *zone* is the set of regions chosen for a game. Its cities are numbered from 0 in the order of
their names; data about cities that is needed often is in lists indexed by that number.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final

from gridcommon.errors import Refusal, Word
from gridcommon.networks import cheapest_costs, components
from gridcommon.pickling import pickle_by_call
from powergrid.actions import Build
from powergrid.tables import CITY_NAMES, EDITION, MAP, SEATS, City, CustomMap, Map, map_of

Place = int  # a city's number within its zone

FAR: Final = 1 << 40  # more than any seat can pay


@dataclass(frozen=True, slots=True)
class Board:
    """A zone of a map, with the cheapest path between any two of its cities.

    ``costs[a][b]`` is in Elektro, 0 for ``a == b``; paths stay within the zone.
    """

    map: Map
    regions: tuple[str, ...]  # in the order of their names
    cities: tuple[City, ...]  # by place
    places: dict[City, Place] = field(hash=False)
    costs: tuple[tuple[int, ...], ...] = field(hash=False)
    # By place: the adjacent places, with costs
    links: tuple[tuple[tuple[Place, int], ...], ...] = field(hash=False)
    joined: tuple[int, ...]  # the same places as a bit mask
    builds: tuple[tuple[Build, ...], ...] = field(compare=False, repr=False)  # by seat and place
    names: tuple[str, ...] = field(compare=False, repr=False)  # by place


@lru_cache(maxsize=256)  # more than there are zones
def board(chosen: str | CustomMap, edition: str, regions: tuple[str, ...]) -> Board:
    """Return the board of a zone of ``Ruleset.map``; ``regions`` in the order of their names.

    Rules: PG-SETUP-02, PG-BUILD-03, PG-BUILD-06.
    """
    chart = map_of(chosen, edition)
    cities = tuple(city for city in chart.cities if chart.region_of[city] in regions)
    places = {city: place for place, city in enumerate(cities)}
    links: list[list[tuple[Place, int]]] = [[] for _ in cities]
    for one, other, cost in chart.links:
        if one in places and other in places:
            links[places[one]].append((places[other], cost))
            links[places[other]].append((places[one], cost))
    return Board(
        chart,
        regions,
        cities,
        places,
        tuple(tuple(cheapest_costs(links, [place], FAR)) for place in places.values()),
        tuple(tuple(sorted(beside)) for beside in links),
        tuple(sum(1 << other for other, _ in beside) for beside in links),
        tuple(tuple(Build(seat, city) for city in cities) for seat in range(SEATS.stop)),
        tuple(CITY_NAMES[city] for city in cities),
    )


def outside(zone: Board, city: City) -> Refusal:
    """Return the refusal for a city outside ``zone``, or for a number that is not a city.

    For a city of another edition, the refusal names its counterpart on this map.
    Rules: PG-SETUP-02, PG-COMP-07.
    """
    chart = zone.map
    name = CITY_NAMES.get(city)
    if name is None or city in chart.region_of:
        return Refusal("PG-SETUP-02", "{city} is not in the zone", city=name or city)
    for (key, _), other in MAP.items():
        if key == chart.key and city in other.region_of:
            return Refusal(
                "PG-SETUP-02",
                "{city} is not on the map of {edition}; {twin} is",
                city=name,
                edition=Word(EDITION[chart.edition].title),
                twin=CITY_NAMES[counterparts(other, chart)[city]],
            )
    return Refusal("PG-SETUP-02", "{city} is not on the {map} map", city=name, map=Word(chart.name))


def counterparts(old: Map, new: Map) -> dict[City, City]:
    """Return the counterpart on ``new`` of each city on ``old``, two editions of one map.

    A city that only one edition has corresponds to the one in its region that only the other
    edition has.  Rules: PG-COMP-07.
    """
    only = [
        sorted({*one.cities} - {*other.cities}, key=lambda city: one.region_of[city])
        for one, other in ((old, new), (new, old))
    ]
    twins = dict(zip(*only, strict=True))
    return {city: twins.get(city, city) for city in old.cities}


def paths_from(zone: Board, places: Sequence[Place]) -> tuple[int, ...]:
    """Return the cost of the cheapest path from ``places`` to each place, FAR to themselves.

    All costs are FAR if ``places`` is empty.  Rules: PG-BUILD-03, PG-BUILD-06.
    """
    if not places:
        return (FAR,) * len(zone.cities)
    nearest = [min(costs) for costs in zip(*(zone.costs[place] for place in places), strict=True)]
    for place in places:
        nearest[place] = FAR
    return tuple(nearest)


def is_contiguous(chart: Map, regions: Sequence[str]) -> bool:
    """Return whether ``regions`` form one area, each joined to the others.  Rules: PG-SETUP-01."""
    beside = [
        [place for place, near in enumerate(regions) if near in chart.neighbours[region]]
        for region in regions
    ]
    return max(components(beside)) == 0


def is_connected(chart: Map, regions: Sequence[str]) -> bool:
    """Return whether each city of a zone can be reached within it.  Rules: PG-COMP-10."""
    places = {city: place for place, city in enumerate(
        city for city in chart.cities if chart.region_of[city] in regions)}  # fmt: skip
    beside: list[list[int]] = [[] for _ in places]
    for one, other, _ in chart.links:
        if one in places and other in places:
            beside[places[one]].append(places[other])
            beside[places[other]].append(places[one])
    return max(components(beside)) == 0


@lru_cache(maxsize=64)  # more than there are of the printed maps
def zones(chosen: str | CustomMap, edition: str, count: int) -> tuple[tuple[str, ...], ...]:
    """Return every zone of ``count`` regions that can be chosen, in order.

    Rules: PG-SETUP-01, PG-COMP-10.
    """
    chart = map_of(chosen, edition)
    areas = contiguous(chosen, edition, count)
    return tuple(regions for regions in areas if is_connected(chart, regions))


def contiguous(chosen: str | CustomMap, edition: str, count: int) -> list[tuple[str, ...]]:
    """Return every contiguous area of ``count`` regions, in order.  Rules: PG-SETUP-01."""
    chart = map_of(chosen, edition)
    areas = combinations(chart.regions, count)
    return [regions for regions in areas if is_contiguous(chart, regions)]


pickle_by_call(Board, board, lambda one: (one.map.key, one.map.edition, one.regions))
