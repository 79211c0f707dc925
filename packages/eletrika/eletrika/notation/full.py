"""The full form: one line per tile, then the values beside the board.

0,0     src A=1,0   13/2    T:R2        # Red Tower with two pawns; the tile is called A E of A
r.tr..  U           # Plant without pawns SW SW   ?       *W2         # White's 2 MW marker, two
steps from the tile of the line above bonus T hand W3 K5
"""

import re
from collections.abc import Callable
from typing import TypeVar

from eletrika.pieces import (
    COMMENT,
    MOST_TILES,
    Token,
    cell_in,
    cell_of,
    format_tile,
    lines_of,
    owner_and_pawns,
    parse_tile,
    split_kind,
    split_owner,
    words_of,
)
from eletrika.position import Marker, Position, Structure
from eletrika.position_fields import SIDE_LINES, TypedLine
from eletrika.tables import COLOURS, KINDS, MARKERS
from eletrika.tile_set import TileSet
from gridcommon.errors import Faults, NotationError, Wording
from gridcommon.hexes import DIRECTION_NAMES, Hex, step
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, unaccented

OF = "of"
Board = TypeVar("Board")

_NAME = re.compile(r"\s*(\w+)\s*=\s*")
_DIRECTIONS = {name.lower(): number for number, name in enumerate(DIRECTION_NAMES)}
_HEADS = Wording("bonus, queue, hand, markers, score, turn, stack, row, round, first, last", {})
_WAYS = Wording("E, SE, SW, W, NW, NE", {})
_TILES = Wording("six edge letters, a tile number as in 13/2, src, or ?", {})


def parse_full(text: str, tiles: TileSet, vocabulary: Vocabulary = ENGLISH_ONLY) -> Position:
    """Return the position that ``text`` describes.

    ``vocabulary`` maps words of other languages to the English ones. Raises NotationError with line
    and column, or NotationErrors if there are several errors.
    """
    reading = _Reading(tiles)
    for number, line in lines_of(text):
        with reading.faults.noted():
            reading.read_line(line, number, vocabulary)
    reading.faults.raise_all()
    if not reading.position.tiles:
        raise NotationError("no tile in the text")
    if len(reading.position.tiles) > MOST_TILES:
        raise NotationError("more than {most} tiles; the box holds 38", most=MOST_TILES)
    return reading.position


def parse_with_beside(
    text: str,
    parse: Callable[[str, Vocabulary], Board],
    tiles: TileSet,
    vocabulary: Vocabulary = ENGLISH_ONLY,
) -> tuple[Board, Position]:
    """Return the board of a text in another form, and what its lines beside the board say.

    ``parse`` reads the text with a comment in place of each of these lines. Raises NotationError
    with line and column, or NotationErrors if there are several errors.
    """
    reading = _Reading(tiles)
    rest = text.splitlines()
    for number, line in lines_of(text):
        words = words_of(line, number, vocabulary)
        if words and words[0].english in SIDE_LINES:
            rest[number - 1] = COMMENT
            with reading.faults.noted():
                reading.read_line(line, number, vocabulary)
    board: Board | None = None
    with reading.faults.noted():
        board = parse("\n".join(rest), vocabulary)
    reading.faults.raise_all()
    assert board is not None, "an error was noted"
    return board, reading.position


class _Reading:
    """The contents of a text in full form, as far as it has been read.

    A cell is None if an error hides it; other errors that follow from it are not reported.
    """

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.position = Position()
        self.faults = Faults()
        self._lines: dict[str, int] = {}  # line numbers of the lines beside the board
        self._tile_lines: dict[Hex, int] = {}
        self._names: dict[str, Hex | None] = {}
        self._called: dict[str, Token] = {}  # the names as typed
        self._last: Hex | None = None  # the cell of the line above
        self._begun = False

    def read_line(self, line: str, number: int, vocabulary: Vocabulary) -> None:
        """Read one line. Raises NotationError if it cannot be read at all."""
        name: Token | None = None
        if found := _NAME.match(line):
            name = Token(found[1], number, found.start(1) + 1, vocabulary)
            line = " " * found.end() + line[found.end() :]
        words = words_of(line, number, vocabulary)
        if not words:
            if name:
                raise name.problem("nothing after {found}; name a tile as in A=1,0 13/2")
            return
        head = words[0].english
        if head in SIDE_LINES and name is None:
            if head in self._lines:
                raise words[0].problem("{found} is already in line {line}", line=self._lines[head])
            self._lines[head] = number
            SIDE_LINES[head].read(self.position, TypedLine(words, self.tiles, self.faults))
        else:
            self._tile_line(name, words)

    def _tile_line(self, name: Token | None, words: list[Token]) -> None:
        cell: Hex | None = None
        steps = self._steps(words)
        start, rest = words[: max(1, len(steps))], words[max(1, len(steps)) :]
        if steps and rest and rest[0].english == OF:
            if len(rest) == 1:
                raise rest[0].problem("expected a cell or the name of a tile after {found}")
            start, rest = [*start, rest[1]], rest[2:]
            if rest and rest[0].english in _DIRECTIONS:
                self._last, self._begun = None, True
                if name:
                    self._call(name, None)
                told = [*words[: len(steps)], rest[0], *words[len(steps) : len(steps) + 2]]
                raise rest[0].problem(
                    "all directions come before {of}, as in {example}; found {found} after it",
                    of=repr(words[len(steps)].text),
                    example=repr(" ".join(word.text for word in told)),
                )
        elif not steps and words[0].text[:1].isalpha():
            self._last, self._begun = None, True
            raise words[0].problem(
                "a line cannot begin with {found}; begin it with a cell (q,r), a direction ({ways})"
                " or one of {allowed}",
                ways=_WAYS,
                allowed=_HEADS,
            )
        with self.faults.noted():
            cell = self._walk(start, steps) if steps else cell_in(words[0])
        self._last, self._begun = cell, True
        if name:
            with self.faults.noted():
                self._call(name, cell)
        with self.faults.noted():
            if cell in self.position.tiles:
                twice, first = repr("{},{}".format(*cell)), self._tile_lines.get(cell)
                cell = None
                raise words[0].problem(
                    "{cell} is given twice, first in line {line}; write one line per tile",
                    cell=twice,
                    line=first,
                )
            if not rest:
                raise words[-1].problem("no tile after {found}; expected {allowed}", allowed=_TILES)
            land = parse_tile(rest[0], self.tiles)
            if cell is not None:
                self.position.tiles[cell] = land
                self._tile_lines[cell] = words[0].line
        self._pieces(cell, rest[1:])

    def _pieces(self, cell: Hex | None, words: list[Token]) -> None:
        marked = built = False
        for word in words:
            with self.faults.noted():
                if word.text.startswith("*"):
                    marker = _marker(word)
                    if marked:
                        raise word.problem("a second marker {found}; a tile holds at most one")
                    marked = True
                    if cell is not None:
                        self.position.markers[cell] = marker
                else:
                    structure = structure_of(word)
                    if built:
                        raise word.problem("a second structure {found}; a tile holds at most one")
                    built = True
                    if cell is not None:
                        self.position.structures[cell] = structure

    def _steps(self, words: list[Token]) -> list[int]:
        steps: list[int] = []
        for word in words:
            if word.english not in _DIRECTIONS:
                break
            steps.append(_DIRECTIONS[word.english])
        return steps

    def _walk(self, words: list[Token], steps: list[int]) -> Hex | None:
        """Return the target of a walk: directions, then a start, by default the last cell."""
        origin = words[len(steps) :]
        if origin:
            cell = self._known(origin[0])
        elif self._begun:
            cell = self._last
        else:
            raise words[0].problem(
                "{found} is relative to the line above, but this is the first line; begin with a "
                "cell, as in 0,0"
            )
        for direction in steps:
            cell = None if cell is None else step(cell, direction)
        return cell

    def _known(self, word: Token) -> Hex | None:
        cell = cell_of(word.text)
        if cell is not None:
            return cell
        if unaccented(word.text) not in self._names:
            raise word.problem(
                "no tile above is called {found}; names so far: {names}",
                names=", ".join(name.text for name in self._called.values()) or "-",
            )
        return self._names[unaccented(word.text)]

    def _call(self, name: Token, cell: Hex | None) -> None:
        called = unaccented(name.text)
        if not called[0].isalpha() or called in _DIRECTIONS or name.english in _DIRECTIONS:
            raise name.problem(
                "{found} cannot be the name of a tile: it begins with a letter, and is none of "
                "{ways}",
                ways=_WAYS,
            )
        if called in self._names:
            raise name.problem(
                "two tiles are called {found}; the first is in line {line}",
                line=self._called[called].line,
            )
        self._names[called] = cell
        self._called[called] = name


def format_full(position: Position) -> str:
    """Return the text of a position, the inverse of :func:`parse_full`."""
    lines = []
    for cell, land in position.tiles.items():
        line = f"{cell[0]},{cell[1]}".ljust(6) + f" {format_tile(land):6}"
        if structure := position.structures.get(cell):
            line += " " + format_structure(structure)
        if marker := position.markers.get(cell):
            line += f" *{COLOURS[marker.owner]}{marker.value}"
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n" + format_beside(position)


def format_beside(position: Position) -> str:
    """Return the lines beside the board, which every form may have."""
    lines = (line for side_line in SIDE_LINES.values() for line in side_line.written(position))
    return "".join(f"{line}\n" for line in lines)


def structure_of(word: Token) -> Structure:
    """Return the structure of a word like ``T``, ``T:R2`` or ``Tower:R2``."""
    kind, rest = split_kind(word)
    return Structure(kind, *owner_and_pawns(rest, word))


def _marker(word: Token) -> Marker:
    owner, value = split_owner(word.text[1:], word)
    if value not in {str(value) for value in MARKERS}:
        raise word.problem("{found}: a marker is worth 1 or 2, as in *W2")
    return Marker(owner, int(value))


def format_structure(structure: Structure) -> str:
    """Return the word for a structure, as in ``T:R2``."""
    if structure.owner is None:
        return KINDS[structure.kind]
    pawns = "2" if structure.pawns == 2 else ""
    return f"{KINDS[structure.kind]}:{COLOURS[structure.owner]}{pawns}"
