"""An Eletrika board in characters: each tile a brick, each row shifted by half a brick.

A brick touches the same six neighbours as a hexagon. Its letters are the edges of the tile, each
where the neighbour lies; in the middle are the cell, the structure and the marker.
"""

from collections.abc import Iterable, Mapping

from eletrika.position import Marker, Position, Structure
from eletrika.tables import COLOURS, FORESTS, KINDS, Kind
from eletrika.tile_set import TileSet
from gridcommon.hexes import Hex
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, Segment

OWNER_STYLES = ("bold bright_white", "bold magenta", "bold red", "bold green")
_EDGE_STYLES = {"r": "blue", "l": "bright_blue", ".": "dim", "?": "dim"}
_COLOURS = {"blue": "cyan", "yellow": "yellow", "purple": "magenta", "orange": "dark_orange"}
_LIT, _DARK = "bold bright_yellow", "dim"

_WIDE = 10  # columns from one brick to the next
_HIGH = 4  # lines from one row to the next

# Which ways the lines of a crossing go: up 1, right 2, down 4, left 8.
_LINES = dict(zip((5, 10, 6, 12, 3, 9, 7, 13, 14, 11, 15), "│─┌┐└┘├┤┬┴┼", strict=True))
_PLAIN = {5: "|", 10: "-"}

# Where the letter of each edge stands inside a brick, clockwise from east: column, line.
_EDGE_PLACES = ((9, 2), (8, 3), (2, 3), (1, 2), (2, 1), (8, 1))
_EDGE_PLACES_APART = (*_EDGE_PLACES[:4], (1, 1), (9, 1))  # beside the name of a far cell
_LONGEST_LABEL = 7
_FARTHEST = 400  # lines or columns


def token(structure: Structure) -> str:
    """Return a structure as the picture form writes it, as in ``TR2``."""
    owner = "" if structure.owner is None else COLOURS[structure.owner]
    return KINDS[structure.kind] + owner + ("2" if structure.pawns == 2 else "")


def bricks(
    position: Position,
    lit: Mapping[Hex, bool],
    notes: Mapping[Hex, str],
    tiles: TileSet,
    *,
    box_lines: bool,
) -> list[Line]:
    """Return the board; ``notes`` are up to five characters for tiles without a structure."""
    canvas: dict[tuple[int, int], tuple[str, str]] = {}
    crossings: dict[tuple[int, int], int] = {}
    left = min(_column(cell) for cell in position.tiles)
    top = min(r for _, r in position.tiles)
    for cell, land in position.tiles.items():
        x, y = _column(cell) - left, (cell[1] - top) * _HIGH
        _frame(crossings, x, y)
        _write(canvas, x + 5, y + 1, _label(cell), "dim")
        places = _EDGE_PLACES if len(_label(cell)) <= 5 else _EDGE_PLACES_APART
        for edge, letter in enumerate(land.edges or ""):
            dx, dy = places[edge]
            canvas[x + dx, y + dy] = (letter, edge_style(letter, tiles))
        if structure := position.structures.get(cell):
            text = f"[{token(structure)}]" if lit[cell] else f"({token(structure)})"
            style = _LIT if lit[cell] else _DARK
            _write(canvas, x + 5, y + 2, text, style)
            if structure.owner is not None:
                inner = x + 5 - len(text) // 2 + 2
                owner = text[2:-1]
                _write_from(canvas, inner, y + 2, owner, OWNER_STYLES[structure.owner])
        else:
            _write(canvas, x + 5, y + 2, say("src") if land.source else notes.get(cell, ""), "")
        if marker := position.markers.get(cell):
            _write(canvas, x + 5, y + 3, marker_token(marker), OWNER_STYLES[marker.owner])
    for place, ways in crossings.items():
        canvas[place] = (_LINES[ways] if box_lines else _PLAIN.get(ways, "+"), "dim")
    return _rows(canvas)


def marker_token(marker: Marker) -> str:
    """Return a marker as the full form writes it, as in ``*W2``."""
    return f"*{COLOURS[marker.owner]}{marker.value}"


def width_of_bricks(cells: Iterable[Hex]) -> int | None:
    """Return the columns that a board of bricks takes, None where its cells cannot be named."""
    cells = list(cells)
    if any(len(_label(cell)) > _LONGEST_LABEL for cell in cells):
        return None
    columns = [_column(cell) for cell in cells]
    return max(columns) - min(columns) + _WIDE + 1


def is_far_flung(cells: Iterable[Hex]) -> bool:
    """Return whether the tiles are too far apart to be drawn."""
    cells = list(cells)
    rows, columns = [r for _, r in cells], [3 * (2 * q + r) for q, r in cells]
    return max(max(rows) - min(rows), max(columns) - min(columns)) > _FARTHEST


def _label(cell: Hex) -> str:
    return f"{cell[0]},{cell[1]}"


def small(position: Position, lit: Mapping[Hex, bool], notes: Mapping[Hex, str]) -> list[Line]:
    """Return the board with one word per tile, for boards wider than the terminal."""
    canvas: dict[tuple[int, int], tuple[str, str]] = {}
    left = min(2 * q + r for q, r in position.tiles)
    top = min(r for _, r in position.tiles)
    for cell, land in position.tiles.items():
        x, y = 3 * (2 * cell[0] + cell[1] - left), cell[1] - top
        if structure := position.structures.get(cell):
            bright = lit[cell]
            text = f"[{token(structure)}]" if bright else f"({token(structure)})"
            _write_from(canvas, x, y, text, _LIT if bright else _DARK)
        elif marker := position.markers.get(cell):
            _write_from(canvas, x, y, marker_token(marker), OWNER_STYLES[marker.owner])
        else:
            _write_from(canvas, x, y, say("src") if land.source else notes.get(cell) or ".", "dim")
    return _rows(canvas)


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


def _frame(crossings: dict[tuple[int, int], int], x: int, y: int) -> None:
    def add(column: int, line: int, ways: int) -> None:
        crossings[column, line] = crossings.get((column, line), 0) | ways

    for line, corners in ((y, 4), (y + _HIGH, 1)):
        add(x, line, 2 | corners)
        add(x + _WIDE, line, 8 | corners)
        for column in range(x + 1, x + _WIDE):
            add(column, line, 10)
    for line in range(y + 1, y + _HIGH):
        add(x, line, 5)
        add(x + _WIDE, line, 5)


def _write(
    canvas: dict[tuple[int, int], tuple[str, str]], middle: int, y: int, text: str, style: str
) -> None:
    _write_from(canvas, middle - len(text) // 2, y, text, style)


def _write_from(
    canvas: dict[tuple[int, int], tuple[str, str]], x: int, y: int, text: str, style: str
) -> None:
    for place, character in enumerate(text):
        canvas[x + place, y] = (character, style)


def _rows(canvas: dict[tuple[int, int], tuple[str, str]]) -> list[Line]:
    if not canvas:
        return []
    rows: list[dict[int, Segment]] = [{} for _ in range(max(y for _, y in canvas) + 1)]
    for (x, y), drawn in canvas.items():
        rows[y][x] = drawn
    return [[row.get(x, (" ", "")) for x in range(max(row, default=-1) + 1)] for row in rows]
