"""The land of tiles as shapes: the terrain of each edge.

The shapes of a tile follow from its six edges alone. A forest or a lake reaches its edges from
corner to corner, a river the middle of its edge; so what neighbours share meets. The parts of a
tile cover its hexagon exactly and do not overlap: they are faces of one network of lines, worked
out by shapely.

That network lies on a grid along the sides of the hexagon (``u`` down to the right, ``v`` down), on
which every point of a side stays on it; so neighbours touch without gaps.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.affinity import affine_transform, scale
from shapely.geometry.base import BaseGeometry

from eletrika.tables import FIELD, FORESTS, LAKE, RIVER, UNKNOWN_EDGE
from gridcommon.hexes import HexLayout

LAYOUT = HexLayout(112, 128)  # pixels; a percent off a regular hexagon, for whole coordinates

# The grid: u goes along the side down to the right, (56, 32), and v down, (0, 64).
_TO_GRID = (1 / 56, 0, -32 / (56 * 64), 1 / 64, 0, 0)
_TO_PIXELS = (56, 0, 32, 64, 0, 0)
_GRID = 1 / 4096  # of a side

_RIVER = 25  # pixels of width
_BAY = 35  # radius of a lake that touches one edge
_GROVE = 33  # radius of a forest around the middle of an edge
_SPRING = 20  # radius of the water in the middle of a tile
_BANK = 3  # between water and trees
_BEND = 26  # from the middle of an edge to where a river may turn
_ARC = 7  # corners in a quarter of a circle
_BEYOND = 1.2  # times the hexagon, for shapes that are cut off at its sides

CORNERS = LAYOUT.corners((0, 0))
HEXAGON = Polygon(CORNERS)
_ENDS = tuple((CORNERS[edge - 1], CORNERS[edge]) for edge in range(6))
MIDDLES = tuple(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in _ENDS)
# By edge, the triangle from it to the middle of the tile, and a little beyond the edge.
WEDGES = tuple(scale(Polygon([(0, 0), *ends]), _BEYOND, _BEYOND, origin=(0, 0)) for ends in _ENDS)

Parts = Mapping[str, MultiPolygon]  # by edge letter


@dataclass(frozen=True, slots=True)
class Tile:
    """The shapes of a tile around (0, 0), and the middle lines of its rivers."""

    parts: Parts
    streams: tuple[LineString, ...]


@lru_cache(maxsize=2048)  # more than the tiles of a table, each turned
def tile_of(edges: str) -> Tile:
    """Return the shapes of a tile with these edges, clockwise from east; ``?`` is an unknown one.

    The field is what nothing else covers.
    """
    streams = tuple(_streams(edges))
    lake = _lake(edges)
    shapes: dict[str, BaseGeometry] = {LAKE: lake}
    river: BaseGeometry = shapely.union_all(
        [line.buffer(_RIVER / 2, cap_style="flat", join_style="mitre") for line in streams]
    )
    if edges.count(RIVER) == 1 and LAKE not in edges:
        river = river.union(Point(0, 0).buffer(_SPRING, _ARC))
    water = river.union(lake)
    shapes[RIVER] = water.buffer(6, _ARC).buffer(-6, _ARC).union(water) if RIVER in edges else water
    unknown = [wedge for wedge, edge in zip(WEDGES, edges, strict=True) if edge == UNKNOWN_EDGE]
    shapes[UNKNOWN_EDGE] = shapely.union_all(unknown)
    dry = shapes[RIVER].buffer(_BANK, _ARC)
    for letter in sorted(set(FORESTS) & set(edges)):
        shapes[letter] = _grove(edges, letter).difference(dry)
    return Tile(_faces(shapes), streams)


def _faces(shapes: Mapping[str, BaseGeometry]) -> Parts:
    """Return the parts of the hexagon: each face of the lines belongs to the first shape on it."""
    cut = {
        letter: shapely.set_precision(affine_transform(shape, _TO_GRID), _GRID)
        for letter, shape in shapes.items()
        if not shape.is_empty
    }
    whole = shapely.set_precision(affine_transform(HEXAGON, _TO_GRID), _GRID)
    lines = shapely.union_all(
        [whole.boundary, *(shape.boundary for shape in cut.values())], grid_size=_GRID
    )
    found: defaultdict[str, list[Polygon]] = defaultdict(list)
    for face in polygons(shapely.polygonize([lines])):
        inside = face.representative_point()
        if whole.contains(inside):
            letter = next((one for one, shape in cut.items() if shape.contains(inside)), FIELD)
            found[letter].append(face)
    return {
        letter: MultiPolygon(
            polygons(affine_transform(shapely.coverage_union_all(faces), _TO_PIXELS))
        )
        for letter, faces in found.items()
    }


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the parts of a shape that are areas."""
    parts = getattr(shape, "geoms", [shape])
    return [one for one in parts if isinstance(one, Polygon) and not one.is_empty]


def _streams(edges: str) -> Iterator[LineString]:
    """Yield the middle lines of the rivers: between any two of their edges, or to the middle."""
    mouths = [edge for edge in range(6) if edges[edge] == RIVER]
    if LAKE in edges or len(mouths) == 1:
        for mouth in mouths:
            x, y = MIDDLES[mouth]
            yield LineString([(x * _BEYOND, y * _BEYOND), (0, 0)])
    else:
        for one, other in combinations(mouths, 2):
            yield _bend(MIDDLES[one], MIDDLES[other])


def _bend(start: tuple[float, float], end: tuple[float, float]) -> LineString:
    """Return a curve from one middle of an edge to another, square to both edges and beyond."""

    def moved(point: tuple[float, float], times: float) -> tuple[float, float]:
        return point[0] * times, point[1] * times

    inwards = 1 - _BEND / 56
    ways = (start, moved(start, inwards), moved(end, inwards), end)
    line = [moved(start, _BEYOND)]
    for step in range(11):
        t = step / 10
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        parts = list(zip(shares, ways, strict=True))
        line.append((sum(s * x for s, (x, _) in parts), sum(s * y for s, (_, y) in parts)))
    return LineString([*line, moved(end, _BEYOND)])


def _lake(edges: str) -> BaseGeometry:
    """Return the lake of a tile: it fills the tile towards its edges, and keeps off the others."""
    shores = [edge for edge in range(6) if edges[edge] == LAKE]
    if not shores:
        return Polygon()
    if len(shores) == 1 and RIVER not in edges:
        return Point(MIDDLES[shores[0]]).buffer(_BAY, _ARC).intersection(WEDGES[shores[0]])
    middle = Point(0, 0).buffer(_SPRING, _ARC)
    lake = shapely.union_all([*(WEDGES[edge] for edge in shores), middle])
    inner = lake.buffer(12, _ARC).buffer(-12, _ARC).intersection(scale(HEXAGON, 0.72, 0.72))
    return lake.union(inner)


def _grove(edges: str, letter: str) -> BaseGeometry:
    """Return the forests of a letter: round woods on their edges, joined along a run of edges."""
    own = [edge for edge in range(6) if edges[edge] == letter]
    trees = [Point(MIDDLES[edge]).buffer(_GROVE, _ARC) for edge in own]
    trees += [Point(CORNERS[edge]).buffer(_GROVE, _ARC) for edge in own if (edge + 1) % 6 in own]
    wedges = shapely.union_all([WEDGES[edge] for edge in own])
    return shapely.union_all(trees).intersection(wedges)
