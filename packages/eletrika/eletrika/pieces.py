"""Tiles, structures, owners and cells in texts, in any case."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from eletrika.position import UNKNOWN_TILE, PlacedTile
from eletrika.tables import COLOUR_NAMES, COLOURS, EDGE_LETTERS, KIND_NAMES, KINDS, Kind, Owner
from eletrika.tile_edges import rotated_edges
from eletrika.tile_set import TileSet
from gridcommon.errors import JoinedList, NotationError, Word, Wording
from gridcommon.hexes import Hex
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, unaccented

# Far more than the 39 structures and 38 tiles of the box.
MOST_STRUCTURES = MOST_TILES = 4_000

MOST_TEXT = 1 << 17  # characters of a position

COMMENT = "#"
SOURCE = "src"
UNKNOWN = "?"
COLONS = (":", "\u2013", "\u2014")


def english_of(text: str, vocabulary: Vocabulary) -> str:
    """Return a word in English, in lower case and without accents."""
    plain = unaccented(text)
    return vocabulary.get(plain, plain)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text, with the column of its first character, counted from 1.

    ``vocabulary`` maps words of other languages to English ones.
    """

    text: str
    line: int
    column: int
    vocabulary: Vocabulary = field(default_factory=dict, repr=False, compare=False)

    @property
    def english(self) -> str:
        """The word in English, in lower case and without accents."""
        return english_of(self.text, self.vocabulary)

    def problem(self, template: str, **values: object) -> NotationError:
        """Return an error located at this token. Its value ``found`` is the token's text."""
        problem = NotationError(template, line=self.line, column=self.column)
        problem.values = {"found": repr(self.text)} | values
        return problem


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, without comments and trailing space."""
    for number, line in enumerate(text.splitlines(), start=1):
        yield number, line.split(COMMENT, 1)[0].rstrip()


def words_of(line: str, number: int, vocabulary: Vocabulary = ENGLISH_ONLY) -> list[Token]:
    """Return the words of a line, separated by white space."""
    return [
        Token(found[0], number, found.start() + 1, vocabulary)
        for found in re.finditer(r"\S+", line)
    ]


_KIND_WORDS = {
    unaccented(name): kind for names in (KIND_NAMES, KINDS) for kind, name in enumerate(names)
}
_LONGEST_FIRST = sorted(_KIND_WORDS, key=len, reverse=True)


def _letters(letters: str, names: tuple[str, ...]) -> JoinedList:
    """Return letters with their meanings, as in ``U (Plant), T (Tower)``."""
    return JoinedList(
        tuple(
            Wording("{letter} ({name})", {"letter": letter, "name": Word(name)})
            for letter, name in zip(letters, names, strict=True)
        )
    )


KINDS_ALLOWED = _letters(KINDS, KIND_NAMES)
OWNERS_ALLOWED = _letters(COLOURS, COLOUR_NAMES)


def split_kind(word: Token) -> tuple[Kind, str]:
    """Return the kind at the start of ``word``, and the rest in lower case."""
    text = unaccented(word.text)
    for typed, english in word.vocabulary.items():
        if english in _KIND_WORDS and text.startswith(typed):
            return _KIND_WORDS[english], text[len(typed) :]
    for name in _LONGEST_FIRST:
        if text.startswith(name):
            return _KIND_WORDS[name], text[len(name) :]
    raise word.problem(
        "{found} does not begin with a structure; choose {choices}", choices=KINDS_ALLOWED
    )


def kind_of(word: Token) -> Kind:
    """Return the kind that a whole word names."""
    kind, rest = split_kind(word)
    if rest:
        raise word.problem("unknown structure {found}; choose {choices}", choices=KINDS_ALLOWED)
    return kind


_COLOUR_WORDS = {
    unaccented(name): owner for names in (COLOUR_NAMES, COLOURS) for owner, name in enumerate(names)
}
_LONGEST_COLOUR_FIRST = sorted(_COLOUR_WORDS, key=len, reverse=True)


def split_owner(text: str, word: Token) -> tuple[Owner, str]:
    """Return the owner at the start of ``text``, a section of ``word``, and the rest.

    An owner is a letter or the name of a colour.
    """
    plain = unaccented(text)
    for typed, english in word.vocabulary.items():
        if english in _COLOUR_WORDS and plain.startswith(typed):
            return _COLOUR_WORDS[english], plain[len(typed) :]
    for name in _LONGEST_COLOUR_FIRST:
        if plain.startswith(name):
            return _COLOUR_WORDS[name], plain[len(name) :]
    raise word.problem(
        "unknown owner {letter} in {found}; choose {choices}",
        letter=repr(text[:1]),
        choices=OWNERS_ALLOWED,
    )


def after_colon(rest: str, word: Token) -> str:
    """Return the text after a kind and its colon, which chat programs replace with a longer dash.

    The colon may be omitted; after it an owner must follow.
    """
    told = rest[1:] if rest[:1] in COLONS else rest
    if told != rest and not told[:1].isalpha():
        raise word.problem(
            "no owner after the colon of {found}; choose {choices}, or leave the colon out for "
            "nobody's",
            choices=OWNERS_ALLOWED,
        )
    return told


def owner_and_pawns(rest: str, word: Token) -> tuple[Owner | None, int]:
    """Return owner and pawns from the text after a kind: nothing, ``:R``, ``R2`` or ``Red2``."""
    rest = after_colon(rest, word)
    if not rest:
        return None, 0
    owner, pawns = split_owner(rest, word)
    if pawns[:1].upper() in {*COLOURS}:
        raise word.problem("two owners in {found}; a structure has one owner or none")
    if pawns not in ("", "1", "2"):
        raise word.problem(
            "{pawns} after the owner in {found}; a structure carries 1 or 2 pawns",
            pawns=repr(pawns),
        )
    return owner, int(pawns or 1)


_CELL = re.compile(r"([+-]?\d{1,4}),([+-]?\d{1,4})")


def cell_of(text: str) -> Hex | None:
    """Return the cell that ``text`` names, or None.

    >>> cell_of("0,-1")
    (0, -1)
    """
    found = _CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def cell_in(word: Token, text: str | None = None) -> Hex:
    """Return the cell in a word, or in ``text`` from it."""
    cell = cell_of(word.text if text is None else text)
    if cell is None:
        raise word.problem("expected a cell, as in 0,-1; found {found}")
    return cell


def parse_tile(word: Token, tiles: TileSet) -> PlacedTile:
    """Return the tile in a word, with its rotation."""
    name, slash, typed = word.text.partition("/")
    name = english_of(name, word.vocabulary)
    if name == UNKNOWN and not slash:
        return UNKNOWN_TILE
    if name != SOURCE and not name.isdecimal():
        edges = _edges(word, tiles)
        return PlacedTile(edges) if edges != UNKNOWN * 6 else UNKNOWN_TILE
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
    edges = rotated_edges(tiles.tiles[number].edges, rotation)
    return PlacedTile(edges, number, rotation, number == tiles.source)


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


def format_tile(land: PlacedTile) -> str:
    """Return the word for a tile, the inverse of :func:`parse_tile`."""
    if land.edges is None:
        return UNKNOWN
    if land.tile is None:
        return land.edges
    name = SOURCE if land.source else str(land.tile)
    return f"{name}/{land.rotation}" if land.rotation else name
