"""The board of Eletrika as a picture: hexagons in two sizes, or bricks for small windows.

Colour repeats what letters and glyphs say: the letter of an edge stands where its neighbour lies
(r river, l lake, u t s p c forests, nothing for a field), ``[T]`` is lit and ``(T)`` dark, then
the glyph of the owner and ``2`` for two pawns; ``*○2`` is a marker, ``x`` a closed tile. ``P+3``
is a tile on which a Pole would light three structures, ``{T}`` one that what is chosen now would
light.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from eletrika.tables import FIELD, FORESTS, KINDS, LAKE, RIVER, UNKNOWN_EDGE, Kind
from eletrika.tile_set import TileSet
from gridcommon.contract import Seat
from gridcommon.hexes import Hex
from gridgames.languages.messages import say
from gridgames.terminal.canvas import Canvas, Colour, hex_code, mix
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS
from gridgames.wings.eletrika.screen.hex_sprites import NORMAL, ZOOMED, HexSprite
from gridgames.wings.eletrika.screen.piece_styles import piece_style

_FIELD_COLOUR: Colour = (201, 189, 139)
_UNKNOWN_COLOUR: Colour = (120, 126, 134)
_WATER_COLOURS: Mapping[str, Colour] = {RIVER: (36, 99, 170), LAKE: (98, 180, 226)}
_FOREST_COLOURS: Mapping[str, Colour] = {
    "blue": (70, 72, 168),
    "yellow": (228, 186, 24),
    "purple": (146, 84, 172),
    "orange": (222, 118, 36),
    "grey": (128, 136, 142),
    "green": (52, 128, 66),
    "red": (190, 60, 50),
}
_OTHER_FOREST: Colour = (52, 128, 66)
_BORDER: Colour = (24, 28, 34)
_GLOW: Colour = (255, 226, 92)
_WOKEN: Colour = (255, 170, 60)
_CURSOR: Colour = (255, 255, 255)
_FITS: Colour = (34, 60, 50)
_FITS_BORDER: Colour = (64, 160, 110)
_FITS_TURNED: Colour = (34, 42, 52)
_CHOSEN: Colour = (90, 220, 255)

_PLATE = "on #10141a"
_COORDINATES = "#9aa4ae"
_LIT = "bold #101010 on #ffe25c"
_DARK = "#c8ced4 on #2b313a"
_WAKING = "bold #101010 on #ffaa3c"
_NOTE, _BRIGHT_NOTE = "#7fe0a8", "bold #ffe25c"


class Size(Enum):
    """How large a tile is drawn."""

    SMALL = "small"
    NORMAL = "normal"
    ZOOMED = "zoomed"


@dataclass(frozen=True, slots=True)
class Piece:
    """A structure as it is shown."""

    kind: Kind
    lit: bool
    owner: Seat | None = None
    pawns: int = 0


@dataclass(frozen=True)
class BoardScene:
    """The contents of a board; cells are ``(q, r)``.

    ``spots`` are cells beside the board where the chosen tile fits, True where it does as it is
    turned now; ``ghost`` is a tile shown where it would lie; ``notes`` are up to five characters
    for tiles without a structure; ``chosen`` are picked structures.
    """

    tiles: TileSet
    lands: Mapping[Hex, str]
    pieces: Mapping[Hex, Piece] = field(default_factory=dict)
    markers: Mapping[Hex, tuple[Seat, int]] = field(default_factory=dict)
    notes: Mapping[Hex, str] = field(default_factory=dict)
    spots: Mapping[Hex, bool] = field(default_factory=dict)
    beside: Set[Hex] = frozenset()  # cells beside the board, so that the picture stays in place
    ghost: tuple[Hex, str] | None = None
    ghost_note: str = "+"  # what would come with it
    cursor: Hex | None = None
    chosen: Set[Hex] = frozenset()
    bright: Set[Hex] = frozenset()  # where something can be built that lights structures
    woken: Set[Hex] = frozenset()  # what the choice at the cursor would light
    source: Hex = (0, 0)


@dataclass(frozen=True)
class Picture:
    """Lines of text, where each cell has its middle, and which cell a character belongs to."""

    lines: list[Line]
    width: int
    middle: Callable[[Hex], tuple[int, int]]
    cell: Callable[[int, int], Hex]


def draw(scene: BoardScene, size: Size) -> Picture:
    """Return the picture of a board."""
    if size is Size.SMALL:
        return _bricks(scene)
    return _hexagons(scene, NORMAL if size is Size.NORMAL else ZOOMED)


def extent(scene: BoardScene, size: Size) -> tuple[int, int]:
    """Return the columns and lines that the picture takes."""
    cells = _cells(scene)
    if size is Size.SMALL:
        columns = [_brick_left(cell) for cell in cells]
        rows = [r for _, r in cells]
        return max(columns) - min(columns) + _WIDE + 1, (max(rows) - min(rows) + 1) * _HIGH
    sprite = NORMAL if size is Size.NORMAL else ZOOMED
    left, top, right, bottom = sprite.box(cells)
    return right - left, (bottom - top + 1) // 2


def land_colour(letter: str, tiles: TileSet) -> Colour:
    """Return the colour of an edge."""
    if letter == FIELD:
        return _FIELD_COLOUR
    if letter == UNKNOWN_EDGE:
        return _UNKNOWN_COLOUR
    if letter in _WATER_COLOURS:
        return _WATER_COLOURS[letter]
    return _FOREST_COLOURS.get(tiles.forests[FORESTS.index(letter)].colour, _OTHER_FOREST)


def _cells(scene: BoardScene) -> list[Hex]:
    return sorted({*scene.lands, *scene.beside, *scene.spots})


@lru_cache(maxsize=2048)
def _stamped(
    sprite: HexSprite, colours: tuple[Colour, ...], border: Colour, part: float
) -> tuple[tuple[int, int, list[Colour]], ...]:
    """Return the rows of a sprite: first pixel, row and the colours of its pixels."""
    rows = []
    for y, (first, _) in enumerate(sprite.rows):
        row = []
        for x, edge in enumerate(sprite.wedges[y], start=first):
            colour = colours[edge]
            row.append(mix(colour, border, part) if (x, y) in sprite.border else colour)
        rows.append((first, y, row))
    return tuple(rows)


def _hexagons(scene: BoardScene, sprite: HexSprite) -> Picture:
    left, top, right, bottom = sprite.box(_cells(scene))
    canvas = Canvas(right - left, (bottom - top + 1) // 2)

    def corner(cell: Hex) -> tuple[int, int]:
        x, y = sprite.corner(cell)
        return x - left, y - top

    for cell, now in scene.spots.items():
        fill = _FITS if now else _FITS_TURNED
        edge = _FITS_BORDER if now else mix(_FITS_TURNED, _FITS_BORDER, 0.2)
        _stamp(canvas, sprite, corner(cell), (fill,) * 6, edge, 1.0)
        if scene.ghost and scene.ghost[0] == cell:
            continue
        _spot_text(canvas, sprite, corner(cell), cell, now=now)
    for cell, edges in scene.lands.items():
        piece = scene.pieces.get(cell)
        border, part = (_GLOW, 0.75) if piece and piece.lit else (_BORDER, 0.6)
        if cell in scene.woken:
            border, part = _WOKEN, 1.0
        elif cell in scene.bright:
            border, part = _GLOW, 0.35
        if cell in scene.chosen:
            border, part = _CHOSEN, 1.0
        colours = tuple(land_colour(letter, scene.tiles) for letter in edges)
        _stamp(canvas, sprite, corner(cell), colours, border, part)
        _edge_letters(canvas, sprite, corner(cell), edges)
        _labels(canvas, sprite, corner(cell), cell, scene)
    if scene.ghost:
        cell, edges = scene.ghost
        colours = tuple(mix(land_colour(one, scene.tiles), _FITS, 0.35) for one in edges)
        _stamp(canvas, sprite, corner(cell), colours, _CURSOR, 1.0)
        _edge_letters(canvas, sprite, corner(cell), edges)
        _plate(canvas, sprite, corner(cell), -1, f"{cell[0]},{cell[1]}", f"{_COORDINATES} {_PLATE}")
        _plate(canvas, sprite, corner(cell), 0, scene.ghost_note, f"bold #ffffff {_PLATE}")
    if scene.cursor is not None:
        _cursor(canvas, sprite, corner(scene.cursor))

    def middle(cell: Hex) -> tuple[int, int]:
        x, y = corner(cell)
        return x + sprite.width // 2, (y + sprite.height // 2) // 2

    def picked(column: int, line: int) -> Hex:
        return sprite.cell(column + left, 2 * line + 1 + top)

    return Picture(canvas.lines(), canvas.width, middle, picked)


def _stamp(
    canvas: Canvas,
    sprite: HexSprite,
    corner: tuple[int, int],
    colours: tuple[Colour, ...],
    border: Colour,
    part: float,
) -> None:
    for first, row, pixels in _stamped(sprite, colours, border, part):
        canvas.span(corner[0] + first, corner[1] + row, pixels)


def _edge_letters(canvas: Canvas, sprite: HexSprite, corner: tuple[int, int], edges: str) -> None:
    wide, lines = sprite.width, sprite.height // 2
    side, slant = (1, 3) if sprite is NORMAL else (2, 5)
    high, low = (1, lines - 2) if sprite is NORMAL else (2, lines - 3)
    middle = lines // 2
    places = (
        (wide - 1 - side, middle),
        (wide - 1 - slant, low),
        (slant, low),
        (side, middle),
        (slant, high),
        (wide - 1 - slant, high),
    )
    for (x, y), letter in zip(places, edges, strict=True):
        if letter != FIELD:
            ink = "#ffffff" if letter in "rus" else "#101010"
            canvas.put(corner[0] + x, corner[1] // 2 + y, letter, f"bold {ink}")


def _plate(
    canvas: Canvas, sprite: HexSprite, corner: tuple[int, int], offset: int, text: str, style: str
) -> None:
    """Write centred text in a hexagon, ``offset`` lines below its middle line."""
    y = corner[1] // 2 + sprite.height // 4 + offset
    canvas.put_centred(corner[0] + sprite.width // 2, y, text, style)


def _labels(
    canvas: Canvas, sprite: HexSprite, corner: tuple[int, int], cell: Hex, scene: BoardScene
) -> None:
    plain = f"{_COORDINATES} {_PLATE}"
    _plate(canvas, sprite, corner, -1, f"{cell[0]},{cell[1]}", plain)
    piece = scene.pieces.get(cell)
    if piece:
        middle = corner[0] + sprite.width // 2, corner[1] // 2 + sprite.height // 4
        _piece(canvas, *middle, piece, woken=cell in scene.woken)
    elif cell == scene.source:
        _plate(canvas, sprite, corner, 0, say("source"), f"#ffffff {_PLATE}")
    elif note := scene.notes.get(cell):
        _plate(canvas, sprite, corner, 0, note, f"{_note_style(cell, scene)} {_PLATE}")
    if marker := scene.markers.get(cell):
        text = f"*{GLYPHS[marker[0]]}{marker[1]}"
        _plate(canvas, sprite, corner, 1, text, piece_style(marker[0], _PLATE))


def _note_style(cell: Hex, scene: BoardScene) -> str:
    return _BRIGHT_NOTE if cell in scene.bright else _NOTE


def piece_text(piece: Piece, *, woken: bool = False) -> str:
    """Return a structure in characters, as in ``[T]●2``."""
    letter = KINDS[piece.kind]
    owner = "" if piece.owner is None else GLYPHS[piece.owner]
    pawns = "2" if piece.pawns == 2 else ""
    opening, closing = "{}" if woken else "[]" if piece.lit else "()"
    return f"{opening}{letter}{closing}{owner}{pawns}"


def _piece(canvas: Canvas, middle: int, y: int, piece: Piece, *, woken: bool) -> None:
    text = piece_text(piece, woken=woken)
    start = middle - len(text) // 2
    canvas.put(start, y, text[:3], _WAKING if woken else _LIT if piece.lit else _DARK)
    if piece.owner is not None:
        canvas.put(start + 3, y, text[3:], piece_style(piece.owner, _PLATE))


def _spot_text(
    canvas: Canvas, sprite: HexSprite, corner: tuple[int, int], cell: Hex, *, now: bool
) -> None:
    style = "bold #9ff0c0" if now else "#7d8894"
    _plate(canvas, sprite, corner, -1, f"{cell[0]},{cell[1]}", "#7d8894")
    _plate(canvas, sprite, corner, 0, say("fits") if now else say("turn"), style)


def _cursor(canvas: Canvas, sprite: HexSprite, corner: tuple[int, int]) -> None:
    for x, y in sprite.border:
        canvas.pixel(corner[0] + x, corner[1] + y, _CURSOR)
    y = corner[1] // 2 + sprite.height // 4
    canvas.put(corner[0], y, "▶", f"bold {hex_code(_CURSOR)} on #c02020")
    canvas.put(corner[0] + sprite.width - 1, y, "◀", f"bold {hex_code(_CURSOR)} on #c02020")


_WIDE = 8  # columns from one brick to the next
_HIGH = 3  # lines
# Where the letter of each edge stands inside a brick, clockwise from east: column, line.
_EDGE_PLACES = ((7, 1), (6, 2), (2, 2), (1, 1), (2, 0), (6, 0))


def _brick_left(cell: Hex) -> int:
    return _WIDE * cell[0] + _WIDE // 2 * cell[1]


def _bricks(scene: BoardScene) -> Picture:
    cells = _cells(scene)
    left = min(_brick_left(cell) for cell in cells)
    top = min(r for _, r in cells)
    width, height = extent(scene, Size.SMALL)
    canvas = Canvas(width, height)

    def corner(cell: Hex) -> tuple[int, int]:
        return _brick_left(cell) - left, (cell[1] - top) * _HIGH

    def brick(cell: Hex, ground: Colour) -> tuple[int, int]:
        x, y = corner(cell)
        for line in range(_HIGH):
            canvas.put(x, y + line, "│" + " " * (_WIDE - 1) + "│", f"#59636e on {hex_code(ground)}")
        return x, y

    for cell, now in scene.spots.items():
        x, y = brick(cell, _FITS if now else _FITS_TURNED)
        ground = hex_code(_FITS if now else _FITS_TURNED)
        canvas.put_centred(x + 4, y, f"{cell[0]},{cell[1]}", f"#7d8894 on {ground}")
        style = "bold #9ff0c0" if now else "#7d8894"
        text = say("fits") if now else say("turn")
        canvas.put_centred(x + 4, y + 1, text, f"{style} on {ground}")
    for cell, edges in scene.lands.items():
        _brick_tile(canvas, brick(cell, _brick_ground(cell)), cell, edges, scene)
    if scene.ghost:
        cell, edges = scene.ghost
        x, y = brick(cell, _FITS)
        _brick_edges(canvas, x, y, edges, scene.tiles, _FITS)
        canvas.put_centred(x + 4, y + 1, scene.ghost_note, f"bold #ffffff on {hex_code(_FITS)}")
    if scene.cursor is not None:
        x, y = corner(scene.cursor)
        for line in range(_HIGH):
            canvas.put(x, y + line, "▶", f"bold {hex_code(_CURSOR)} on #c02020")
            canvas.put(x + _WIDE, y + line, "◀", f"bold {hex_code(_CURSOR)} on #c02020")

    def middle(cell: Hex) -> tuple[int, int]:
        x, y = corner(cell)
        return x + _WIDE // 2, y + _HIGH // 2

    def picked(column: int, line: int) -> Hex:
        r = line // _HIGH + top
        return (column + left - _WIDE // 2 * r) // _WIDE, r

    return Picture(canvas.lines(), width, middle, picked)


def _brick_ground(cell: Hex) -> Colour:
    return ((30, 36, 44), (38, 45, 54), (46, 54, 64))[(cell[0] - cell[1]) % 3]


def _brick_edges(
    canvas: Canvas, x: int, y: int, edges: str, tiles: TileSet, ground: Colour
) -> None:
    for (dx, dy), letter in zip(_EDGE_PLACES, edges, strict=True):
        if letter == FIELD:
            canvas.put(x + dx, y + dy, "·", f"{hex_code(_FIELD_COLOUR)} on {hex_code(ground)}")
            continue
        colour = mix(land_colour(letter, tiles), (255, 255, 255), 0.35)
        canvas.put(x + dx, y + dy, letter, f"bold {hex_code(colour)} on {hex_code(ground)}")


def _brick_tile(
    canvas: Canvas, corner: tuple[int, int], cell: Hex, edges: str, scene: BoardScene
) -> None:
    x, y = corner
    ground = _brick_ground(cell)
    _brick_edges(canvas, x, y, edges, scene.tiles, ground)
    behind = f"on {hex_code(ground)}"
    piece = scene.pieces.get(cell)
    if piece:
        _piece(canvas, x + 4, y + 1, piece, woken=cell in scene.woken)
    elif cell == scene.source:
        canvas.put_centred(x + 4, y + 1, say("src"), f"#ffffff {behind}")
    elif note := scene.notes.get(cell):
        canvas.put_centred(x + 4, y + 1, note, f"{_note_style(cell, scene)} {behind}")
    if cell in scene.chosen:
        canvas.put(x + 4, y, "✓", f"bold {hex_code(_CHOSEN)} {behind}")
    if marker := scene.markers.get(cell):
        text = f"*{GLYPHS[marker[0]]}{marker[1]}"
        canvas.put_centred(x + 4, y + 2, text, piece_style(marker[0], behind))
