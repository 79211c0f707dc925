"""The board of Eletrika as a picture: hexagons of land, in several sizes.

Colour only repeats letters and glyphs. The letter of an edge is on the side of its neighbour
(r river, l lake, u t s p c forests, nothing for a field). ``[T]`` is lit and ``(T)`` dark, followed
by the glyph of the owner and ``2`` for two pawns. ``○2MW`` is a marker with what it pays, ``x`` a
closed tile. On a tile with ``P+3`` a Pole would energize three structures; the current choice would
energize ``{T}``.
If a window shows only a part of the board, a small map of all of it is in a corner.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from eletrika.position import Structure
from eletrika.tables import (
    FIELD,
    FORESTS,
    KINDS,
    LAKE,
    RIVER,
    UNKNOWN_EDGE,
    TileNumber,
)
from eletrika.tile_edges import tile_text
from eletrika.tile_set import TileSet
from gridcommon.hexes import Hex
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.show.table import DIM, TextPicture
from gridgames.terminal.canvas import GROUND, Canvas, Colour, hex_code, mix
from gridgames.terminal.output import Clickable, Line
from gridgames.terminal.seat_styles import GLYPHS
from gridgames.wings.eletrika.description.places import Ghost, cell_of, cell_place
from gridgames.wings.eletrika.description.scene import BoardScene
from gridgames.wings.eletrika.description.words import cell_words, piece_style
from gridgames.wings.eletrika.screen.hex_sprites import DOTS, MEDIUM, SMALL, HexSprite, Window

FIELD_COLOUR: Colour = (201, 189, 139)
_UNKNOWN_COLOUR: Colour = (120, 126, 134)
_ASKED_COLOUR: Colour = (255, 179, 71)
ASKED = "►"  # in place of the letter of an edge that is being typed
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
_CHOSEN: Colour = (90, 220, 255)
_BROKEN: Colour = (255, 92, 72)

# Of the small map: land, dark structures, the rim, and the ground within and beyond the window.
_ALL_LAND: Colour = (146, 138, 106)
_DARK_PIECE: Colour = (96, 108, 120)
_ALL_RIM: Colour = (44, 52, 62)
_ALL_SHOWN: Colour = (48, 56, 66)
_ALL_HIDDEN: Colour = (28, 34, 42)

_FEW_COLUMNS = 60  # of a pane with the smallest map
_DUSK = 0.22  # how much darker land is than its colours
_RIVER = 0.14  # half the width of a river, in widths of a tile
_GLADE = 0.2  # the part of a tile around its middle without forests
_HALO = 0.6  # how far a lit structure shines, and how bright
_LIT_GLOW = 0.55
# The letters of a tile by its width: the columns from its side, the line and column of a slant.
_LETTERS = {8: (0, 0, 3), 10: (0, 0, 4), 12: (1, 1, 3), 16: (1, 1, 4)}
_CARD_LETTERS = (1, 1, 3)  # of a tile alone, within its border

# The colours that pieces have by name (EL-SETUP-01); on the dark ground black is on a light plate
_PLATE = "on #10141a"
_LIT = "bold #101010 on #ffe25c"
_DARK = "#c8ced4 on #2b313a"
_WAKING = "bold #101010 on #ffaa3c"
_NOTE, _BRIGHT_NOTE = "#7fe0a8", "bold #ffe25c"
_FITS_WORD, _SPOT_CELL = "bold #9ff0c0", "#7d8894"
_KEY, _KEY_CHOSEN = "#101010 on #8a949e", "bold #101010 on #ffd75f"


def draw(scene: BoardScene, marks: Marks, window: Window) -> TextPicture:
    """Return the picture of the part of a board that a window shows."""
    return _Drawing(scene, marks, window).picture()


def dot(columns: int) -> HexSprite:
    """Return the sprite of the small map in a pane."""
    return DOTS[columns < _FEW_COLUMNS]


def overview_size(scene: BoardScene, columns: int) -> tuple[int, int]:
    """Return the columns and lines of the small map in a pane, with its margin."""
    left, top, right, bottom = dot(columns).box(scene.cells)
    return right - left + 2, (bottom - top + 3) // 2


def tile_card(edges: str, tiles: TileSet, *, is_chosen: bool = False) -> list[Line]:
    """Return the lines of a tile alone, as in a list of tiles beside the board."""
    canvas = Canvas(MEDIUM.width, MEDIUM.height // 2)
    border = (_CURSOR, 1.0) if is_chosen else (_BORDER, 0.4)
    _stamp(canvas, MEDIUM, (0, 0), edges, tiles, border)
    _write_edges(canvas, MEDIUM, (0, 0), edges, _CARD_LETTERS)
    return canvas.lines()


def row_lines(
    tiles: TileSet, row: Sequence[TileNumber], chosen: int, rotation: int
) -> Iterator[Line]:
    """Yield face-up tiles beside each other, the one at place ``chosen`` turned and marked."""
    if not row:
        yield [(say("No tile is face up"), DIM)]
        return
    yield row_heads(row, chosen, MEDIUM.width)
    rows: list[Line] = [[] for _ in range(MEDIUM.height // 2)]
    for place, tile in enumerate(row):
        is_chosen = place == chosen
        turn = rotation if is_chosen else 0
        key = Clickable("", typed=str(place + 1))
        for beside, line in zip(
            rows, tile_card(tiles.faces[tile][turn], tiles, is_chosen=is_chosen), strict=True
        ):
            beside += [*((key.cut_to(sign), style) for sign, style in line), (" ", "")]
    yield from rows


def row_heads(row: Sequence[TileNumber], chosen: int, width: int = 0) -> Line:
    """Return the numbers that choose face-up tiles, with the number on each tile."""
    line: Line = []
    for place, tile in enumerate(row):
        key = Clickable(f" {place + 1} ", typed=str(place + 1))
        is_chosen = place == chosen
        line.append((key, _KEY_CHOSEN if is_chosen else _KEY))
        label = f" {tile_text(tile)} ".ljust(max(width - 2, 0))
        line.append((key.cut_to(label), "bold #ffffff" if is_chosen else DIM))
    return line


def land_colour(letter: str, tiles: TileSet) -> Colour:
    """Return the colour of an edge."""
    if letter == FIELD:
        return FIELD_COLOUR
    if letter == UNKNOWN_EDGE:
        return _UNKNOWN_COLOUR
    if letter == ASKED:
        return _ASKED_COLOUR
    if letter in WATER_COLOURS:
        return WATER_COLOURS[letter]
    return FOREST_COLOURS.get(tiles.forests[FORESTS.index(letter)].colour, OTHER_FOREST)


@lru_cache(maxsize=2048)
def _stamped(
    sprite: HexSprite,
    colours: tuple[Colour, ...],
    letters: str,
    border: tuple[Colour, float],
    glow: float,
) -> tuple[tuple[int, int, list[Colour]], ...]:
    """Return the rows of a tile: first pixel, row and the colours of its pixels.

    A river is a band to the middle, and a forest leaves the middle free.
    """
    rows = []
    for y, (first, _) in enumerate(sprite.rows):
        row = []
        for x, edge in enumerate(sprite.wedges[y], start=first):
            far, aside = sprite.reach(x, y)
            letter = letters[edge]
            is_field = (letter == RIVER and aside > _RIVER) or (letter in FORESTS and far < _GLADE)
            colour = FIELD_COLOUR if is_field else colours[edge]
            colour = mix(mix(colour, GROUND, _DUSK), _GLOW, glow * max(0.0, 1 - far / _HALO))
            row.append(mix(colour, *border) if (x, y) in sprite.border else colour)
        rows.append((first, y, row))
    return tuple(rows)


def _stamp(
    canvas: Canvas,
    sprite: HexSprite,
    corner: tuple[int, int],
    edges: str,
    tiles: TileSet,
    border: tuple[Colour, float],
    glow: float = 0.0,
) -> None:
    """Draw a tile whose upper left pixel is ``corner``."""
    left, top = corner
    colours = tuple(land_colour(letter, tiles) for letter in edges)
    for first, row, pixels in _stamped(sprite, colours, edges, border, glow):
        canvas.span(left + first, top + row, pixels)


def _write_edges(
    canvas: Canvas,
    sprite: HexSprite,
    corner: tuple[int, int],
    edges: str,
    letters: tuple[int, int, int] | None = None,
) -> None:
    """Write the letters of the edges of a tile, by default where its middle stays free."""
    (left, top), wide, lines = corner, sprite.width, sprite.height // 2
    middle, side, high, slant = (lines - 1) // 2, *(letters or _LETTERS[wide])
    low = lines - 1 - high
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
            canvas.engrave(left + x, top // 2 + y, letter)


class _Drawing:
    """The tiles of a scene on a canvas, as hexagons of pixels, with marks."""

    def __init__(self, scene: BoardScene, marks: Marks, window: Window) -> None:
        self.scene = scene
        self.marks = marks
        self.window = window
        self.sprite = window.sprite
        self.canvas = Canvas(window.columns, window.lines)
        self.cursor = cell_of(marks.cursor) if marks.cursor else None
        self.spots = [*map(cell_of, marks.prices)]
        self.notes = {cell_of(key): note for key, note in marks.notes.items()}
        self.chosen = {*map(cell_of, (*marks.chosen, *marks.changed))}
        self.woken = {*map(cell_of, marks.lit)}
        problems = () if scene.names else scene.analysis.problems  # a game is not judged
        self.broken = {cell for one in problems for cell in one.at}
        self._corner = (0, 0, 0, 0)  # of the small map: left, top, right, bottom

    def picture(self) -> TextPicture:
        """Return the whole picture."""
        scene, ghost, cursor = self.scene, self.marks.ghost, self.cursor
        edges = ghost.edges if ghost else ""
        for cell in self.spots:
            self._spot(cell, is_named=bool(scene.names) and not (edges and cell == cursor))
        for cell, land in scene.lands.items():
            glow = _LIT_GLOW if scene.lit.get(cell) else 0.0
            self._tile(cell, land, self._border(cell), glow)
        self._cables()
        for cell in scene.lands:
            self._contents(cell)
        if edges and cursor is not None:
            self._tile(cursor, edges, (_CURSOR, 1.0))
            self._text(cursor, 0, self._ghost_note(ghost), "bold #ffffff", _PLATE)
        if cursor is not None:
            self._draw_cursor(cursor)
        if self.window.overview:
            self._overview(*self.window.overview)
        return TextPicture(self.canvas.lines(), self.canvas.width, self._middle, self._cell)

    def _ghost_note(self, ghost: Ghost) -> str:
        """Return what would be put on a tile that is not laid yet."""
        glyph = GLYPHS[self.scene.seat_of(ghost.owner)]
        if ghost.marker is not None:
            return f"+{glyph}{ghost.marker}MW"
        return "+" if ghost.kind is None else f"+{KINDS[ghost.kind]}{glyph}2"

    def _at(self, cell: Hex) -> tuple[int, int]:
        """Return the upper left pixel of a cell."""
        x, y = self.sprite.corner(cell)
        return x - self.window.left, y - self.window.top

    def _middle(self, cell: Hex) -> tuple[int, int]:
        """Return the column and the line of the middle of a cell."""
        x, y = self._at(cell)
        return x + self.sprite.width // 2, y // 2 + (self.sprite.height // 2 - 1) // 2

    def _cell(self, column: int, line: int) -> Hex:
        """Return the cell at a character, on the board or on the small map."""
        left, top, right, bottom = self._corner
        if left <= column < right and top <= line < bottom:
            sprite = dot(self.window.columns)
            first_x, first_y, _, _ = sprite.box(self.scene.cells)
            return sprite.cell(column - left - 1 + first_x, 2 * (line - top) + first_y)
        return self.sprite.cell(column + self.window.left, 2 * line + 1 + self.window.top)

    def _text(self, cell: Hex, offset: int, text: str, style: str, plate: str = "") -> None:
        """Write centred text ``offset`` lines below the middle of a cell."""
        x, y = self._middle(cell)
        self.canvas.put_centred(x, y + offset, text, f"{style} {plate}".rstrip())

    def _tile(self, cell: Hex, edges: str, border: tuple[Colour, float], glow: float = 0.0) -> None:
        corner, tiles = self._at(cell), self.scene.ruleset.tiles
        _stamp(self.canvas, self.sprite, corner, edges, tiles, border, glow)
        _write_edges(self.canvas, self.sprite, corner, edges)

    def _spot(self, cell: Hex, *, is_named: bool) -> None:
        """Draw a cell beside the board on which the chosen tile fits."""
        left, top = self._at(cell)
        for y, (first, count) in enumerate(self.sprite.rows):
            self.canvas.span(left + first, top + y, [_FITS] * count)
        for x, y in self.sprite.border:
            self.canvas.pixel(left + x, top + y, _FITS_BORDER)
        if is_named:
            self._text(cell, 0, self.notes.get(cell) or say("fits"), _FITS_WORD)
            self._text(cell, self._label, cell_words(cell), _SPOT_CELL)

    @property
    def _label(self) -> int:
        """The line of the coordinates, counted from the middle: where a tile has room for them."""
        return 1 if self.sprite is SMALL else -1

    def _cables(self) -> None:
        """Draw cables between neighbours that are lit."""
        network, lit = self.scene.analysis.network, self.scene.lit
        for one, others in enumerate(network.conducting):
            for other in others:
                here, there = network.cells[one], network.cells[other]
                if here and there and one < other and lit[here] and lit[there]:
                    self._cable(here, there)

    def _cable(self, one: Hex, other: Hex) -> None:
        (ax, ay), (bx, by) = ((x, 2 * y) for x, y in map(self._middle, (one, other)))
        for part in range(4 * self.sprite.width + 1):
            x = ax + (bx - ax) * part / (4 * self.sprite.width)
            y = ay + (by - ay) * part / (4 * self.sprite.width)
            self.canvas.pixel(round(x), round(y), _GLOW)

    def _draw_cursor(self, cell: Hex) -> None:
        left, top = self._at(cell)
        for x, y in self.sprite.border:
            self.canvas.pixel(left + x, top + y, _CURSOR)
        # Beside the middle, unless a letter is there.
        line = self._middle(cell)[1] + (0 if _LETTERS[self.sprite.width][0] else self._label)
        for column, arrow in ((left, "▶"), (left + self.sprite.width - 1, "◀")):
            self.canvas.put(column, line, arrow, f"bold {hex_code(_CURSOR)} on #c02020")

    def _border(self, cell: Hex) -> tuple[Colour, float]:
        """Return the colour of a tile's border and its share."""
        if cell in self.broken:
            return _BROKEN, 1.0
        if cell in self.chosen:
            return _CHOSEN, 1.0
        if cell in self.woken:
            return _WOKEN, 1.0
        if "+" in self.notes.get(cell, ""):
            return _GLOW, 0.5
        return _BORDER, 0.2 if self.sprite is SMALL else 0.4

    def _contents(self, cell: Hex) -> None:
        """Draw the structure, the source or the note of a tile, its marker and its name."""
        position = self.scene.position
        if piece := position.structures.get(cell):
            self._piece(cell, piece)
        elif position.tiles[cell].source:
            is_small = self.sprite is SMALL
            self._text(cell, 0, say("src") if is_small else say("source"), "#ffffff", _PLATE)
        elif note := self.notes.get(cell) or ("x" if cell in self.scene.shut else ""):
            style = _BRIGHT_NOTE if "+" in note else _NOTE
            self._text(cell, 0, note, style, _PLATE)
        marker = position.markers.get(cell)
        if marker:
            glyph = GLYPHS[self.scene.seat_of(marker.owner)]
            self._text(cell, 1, f"{glyph}{marker.value}MW", piece_style(marker.owner, _PLATE))
        if not marker or self._label < 0:
            x, y = self._middle(cell)
            name = cell_words(cell)
            self.canvas.engrave(x - len(name) // 2, y + self._label, name)
        if cell in self.broken or cell_place(cell) in self.marks.chosen:
            sign, colour = ("!", _BROKEN) if cell in self.broken else ("✓", _CHOSEN)
            x, y = self._middle(cell)
            self.canvas.put(x - 3, y, sign, f"bold {hex_code(colour)} {_PLATE}")

    def _piece(self, cell: Hex, piece: Structure) -> None:
        x, y = self._middle(cell)
        is_woken, is_lit = cell in self.woken, self.scene.lit[cell]
        opening, closing = "{}" if is_woken else "[]" if is_lit else "()"
        owner = "" if piece.owner is None else GLYPHS[self.scene.seat_of(piece.owner)]
        owner += "2" if piece.pawns == 2 else ""
        text = f"{opening}{KINDS[piece.kind]}{closing}"
        start = x - len(text + owner) // 2
        self.canvas.put(start, y, text, _WAKING if is_woken else _LIT if is_lit else _DARK)
        if piece.owner is not None:
            self.canvas.put(start + 3, y, owner, piece_style(piece.owner, _PLATE))

    def _overview(self, column: int, line: int) -> None:
        """Draw the small map of the whole board, brighter where the window is."""
        scene, window = self.scene, self.window
        sprite = dot(window.columns)
        wide, high = overview_size(scene, window.columns)
        self._corner = column, line, column + wide, line + high
        self.canvas.clear(*self._corner)
        left, top, _, _ = sprite.box(scene.cells)
        colours = dict.fromkeys(scene.lands, _ALL_LAND)
        colours |= dict.fromkeys(self.spots, _FITS_BORDER)
        colours |= {cell: _GLOW if lit else _DARK_PIECE for cell, lit in scene.lit.items()}
        if self.cursor is not None:
            colours[self.cursor] = _CURSOR
        for y in range(2 * high):
            for x in range(-1, wide - 1):
                cell = sprite.cell(x + left, y + top - 1)
                shown = window.shows(cell)
                ground = _ALL_SHOWN if shown else _ALL_HIDDEN
                colour = colours.get(cell)
                inner = ground if colour is None else colour if shown else mix(colour, ground, 0.4)
                is_rim = x in (-1, wide - 2) or y in (0, 2 * high - 1)
                self.canvas.pixel(column + x + 1, 2 * line + y, _ALL_RIM if is_rim else inner)
