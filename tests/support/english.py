"""English that is left where Portuguese is spoken, found by the catalogue."""

import re
from string import Formatter

from gridgames.languages.language import Language, catalogue

_CATALOGUE = catalogue(Language.PT_BR)
_WHOLE = _CATALOGUE.messages
_SAME = {"Power Grid", "Eletrika", "Cartel", "MW", "zoom", "classic", "recharged"}


def english_left(text: str) -> list[str]:
    """Return the sentences of the catalogue that ``text`` says in English."""
    shown = " ".join(text.split())
    found = []
    for template, translation in _WHOLE.items():
        literal = [part.strip() for part, _, _, _ in Formatter().parse(template)]
        letters = sum(character.isalpha() for part in literal for character in part)
        if template in _SAME or translation == template or letters < 8:
            continue
        if not all(" ".join(part.split()) in shown for part in literal):
            continue
        pattern = r"\b" if template[0].isalpha() else ""
        for part, field, _, _ in Formatter().parse(" ".join(template.split())):
            pattern += re.escape(part) + (r"[^.;:()]{1,40}?" if field is not None else "")
        pattern += r"\b" if template[-1].isalpha() else ""
        if hit := re.search(pattern, shown):
            found.append(f"{template!r}: {hit[0]}")
    return found
