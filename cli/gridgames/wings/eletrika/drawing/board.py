"""The board of Eletrika as a picture: land, lit lines, structures, markers and coordinates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import shapely
from shapely import Point, Polygon, box

from eletrika.analysis import Analysis
from eletrika.position import Position
from eletrika.tables import FIELD, FORESTS, LAKE, RIVER, UNKNOWN_EDGE
from eletrika.tile_set import TileSet
from gridcommon.hexes import Hex
from gridgames.games.drawing.colour_scheme import BLACK, WHITE, ColourScheme
from gridgames.games.drawing.svg import Group, Value, outline, points
from gridgames.games.drawing.svg import Point as Place
from gridgames.terminal.canvas import Colour, mix
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.land import (
    CORNERS,
    LAYOUT,
    MIDDLES,
    Land,
    land_of,
    tile_of,
)
from gridgames.wings.eletrika.screen.board import land_colour

_MARGIN = 22.0  # around the board
_STEP = 13.0  # from tree to tree
_CABLE = (52, 44, 16)
_COLD = (118, 126, 134)
_IN_PLACE: Mapping[str, Value] = {"patternUnits": "userSpaceOnUse"}
_ASLANT: Mapping[str, Value] = {"patternTransform": "rotate(45)"}


class Paint:
    """The colours of the land on one ground."""

    def __init__(self, tiles: TileSet, look: ColourScheme) -> None:
        self.look = look
        self.unknown = mix(look.panel, look.faint, 0.16)
        self.land: Mapping[str, Colour] = {
            letter: look.painted(land_colour(letter, tiles))
            for letter in (FIELD, RIVER, LAKE, *FORESTS)
        }

    def floor(self, letter: str) -> Colour:
        """Return the colour of the ground under the trees of a forest."""
        return mix(self.land[letter], self.land[FIELD], 0.42)

    def define(self, shared: Group) -> None:
        """Define the named shapes of the land."""
        signs.define_trees(shared, {letter: self.land[letter] for letter in FORESTS})
        signs.define_glow(shared)
        hatch = Group(
            shared.add("pattern", id="unknown", width=10, height=10, **_IN_PLACE, **_ASLANT)
        )
        hatch.path("M0 0V10", stroke=mix(self.look.panel, self.look.faint, 0.5), stroke_width=3)
        waves = Group(shared.add("pattern", id="waves", width=26, height=14, **_IN_PLACE))
        light = mix(self.land[LAKE], WHITE, 0.4)
        waves.path("M3 5q3 -3 6 0t6 0M14 12q3 -3 6 0t6 0", stroke=light, fill="none")


class Board:
    """The part of the page that some cells take, in pixels; (0, 0) lies at zero."""

    def __init__(self, cells: Iterable[Hex]) -> None:
        corners = [corner for cell in cells for corner in LAYOUT.corners(cell)]
        self.left = min((x for x, _ in corners), default=0) - _MARGIN
        self.top = min((y for _, y in corners), default=0) - _MARGIN
        self.width = max((x for x, _ in corners), default=0) + _MARGIN - self.left
        self.height = max((y for _, y in corners), default=0) + _MARGIN - self.top


def draw_board(group: Group, position: Position, analysis: Analysis, paint: Paint) -> None:
    """Draw a position with the middle of the cell (0, 0) at zero."""
    look = paint.look
    lands = {cell: edges_of(land.edges) for cell, land in position.tiles.items()}
    land = land_of(lands)
    taken = [*position.structures, *position.markers]
    _draw_land(group, land, lands, taken, paint)
    for cell, tile in position.tiles.items():
        if tile.source:
            _draw_spring(group.at(*LAYOUT.centre(cell)))
    _draw_cables(group, analysis)
    closed, dead = shut_cells(position, analysis)
    for cell in closed:
        if cell in position.tiles:
            signs.draw_short(group.at(*LAYOUT.centre(cell)), look)
        else:
            _draw_gap(group.at(*LAYOUT.centre(cell)), look)
    for cell in dead:
        signs.draw_dead(group.at(*LAYOUT.centre(cell)), look)
    network = analysis.network
    for at, structure, lit in zip(
        network.cells, network.structures, analysis.explanation.lit, strict=True
    ):
        if at is not None:
            place = group.at(*LAYOUT.centre(at))
            signs.draw_structure(
                place, structure.kind, lit=lit, owner=structure.owner, pawns=structure.pawns
            )
    for cell, marker in position.markers.items():
        signs.draw_marker(group.at(*LAYOUT.centre(cell)), marker.owner, marker.value)
    for cell in position.tiles:
        x, y = LAYOUT.centre(cell)
        text = f"{cell[0]},{cell[1]}"
        group.write(x, y + 52, text, 11.5, fill=look.ink, anchor="middle", halo=look.ground)


def shut_cells(position: Position, analysis: Analysis) -> tuple[list[Hex], list[Hex]]:
    """Return the cells that get a sign of being closed, and of fitting nothing.

    The source needs none, and a marker takes the place of one.
    """
    busy = {cell for cell, tile in position.tiles.items() if tile.source} | position.markers.keys()
    return (
        [cell for cell in analysis.closed if cell not in busy],
        [cell for cell in analysis.dead if cell not in busy],
    )


def edges_of(edges: str | None) -> str:
    """Return the six edges of a tile, with ``?`` for those of an unknown tile."""
    return UNKNOWN_EDGE * 6 if edges is None else edges


def draw_tile(group: Group, edges: str | None, paint: Paint) -> None:
    """Draw one tile around (0, 0)."""
    lands = {(0, 0): edges_of(edges)}
    _draw_land(group, land_of(lands), lands, (), paint)


def _draw_land(
    group: Group, land: Land, lands: Mapping[Hex, str], taken: Sequence[Hex], paint: Paint
) -> None:
    look = paint.look
    outer = outline(shapely.union_all(list(land.tiles.values())))
    shade = mix(look.ground, BLACK, 0.5)
    group.path(outer, fill=shade, stroke=shade, stroke_width=9, stroke_linejoin="round")
    group.path(outer, fill=paint.land[FIELD])
    tufts = "".join(_tufts(land, lands))
    group.path(tufts, stroke=mix(paint.land[FIELD], BLACK, 0.28), fill="none")
    for letter, forests in land.forests.items():
        rim = mix(paint.land[letter], BLACK, 0.35)
        for forest in forests:
            group.path(outline(forest), fill=paint.floor(letter), stroke=rim, stroke_width=1.2)
    unknown = "".join(outline(one) for one in land.unknown)
    group.path(unknown, fill=paint.unknown)
    group.path(unknown, fill="url(#unknown)", stroke=look.faint, stroke_dasharray="4 3")
    shore = mix(paint.land[RIVER], BLACK, 0.3)
    line: Mapping[str, Value] = {"stroke": shore, "stroke_width": 2.4, "stroke_linejoin": "round"}
    lakes, rivers = (
        "".join(outline(one) for one in shapes) for shapes in (land.lakes, land.rivers)
    )
    group.path(lakes + rivers, fill=paint.land[RIVER], **line)
    group.path(rivers, fill=paint.land[RIVER], stroke=paint.land[RIVER], stroke_width=0.6)
    group.path(lakes, fill=paint.land[LAKE], stroke=paint.land[LAKE], stroke_width=0.6)
    group.path(lakes, fill="url(#waves)")
    flow = "".join(points(one.coords, closed=False) for one in _inside(land))
    light = mix(paint.land[RIVER], WHITE, 0.5)
    group.path(flow, stroke=light, stroke_width=1.6, stroke_dasharray="9 13", fill="none")
    borders = "".join(points(LAYOUT.corners(cell)) for cell in land.tiles)
    group.path(borders, fill="none", stroke=BLACK, stroke_opacity=0.3, stroke_width=1.3)
    for x, y, letter in sorted(_trees(land, taken), key=lambda tree: (tree[1], tree[0])):
        group.use(signs.tree_name(letter), x, y)
    for cell, edges in lands.items():
        x, y = LAYOUT.centre(cell)
        _draw_doubt(group.at(x, y), edges, cell in taken, look)


def _inside(land: Land) -> list[shapely.LineString]:
    """Return the middle lines of rivers, as far as they lie on a river."""
    rivers = shapely.union_all(land.rivers).buffer(-6) if land.rivers else Polygon()
    found: list[shapely.LineString] = []
    for stream in land.streams:
        parts = stream.intersection(rivers)
        for part in getattr(parts, "geoms", [parts]):
            if isinstance(part, shapely.LineString) and part.length > 10:
                found.append(part)
    return found


def _draw_doubt(group: Group, edges: str, is_taken: bool, look: ColourScheme) -> None:
    """Write a question mark on each unknown edge, or one on a tile of which nothing is known."""
    if edges == UNKNOWN_EDGE * 6:
        places = [(0.0, -42.0 if is_taken else 0.0)]
    else:
        places = [
            (0.76 * x, 0.76 * y)
            for (x, y), edge in zip(MIDDLES, edges, strict=True)
            if edge == UNKNOWN_EDGE
        ]
    size = 34 if edges == UNKNOWN_EDGE * 6 and not is_taken else 17
    for x, y in places:
        group.write(
            x, y + size / 3, "?", size, fill=look.ink, bold=True, anchor="middle", halo=look.panel
        )


def _mixed_up(*numbers: int) -> int:
    """Return a number that looks random but is the same every time."""
    value = 2166136261
    for one in numbers:
        value = (value ^ (one & 0xFFFF)) * 16777619 & 0xFFFFFFFF
        value ^= value >> 13
    return value


def _trees(land: Land, taken: Sequence[Hex]) -> Iterator[tuple[float, float, str]]:
    """Yield the positions of trees: everywhere in a forest except on signs and coordinates."""
    free = [Point(LAYOUT.centre(cell)).buffer(signs.TOKEN + 6) for cell in taken]
    for cell in land.tiles:
        x, y = LAYOUT.centre(cell)
        free.append(box(x - 17, y + 37, x + 17, y + 58))
    clear = shapely.union_all(free)
    for letter, forests in land.forests.items():
        for forest in forests:
            ground = forest.buffer(-4.5).difference(clear)
            if ground.is_empty:
                continue
            shapely.prepare(ground)
            left, top, right, bottom = ground.bounds
            for row in range(int(top // _STEP), int(bottom // _STEP) + 1):
                for column in range(int(left // _STEP) - 1, int(right // _STEP) + 1):
                    noise = _mixed_up(row, column, ord(letter))
                    x = (column + row % 2 / 2) * _STEP + noise % 5 - 2
                    y = row * _STEP + noise // 8 % 5 - 2
                    if shapely.contains_xy(ground, x, y):
                        yield x, y - 1, letter


def _tufts(land: Land, lands: Mapping[Hex, str]) -> Iterator[str]:
    """Yield a few blades of grass for the fields of each tile."""
    for cell in land.tiles:
        field = tile_of(lands[cell]).parts.get(FIELD)
        if field is None:
            continue
        ground = field.buffer(-7)
        x, y = LAYOUT.centre(cell)
        for number in range(14):
            noise = _mixed_up(cell[0], cell[1], number)
            dx, dy = noise % 97 - 48, noise // 128 % 97 - 48
            if shapely.contains_xy(ground, dx, dy):
                yield f"M{x + dx - 3:g} {y + dy - 3:g}l2 4l1 -6l1 6l2 -4"


def _draw_spring(group: Group) -> None:
    for radius in (6, 12):
        group.circle(0, 0, radius, fill="none", stroke=WHITE, stroke_opacity=0.7, stroke_width=1.6)


def _draw_gap(group: Group, look: ColourScheme) -> None:
    """Draw a closed cell beside the board."""
    small = [(0.9 * x, 0.9 * y) for x, y in CORNERS]
    group.path(points(small), fill="none", stroke=look.rule, stroke_dasharray="6 5")
    signs.draw_short(group.group(opacity=0.55), look)


def _draw_cables(group: Group, analysis: Analysis) -> None:
    """Draw a cable between connected neighbours, bright if both are energized."""
    network, lit = analysis.network, analysis.explanation.lit
    cold: list[str] = []
    hot: list[str] = []
    for one, others in enumerate(network.conducting):
        for other in others:
            here, there = network.cells[one], network.cells[other]
            if one < other and here is not None and there is not None:
                way = _cable(LAYOUT.centre(here), LAYOUT.centre(there))
                (hot if lit[one] and lit[other] else cold).append(way)
    plain = {"fill": "none", "stroke_linecap": "round"}
    group.path("".join(cold), stroke=BLACK, stroke_opacity=0.55, stroke_width=5, **plain)
    group.path("".join(cold), stroke=_COLD, stroke_width=2.6, stroke_dasharray="3 6", **plain)
    group.path("".join(hot), stroke=signs.LIT, stroke_opacity=0.4, stroke_width=17, **plain)
    group.path("".join(hot), stroke=_CABLE, stroke_width=9, **plain)
    group.path("".join(hot), stroke=signs.LIT, stroke_width=6, **plain)
    group.path("".join(hot), stroke=WHITE, stroke_width=1.8, **plain)


def _cable(start: Place, end: Place) -> str:
    """Return the way of a cable, which sags a little."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 9
    return f"M{start[0]:g} {start[1]:g}Q{x:g} {y:g} {end[0]:g} {end[1]:g}"
