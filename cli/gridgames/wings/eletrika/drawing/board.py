"""The board of Eletrika as a picture: land, lit lines, structures, markers and coordinates."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import compress
from typing import NamedTuple
from zlib import crc32

import shapely
from shapely import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from eletrika.tables import (
    COLOUR_NAMES,
    FIELD,
    FORESTS,
    LAKE,
    RIVER,
    UNKNOWN_EDGE,
)
from eletrika.tile_set import TileSet
from gridcommon.errors import Word
from gridcommon.hexes import Hex
from gridgames.languages.caveats import notes
from gridgames.languages.messages import say
from gridgames.show.drawing.marks import draw_changed, draw_choice, draw_cursor, draw_planned
from gridgames.show.drawing.palette import (
    BLACK,
    CURSOR,
    CURSOR_RIM,
    FAINT,
    GO,
    GROUND_TONE,
    INK,
    PANEL,
    RULE,
    WHITE,
    Tone,
)
from gridgames.show.drawing.svg import Group, Value, outline, picture, points, text_width
from gridgames.show.drawing.svg import Point as Place
from gridgames.show.parts import (
    BoardLayers,
    Box,
    Fragment,
    Marks,
    Picture,
    Target,
    View,
)
from gridgames.terminal.canvas import Colour
from gridgames.wings.eletrika.description.analysis import structure_words
from gridgames.wings.eletrika.description.places import Ghost, cell_of, cell_place
from gridgames.wings.eletrika.description.scene import BoardScene
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
)
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.land import (
    CORNERS,
    HEXAGON,
    LAYOUT,
    MIDDLES,
    Tile,
    polygons,
    tile_of,
)
from gridgames.wings.eletrika.screen.board import (
    FIELD_COLOUR,
    FOREST_COLOURS,
    OTHER_FOREST,
    WATER_COLOURS,
)

_MARGIN = 5.0  # around the board, for the rim of the land
_STEP = 13.0  # from tree to tree
_COORDINATES, _LARGEST = 11.5, 19.0  # sizes of coordinates on paper, and on a small screen
_CABLE = (52, 44, 16)
_COLD = (118, 126, 134)

_TONES = signs.TONES
_FIELD = _TONES.painted("el-field", FIELD_COLOUR)
_TUFTS = _TONES.mixed("el-tufts", _FIELD, BLACK, 0.28)
_RIVER = _TONES.painted("el-river", WATER_COLOURS[RIVER])
_SHORE = _TONES.mixed("el-shore", _RIVER, BLACK, 0.3)
_FLOW = _TONES.mixed("el-flow", _RIVER, WHITE, 0.5)
_LAKE = _TONES.painted("el-lake", WATER_COLOURS[LAKE])
_WAVES = _TONES.mixed("el-waves", _LAKE, WHITE, 0.4)
_SHADE = _TONES.mixed("el-shade", GROUND_TONE, BLACK, 0.5)  # around the land
UNKNOWN = _TONES.mixed("el-unknown", PANEL, FAINT, 0.16)
_HATCH = _TONES.mixed("el-hatch", PANEL, FAINT, 0.5)

_AROUND: Mapping[str, Value] = {"stroke_width": 9, "stroke_linejoin": "round"}  # the land
_BANK: Mapping[str, Value] = {"stroke_width": 2.4, "stroke_linejoin": "round"}
_RIM = 1.2  # width of the rim of a forest
_SIDES = HEXAGON.boundary.buffer(0.3)
_CLEAR = Point(0, 0).buffer(signs.TOKEN + 6).union(box(-17, 37, 17, 58))  # of trees
_GAIN = 1.25  # times that a board has to become larger to give up a frame
CLOSE_UPS = {0: 0.62, 1: 0.85}  # pixels to a unit, by the size of a view
_LARGEST_ZOOM = 1.1  # of a board with few tiles
_READABLE = 0.45  # the same, with which a whole board can be read
_IN_PLACE: Mapping[str, Value] = {"patternUnits": "userSpaceOnUse"}
_ASLANT: Mapping[str, Value] = {"patternTransform": "rotate(45)"}


class Forest(NamedTuple):
    """The tones of a forest: the ground under its trees, its rim, and its trees."""

    floor: Tone
    rim: Tone
    trunk: Tone
    crown: Tone


def _forest(name: str, colour: Colour) -> Forest:
    wood = _TONES.painted(f"el-{name}", colour)
    return Forest(
        _TONES.mixed(f"el-{name}-floor", wood, _FIELD, 0.42),
        _TONES.mixed(f"el-{name}-rim", wood, BLACK, 0.35),
        _TONES.mixed(f"el-{name}-trunk", wood, BLACK, 0.45),
        _TONES.mixed(f"el-{name}-crown", wood, WHITE, 0.12),
    )


_FORESTS = {name: _forest(name, colour) for name, colour in FOREST_COLOURS.items()}
_OTHER_FOREST = _forest("other", OTHER_FOREST)


Woods = tuple[Forest, ...]  # in the order of FORESTS


def woods_of(tiles: TileSet) -> Woods:
    """Return the tones of the forests of some tiles."""
    return tuple(_FORESTS.get(forest.colour, _OTHER_FOREST) for forest in tiles.forests)


@lru_cache
def definitions(woods: Woods) -> str:
    """Return the named shapes of the land and of what is on it."""
    shared = Group()
    for letter, forest in zip(FORESTS, woods, strict=True):
        signs.define_tree(shared, letter, forest.trunk, forest.crown)
    signs.define(shared)
    hatch = shared.group("pattern", id="el-unknown", width=10, height=10, **_IN_PLACE, **_ASLANT)
    hatch.path("M0 0V10", stroke=_HATCH, stroke_width=3)
    waves = shared.group("pattern", id="el-waves", width=26, height=14, **_IN_PLACE)
    waves.path("M3 5q3 -3 6 0t6 0M14 12q3 -3 6 0t6 0", stroke=_WAVES, fill="none")
    return str(shared)


def board_box(cells: Iterable[Hex]) -> tuple[float, float, float, float]:
    """Return what some cells take: left, top, width and height; (0, 0) lies at zero."""
    corners = [corner for cell in cells for corner in LAYOUT.corners(cell)]
    left = min((x for x, _ in corners), default=0) - _MARGIN
    top = min((y for _, y in corners), default=0) - _MARGIN
    right = max((x for x, _ in corners), default=0) + _MARGIN
    bottom = max((y for _, y in corners), default=0) + _MARGIN
    return left, top, right - left, bottom - top


def frame_box(cells: Iterable[Hex], view: View) -> tuple[Box, float]:
    """Return what a pane shows that has some cells in it, and its pixels to a unit.

    What was shown before is kept as long as it has room for the cells and they would not become
    much larger. Each side has more room than it needs, so that many moves shift nothing. If all of
    it would be too small to read, or in the size of a close-up, it is what is around the cursor.
    """
    left, top, wide, high = board_box(cells)
    across, down = LAYOUT.width, 0.75 * LAYOUT.height  # half the room of one more cell at each side
    wanted = view.width / (wide + across), view.height / (high + down), _LARGEST_ZOOM
    zoom = min(wanted)
    close = CLOSE_UPS.get(view.size, 0.0)
    if view.size == 0 and zoom >= _READABLE:
        close = 0.0
    if view.marks.cursor and close > zoom:
        seen = view.marks.changed or [view.marks.cursor]
        spot = board_box(map(cell_of, seen))
        return view.window((left, top, wide, high), close, spot), close
    box = view.width / zoom, view.height / zoom
    if view.last and abs(view.last[2] * box[1] / box[0] - view.last[3]) < 1e-6 * box[1]:
        kept, now = view.last, view.width / view.last[2]
        fits_across = kept[0] <= left and left + wide <= kept[0] + kept[2]
        fits_down = kept[1] <= top and top + high <= kept[1] + kept[3]
        if fits_across and fits_down and zoom < _GAIN * now:
            return kept, now
    return (left + (wide - box[0]) / 2, top + (high - box[1]) / 2, *box), zoom


def land_fragments(tiles: Mapping[Hex, str], woods: Woods) -> Iterator[Fragment]:
    """Yield the land tile by tile, so that a new tile changes nothing but its own place.

    ``tiles`` has the edges of each.
    """
    for layer in (_tile_rim, _tile_land, _tile_trees):
        for cell, edges in tiles.items():
            group = Group()
            group.at(*LAYOUT.centre(cell)).insert(layer(edges, woods))
            yield on_cell(cell, group)


def draw_tile(edges: str, woods: Woods) -> str:
    """Return a tile alone, around (0, 0)."""
    return "".join(layer(edges, woods) for layer in (_tile_rim, _tile_land, _tile_trees))


def _tile_rim(edges: str, woods: Woods) -> str:
    del edges, woods  # all have the same
    group = Group()
    group.path(points(CORNERS), fill=_SHADE, stroke=_SHADE, **_AROUND)
    return str(group)


@lru_cache(512)  # more than the tiles of a table
def _tile_land(edges: str, woods: Woods) -> str:
    """Return the land of a tile; at its sides no shore or rim divides it from its neighbours."""
    group, tile = Group(), tile_of(edges)
    parts = tile.parts
    group.path(points(CORNERS), fill=_FIELD, stroke=_FIELD, stroke_width=0.6)
    group.path("".join(_tufts(tile, crc32(edges.encode()))), stroke=_TUFTS, fill="none")
    for letter, tones in zip(FORESTS, woods, strict=True):
        for forest in _areas(tile, letter):
            group.path(outline(forest), fill=tones.floor, stroke=tones.floor, stroke_width=0.6)
            group.path(_inner_rim([forest]), stroke=tones.rim, stroke_width=_RIM, fill="none")
    unknown = outline(parts.get(UNKNOWN_EDGE, Polygon()))
    group.path(unknown, fill=UNKNOWN)
    group.path(unknown, fill="url(#el-unknown)", stroke=FAINT, stroke_dasharray="4 3")
    shore = _inner_rim([*_areas(tile, LAKE), *_areas(tile, RIVER)])
    group.path(shore, stroke=_SHORE, fill="none", **_BANK)
    group.path(outline(parts.get(RIVER, Polygon())), fill=_RIVER, stroke=_RIVER, stroke_width=0.6)
    lake = outline(parts.get(LAKE, Polygon()))
    group.path(lake, fill=_LAKE, stroke=_LAKE, stroke_width=0.6)
    group.path(lake, fill="url(#el-waves)")
    flow = "".join(points(one.coords, closed=False) for one in _flows(tile))
    group.path(flow, stroke=_FLOW, stroke_width=1.6, stroke_dasharray="9 13", fill="none")
    group.path(points(CORNERS), fill="none", stroke=BLACK, stroke_opacity=0.3, stroke_width=1.3)
    return str(group)


@lru_cache(512)  # more than the tiles of a table
def _tile_trees(edges: str, woods: Woods) -> str:
    del woods  # trees refer to their definitions
    group = Group()
    for x, y, letter in sorted(_trees(tile_of(edges)), key=lambda tree: (tree[1], tree[0])):
        group.use(signs.tree_name(letter), x, y)
    return str(group)


def _areas(tile: Tile, letter: str) -> list[Polygon]:
    """Return the areas of a tile that have a letter."""
    return polygons(tile.parts.get(letter, Polygon()))


def _inner_rim(shapes: Sequence[Polygon]) -> str:
    """Return the lines around shapes of a tile, without those on its sides."""
    lines = shapely.union_all([one.boundary for one in shapes]).difference(_SIDES)
    parts = getattr(shapely.line_merge(lines), "geoms", [lines])
    return "".join(points(part.coords, closed=False) for part in parts if not part.is_empty)


def draw_pieces(scene: BoardScene, zoom: float = 1.0) -> Iterator[Fragment]:
    """Yield what is on the land, with the middle of the cell (0, 0) at zero.

    ``zoom`` is the number of pixels to a unit: signs and coordinates grow where it is small.
    """
    size, position = sign_scale(zoom), scene.position
    for cell, tile in position.tiles.items():
        group, middle = Group(), LAYOUT.centre(cell)
        is_taken = cell in position.structures or cell in position.markers
        draw_doubt(group, middle, scene.lands[cell], is_taken)
        if tile.source:
            _draw_spring(group.at(*middle))
        yield on_cell(cell, group)
    yield from _cables(scene)
    for cell, sign in scene.shut.items():
        group, middle = Group(), LAYOUT.centre(cell)
        if sign == "-":
            signs.draw_dead(group.at(*middle, size))
        elif cell in position.tiles:
            signs.draw_short(group.at(*middle, size))
        else:
            _draw_gap(group.at(*middle))
        yield on_cell(cell, group)
    for cell, one in position.structures.items():
        group = Group()
        signs.draw_structure(
            group.at(*LAYOUT.centre(cell), size),
            one.kind,
            lit=scene.lit[cell],
            owner=one.owner,
            pawns=one.pawns,
        )
        yield on_cell(cell, group)
    for cell, marker in position.markers.items():
        group = Group()
        signs.draw_marker(group.at(*LAYOUT.centre(cell), size), marker.owner, marker.value)
        yield on_cell(cell, group)
    letters = min(max(_COORDINATES, 10 / zoom), _LARGEST)
    for cell in position.tiles:
        x, y = LAYOUT.centre(cell)
        group, below = Group(), y + 48 + letters / 3
        text = cell_words(cell)
        group.write(x, below, text, letters, fill=INK, anchor="middle", halo=GROUND_TONE)
        yield on_cell(cell, group)


def sign_scale(zoom: float) -> float:
    """Return how much larger signs are drawn, so that their letters can be read on a screen."""
    return min(max(1.0, 0.8 / zoom), 1.45)


def on_cell(cell: Hex, group: Group) -> Fragment:
    """Return a group that draws on a cell and a little beyond it."""
    left, top, wide, high = board_box([cell])
    over = 16.0
    return Fragment(str(group), (left - over, top - over, wide + 2 * over, high + 2 * over))


def _flows(tile: Tile) -> Iterator[shapely.LineString]:
    """Yield the middle lines of rivers, as far as they lie on a river."""
    rivers = shapely.union_all(_areas(tile, RIVER)).buffer(-6)
    for stream in tile.streams:
        parts = stream.intersection(rivers)
        for part in getattr(parts, "geoms", [parts]):
            if isinstance(part, shapely.LineString) and part.length > 10:
                yield part


def draw_doubt(group: Group, middle: Place, edges: str, is_taken: bool) -> None:
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
        below = middle[1] + y + size / 3
        group.write_centred(middle[0] + x, below, "?", size, fill=INK, halo=PANEL)


def _mixed_up(*numbers: int) -> int:
    """Return a number that looks random but is the same every time."""
    value = 2166136261
    for one in numbers:
        value = (value ^ (one & 0xFFFF)) * 16777619 & 0xFFFFFFFF
        value ^= value >> 13
    return value


def _trees(tile: Tile) -> Iterator[tuple[float, float, str]]:
    """Yield the positions of trees: everywhere in a forest except on signs and coordinates."""
    for letter in FORESTS:
        for forest in _areas(tile, letter):
            ground = forest.buffer(-4.5).difference(_CLEAR)
            if ground.is_empty:
                continue
            left, top, right, bottom = ground.bounds
            found = []
            for row in range(int(top // _STEP), int(bottom // _STEP) + 1):
                for column in range(int(left // _STEP) - 1, int(right // _STEP) + 1):
                    noise = _mixed_up(row, column, ord(letter))
                    x = (column + row % 2 / 2) * _STEP + noise % 5 - 2
                    found.append((x, row * _STEP + noise // 8 % 5 - 2))
            for x, y in _inside(ground, found):
                yield x, y - 1, letter


def _inside(ground: BaseGeometry, places: Sequence[Place]) -> Iterator[Place]:
    """Yield the places that lie inside an area."""
    shapely.prepare(ground)
    xs, ys = zip(*places, strict=True)
    return compress(places, shapely.contains_xy(ground, xs, ys))


def _tufts(tile: Tile, seed: int) -> Iterator[str]:
    """Yield a few blades of grass for the fields of a tile, away from what is beside them."""
    ground = tile.parts.get(FIELD, Polygon()).buffer(-7)
    if not ground.is_empty:
        noises = [_mixed_up(seed, 0, number) for number in range(14)]
        places = [(noise % 97 - 48, noise // 128 % 97 - 48) for noise in noises]
        for x, y in _inside(ground, places):
            yield f"M{x - 3:g} {y - 3:g}l2 4l1 -6l1 6l2 -4"


def _draw_spring(group: Group) -> None:
    for radius in (6, 12):
        group.circle(0, 0, radius, fill="none", stroke=WHITE, stroke_opacity=0.7, stroke_width=1.6)


def _draw_gap(group: Group) -> None:
    """Draw a closed cell beside the board."""
    small = [(0.9 * x, 0.9 * y) for x, y in CORNERS]
    group.path(points(small), fill="none", stroke=RULE, stroke_dasharray="6 5")
    signs.draw_short(group.group(opacity=0.55))


def _cables(scene: BoardScene) -> Iterator[Fragment]:
    """Yield a cable between connected neighbours, bright if both are energized."""
    network = scene.analysis.network
    plain: Mapping[str, Value] = {"fill": "none", "stroke_linecap": "round"}
    hot: list[Fragment] = []
    for one, others in enumerate(network.conducting):
        for other in others:
            here, there = network.cells[one], network.cells[other]
            if one > other or here is None or there is None:
                continue
            way = _cable(LAYOUT.centre(here), LAYOUT.centre(there))
            group, box = Group(), board_box([here, there])
            if scene.lit[here] and scene.lit[there]:
                group.path(way, stroke=signs.LIT, stroke_opacity=0.4, stroke_width=17, **plain)
                group.path(way, stroke=_CABLE, stroke_width=9, **plain)
                group.path(way, stroke=signs.LIT, stroke_width=6, **plain)
                group.path(way, stroke=WHITE, stroke_width=1.8, **plain)
                hot.append(Fragment(str(group), box))
            else:
                group.path(way, stroke=BLACK, stroke_opacity=0.55, stroke_width=5, **plain)
                group.path(way, stroke=_COLD, stroke_width=2.6, stroke_dasharray="3 6", **plain)
                yield Fragment(str(group), box)
    yield from hot


def _cable(start: Place, end: Place) -> str:
    """Return the way of a cable, which sags a little."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 9
    return f"M{start[0]:g} {start[1]:g}Q{x:g} {y:g} {end[0]:g} {end[1]:g}"


WOKEN: Colour = (255, 150, 40)
_CHOSEN: Colour = (90, 220, 255)
_NOTE = 14.0  # size of a note
_OVERVIEW = 0.24  # of a pane, by a map of the whole board
_GAP = 8.0  # around it
_ABOVE = 36.0  # from the middle of a cell up to that of a note


def draw_marks(marks: Marks, woods: Woods, zoom: float) -> Iterator[Fragment]:
    """Yield the marks, the cursor last."""
    size = sign_scale(zoom)
    for key in marks.prices:
        if key != marks.cursor:
            yield _outlined(key, draw_choice)
    for key in marks.changed:
        yield _outlined(key, draw_changed)
    for key, ghost in marks.planned.items():
        yield _ghost(key, ghost, woods, size)
        yield _outlined(key, draw_planned)
    if marks.ghost:
        yield _ghost(marks.cursor, marks.ghost, woods, size)
    for key in marks.lit:
        yield _ring(key, WOKEN, size)
    for key in marks.chosen:
        yield _ring(key, _CHOSEN, size)
    for key, text in marks.notes.items():
        yield _note(key, text, size)
    if marks.cursor:
        yield _outlined(marks.cursor, draw_cursor)


def draw_overview(cells: Set[Hex], lit: Set[Hex], frame: Box, cursor: str) -> Fragment:
    """Return a small map of the whole board with its frame, in a corner away from the cursor."""
    left, top, wide, high = board_box(cells)
    scale = min(_OVERVIEW * frame[2] / wide, _OVERVIEW * frame[3] / high)
    size = wide * scale + 2 * _GAP, high * scale + 2 * _GAP
    here = cell_of(cursor) if cursor else None

    def hidden(corner: tuple[float, float]) -> tuple[bool, int]:
        """Return whether a map at a corner hides the cursor, and how many cells it hides."""
        found = set()
        for cell in cells:
            across, down = (
                abs(value - start - length / 2) - length / 2
                for value, start, length in zip(LAYOUT.centre(cell), corner, size, strict=True)
            )
            if across < LAYOUT.width / 2 and down < LAYOUT.height / 2:
                found.add(cell)
        return here in found, len(found)

    ends = frame[0] + frame[2] - size[0] - _GAP, frame[1] + frame[3] - size[1] - _GAP
    corners = [(x, y) for y in (ends[1], frame[1] + _GAP) for x in (ends[0], frame[0] + _GAP)]
    x, y = min(corners, key=hidden)
    group = Group()
    group.box(x, y, *size, rx=8, fill=GROUND_TONE, fill_opacity=0.94, stroke=RULE, stroke_width=2)
    page = group.at(x + _GAP - left * scale, y + _GAP - top * scale)
    for cell in sorted(cells):
        middle = LAYOUT.centre(cell)
        around = [
            (scale * (middle[0] + 0.9 * dx), scale * (middle[1] + 0.9 * dy)) for dx, dy in CORNERS
        ]
        page.path(points(around), fill=signs.LIT if cell in lit else FAINT)
    corner = max(frame[0], left) * scale, max(frame[1], top) * scale
    end_x, end_y = min(frame[0] + frame[2], left + wide), min(frame[1] + frame[3], top + high)
    room = end_x * scale - corner[0], end_y * scale - corner[1]
    page.box(*corner, *room, fill="none", stroke=CURSOR_RIM, stroke_width=5)
    page.box(*corner, *room, fill="none", stroke=CURSOR, stroke_width=2.5)
    return Fragment(str(group), (x - 2, y - 2, size[0] + 4, size[1] + 4))


def _outline(cell: Hex, share: float) -> str:
    x, y = LAYOUT.centre(cell)
    return points([(x + share * dx, y + share * dy) for dx, dy in CORNERS])


def _outlined(key: str, draw: Callable[[Group, str], None]) -> Fragment:
    group, cell = Group(), cell_of(key)
    draw(group, _outline(cell, 0.92))
    return on_cell(cell, group)


def _ghost(key: str, ghost: Ghost, woods: Woods, size: float) -> Fragment:
    group, cell = Group(), cell_of(key)
    place = group.at(*LAYOUT.centre(cell))
    if ghost.edges:
        place.group(opacity=0.75).insert(draw_tile(ghost.edges, woods))
    sign = place.at(0, 0, size).group(opacity=0.85)
    if ghost.kind is not None:
        signs.draw_structure(sign, ghost.kind, lit=None, owner=ghost.owner, pawns=1)
    if ghost.marker is not None:
        signs.draw_marker(sign, ghost.owner, ghost.marker)
    return on_cell(cell, group)


def _ring(key: str, colour: Colour, size: float) -> Fragment:
    """Return a ring around a structure."""
    group, cell = Group(), cell_of(key)
    x, y = LAYOUT.centre(cell)
    radius = size * signs.TOKEN + 5
    group.circle(x, y, radius, fill="none", stroke=CURSOR_RIM, stroke_width=8, stroke_opacity=0.7)
    group.circle(x, y, radius, fill="none", stroke=colour, stroke_width=5)
    return on_cell(cell, group)


def _note(key: str, text: str, size: float) -> Fragment:
    group, cell = Group(), cell_of(key)
    x, y = LAYOUT.centre(cell)
    y -= _ABOVE
    letters = _NOTE * size
    wide, high = text_width(text, letters, bold=True) + 10, letters + 6
    group.box(x - wide / 2, y - high / 2, wide, high, rx=6, fill=PANEL, fill_opacity=0.9, stroke=GO)
    group.write_centred(x, y + letters * 0.36, text, letters, fill=GO)
    return on_cell(cell, group)


_FEWEST = ((-2, 0), (2, 0), (-1, 2), (1, -2))  # so a board has room for these from the start
_ROW = 0.62  # size of a face-up tile, to one on the board


def board_layers(
    scene: BoardScene, targets: Collection[str] | None, view: View | None = None
) -> BoardLayers:
    """Return the board in layers; with ``targets`` it has room for all cells beside it.

    In a ``view`` all these cells can be pointed at.
    """
    woods = woods_of(scene.ruleset.tiles)
    cells = {*scene.lands, *scene.analysis.closed}
    around = cells | scene.cells
    if view:
        box, zoom = frame_box(around, view)
        targets = {cell_place(cell) for cell in around}
        marks = [*draw_marks(view.marks, woods, zoom)]
        whole = board_box(cells)
        if whole[2] > box[2] or whole[3] > box[3]:
            lit = {cell for cell, is_lit in scene.lit.items() if is_lit}
            marks.append(draw_overview(cells, lit, box, view.marks.cursor))
    else:
        box, zoom = board_box(cells if targets is None else {*around, *_FEWEST}), 1.0
        marks = []
    pieces = [*draw_pieces(scene, zoom), *marks]
    return BoardLayers(
        box,
        ("eletrika", woods, *sorted(scene.lands.items())),
        definitions(woods),
        lambda: [*land_fragments(scene.lands, woods)],
        [piece for piece in pieces if piece.markup],
        [_target(cell) for cell in sorted(around) if cell_place(cell) in (targets or ())],
        [*_words(scene)],
    )


def _target(cell: Hex) -> Target:
    corners = LAYOUT.corners(cell)
    x, y = LAYOUT.centre(cell)
    return Target(cell_place(cell), cell_words(cell), points(corners), (x, y + 40))


def tile_picture(
    edges: str, tiles: TileSet, label: str = "", draw: Callable[[Group], None] | None = None
) -> Picture:
    """Return a tile as a picture, with a label or what ``draw`` draws on it."""

    def drawn(group: Group) -> None:
        group.insert(_tile(edges, woods_of(tiles)))
        if label:
            group.write_centred(0, 8, label, 22, fill=INK, halo=PANEL)
        if draw:
            draw(group)

    return picture(drawn, (-61, -69, 122, 138), "", _ROW)


@lru_cache(256)  # more than one table needs
def _tile(edges: str, woods: Woods) -> str:
    """Return a tile around (0, 0)."""
    group = Group()
    group.insert(draw_tile(edges, woods))
    draw_doubt(group, (0, 0), edges, is_taken=False)
    return str(group)


def _words(scene: BoardScene) -> Iterator[str]:
    """Yield a description of the board for screen readers."""
    for place, lit in enumerate(scene.lit.values()):
        what = structure_words(scene.analysis.network, place)
        yield what if lit is None else f"{what}: {say('energized') if lit else say('dark')}"
    for cell, marker in scene.position.markers.items():
        yield say(
            "{cell}: marker of {colour}, {value} MW",
            cell=cell_words(cell),
            colour=Word(COLOUR_NAMES[marker.owner]),
            value=marker.value,
        )
    if scene.is_judged and scene.analysis.closed:
        yield say("Closed: {cells}", cells=cells_words(scene.analysis.closed))
    known = [f"{q},{r} {edges}" for (q, r), edges in sorted(scene.lands.items())]
    yield say("Tiles with their edges clockwise from east: {tiles}", tiles="; ".join(known))
    for note in notes(scene.caveats):
        yield say("Not certain: {note}", note=note)
