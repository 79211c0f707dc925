"""Reference beside the rules: frequent questions, the terms of the games, and dated changes.

They are data in ``languages``: ``faq.toml``, ``glossary.toml`` and ``changes.toml``.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from gridcommon.lazy_tables import shipped_tables
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import english_word, translated
from gridgames.languages.language import Language
from gridgames.languages.ledgers import texts
from gridgames.show.registry import game_of, names

FAQ, GLOSSARY, CHANGES = PAGES = ("faq", "glossary", "changes")
TONGUES = MappingProxyType(
    {"en": "English", "pt": "Português", "sr": "Srpski", "ca": "Català"}
)  # of the terms


class Asked(NamedTuple):
    """A frequent question: its key, its answer in two sentences, and the rules that settle it."""

    key: str
    game: str
    ask: str
    answer: str
    rules: tuple[str, ...]


class Term(NamedTuple):
    """A term of a game: its words by language, from the rulebooks, and the rules about it."""

    key: str
    game: str
    words: Mapping[str, str]
    rules: tuple[str, ...]


class Change(NamedTuple):
    """A change of the ledgers: its date, its kind (added, changed, ours), and the rules."""

    key: str
    date: str
    kind: str
    rules: tuple[str, ...]
    text: str


def page_of_word(word: str) -> str | None:
    """Return the page that a word of any language names, or None.

    >>> page_of_word("Glossário"), page_of_word("auction")
    ('glossary', None)
    """
    page = english_word(word, "pages")
    return page if page in PAGES else None


@cache  # one for each language
def frequent(language: Language) -> tuple[Asked, ...]:
    """Return the frequent questions, in the order of the game."""
    return tuple(
        Asked(key, game, one["ask"], one["answer"], tuple(one["rules"]))
        for key, one in _table(FAQ, language).items()
        for game in names()
        if one["rules"][0] in texts(game_of(game).LEDGER, language)
    )


@cache  # one for each rule
def terms(about: str = "") -> tuple[Term, ...]:
    """Return the terms of both games, or those whose table contains the id of a rule."""
    return tuple(
        Term(
            f"{game}-{key}".replace("_", "-"),
            game,
            {tongue: one[tongue] for tongue in TONGUES if tongue in one},
            tuple(one["rules"]),
        )
        for game, found in _table(GLOSSARY, Language.ENGLISH, about).items()
        for key, one in found.items()
    )


@cache  # one for each language and rule
def changes(language: Language, about: str = "") -> tuple[Change, ...]:
    """Return the changes of the ledgers, or those that list a rule, the last first."""
    return tuple(
        Change(key, str(one["date"]), one["kind"], tuple(one["rules"]), one["change"])
        for key, one in reversed(_table(CHANGES, language, about).items())
    )


def terms_of(rule: str) -> list[Term]:
    """Return the terms that a rule explains."""
    return [term for term in terms(rule) if rule in term.rules]


def terms_called(name: str) -> list[Term]:
    """Return the terms that have this name in one of the languages."""
    wanted = unaccented(name)
    return [one for one in terms() if wanted in map(unaccented, one.words.values())]


def changes_of(rule: str, language: Language) -> list[Change]:
    """Return the changes of a rule since the first edition of its ledger, the last first."""
    return [change for change in changes(language, rule) if rule in change.rules]


def _table(name: str, language: Language, about: str = "") -> dict[str, Any]:
    file = f"{name}.toml"
    table = shipped_tables("gridgames", file, "languages", about=about)
    return dict(translated(table, language, file))
