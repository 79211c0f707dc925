"""The rule book of all games: finding rules by id, by family and by question."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from gridcommon.errors import NotationError
from gridcommon.ledger import ID, Rule, family
from gridgames.languages.language import Language
from gridgames.languages.ledgers import completed, rules, texts
from gridgames.show.registry import game_of, names

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


def outline(language: Language, game: str | None = None) -> Book:
    """Return the same book with rules that are :func:`completed` when they are shown."""
    return {
        key: Entry(name, package, rule)
        for name in ([game] if game else names())
        for package in [game_of(name).LEDGER]
        for key, rule in texts(package, language).items()
    }


def in_full(entries: Iterable[Entry], language: Language) -> list[Entry]:
    """Return entries of an outline with their topics, sources and caveats."""
    found = list(entries)
    names: dict[str, list[str]] = {}
    for one in found:
        names.setdefault(one.package, []).append(one.rule.id)
    found_rules = {package: completed(package, language, ids) for package, ids in names.items()}
    return [one._replace(rule=found_rules[one.package][one.rule.id]) for one in found]


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
    from gridgames.study.rules.search.query import (  # loads it
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
