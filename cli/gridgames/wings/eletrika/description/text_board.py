"""An Eletrika board in characters: each tile a brick, each row shifted by half a brick.

A brick touches the same six neighbours as a hexagon. Its letters are the edges of the tile, each
where the neighbour lies; in the middle are the cell, the structure and the marker.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from eletrika.position import Marker, Position, Structure
from eletrika.tables import COLOURS, FORESTS, KINDS, Kind
from eletrika.tile_set import TileSet
from gridcommon.hexes import Hex
from gridgames.languages.messages import say
from gridgames.terminal.canvas import Canvas
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.description.words import cell_words

# White has no colour of its own: it is not seen on a light terminal
OWNER_STYLES = ("bold", "bold magenta", "bold red", "bold green")
_EDGE_STYLES = {"r": "blue", "l": "bright_blue", ".": "dim", "?": "dim"}
_COLOURS = {"blue": "cyan", "yellow": "yellow", "purple": "magenta", "orange": "dark_orange"}
_CHOSEN = "bold reverse"
_LIT, _DARK = "bold bright_yellow", "dim"

_WIDE = 10  # columns from one brick to the next
_HIGH = 4  # lines from one row to the next

# By the directions in which a line leaves: up 1, right 2, down 4, left 8.
_LINES = dict(zip((5, 10, 6, 12, 3, 9, 7, 13, 14, 11, 15), "│─┌┐└┘├┤┬┴┼", strict=True))
_PLAIN = {5: "|", 10: "-"}

# The place of the letter of each edge in a brick, clockwise from the east: column, line.
_EDGE_PLACES = ((9, 2), (8, 3), (2, 3), (1, 2), (2, 1), (8, 1))
_EDGE_PLACES_APART = (*_EDGE_PLACES[:4], (1, 1), (9, 1))  # if the name of the cell is long
_LONGEST_LABEL = 7
_FARTHEST = 400  # lines or columns


def bricks(
    position: Position,
    lit: Mapping[Hex, bool | None],
    notes: Mapping[Hex, str],
    tiles: TileSet,
    *,
    box_lines: bool,
    chosen: Collection[Hex] = (),
) -> list[Line]:
    """Return the board; ``notes`` are up to five characters for tiles without a structure.

    The ``chosen`` tiles have a ``>`` and a ``<``.
    ``lit`` is None for a structure of which the board must not show it.
    """
    left, top = min(map(_column, position.tiles)), min(r for _, r in position.tiles)
    width = max(map(_column, position.tiles)) - left + _WIDE + 1
    canvas = Canvas(width, (max(r for _, r in position.tiles) - top + 1) * _HIGH + 1)
    frames: Counter[tuple[int, int]] = Counter()
    for cell, land in position.tiles.items():
        x, y = _column(cell) - left, (cell[1] - top) * _HIGH
        _add_frame(frames, x, y)
        label = cell_words(cell)
        canvas.put_centred(x + 5, y + 1, label, "dim")
        places = _EDGE_PLACES if len(label) <= 5 else _EDGE_PLACES_APART
        for (dx, dy), letter in zip(places, land.edges or "", strict=False):
            canvas.put(x + dx, y + dy, letter, edge_style(letter, tiles))
        if structure := position.structures.get(cell):
            text = _piece(structure, is_lit=lit[cell])
            start = x + 5 - len(text) // 2
            canvas.put(start, y + 2, text, _DARK if lit[cell] is False else _LIT)
            if structure.owner is not None:
                owner = text.strip("[()]")[1:]
                place = start + text.index(owner)
                canvas.put(place, y + 2, owner, OWNER_STYLES[structure.owner])
        else:
            note = say("src") if land.source else notes.get(cell, "")
            canvas.put_centred(x + 5, y + 2, note, "")
        if cell in chosen:
            for dx, sign in ((2, ">"), (8, "<")):
                canvas.put(x + dx, y + 2, sign, _CHOSEN)
        if marker := position.markers.get(cell):
            style = OWNER_STYLES[marker.owner]
            canvas.put_centred(x + 5, y + 3, marker_token(marker), style)
    for (x, y), ways in frames.items():
        canvas.put(x, y, _LINES[ways] if box_lines else _PLAIN.get(ways, "+"), "dim")
    return canvas.lines()


def marker_token(marker: Marker) -> str:
    """Return a marker as the full form writes it, as in ``*W2``."""
    return f"*{COLOURS[marker.owner]}{marker.value}"


def width_of_bricks(cells: Iterable[Hex]) -> int | None:
    """Return the columns of a board of bricks, or None if the name of a cell is too long."""
    cells = list(cells)
    if any(len(cell_words(cell)) > _LONGEST_LABEL for cell in cells):
        return None
    columns = [*map(_column, cells)]
    return max(columns) - min(columns) + _WIDE + 1


def is_far_flung(cells: Iterable[Hex]) -> bool:
    """Return whether the tiles are too far apart to be drawn."""
    cells = list(cells)
    rows, columns = [r for _, r in cells], [3 * (2 * q + r) for q, r in cells]
    return max(max(rows) - min(rows), max(columns) - min(columns)) > _FARTHEST


def small(
    position: Position,
    lit: Mapping[Hex, bool | None],
    notes: Mapping[Hex, str],
    *,
    columns: int,
    chosen: Collection[Hex] = (),
) -> list[Line]:
    """Return the board with one word per tile, for boards wider than the terminal.

    Where ``columns`` are too few, no space is left between the longest words. Before each
    ``chosen`` tile is a ``>``.
    """
    left, top = min(2 * q + r for q, r in position.tiles), min(r for _, r in position.tiles)
    halves = max(2 * q + r for q, r in position.tiles) - left
    apart = 6 if 3 * halves + 5 <= columns else 5
    width = 3 * halves + _WIDE
    canvas = Canvas(width + 1, max(r for _, r in position.tiles) - top + 1)
    first = 1 if chosen else 0
    for (q, r), land in position.tiles.items():
        if structure := position.structures.get((q, r)):
            is_lit = lit[q, r]
            text, style = _piece(structure, is_lit=is_lit), _DARK if is_lit is False else _LIT
        elif marker := position.markers.get((q, r)):
            text, style = marker_token(marker), OWNER_STYLES[marker.owner]
        else:
            text, style = say("src") if land.source else notes.get((q, r)) or ".", "dim"
        column = first + apart * (2 * q + r - left) // 2
        canvas.put(column, r - top, text, style)
        if (q, r) in chosen:
            canvas.put(column - 1, r - top, ">", _CHOSEN)
    return canvas.lines()


def _piece(structure: Structure, *, is_lit: bool | None) -> str:
    """Return a structure in brackets, as in ``[TR2]``; square brackets if it is lit.

    It has none if ``is_lit`` is None.
    """
    owner = "" if structure.owner is None else COLOURS[structure.owner]
    text = KINDS[structure.kind] + owner + ("2" if structure.pawns == 2 else "")
    if is_lit is None:
        return text
    return f"[{text}]" if is_lit else f"({text})"


def kind_letters(kinds: Iterable[Kind]) -> str:
    """Return the letters of kinds, as in ``TSP``."""
    return "".join(KINDS[kind] for kind in kinds)


def _column(cell: Hex) -> int:
    return _WIDE * cell[0] + _WIDE // 2 * cell[1]


def edge_style(letter: str, tiles: TileSet) -> str:
    """Return the style of the letter of an edge."""
    if letter in _EDGE_STYLES:
        return _EDGE_STYLES[letter]
    return _COLOURS.get(tiles.forests[FORESTS.index(letter)].colour, "bright_black")


def _add_frame(frames: Counter[tuple[int, int]], x: int, y: int) -> None:
    """Add the frame of a brick: to each character the directions in which a line leaves it."""
    for line in (y, y + _HIGH):
        for column in range(x, x + _WIDE):
            frames[column, line] |= 2
            frames[column + 1, line] |= 8
    for column in (x, x + _WIDE):
        for line in range(y, y + _HIGH):
            frames[column, line] |= 4
            frames[column, line + 1] |= 1
