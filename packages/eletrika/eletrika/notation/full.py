"""The full form: one line per tile, then what lies beside the board.

0,0   src
1,0   13/2    T:R2        # Red Tower with two pawns
2,-1  r.tr..  U           # Plant without pawns
0,1   ?       *W2         # White's 2 MW marker
bonus T
hand W3 K5
"""

from collections.abc import Callable

from eletrika.notation.pieces import (
    MOST_TILES,
    Token,
    cell_in,
    kind_of,
    lines_of,
    owner_and_pawns,
    owner_of,
    split_kind,
    words_of,
)
from eletrika.position import UNKNOWN_LAND, Land, Marker, Position, Structure
from eletrika.tables import COLOURS, EDGE_LETTERS, KINDS, MARKERS, Owner, TileSet, turned
from gridcommon.errors import NotationError, Wording
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary

SOURCE = "src"
UNKNOWN = "?"


def parse_full(text: str, tiles: TileSet, vocabulary: Vocabulary = ENGLISH_ONLY) -> Position:
    """Return the position that ``text`` describes.

    ``vocabulary`` maps words of other languages to the English names of structures. Raises
    NotationError with line and column.
    """
    position = Position()
    told: dict[str, int] = {}
    for number, line in lines_of(text):
        words = words_of(line, number, vocabulary)
        if not words:
            continue
        head = words[0].text.lower()
        if head in _SIDE_LINES:
            if head in told:
                raise words[0].problem("{found} is already in line {line}", line=told[head])
            told[head] = number
            _SIDE_LINES[head](position, words, tiles)
        elif head[:1].isalpha():
            raise words[0].problem(
                "a line cannot begin with {found}; begin it with a cell (q,r) or one of {allowed}",
                allowed=", ".join(_SIDE_LINES),
            )
        else:
            _tile_line(position, words, tiles)
    if not position.tiles:
        raise NotationError("no tile in the text")
    return position


def _tile_line(position: Position, words: list[Token], tiles: TileSet) -> None:
    cell = cell_in(words[0])
    if cell in position.tiles:
        raise words[0].problem("{found} is given twice; write one line per tile")
    if len(words) == 1:
        raise words[0].problem("no tile after {found}; expected {allowed}", allowed=_TILES)
    if len(position.tiles) == MOST_TILES:
        raise words[0].problem("more than {most} tiles; the box holds 38", most=MOST_TILES)
    position.tiles[cell] = land_of(words[1], tiles)
    for word in words[2:]:
        if word.text.startswith("*"):
            if cell in position.markers:
                raise word.problem("a second marker {found}; a tile holds at most one")
            position.markers[cell] = _marker(word)
        elif cell in position.structures:
            raise word.problem("a second structure {found}; a tile holds at most one")
        else:
            position.structures[cell] = structure_of(word)


_TILES = f"six edge letters, a tile number as in 13/2, {SOURCE}, or {UNKNOWN}"


def land_of(word: Token, tiles: TileSet) -> Land:
    """Return the tile that a word names, turned as it says."""
    text = word.text.lower()
    if text == UNKNOWN:
        return UNKNOWN_LAND
    name, slash, typed = text.partition("/")
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
            set=tiles.name,
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
                others=f"a number as in 13/2, {SOURCE}, or {UNKNOWN}",
            )
    if len(letters) != 6:
        raise word.problem("{found} has {count} edges; a tile has 6", count=len(letters))
    return "".join(letter for letter in letters if letter)


def structure_of(word: Token) -> Structure:
    """Return the structure of a word like ``T``, ``T:R2`` or ``Tower:R2``."""
    kind, rest = split_kind(word)
    return Structure(kind, *owner_and_pawns(rest.removeprefix(":"), word))


def _marker(word: Token) -> Marker:
    owner = owner_of(word.text[1:2], word)
    if word.text[2:] not in {str(value) for value in MARKERS}:
        raise word.problem("{found}: a marker is worth 1 or 2, as in *W2")
    return Marker(owner, int(word.text[2:]))


def _values(word: Token) -> tuple[Owner, str]:
    owner = owner_of(word.text[:1], word)
    rest = word.text[1:]
    if rest and not (rest.isdecimal() and rest.isascii() and len(rest) <= 6):
        raise word.problem("{found}: a number follows the owner, as in W3")
    return owner, rest


def _numbers(words: list[Token]) -> dict[Owner, int]:
    if len(words) == 1:
        raise words[0].problem("nothing after {found}; expected owners with numbers, as in W3 K5")
    found: dict[Owner, int] = {}
    for word in words[1:]:
        owner, rest = _values(word)
        if not rest:
            raise word.problem("{found}: a number follows the owner, as in W3")
        if owner in found:
            raise word.problem("{found}: this owner is listed twice")
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


def _bonus(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.bonus = kind_of(_one(words, "one structure"))


def _queue(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.queue = tuple(kind_of(word) for word in words[1:])


def _hand(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.hands = _numbers(words)


def _markers_in_hand(position: Position, words: list[Token], _tiles: TileSet) -> None:
    for word in words[1:]:
        owner, rest = _values(word)
        if owner in position.markers_in_hand:
            raise word.problem("{found}: this owner is listed twice")
        if not set(rest) <= {str(value) for value in MARKERS}:
            raise word.problem("{found}: markers are worth 1 or 2, as in W12")
        position.markers_in_hand[owner] = tuple(sorted(int(value) for value in rest))


def _score(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.scores = _numbers(words)


def _one_owner(words: list[Token]) -> Owner:
    word = _one(words, "one owner")
    if len(word.text) != 1:
        raise word.problem("expected the letter of an owner, found {found}")
    return owner_of(word.text, word)


def _one_number(words: list[Token]) -> int:
    word = _one(words, "a number")
    if not (word.text.isdecimal() and word.text.isascii() and len(word.text) <= 3):
        raise word.problem("expected a number from 0 to 999, found {found}")
    return int(word.text)


def _turn(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.to_act = _one_owner(words)


def _stack(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.stack = _one_number(words)


def _round(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.round = _one_number(words)


def _first(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.first = _one_owner(words)


def _last(position: Position, words: list[Token], _tiles: TileSet) -> None:
    position.last = _one_number(words)


def _row(position: Position, words: list[Token], tiles: TileSet) -> None:
    if len(words) > 4:
        raise words[4].problem("{found}: the row holds at most three tiles")
    position.row = tuple(land_of(word, tiles) for word in words[1:])


_SIDE_LINES: dict[str, Callable[[Position, list[Token], TileSet], None]] = {
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
        lines.append(f"bonus {KINDS[position.bonus]}")
    if position.queue is not None:
        lines.append(" ".join(["queue", *(KINDS[kind] for kind in position.queue)]))
    for head, numbers in (("hand", position.hands), ("score", position.scores)):
        if numbers:
            told = (f"{COLOURS[owner]}{number}" for owner, number in numbers.items())
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
