"""The picture form: structures where they stand, rows as they lie on the table.

Tiles of a row are four columns apart, and the next row is shifted by two. The first character of a
tile is where it is. The land is unknown.
"""

from eletrika.notation.pieces import (
    MOST_TILES,
    Token,
    cell_in,
    lines_of,
    owner_and_pawns,
    split_kind,
    words_of,
)
from eletrika.position import UNKNOWN_LAND, Position, Structure
from eletrika.tables import COLOURS, KINDS
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary

EMPTY_TILE = "."


def parse_picture(text: str, vocabulary: Vocabulary = ENGLISH_ONLY) -> Position:
    """Return the position that ``text`` shows. Raises NotationError with line and column.

    The first token is cell 0,0 unless ``@q,r`` comes before it. Lines with only a comment are
    skipped.
    """
    position = Position()
    first: Token | None = None
    origin = (0, 0)
    row = 0
    for number, line in _rows(text):
        words = words_of(line, number, vocabulary)
        if first is None and words and words[0].text.startswith("@"):
            origin = cell_in(words[0], words[0].text[1:])
            words = words[1:]
        if first is None:
            if not words:
                continue
            first = words[0]
        for word in words:
            cell, structure = _place(word, first, row, origin)
            if cell in position.tiles:
                raise word.problem("{found} is on the same cell as the token before it")
            if len(position.tiles) == MOST_TILES:
                raise word.problem("more than {most} tiles; the box holds 38", most=MOST_TILES)
            position.tiles[cell] = UNKNOWN_LAND
            if structure:
                position.structures[cell] = structure
        row += 1
    if first is None:
        raise NotationError("no tile in the text")
    return position


def _rows(text: str) -> list[tuple[int, str]]:
    """Return the rows with their line numbers: all lines but those with only a comment."""
    rows = []
    for (number, line), raw in zip(lines_of(text), text.splitlines(), strict=True):
        if "\t" in line:
            place = Token("\t", number, line.index("\t") + 1)
            raise place.problem("a tab: its width is unknown; use spaces")
        if line or not raw.strip():
            rows.append((number, line))
    return rows


def _place(word: Token, first: Token, row: int, origin: Hex) -> tuple[Hex, Structure | None]:
    q, off = divmod(word.column - first.column - 2 * row, 4)
    if off:
        raise word.problem(
            "{found} is between two tiles: in this row tiles are at columns {low}, "
            "{high}, and so on in fours",
            low=word.column - off,
            high=word.column - off + 4,
        )
    cell = origin[0] + q, origin[1] + row
    if word.text == EMPTY_TILE:
        return cell, None
    kind, rest = split_kind(word)
    return cell, Structure(kind, *owner_and_pawns(rest.removeprefix(":"), word))


def format_picture(position: Position) -> str:
    """Return the picture of a position's structures and tiles; its land is left out.

    Parsed again, a position with unknown land and nothing beside the board comes out equal.
    """
    cells = sorted(position.tiles, key=lambda cell: (cell[1], cell[0]))
    if not cells:
        return ""
    top = cells[0][1]
    left = min(4 * q + 2 * (r - top) for q, r in cells)
    rows: dict[int, str] = dict.fromkeys(range(cells[-1][1] - top + 1), "")
    for q, r in cells:
        column = 4 * q + 2 * (r - top) - left
        rows[r - top] = rows[r - top].ljust(column) + _token(position.structures.get((q, r)))
    lines = [] if cells[0] == (0, 0) else [f"@{cells[0][0]},{cells[0][1]}"]
    return "\n".join([*lines, *(line.rstrip() for line in rows.values())]) + "\n"


def _token(structure: Structure | None) -> str:
    if structure is None:
        return EMPTY_TILE
    owner = "" if structure.owner is None else COLOURS[structure.owner]
    return KINDS[structure.kind] + owner + ("2" if structure.pawns == 2 else "")
