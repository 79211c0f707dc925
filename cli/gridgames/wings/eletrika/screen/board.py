"""The board of Eletrika as a picture: hexagons in two sizes, or bricks for small windows.

Colour only repeats letters and glyphs. The letter of an edge is on the side of its neighbour
(r river, l lake, u t s p c forests, nothing for a field). ``[T]`` is lit and ``(T)`` dark, followed
by the glyph of the owner and ``2`` for two pawns. ``*○2`` is a marker, ``x`` a closed tile. On a
tile with ``P+3`` a Pole would energize three structures; the current choice would energize ``{T}``.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from eletrika.tables import FIELD, FORESTS, KINDS, LAKE, RIVER, UNKNOWN_EDGE, Kind
from eletrika.tile_set import TileSet
from gridcommon.contract import Seat
from gridcommon.hexes import Hex
from gridgames.games.table import Picture
from gridgames.languages.messages import say
from gridgames.terminal.canvas import Canvas, Colour, hex_code, mix
from gridgames.terminal.seat_styles import GLYPHS
from gridgames.wings.eletrika.description.words import cell_words
from gridgames.wings.eletrika.screen.hex_sprites import BRICK, NORMAL, ZOOMED, HexSprite
from gridgames.wings.eletrika.screen.piece_styles import piece_style

FIELD_COLOUR: Colour = (201, 189, 139)
_UNKNOWN_COLOUR: Colour = (120, 126, 134)
WATER_COLOURS: Mapping[str, Colour] = {RIVER: (36, 99, 170), LAKE: (98, 180, 226)}
FOREST_COLOURS: Mapping[str, Colour] = {
    "blue": (70, 72, 168),
    "yellow": (228, 186, 24),
    "purple": (146, 84, 172),
    "orange": (222, 118, 36),
    "grey": (128, 136, 142),
    "green": (52, 128, 66),
    "red": (190, 60, 50),
}
OTHER_FOREST: Colour = (52, 128, 66)
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
_FITS_WORD, _TURNED_WORD = "bold #9ff0c0", "#7d8894"


class Size(Enum):
    """How large a tile is drawn."""

    SMALL = "small"
    NORMAL = "normal"
    ZOOMED = "zoomed"


_SPRITES = {Size.SMALL: BRICK, Size.NORMAL: NORMAL, Size.ZOOMED: ZOOMED}


@dataclass(frozen=True, slots=True)
class Piece:
    """A structure on the board."""

    kind: Kind
    lit: bool
    owner: Seat | None = None
    pawns: int = 0


@dataclass(frozen=True)
class BoardScene:
    """The contents of a board; cells are ``(q, r)``.

    ``spots`` are cells beside the board where the chosen tile fits, True if it fits in the current
    rotation. ``ghost`` is the tile at the place that it would take. ``notes`` are up to five
    characters for tiles without a structure, and ``chosen`` are picked structures.
    """

    tiles: TileSet
    lands: Mapping[Hex, str]
    pieces: Mapping[Hex, Piece] = field(default_factory=dict)
    markers: Mapping[Hex, tuple[Seat, int]] = field(default_factory=dict)
    notes: Mapping[Hex, str] = field(default_factory=dict)
    spots: Mapping[Hex, bool] = field(default_factory=dict)
    beside: Set[Hex] = frozenset()  # cells beside the board, so that the picture stays in place
    ghost: tuple[Hex, str] | None = None
    ghost_note: str = "+"  # the bonus action of the tile
    cursor: Hex | None = None
    chosen: Set[Hex] = frozenset()
    bright: Set[Hex] = frozenset()  # cells where a build would energize structures
    woken: Set[Hex] = frozenset()  # structures that the choice at the cursor would energize
    source: Hex = (0, 0)


def draw(scene: BoardScene, size: Size) -> Picture:
    """Return the picture of a board."""
    return (_Bricks if size is Size.SMALL else _Hexagons)(scene, size).picture()


def extent(scene: BoardScene, size: Size) -> tuple[int, int]:
    """Return the columns and lines that the picture takes."""
    left, top, right, bottom = _SPRITES[size].box(_cells(scene))
    return right - left + (size is Size.SMALL), (bottom - top + 1) // 2


def land_colour(letter: str, tiles: TileSet) -> Colour:
    """Return the colour of an edge."""
    if letter == FIELD:
        return FIELD_COLOUR
    if letter == UNKNOWN_EDGE:
        return _UNKNOWN_COLOUR
    if letter in WATER_COLOURS:
        return WATER_COLOURS[letter]
    return FOREST_COLOURS.get(tiles.forests[FORESTS.index(letter)].colour, OTHER_FOREST)


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


def piece_text(piece: Piece, *, woken: bool = False) -> str:
    """Return a structure in characters, as in ``[T]●2``."""
    letter = KINDS[piece.kind]
    owner = "" if piece.owner is None else GLYPHS[piece.owner]
    pawns = "2" if piece.pawns == 2 else ""
    opening, closing = "{}" if woken else "[]" if piece.lit else "()"
    return f"{opening}{letter}{closing}{owner}{pawns}"


class _Hexagons:
    """The tiles of a scene on a canvas, as hexagons of pixels."""

    plate = _PLATE  # the background of text on a tile

    def __init__(self, scene: BoardScene, size: Size) -> None:
        self.scene = scene
        self.sprite = _SPRITES[size]
        self.left, self.top, _, _ = self.sprite.box(_cells(scene))
        self.canvas = Canvas(*extent(scene, size))

    def picture(self) -> Picture:
        """Return the whole picture."""
        scene = self.scene
        for cell, now in scene.spots.items():
            border = _FITS_BORDER if now else mix(_FITS_TURNED, _FITS_BORDER, 0.2)
            self.tile(cell, "", _FITS if now else _FITS_TURNED, border, 1.0)
            if scene.ghost is None or scene.ghost[0] != cell:
                words, style = (say("fits"), _FITS_WORD) if now else (say("turn"), _TURNED_WORD)
                self.text(cell, -1, cell_words(cell), _TURNED_WORD)
                self.text(cell, 0, words, style)
        for cell, edges in scene.lands.items():
            self.tile(cell, edges, None, *self._border(cell))
            self._contents(cell)
        if scene.ghost:
            cell, edges = scene.ghost
            self.tile(cell, edges, _FITS, _CURSOR, 1.0)
            self.text(cell, 0, scene.ghost_note, "bold #ffffff", self.plate)
        if scene.cursor is not None:
            self.cursor(scene.cursor)
        return Picture(self.canvas.lines(), self.canvas.width, self.middle, self.cell)

    def corner(self, cell: Hex) -> tuple[int, int]:
        """Return the upper left pixel of a cell."""
        x, y = self.sprite.corner(cell)
        return x - self.left, y - self.top

    def middle(self, cell: Hex) -> tuple[int, int]:
        """Return the column and the line of the middle of a cell."""
        x, y = self.corner(cell)
        return x + self.sprite.width // 2, (y + self.sprite.height // 2) // 2

    def cell(self, column: int, line: int) -> Hex:
        """Return the cell at a character."""
        return self.sprite.cell(column + self.left, 2 * line + 1 + self.top)

    def text(self, cell: Hex, offset: int, text: str, style: str, plate: str = "") -> None:
        """Write centred text ``offset`` lines below the middle of a cell."""
        x, y = self.middle(cell)
        self.canvas.put_centred(x, y + offset, text, f"{style} {plate}".rstrip())

    def tile(
        self, cell: Hex, edges: str, ground: Colour | None, border: Colour, part: float
    ) -> None:
        """Draw a tile with its edges, or only a ``ground``, or both mixed.

        ``part`` is the share of the ``border`` colour in the outermost pixels.
        """
        colours = [land_colour(letter, self.scene.tiles) for letter in edges]
        if ground:
            colours = [mix(colour, ground, 0.35) for colour in colours] or [ground] * 6
        left, top = self.corner(cell)
        for first, row, pixels in _stamped(self.sprite, tuple(colours), border, part):
            self.canvas.span(left + first, top + row, pixels)
        if not edges:
            return
        wide, lines = self.sprite.width, self.sprite.height // 2
        side, slant, high = (1, 3, 1) if self.sprite is NORMAL else (2, 5, 2)
        low, middle = lines - 1 - high, lines // 2
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
                self.canvas.put(left + x, top // 2 + y, letter, f"bold {ink}")
        self.text(cell, -1, cell_words(cell), _COORDINATES, self.plate)

    def cursor(self, cell: Hex) -> None:
        """Draw the cursor."""
        left, top = self.corner(cell)
        for x, y in self.sprite.border:
            self.canvas.pixel(left + x, top + y, _CURSOR)
        self.cursor_line(left, self.middle(cell)[1], self.sprite.width)

    def cursor_line(self, x: int, y: int, width: int) -> None:
        """Write the arrows of the cursor at both ends of a line."""
        for column, arrow in ((x, "▶"), (x + width - 1, "◀")):
            self.canvas.put(column, y, arrow, f"bold {hex_code(_CURSOR)} on #c02020")

    def source_word(self) -> str:
        """Return the label of the source."""
        return say("source")

    def _border(self, cell: Hex) -> tuple[Colour, float]:
        """Return the colour of a tile's border and its share."""
        scene = self.scene
        if cell in scene.chosen:
            return _CHOSEN, 1.0
        if cell in scene.woken:
            return _WOKEN, 1.0
        if cell in scene.bright:
            return _GLOW, 0.35
        piece = scene.pieces.get(cell)
        return (_GLOW, 0.75) if piece and piece.lit else (_BORDER, 0.6)

    def _contents(self, cell: Hex) -> None:
        """Draw the structure, the source or the note of a tile, and its marker."""
        scene = self.scene
        if piece := scene.pieces.get(cell):
            self._piece(cell, piece)
        elif cell == scene.source:
            self.text(cell, 0, self.source_word(), "#ffffff", self.plate)
        elif note := scene.notes.get(cell):
            style = _BRIGHT_NOTE if cell in scene.bright else _NOTE
            self.text(cell, 0, note, style, self.plate)
        if marker := scene.markers.get(cell):
            seat, value = marker
            self.text(cell, 1, f"*{GLYPHS[seat]}{value}", piece_style(seat, self.plate))

    def _piece(self, cell: Hex, piece: Piece) -> None:
        x, y = self.middle(cell)
        woken = cell in self.scene.woken
        text = piece_text(piece, woken=woken)
        start = x - len(text) // 2
        self.canvas.put(start, y, text[:3], _WAKING if woken else _LIT if piece.lit else _DARK)
        if piece.owner is not None:
            self.canvas.put(start + 3, y, text[3:], piece_style(piece.owner, _PLATE))


# The place of the letter of each edge in a brick, clockwise from the east: column, line.
_EDGE_PLACES = ((7, 1), (6, 2), (2, 2), (1, 1), (2, 0), (6, 0))
_BRICK_GROUNDS: Sequence[Colour] = ((30, 36, 44), (38, 45, 54), (46, 54, 64))


class _Bricks(_Hexagons):
    """The tiles as bricks of three lines, without coordinates."""

    plate = ""

    def tile(
        self, cell: Hex, edges: str, ground: Colour | None, border: Colour, part: float
    ) -> None:
        del border, part
        x, y = self.corner(cell)
        ground = ground or _BRICK_GROUNDS[(cell[0] - cell[1]) % 3]
        for row in range(self.sprite.height):
            self.canvas.span(x, y + row, [ground] * (self.sprite.width + 1))
            for column in (x, x + self.sprite.width):
                self.canvas.put(column, (y + row) // 2, "│", "#59636e")
        for (dx, dy), letter in zip(_EDGE_PLACES, edges, strict=False):
            colour = mix(land_colour(letter, self.scene.tiles), (255, 255, 255), 0.35)
            sign, style = letter, f"bold {hex_code(colour)}"
            if letter == FIELD:
                sign, style = "·", hex_code(FIELD_COLOUR)
            self.canvas.put(x + dx, y // 2 + dy, sign, style)
        if cell in self.scene.chosen:
            self.text(cell, -1, "✓", f"bold {hex_code(_CHOSEN)}")

    def cursor(self, cell: Hex) -> None:
        x, y = self.corner(cell)
        for line in range(self.sprite.height // 2):
            self.cursor_line(x, y // 2 + line, self.sprite.width + 1)

    def source_word(self) -> str:
        return say("src")
