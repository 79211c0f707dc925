"""A map of Power Grid on a page: where cities stand, which area a region has, how links run.

Cities stand where they are in the world, moved apart until their houses and names do not touch.
Around each lies what is nearest to it, and a region is what lies around its cities; shapely works
that out. In a pane of a terminal only the cities of the zone have names and room, as much as makes
them legible.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import cos, hypot, radians, sqrt

import shapely
from shapely import LineString, MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from gridgames.show.drawing.svg import text_width
from powergrid.board import Board
from powergrid.tables import CITY_NAMES, City, Map

SLOT = 20.0  # side of the place of a house
NAME = 12.5  # size of a city's name
_ROOM = 112.0  # pixels of side that a city has on the average
_GAPS = 24.0, 23.0  # between two cities beside and above each other, for costs to fit in
_NARROW_GAPS = 13.0, 12.0  # in a pane with too little room for those
# In a pane: screen pixels to one of the map, the largest first, with the gaps to try.
_ZOOMS = (
    *((zoom, _GAPS) for zoom in (1.5, 1.35, 1.2, 1.1, 1.0, 0.92, 0.86)),
    *((zoom, _NARROW_GAPS) for zoom in (0.86, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.4)),
)
_FULL = 0.36  # of a pane, by cities and their gaps
_SQUEEZE = 1.5  # times that a pane may stretch a map either way
_FLATTEST = 1.45  # width of a map to its height; a flatter one is stretched
_LAND = 62.0  # from a city to the coast
_ROUNDS = 400  # of moving cities apart; far fewer are needed
TAG = 34.0, 17.0  # width and height of a price beside a city
_MARGIN = 7.0  # from a city to the edge of a pane
_LEGIBLE = NAME / 10  # pixels of the map, of which one on the screen still lets names be read
BUBBLE = 9.5  # radius of the cost of a link
_BENDS = (0, 26, -26, 38, -38, 48, -48, 60, -60, 72, -72, 96, -96)  # pixels aside
_PEAKS = (0.5, 0.2, 0.8)  # of the way, where a link bends most
_ALONG = (0.5, *(0.5 + sign * step / 50 for step in range(1, 21) for sign in (-1, 1)))

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is drawn: points along it, and where its cost stands."""

    ends: tuple[City, City]
    cost: int
    way: tuple[Place, ...]
    label: Place


@dataclass(frozen=True, slots=True)
class MapChart:
    """A map as it is drawn, from (0, 0) to ``width`` and ``height``."""

    width: float
    height: float
    places: Mapping[City, Place]  # of the middle of the houses
    regions: Mapping[str, BaseGeometry]
    links: tuple[Link, ...]
    tags: Mapping[City, Place]  # of the middle of the lower edge of a price


@lru_cache(64)
def chart_of(board: Map) -> MapChart:
    """Return the chart of a map."""
    places = _apart(_projected(board), _GAPS) or {}
    regions = _regions(board, places, board.cities)
    left, top, right, bottom = shapely.total_bounds(list(regions.values()))
    places = {city: (x - left, y - top) for city, (x, y) in places.items()}
    moved = {
        name: shapely.transform(area, lambda xy: xy - (left, top)) for name, area in regions.items()
    }
    links = _links(board, places)
    return MapChart(right - left, bottom - top, places, moved, links, _tags(places, links))


@lru_cache(8)  # the panes of a session
def chart_in(zone: Board, width: int, height: int) -> MapChart:
    """Return the chart of a zone that fills a pane, given its size in pixels.

    It is as large as lets the names and costs of the zone be read; other cities have no room.
    """
    board = zone.map
    for zoom, gaps in _ZOOMS:
        room = width / zoom, height / zoom
        if zoom > 1 / _LEGIBLE and _share(zone.cities, room) > _FULL:
            continue
        flat = _fitted(zone, room)
        if places := _apart({city: flat[city] for city in zone.cities}, gaps, room):
            break
    else:
        places = {city: flat[city] for city in zone.cities}
    regions = _regions(board, flat | places, zone.cities)
    links = _links(board, places, room)
    return MapChart(*room, flat | places, regions, links, _tags(places, links, room))


def _share(cities: Collection[City], room: Place) -> float:
    """Return the share of a room that cities and the gaps around them take."""
    sizes = map(half_size, cities)
    taken = sum((2 * wide + _GAPS[0]) * (2 * high + _GAPS[1]) for wide, high in sizes)
    return taken / (room[0] * room[1])


def _flat(board: Map) -> dict[City, Place]:
    """Return where the cities are, with degrees of latitude as units, from the north down."""
    middle = radians(sum(lat for _, lat in board.place.values()) / len(board.place))
    return {city: (lon * cos(middle), -lat) for city, (lon, lat) in board.place.items()}


def _projected(board: Map) -> dict[City, Place]:
    """Return the cities on a page that has so much room for each."""
    flat = _flat(board)
    wide = max(x for x, _ in flat.values()) - min(x for x, _ in flat.values())
    high = max(y for _, y in flat.values()) - min(y for _, y in flat.values())
    stretch = max(1.0, wide / high / _FLATTEST)
    size = _ROOM * sqrt(len(flat) / (wide * high * stretch))
    return {city: (size * x, size * stretch * y) for city, (x, y) in flat.items()}


def _fitted(zone: Board, room: Place) -> dict[City, Place]:
    """Return all cities of a map, with those of a zone spread over a room."""
    flat = _flat(zone.map)
    ends = []
    for axis in (0, 1):
        along = [flat[city][axis] for city in zone.cities]
        margin = max(half_size(city)[axis] for city in zone.cities) + _MARGIN
        ends.append((min(along), max(along), room[axis] - 2 * margin))
    scales = [max(length, 1.0) / max(last - first, 0.1) for first, last, length in ends]
    scales = [min(scale, _SQUEEZE * min(scales)) for scale in scales]
    moves = [(room[axis] - scales[axis] * (ends[axis][0] + ends[axis][1])) / 2 for axis in (0, 1)]
    return {
        city: (moves[0] + scales[0] * x, moves[1] + scales[1] * y) for city, (x, y) in flat.items()
    }


def half_size(city: City) -> Place:
    """Return half the width and height of a city with its name."""
    return max(3 * SLOT, text_width(CITY_NAMES[city], NAME, bold=True)) / 2, (SLOT + NAME + 6) / 2


def _apart(
    places: Mapping[City, Place], gaps: Place, room: Place | None = None
) -> dict[City, Place] | None:
    """Return places where no city touches another, near to where they were, None if it fails.

    With a ``room`` they stay in it. Without one they always move apart.
    """
    now = {city: [x, y] for city, (x, y) in places.items()}
    size = {city: half_size(city) for city in now}
    pairs = list(combinations(now, 2))
    for _ in range(_ROUNDS):
        touching = False
        for one, other in pairs:
            (ax, ay), (bx, by) = now[one], now[other]
            across = size[one][0] + size[other][0] + gaps[0] - abs(ax - bx)
            down = size[one][1] + size[other][1] + gaps[1] - abs(ay - by)
            if across <= 0 or down <= 0:
                continue
            touching = True
            axis, move = (0, across) if across < down else (1, down)
            sign = 1 if now[one][axis] > now[other][axis] else -1
            now[one][axis] += sign * (move / 2 + 0.1)
            now[other][axis] -= sign * (move / 2 + 0.1)
        if room:
            for city, place in now.items():
                for axis in (0, 1):
                    edge = size[city][axis] + _MARGIN
                    kept = min(max(place[axis], edge), room[axis] - edge)
                    touching = touching or kept != place[axis]
                    place[axis] = kept
        if not touching:
            break
    if room and touching:
        return None
    return {city: (x, y) for city, (x, y) in now.items()}


def _regions(
    board: Map, places: Mapping[City, Place], named: Collection[City]
) -> dict[str, BaseGeometry]:
    """Return the areas of the regions; the names of some cities lie on land."""
    dots = MultiPoint(list(places.values()))
    hull = shapely.concave_hull(dots, ratio=0.32).buffer(_LAND)
    names = shapely.union_all([_block(city, places[city], 16) for city in named])
    land = hull.union(names).buffer(26).buffer(-56).buffer(30)
    cells = shapely.voronoi_polygons(dots, extend_to=land.envelope.buffer(200))
    around: dict[str, list[BaseGeometry]] = {region: [] for region in board.regions}
    for cell in cells.geoms:
        city = next(city for city, place in places.items() if cell.contains(Point(place)))
        around[board.region_of[city]].append(cell)
    return {
        region: shapely.intersection(shapely.coverage_union_all(own), land)
        for region, own in around.items()
    }


def _block(city: City, place: Place, margin: float) -> Polygon:
    """Return the area of a city and its name."""
    (x, y), (wide, high) = place, half_size(city)
    wide, high = wide + margin, high + margin
    return box(x - wide, y - high, x + wide, y + high)


def _links(board: Map, places: Mapping[City, Place], room: Place | None = None) -> tuple[Link, ...]:
    """Return the links between some cities, inside a room if any."""
    costs = {(one, other): cost for one, other, cost in board.links if {one, other} <= {*places}}
    blocks = {city: _block(city, place, 2) for city, place in places.items()}
    beyond = _beyond(room)
    ways = {ends: _way(*ends, places, blocks, beyond) for ends in costs}
    lines = {ends: LineString(way) for ends, way in ways.items()}
    labels: dict[tuple[City, City], Point] = {}
    taken: list[BaseGeometry] = [*blocks.values(), *beyond]
    # Short links have the fewest places to choose from.
    for ends in sorted(lines, key=lambda ends: lines[ends].length):
        labels[ends] = _free_spot(lines[ends], taken)
        taken.append(labels[ends].buffer(BUBBLE))
    return tuple(
        Link(ends, cost, ways[ends], (labels[ends].x, labels[ends].y))
        for ends, cost in costs.items()
    )


def _tags(
    places: Mapping[City, Place], links: Sequence[Link], room: Place | None = None
) -> dict[City, Place]:
    """Return where a price beside a city hides no city and no cost, inside a room if any."""
    taken: list[BaseGeometry] = [_block(city, place, 0) for city, place in places.items()]
    taken += [*_beyond(room), *(Point(link.label).buffer(BUBBLE) for link in links)]
    tags = {}
    for city, (x, y) in places.items():
        _, high = half_size(city)
        aside = 1.5 * SLOT + TAG[0] / 2 + 2
        steps = sorted(map(float, range(-35, 36, 5)), key=abs)
        tries = [(step, high + TAG[1] + 1) for step in steps]
        tries += [(aside, high - 1), (-aside, high - 1)]
        tries += [(step, -high - 1) for step in steps]
        areas = [_tag(x + dx, y + dy) for dx, dy in tries]
        hidden = [float(shapely.area(shapely.intersection(taken, area)).sum()) for area in areas]
        best = hidden.index(min(hidden))
        tags[city] = x + tries[best][0], y + tries[best][1]
        taken.append(areas[best])
    return tags


def _tag(x: float, y: float) -> Polygon:
    """Return the area of a price, given the middle of its lower edge."""
    return box(x - TAG[0] / 2, y - TAG[1], x + TAG[0] / 2, y)


def _beyond(room: Place | None) -> list[BaseGeometry]:
    """Return the area at and beyond the edges of a room, if any, where nothing may be."""
    if room is None:
        return []
    wide, high = room
    inner, outer = 1.0, 1000.0
    page = box(inner, inner, wide - inner, high - inner)
    return [box(-outer, -outer, wide + outer, high + outer).difference(page)]


def _way(
    one: City,
    other: City,
    places: Mapping[City, Place],
    blocks: Mapping[City, BaseGeometry],
    beyond: Sequence[BaseGeometry],
) -> tuple[Place, ...]:
    """Return a way that meets no other city and no edge, as straight as it can be."""
    others = [block for city, block in blocks.items() if city not in (one, other)]
    others += beyond
    tries = [_curve(places[one], places[other], bend, peak) for peak in _PEAKS for bend in _BENDS]
    free = (way for way in tries if not shapely.intersects(others, LineString(way)).any())
    return next(free, tries[0])


def _free_spot(line: LineString, taken: Sequence[BaseGeometry]) -> Point:
    """Return the point of a line where a cost is far enough from everything else."""
    best, most = line.interpolate(0.5, normalized=True), -1.0
    for part in _ALONG:
        spot = line.interpolate(part, normalized=True)
        room = float(shapely.distance(taken, spot).min())
        if room > BUBBLE + 1:
            return spot
        if room > most:
            best, most = spot, room
    return best


def _curve(start: Place, end: Place, bend: float, peak: float) -> tuple[Place, ...]:
    """Return points from one place to another that leave the straight line by about ``bend``.

    ``peak`` is the part of the way where they do most.
    """
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay) or 1.0
    cx = ax + peak * (bx - ax) - 2 * bend * (by - ay) / length
    cy = ay + peak * (by - ay) + 2 * bend * (bx - ax) / length
    points = []
    steps = 1 if not bend else 16
    for step in range(steps + 1):
        t = step / steps
        points.append(
            (
                (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
                (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by,
            )
        )
    return tuple(points)


def beside(way: Sequence[Place], offset: float) -> list[Place]:
    """Return a path parallel to another, ``offset`` pixels away."""
    if not offset:
        return list(way)
    moved = []
    last = len(way) - 1
    for number, (x, y) in enumerate(way):
        (ax, ay), (bx, by) = way[max(0, number - 1)], way[min(last, number + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        moved.append((x - offset * (by - ay) / length, y + offset * (bx - ax) / length))
    return moved
