"""The picture form: structures and tiles in their places, row by row.

Tiles in a row are four columns apart, and each row is shifted by two. The position of a tile is
that of its first character. The land is unknown.
"""

from collections.abc import Iterator

from eletrika.pieces import (
    MOST_TILES,
    Token,
    cell_in,
    lines_of,
    owner_and_pawns,
    split_kind,
    words_of,
)
from eletrika.position import UNKNOWN_TILE, Position, Structure
from eletrika.tables import COLOURS, KINDS
from gridcommon.errors import Faults, JoinedList, NotationError, Wording
from gridcommon.hexes import DIRECTION_NAMES, Hex, step
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary

EMPTY_TILE = "."
NW, NE = DIRECTION_NAMES.index("NW"), DIRECTION_NAMES.index("NE")


def parse_picture(text: str, vocabulary: Vocabulary = ENGLISH_ONLY) -> Position:
    """Return the position that ``text`` shows.

    The first token is cell 0,0 unless ``@q,r`` comes before it. Comment lines are skipped. A row
    that touches nothing above it gets a remark. Raises NotationError with line and column, or
    NotationErrors if there are several errors.
    """
    position = Position()
    faults = Faults()
    first: Token | None = None
    origin = (0, 0)
    row = 0
    placed: dict[Hex, Token] = {}
    for number, line in _rows(text, faults):
        words = words_of(line, number, vocabulary)
        if first is None and words and words[0].text.startswith("@"):
            with faults.noted():
                origin = cell_in(words[0], words[0].text[1:])
            words = words[1:]
        if first is None:
            if not words:
                continue
            first = words[0]
        for word in _first_astray(words, first, row):
            with faults.noted():
                cell = _cell(word, first, row, origin, placed)
                if cell in placed:
                    raise word.problem("{found} is on the same cell as the token before it")
                placed[cell] = word
                position.tiles[cell] = UNKNOWN_TILE
                if word.text != EMPTY_TILE:
                    kind, rest = split_kind(word)
                    pieces = owner_and_pawns(rest, word)
                    position.structures[cell] = Structure(kind, *pieces)
        row += 1
    faults.raise_all()
    if len(placed) > MOST_TILES:
        raise NotationError("more than {most} tiles; the box holds 38", most=MOST_TILES)
    if first is None:
        raise NotationError("no tile in the text")
    position.remarks = tuple(_apart(placed))
    return position


def _rows(text: str, faults: Faults) -> list[tuple[int, str]]:
    rows = []
    for (number, line), raw in zip(lines_of(text), text.splitlines(), strict=True):
        with faults.noted():
            if "\t" in line:
                place = Token("\t", number, line.index("\t") + 1)
                raise place.problem("a tab: its width is unknown; use spaces")
            if line or not raw.strip():
                rows.append((number, line))
    return rows


def _first_astray(words: list[Token], first: Token, row: int) -> Iterator[Token]:
    """Yield the misplaced tokens of a row, only the first of those with the same offset."""
    seen: set[int] = set()
    for word in words:
        off = (word.column - first.column - 2 * row) % 4
        if off not in seen:
            yield word
        if off:
            seen.add(off)


def _cell(word: Token, first: Token, row: int, origin: Hex, placed: dict[Hex, Token]) -> Hex:
    q, off = divmod(word.column - first.column - 2 * row, 4)
    cell = origin[0] + q, origin[1] + row
    if off:
        right = cell[0] + 1, cell[1]
        raise word.problem(
            "{found} is between two tiles: at column {low} it would lie on {cell} ({above}), at "
            "column {high} on {other} ({above_other})",
            low=word.column - off,
            high=word.column - off + 4,
            cell=f"{cell[0]},{cell[1]}",
            other=f"{right[0]},{right[1]}",
            above=_above(cell, placed),
            above_other=_above(right, placed),
        )
    return cell


def _above(cell: Hex, placed: dict[Hex, Token]) -> Wording:
    touched = [placed[up].text for up in (step(cell, NW), step(cell, NE)) if up in placed]
    if not touched:
        return Wording("below nothing", {})
    return Wording("below {names}", {"names": JoinedList(tuple(touched), "and")})


def _apart(placed: dict[Hex, Token]) -> Iterator[NotationError]:
    """Yield a remark for each row that touches nothing above it, with a correction.

    People omit spaces at the start of a line, or add an empty line.
    """
    rows: dict[int, list[Hex]] = {}
    for cell in placed:
        rows.setdefault(cell[1], []).append(cell)
    for r, cells in list(rows.items())[1:]:
        if any(step(cell, way) in placed for cell in cells for way in (NW, NE)):
            continue
        word = placed[cells[0]]
        if r - 1 not in rows:
            yield word.problem(
                "the row of {found} touches no tile above: the empty line before it counts as a "
                "row without tiles; if that is not meant, delete it and move this row to where it "
                "touches"
            )
            continue
        shift = min(
            (up[0] - q + aside for q, _ in cells for up in rows[r - 1] for aside in (-1, 0)),
            key=lambda shift: (abs(shift), shift),
        )
        q, _ = cells[0]
        template = (
            "the row of {found} touches no tile above: as typed, {found} lies on {cell}; with "
            "{count:space|spaces} more before it, on {other} ({above})"
            if shift > 0
            else "the row of {found} touches no tile above: as typed, {found} lies on {cell}; with "
            "{count:space|spaces} less before it, on {other} ({above})"
        )
        yield word.problem(
            template,
            cell=f"{q},{r}",
            count=4 * abs(shift),
            other=f"{q + shift},{r}",
            above=_above((q + shift, r), placed),
        )


def format_picture(position: Position) -> str:
    """Return the picture of a position's structures and tiles, without land.

    It is the inverse of :func:`parse_picture` for a position with unknown land and no values beside
    the board.
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
