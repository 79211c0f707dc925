"""Structures, owners and cells as people write them, in either language and either case."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eletrika.tables import COLOUR_NAMES, COLOURS, KIND_NAMES, KIND_NAMES_PT, KINDS, Kind, Owner
from gridcommon import errors
from gridcommon.errors import Listed, NotationError, Wording

# Far above the 39 and 38 of the box: what lies beyond is no position that somebody typed.
MOST_STRUCTURES = MOST_TILES = 400

COMMENT = "#"
_LONGEST_SHOWN = 150


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, with the column of its first character, counted from 1."""

    text: str
    line: int
    column: int

    def problem(self, template: str, **values: object) -> NotationError:
        """Return the error that says something of this word."""
        problem = NotationError(template, line=self.line, column=self.column)
        told = {"found": repr(self.text)} | values
        problem.values = {name: _in_short(value) for name, value in told.items()}
        return problem


def _in_short(value: object) -> object:
    """Return ``value``, a long text cut off: a message is no place for a megabyte."""
    if isinstance(value, str) and len(value) > _LONGEST_SHOWN:
        return f"{value[:_LONGEST_SHOWN]}..."
    return value


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, without comments and trailing space."""
    for number, line in enumerate(text.splitlines(), start=1):
        yield number, line.split(COMMENT, 1)[0].rstrip()


def words_of(line: str, number: int) -> list[Word]:
    """Return the words of a line that are parted by white space."""
    return [Word(found[0], number, found.start() + 1) for found in re.finditer(r"\S+", line)]


def plain(text: str) -> str:
    """Return ``text`` without accents and in lower case."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).lower()


_KIND_WORDS = {
    plain(name): kind
    for names in (KIND_NAMES, KIND_NAMES_PT, KINDS)
    for kind, name in enumerate(names)
}
_LONGEST_FIRST = sorted(_KIND_WORDS, key=len, reverse=True)


def _letters(letters: Sequence[str], names: Sequence[str]) -> Listed:
    """Return letters with what they stand for, as in ``U (Plant), T (Tower)``."""
    return Listed(
        tuple(
            Wording("{letter} ({name})", {"letter": letter, "name": errors.Word(name)})
            for letter, name in zip(letters, names, strict=True)
        )
    )


KINDS_ALLOWED = _letters(KINDS, KIND_NAMES)
OWNERS_ALLOWED = _letters(COLOURS, COLOUR_NAMES)


def split_kind(word: Word) -> tuple[Kind, str]:
    """Return the kind that ``word`` begins with, and the rest of it in lower case."""
    text = plain(word.text)
    for name in _LONGEST_FIRST:
        if text.startswith(name):
            return _KIND_WORDS[name], text[len(name) :]
    raise word.problem(
        "{found} begins with no structure; allowed are {allowed}", allowed=KINDS_ALLOWED
    )


def kind_of(word: Word) -> Kind:
    """Return the kind that a whole word names."""
    kind, rest = split_kind(word)
    if rest:
        raise word.problem("{found} is no structure; allowed are {allowed}", allowed=KINDS_ALLOWED)
    return kind


def owner_of(letter: str, word: Word) -> Owner:
    """Return the owner that a letter names."""
    if letter and letter.upper() in COLOURS:
        return COLOURS.index(letter.upper())
    raise word.problem(
        "{letter} in {found} is no owner; allowed are {allowed}",
        letter=repr(letter),
        allowed=OWNERS_ALLOWED,
    )


def owner_and_pawns(rest: str, word: Word) -> tuple[Owner | None, int]:
    """Return owner and pawns from what follows a kind: nothing, ``R`` or ``R2``."""
    if not rest:
        return None, 0
    owner = owner_of(rest[0], word)
    if len(rest) > 1 and rest[1].upper() in COLOURS:
        raise word.problem("two owners in {found}; a structure has one owner or none")
    if rest[1:] not in ("", "1", "2"):
        raise word.problem(
            "{pawns} after the owner in {found}; a structure carries 1 or 2 pawns",
            pawns=repr(rest[1:]),
        )
    return owner, int(rest[1:] or 1)


_CELL = re.compile(r"([+-]?\d{1,4}),([+-]?\d{1,4})")


def cell_of(word: Word, text: str | None = None) -> tuple[int, int]:
    """Return the cell that ``q,r`` names."""
    found = _CELL.fullmatch(word.text if text is None else text)
    if not found:
        raise word.problem("{found} is no cell; a cell is written q,r as in 0,-1")
    return int(found[1]), int(found[2])
