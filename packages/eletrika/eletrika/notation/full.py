"""The full form: one line per tile, then what lies beside the board.

0,0     src
A=1,0   13/2    T:R2        # Red Tower with two pawns; the tile is called A
E of A  r.tr..  U           # Plant without pawns
SW SW   ?       *W2         # White's 2 MW marker, two steps from the tile of the line above
bonus T
hand W3 K5
"""

import re
from collections.abc import Callable
from dataclasses import replace

from eletrika.notation.pieces import (
    MOST_TILES,
    ErrorCollector,
    Token,
    cell_in,
    cell_of,
    english_of,
    kind_of,
    lines_of,
    owner_and_pawns,
    split_kind,
    split_owner,
    words_of,
)
from eletrika.position import UNKNOWN_LAND, Land, Marker, Position, Structure
from eletrika.tables import (
    COLOURS,
    EDGE_LETTERS,
    KINDS,
    MARKERS,
    UNKNOWN_KIND,
    Kind,
    Owner,
    TileSet,
    kind_text,
    turned,
)
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.hexes import DIRECTION_NAMES, Hex, step
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, unaccented

SOURCE = "src"
UNKNOWN = "?"
OF = "of"

_NAME = re.compile(r"\s*(\w+)\s*=\s*")
_DIRECTIONS = {name.lower(): number for number, name in enumerate(DIRECTION_NAMES)}
_HEADS = Wording("bonus, queue, hand, markers, score, turn, stack, row, round, first, last", {})
_WAYS = Wording("E, SE, SW, W, NW, NE", {})
_TILES = Wording("six edge letters, a tile number as in 13/2, src, or ?", {})


def parse_full(text: str, tiles: TileSet, vocabulary: Vocabulary = ENGLISH_ONLY) -> Position:
    """Return the position that ``text`` describes.

    ``vocabulary`` maps words of other languages to the English ones. Raises NotationError with
    line and column; FaultyText where there are several faults.
    """
    reading = _Reading(tiles)
    for number, line in lines_of(text):
        with reading.faults:
            reading.read_line(line, number, vocabulary)
    reading.faults.raise_if_any()
    if not reading.position.tiles:
        raise NotationError("no tile in the text")
    return reading.position


class _Reading:
    """What has been read of a text in full form.

    A cell is None where a fault hides which one it is: what hangs on it is not complained of too.
    """

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.position = Position()
        self.faults = ErrorCollector()
        self._lines: dict[str, int] = {}  # of the lines beside the board
        self._tile_lines: dict[Hex, int] = {}
        self._names: dict[str, Hex | None] = {}
        self._called: dict[str, Token] = {}  # the same as typed
        self._last: Hex | None = None  # the cell of the line above
        self._begun = False

    def read_line(self, line: str, number: int, vocabulary: Vocabulary) -> None:
        """Read one line. Raises NotationError if nothing can be made of it."""
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
        if head in _SIDE_LINES and name is None:
            if head in self._lines:
                raise words[0].problem("{found} is already in line {line}", line=self._lines[head])
            self._lines[head] = number
            _SIDE_LINES[head](self, words)
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
                    "all directions stand before {of}, as in {example}; found {found} after it",
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
        with self.faults:
            cell = self._walk(start, steps) if steps else cell_in(words[0])
        self._last, self._begun = cell, True
        if name:
            with self.faults:
                self._call(name, cell)
        with self.faults:
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
            if len(self.position.tiles) == MOST_TILES:
                self.faults.abort(
                    words[0].problem("more than {most} tiles; the box holds 38", most=MOST_TILES)
                )
            land = land_of(rest[0], self.tiles)
            if cell is not None:
                self.position.tiles[cell] = land
                self._tile_lines[cell] = words[0].line
        self._pieces(cell, rest[1:])

    def _pieces(self, cell: Hex | None, words: list[Token]) -> None:
        """Read what stands and lies on a tile."""
        marked = built = False
        for word in words:
            with self.faults:
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
        """Return the directions that a line begins with."""
        steps: list[int] = []
        for word in words:
            if word.english not in _DIRECTIONS:
                break
            steps.append(_DIRECTIONS[word.english])
        return steps

    def _walk(self, words: list[Token], steps: list[int]) -> Hex | None:
        """Return the cell that a walk leads to: directions, then where from, if not here."""
        origin = words[len(steps) :]
        if origin:
            cell = self._known(origin[0])
        elif self._begun:
            cell = self._last
        else:
            raise words[0].problem(
                "{found} leads from the line above, and there is none; begin with a cell, as in 0,0"
            )
        for direction in steps:
            cell = None if cell is None else step(cell, direction)
        return cell

    def _known(self, word: Token) -> Hex | None:
        """Return the cell that ``word`` names, or is."""
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
        """Give a tile the name that its line begins with."""
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


def land_of(word: Token, tiles: TileSet) -> Land:
    """Return the tile that a word names, turned as it says."""
    name, slash, typed = word.text.partition("/")
    name = english_of(name, word.vocabulary)
    if name == UNKNOWN and not slash:
        return UNKNOWN_LAND
    if name != SOURCE and not name.isdecimal():
        edges = _edges(word, tiles)
        return Land(edges) if edges != UNKNOWN * 6 else UNKNOWN_LAND
    if slash and typed not in tuple("012345"):
        raise word.problem(
            "{found}: a tile is turned by 0 to 5 sixths, not {turn}", turn=repr(typed)
        )
    rotation = int(typed or 0)
    number = tiles.source if name == SOURCE else int(name[-6:])
    if number >= len(tiles.tiles) or len(name) > 6:
        raise word.problem(
            "no tile {number} in {set}: its tiles are 0 to {last}",
            number=name,
            set=Word(tiles.name),
            last=len(tiles.tiles) - 1,
        )
    edges = turned(tiles.tiles[number].edges, rotation)
    return Land(edges, number, rotation, number == tiles.source)


def _edges(word: Token, tiles: TileSet) -> str:
    letters = [tiles.letter(typed) for typed in word.text]
    for place, letter in enumerate(letters):
        if letter is None:
            wrong = Token(word.text[place], word.line, word.column + place)
            aliases = " ".join(forest.alias for forest in tiles.forests)
            raise wrong.problem(
                "unknown edge {found}; choose from {letters}, for forests also {aliases}; "
                "a tile may also be {others}",
                letters=" ".join(EDGE_LETTERS + UNKNOWN),
                aliases=aliases,
                others=Wording("a number as in 13/2, src, or ?", {}),
            )
    if len(letters) != 6:
        raise word.problem("{found} has {count:edge|edges}; a tile has 6", count=len(letters))
    return "".join(letter for letter in letters if letter)


def structure_of(word: Token) -> Structure:
    """Return the structure of a word like ``T``, ``T:R2`` or ``Tower:R2``."""
    kind, rest = split_kind(word)
    return Structure(kind, *owner_and_pawns(rest, word))


def _marker(word: Token) -> Marker:
    owner, value = split_owner(word.text[1:], word)
    if value not in {str(value) for value in MARKERS}:
        raise word.problem("{found}: a marker is worth 1 or 2, as in *W2")
    return Marker(owner, int(value))


def _values(word: Token, told: dict[Owner, Token]) -> tuple[Owner, str]:
    """Return an owner and what follows it; ``told`` has the words of those before it."""
    owner, rest = split_owner(word.text, word)
    if rest and not (rest.isdecimal() and rest.isascii() and len(rest) <= 6):
        raise word.problem("{found}: a number follows the owner, as in W3")
    first = told.setdefault(owner, word)
    if first is not word:
        raise word.problem(
            "{found}: this owner is already in column {column}, as {first}",
            column=first.column,
            first=repr(first.text),
        )
    return owner, rest


def _numbers(reading: _Reading, words: list[Token]) -> dict[Owner, int]:
    if len(words) == 1:
        raise words[0].problem("nothing after {found}; expected owners with numbers, as in W3 K5")
    found: dict[Owner, int] = {}
    told: dict[Owner, Token] = {}
    for word in words[1:]:
        with reading.faults:
            owner, rest = _values(word, told)
            if not rest:
                del told[owner]
                raise word.problem("{found}: a number follows the owner, as in W3")
            found[owner] = int(rest)
    return found


def _one(words: list[Token], wanted: str) -> Token:
    if len(words) != 2:
        raise words[min(2, len(words) - 1)].problem(
            "expected {wanted} after {head} and nothing else",
            head=words[0].text,
            wanted=Wording(wanted, {}),
        )
    return words[1]


def _bonus(reading: _Reading, words: list[Token]) -> None:
    reading.position.bonus = _bonus_tile(_one(words, "one structure"))


def _bonus_tile(word: Token) -> Kind:
    return UNKNOWN_KIND if word.text == UNKNOWN else kind_of(word)


def _queue(reading: _Reading, words: list[Token]) -> None:
    kinds: list[Kind] = []
    for word in words[1:]:
        with reading.faults:
            kinds.append(_bonus_tile(word))
    reading.position.queue = tuple(kinds)


def _hand(reading: _Reading, words: list[Token]) -> None:
    reading.position.hands = _numbers(reading, words)


def _markers_in_hand(reading: _Reading, words: list[Token]) -> None:
    held = reading.position.markers_in_hand
    told: dict[Owner, Token] = {}
    for word in words[1:]:
        with reading.faults:
            owner, rest = _values(word, told)
            if not set(rest) <= {str(value) for value in MARKERS}:
                raise word.problem("{found}: markers are worth 1 or 2, as in W12")
            held[owner] = tuple(sorted(int(value) for value in rest))


def _score(reading: _Reading, words: list[Token]) -> None:
    sure = [
        replace(word, text=word.text.removesuffix(UNKNOWN)) if word.text != UNKNOWN else word
        for word in words
    ]
    reading.position.scores = _numbers(reading, sure)
    reading.position.unsure = frozenset(
        split_owner(word.text, word)[0] for word in words[1:] if word.text.endswith(UNKNOWN)
    )


def _one_owner(words: list[Token]) -> Owner:
    word = _one(words, "one owner")
    owner, rest = split_owner(word.text, word)
    if rest:
        raise word.problem("expected the letter of an owner, found {found}")
    return owner


def _one_number(words: list[Token], least: int = 0) -> int:
    word = _one(words, "a number")
    typed = word.text
    if not (typed.isdecimal() and typed.isascii() and len(typed) <= 3 and int(typed) >= least):
        raise word.problem("expected a number from {least} to 999, found {found}", least=least)
    return int(typed)


def _turn(reading: _Reading, words: list[Token]) -> None:
    reading.position.to_act = _one_owner(words)


def _stack(reading: _Reading, words: list[Token]) -> None:
    reading.position.stack = _one_number(words)


def _round(reading: _Reading, words: list[Token]) -> None:
    reading.position.round = _one_number(words, 1)


def _first(reading: _Reading, words: list[Token]) -> None:
    reading.position.first = _one_owner(words)


def _last(reading: _Reading, words: list[Token]) -> None:
    reading.position.last = _one_number(words, 1)


def _row(reading: _Reading, words: list[Token]) -> None:
    if len(words) > 4:
        raise words[4].problem("{found}: the row holds at most three tiles")
    row: list[Land] = []
    for word in words[1:]:
        with reading.faults:
            row.append(land_of(word, reading.tiles))
    reading.position.row = tuple(row)


_SIDE_LINES: dict[str, Callable[[_Reading, list[Token]], None]] = {
    "bonus": _bonus,
    "queue": _queue,
    "hand": _hand,
    "markers": _markers_in_hand,
    "score": _score,
    "turn": _turn,
    "stack": _stack,
    "row": _row,
    "round": _round,
    "first": _first,
    "last": _last,
}


def format_land(land: Land) -> str:
    """Return the word for a tile; :func:`land_of` gives the equal tile."""
    if land.edges is None:
        return UNKNOWN
    if land.tile is None:
        return land.edges
    name = SOURCE if land.source else str(land.tile)
    return f"{name}/{land.rotation}" if land.rotation else name


def format_full(position: Position) -> str:
    """Return the lines of a position; parsed again they give the equal position."""
    lines = []
    for cell, land in position.tiles.items():
        line = f"{cell[0]},{cell[1]}".ljust(6) + f" {format_land(land):6}"
        if structure := position.structures.get(cell):
            line += " " + format_structure(structure)
        if marker := position.markers.get(cell):
            line += f" *{COLOURS[marker.owner]}{marker.value}"
        lines.append(line.rstrip())
    if position.bonus is not None:
        lines.append(f"bonus {kind_text(position.bonus)}")
    if position.queue is not None:
        lines.append(" ".join(["queue", *map(kind_text, position.queue)]))
    for head, numbers in (("hand", position.hands), ("score", position.scores)):
        if numbers:
            unsure = position.unsure if head == "score" else ()
            told = (
                f"{COLOURS[owner]}{number}{UNKNOWN if owner in unsure else ''}"
                for owner, number in numbers.items()
            )
            lines.append(" ".join([head, *told]))
    if position.markers_in_hand:
        held = (
            COLOURS[owner] + "".join(str(value) for value in values)
            for owner, values in position.markers_in_hand.items()
        )
        lines.append(" ".join(["markers", *held]))
    if position.to_act is not None:
        lines.append(f"turn {COLOURS[position.to_act]}")
    if position.stack is not None:
        lines.append(f"stack {position.stack}")
    if position.row is not None:
        lines.append(" ".join(["row", *(format_land(land) for land in position.row)]))
    if position.round is not None:
        lines.append(f"round {position.round}")
    if position.first is not None:
        lines.append(f"first {COLOURS[position.first]}")
    if position.last is not None:
        lines.append(f"last {position.last}")
    return "\n".join(lines) + "\n"


def format_structure(structure: Structure) -> str:
    """Return the word for a structure, as in ``T:R2``."""
    if structure.owner is None:
        return KINDS[structure.kind]
    pawns = "2" if structure.pawns == 2 else ""
    return f"{KINDS[structure.kind]}:{COLOURS[structure.owner]}{pawns}"
