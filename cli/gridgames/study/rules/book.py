"""The rule book of all games, the web addresses of rules, and the reference beside them.

The reference is frequent questions, the terms of the games, and dated changes. They are data in
``languages``: ``faq.toml``, ``glossary.toml`` and ``changes.toml``. Each family of rules is a page
and each rule an anchor on it. Both are named after the id, which is never reused, so an address
never changes.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from gridcommon.errors import NotationError
from gridcommon.ledger import ID, Rule, family
from gridcommon.spelling import quoted, unaccented
from gridcommon.tables import shipped_toml
from gridgames.languages.catalogue import english_word, translated
from gridgames.languages.language import Language
from gridgames.languages.ledgers import rules, texts
from gridgames.show.registry import game_of, names

SITE = "GRIDGAMES_SITE"  # environment variable with the address of the site

_SCHEMES = ("https", "http", "file")


def page_of(rule: str) -> str:
    """Return the name of the page with a rule.

    >>> page_of("PG-AUC-07")
    'rules/pg-auc'
    """
    return f"rules/{family(rule).lower()}"


def anchor_of(name: str) -> str:
    """Return the anchor of a rule or of a comparison row on its page.

    >>> anchor_of("PG-AUC-07"), anchor_of("options.hidden_money")
    ('pg-auc-07', 'options-hidden-money')
    """
    return name.lower().replace(".", "-").replace("_", "-")


def folder_of(language: Language) -> str:
    """Return the folder of a language on the site, with a slash, or "" for English."""
    return "" if language is Language.ENGLISH else f"{language}/"


def permalink(
    rule: str, language: Language, environment: Mapping[str, str] = os.environ
) -> str | None:
    """Return the web address of a rule, or None if the address of the site is not set.

    Raises NotationError if the address of the site is invalid.

    >>> permalink("PG-AUC-07", Language.ENGLISH, {"GRIDGAMES_SITE": "https://example.org/grid"})
    'https://example.org/grid/rules/pg-auc.html#pg-auc-07'
    """
    address = page_address(page_of(rule), language, environment)
    return address and f"{address}#{anchor_of(rule)}"


def page_address(
    page: str, language: Language, environment: Mapping[str, str] = os.environ
) -> str | None:
    """Return the web address of a page, as :func:`permalink` does.

    >>> page_address("compare/end", Language.PT_BR, {"GRIDGAMES_SITE": "https://example.org"})
    'https://example.org/pt_BR/compare/end.html'
    """
    base = environment.get(SITE, "").strip()
    if not base:
        return None
    try:
        parts = urlsplit(base)
    except ValueError:
        parts = urlsplit("")
    has_place = parts.netloc or (parts.scheme == "file" and parts.path)
    if parts.scheme not in _SCHEMES or not has_place or parts.query or parts.fragment:
        raise NotationError(
            "expected the address of the pages, as in https://example.org/gridgames, found {found}",
            key=SITE,
            found=quoted(base),
        )
    return f"{base.rstrip('/')}/{folder_of(language)}{page}.html"


FAQ, GLOSSARY, CHANGES = PAGES = ("faq", "glossary", "changes")
TONGUES = MappingProxyType(
    {"en": "English", "pt": "Português", "sr": "Srpski", "ca": "Català"}
)  # of the terms


class FrequentQuestion(NamedTuple):
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
    change: str


def page_of_word(word: str) -> str | None:
    """Return the page that a word of any language names, or None.

    >>> page_of_word("Glossário"), page_of_word("auction")
    ('glossary', None)
    """
    page = english_word(word, "pages")
    return page if page in PAGES else None


@cache  # one for each language
def frequent(language: Language) -> tuple[FrequentQuestion, ...]:
    """Return the frequent questions, in the order of the game."""
    return tuple(
        FrequentQuestion(key, game, one["ask"], one["answer"], tuple(one["rules"]))
        for key, one in _table(FAQ, language).items()
        for game in names()
        if one["rules"][0] in texts(game_of(game).LEDGER, language)
    )


@cache  # one
def terms() -> tuple[Term, ...]:
    """Return the terms of both games."""
    return tuple(
        Term(
            f"{game}-{key}".replace("_", "-"),
            game,
            {tongue: one[tongue] for tongue in TONGUES if tongue in one},
            tuple(one["rules"]),
        )
        for game, found in _table(GLOSSARY, Language.ENGLISH).items()
        for key, one in found.items()
    )


@cache  # one for each language
def changes(language: Language) -> tuple[Change, ...]:
    """Return the changes of the ledgers, the last first."""
    return tuple(
        Change(key, str(one["date"]), one["kind"], tuple(one["rules"]), one["change"])
        for key, one in reversed(_table(CHANGES, language).items())
    )


def terms_of(rule: str) -> list[Term]:
    """Return the terms that a rule explains."""
    return [term for term in terms() if rule in term.rules]


def terms_called(name: str) -> list[Term]:
    """Return the terms that have this name in one of the languages."""
    wanted = unaccented(name)
    return [one for one in terms() if wanted in map(unaccented, one.words.values())]


def changes_of(rule: str, language: Language) -> list[Change]:
    """Return the changes of a rule since the first edition of its ledger, the last first."""
    return [change for change in changes(language) if rule in change.rules]


def _table(name: str, language: Language) -> dict[str, Any]:
    file = f"{name}.toml"
    table = shipped_toml("gridgames", file, "languages")
    return dict(translated(table, language, file))


_ID = re.compile(r"[A-Za-z]{2}-[A-Za-z]+-\d{1,2}")
_FAMILY = re.compile(r"[A-Z]{2}|[A-Za-z]{2}-[A-Za-z]+")

_OURS = 'name = "gridgames"'  # in the pyproject.toml of a checkout


class Entry(NamedTuple):
    """A rule in the language of the book."""

    game: str
    package: str  # that ships the ledger
    rule: Rule


Book = Mapping[str, Entry]


def open_book(language: Language, game: str | None = None) -> Book:
    """Return the rules of one game, or of all games, by id and in ledger order."""
    book: dict[str, Entry] = {}
    for name in [game] if game else names():
        package = game_of(name).LEDGER
        for key, rule in rules(package, language).items():
            book[key] = Entry(name, package, rule)
    return book


def is_name(word: str) -> bool:
    """Return whether a word is a rule id or a family of ids, and not a search word."""
    return bool(_ID.fullmatch(word) or _FAMILY.fullmatch(word))


def find_named(book: Book, name: str) -> list[Entry]:
    """Return the rule with the id ``name``, or the rules of the family or game ``name``.

    Case is ignored. Raises NotationError with the nearest ids if there is no such rule.
    """
    key = name.upper()
    if _ID.fullmatch(name):
        head, _, number = key.rpartition("-")
        key = f"{head}-{number:>02}"
        if key in book:
            return [book[key]]
    else:
        found = [entry for rule, entry in book.items() if f"{rule}-".startswith(f"{key}-")]
        if found:
            return found
    known = list(book) if _ID.fullmatch(name) else list(dict.fromkeys(map(family, book)))
    nearest = get_close_matches(key, known, n=4, cutoff=0.6)
    raise NotationError(
        "unknown rule {name}; the nearest are {nearest}"
        if nearest
        else "unknown rule {name}; gridgames rules lists all rules",
        name=key,
        nearest=", ".join(sorted(nearest)),
    )


def answer(book: Book, question: str) -> tuple[list[Entry], bool]:
    """Return the rules of the book that answer a question in any language, best first.

    If no rule does, return the nearest rules and True. Raises NotationError with the nearest topics
    if no word of the question is known.
    """
    from gridgames.study.rules.search import (  # loads it
        good_matches,
        nearest_matches,
        search,
        unread,
    )

    found = search(question)
    in_book = {key: score for key, score in found.rules.items() if key in book}
    if found.is_sure and (sure := good_matches(in_book, max(found.rules.values()))):
        return [book[key] for key in sure], False
    if found.is_read and in_book:
        return [book[key] for key in nearest_matches(in_book)], True
    raise unread(question, found)


def related(book: Book, rule: Rule) -> list[str]:
    """Return the ids of related rules: cited by it, citing it, or in its section."""
    names = re.findall(ID, rule.text)
    named_by = [key for key, entry in book.items() if rule.id in entry.rule.text]
    section = [key for key, entry in book.items() if entry.rule.section == rule.section]
    return [key for key in dict.fromkeys((*names, *named_by, *section)) if key != rule.id]


def find_tests(places: Iterable[Path] | None = None) -> Path | None:
    """Return the folder of the tests, or None if the program does not run in a checkout.

    Look beside the source of the program, then in the current folder.
    """
    for root in places or (Path(__file__).resolve().parents[3], Path.cwd()):
        tests, project = root / "tests", root / "pyproject.toml"
        if tests.is_dir() and project.is_file() and _OURS in project.read_text(encoding="utf-8"):
            return tests
    return None


def by_section(entries: Sequence[Entry]) -> dict[tuple[str, str], list[Entry]]:
    """Return entries grouped by game and section, in order of appearance."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.game, entry.rule.section), []).append(entry)
    return groups
