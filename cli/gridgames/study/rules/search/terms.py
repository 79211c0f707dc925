"""The kinds of texts that are searched, and the terms of a text that the index has."""

import re

from gridcommon.spelling import unaccented

RULE, ROW, TOPIC = "rule", "row", "topic"

_WORD = re.compile(r"[a-z]{1,2}(?:-[a-z]+)?-\d+|[a-z0-9]+")  # or an id
STEM = 5  # letters of a word; most endings of either language come later
PIECE = 3


def words(text: str) -> list[str]:
    """Return the beginnings of the words of a text, without accents; ids stay whole.

    >>> words("Curto-circuito: PG-AUC-07?")
    ['curto', 'circu', 'pgauc07']
    """
    return [
        word.replace("-", "") if "-" in word else word[:STEM]
        for word in _WORD.findall(unaccented(text))
    ]


def pieces(text: str) -> list[str]:
    """Return the three-letter pieces of a text; ``_`` is the end of a word.

    >>> pieces("My hex")
    ['_my', 'my_', 'y_h', '_he', 'hex', 'ex_']
    """
    joined = f"_{'_'.join(_WORD.findall(unaccented(text)))}_".replace("-", "")
    return [joined[at : at + PIECE] for at in range(len(joined) - PIECE + 1)]


def swaps(word: str) -> list[str]:
    """Return a word with two neighbouring letters swapped, in each place.

    >>> swaps("hxe")
    ['xhe', 'hex']
    """
    return [f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(len(word) - 1)]
