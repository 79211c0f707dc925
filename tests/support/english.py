"""English that is left where Portuguese is spoken, found by the catalogue."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

from gridgames.languages.language import Language, catalogue

# Names, and words that are typed in every language: the last one is an option too
_SAME = {"Power Grid", "Eletrika", "Cartel", "MW", "zoom", "classic", "recharged", "energized"}


def _searches() -> Iterator[tuple[str, list[str], re.Pattern[str]]]:
    """Yield each message that is translated, its words between the values, and a pattern."""
    for template, translation in catalogue(Language.PT_BR).messages.items():
        parts = [(literal, field) for literal, field, _, _ in Formatter().parse(template)]
        letters = sum(character.isalpha() for literal, _ in parts for character in literal)
        if template in _SAME or translation == template or letters < 8:
            continue
        pattern = r"\b" if template[0].isalpha() else ""
        for literal, field, _, _ in Formatter().parse(" ".join(template.split())):
            pattern += re.escape(literal) + (r"[^.;:()]{1,40}?" if field is not None else "")
        pattern += r"\b" if template[-1].isalpha() else ""
        yield template, [" ".join(literal.split()) for literal, _ in parts], re.compile(pattern)


@cache
def _all_searches() -> list[tuple[str, list[str], re.Pattern[str]]]:
    return list(_searches())


def english_left(text: str) -> list[str]:
    """Return the sentences of the catalogue that ``text`` says in English."""
    shown = " ".join(text.split())
    return [
        f"{template!r}: {hit[0]}"
        for template, literals, pattern in _all_searches()
        if all(literal in shown for literal in literals)
        if (hit := pattern.search(shown))
    ]
