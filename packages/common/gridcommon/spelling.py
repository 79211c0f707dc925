"""Spelling as people type it: without accents, in any case, with or without marks.

>>> unaccented("Preparação"), normalized("Preparação do jogo")
('preparacao', 'preparacaodojogo')
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches

from gridcommon.errors import truncate

Vocabulary = Mapping[str, str]  # from a typed word without accents to its English meaning
ENGLISH_ONLY: Vocabulary = {}


def unaccented(text: str) -> str:
    """Return ``text`` in lower case and without accents, otherwise unchanged.

    >>> unaccented("Peça 13/2")
    'peca 13/2'
    """
    parts = unicodedata.normalize("NFKD", text).casefold()
    return "".join(part for part in parts if not unicodedata.combining(part))


# Letters with a stroke, and joined ones, which Unicode does not take apart
_PLAIN = str.maketrans(
    dict(zip("łøđħŧıæœ", ["l", "o", "d", "h", "t", "i", "ae", "oe"], strict=True))
)


def normalized(name: str) -> str:
    """Return only the letters and digits of ``name``, in lower case and without accents.

    >>> normalized("Düsseldorf"), normalized("St. Louis"), normalized("Łódź")
    ('dusseldorf', 'stlouis', 'lodz')
    """
    return "".join(letter for letter in unaccented(name).translate(_PLAIN) if letter.isalnum())


_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def spellings(name: str) -> tuple[str, str, str]:
    """Return the ways in which a name may be written: as it is, without accents, spelt out.

    >>> spellings("Düsseldorf")
    ('Düsseldorf', 'dusseldorf', 'duesseldorf')
    """
    spelt_out = unicodedata.normalize("NFC", name).lower().translate(_SPELT_OUT)
    return name, normalized(name), normalized(spelt_out)


def nearest(
    word: str,
    known: Iterable[str],
    *,
    most: int = 3,
    likeness: float = 0.5,
    fold: Callable[[str], str] = unaccented,
) -> list[str]:
    """Return the ``known`` words with the spelling most similar to ``word``, most similar first.

    >>> nearest("esen", ["Bremen", "Essen", "Fulda"])
    ['Essen', 'Bremen']
    """
    spelt = {fold(name): name for name in known}
    return [spelt[near] for near in get_close_matches(fold(word), spelt, n=most, cutoff=likeness)]


def quoted(value: object) -> str:
    """Return ``value`` for quoting in a message, truncated if it is long.

    >>> quoted("coal"), len(quoted("x" * 9000))
    ("'coal'", 153)
    """
    return truncate(repr(value))


def is_number(text: str) -> bool:
    """Return whether ``text`` consists of ASCII digits only, as in 07, without a sign."""
    return text.isascii() and text.isdecimal()


def as_number(text: str) -> int | None:
    """Return ``text`` as a whole number, or None if it is not one.

    Leading zeros and more than nine digits are typing errors, so they give None too.

    >>> as_number("12"), as_number("0"), as_number("0000000012"), as_number("-1")
    (12, 0, None, None)
    """
    if not is_number(text) or len(text) > 9 or (text[0] == "0" and text != "0"):
        return None
    return int(text)


def words_with_columns(line: str) -> Iterator[tuple[str, int]]:
    """Yield each word of a line with its column, counted from 1.

    >>> list(words_with_columns("buy  coal"))
    [('buy', 1), ('coal', 6)]
    """
    column = 0
    for word in line.split():
        column = line.index(word, column)
        yield word, column + 1
        column += len(word)
