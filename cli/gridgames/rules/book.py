"""The ledgers of all games as one book: finding rules by id, by family and by words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from gridcommon.errors import NotationError
from gridcommon.ledger import ID, Rule, family
from gridcommon.spelling import unaccented
from gridgames.games.registry import game_of, names
from gridgames.languages.language import Language
from gridgames.languages.ledgers import rules

_ID = re.compile(r"[A-Za-z]{2}-[A-Za-z]+-\d{1,2}")
_FAMILY = re.compile(r"[A-Z]{2}|[A-Za-z]{2}-[A-Za-z]+")

_OURS = 'name = "gridgames"'  # in the pyproject.toml of a checkout

# How much a word counts, by where it is found
_TITLE, _SECTION, _TEXT, _BESIDE = 100, 40, 20, 5


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule of the book: in the language of the reader, and in every language."""

    game: str
    package: str  # that ships the ledger
    rule: Rule
    versions: tuple[Rule, ...]


Book = Mapping[str, Entry]


def open_book(language: Language, game: str | None = None) -> Book:
    """Return the rules of a game, or of all, by id, in the order of the ledgers."""
    book: dict[str, Entry] = {}
    for name in [game] if game else names():
        package = game_of(name).LEDGER
        ledgers = {known: rules(package, known) for known in Language}
        for key, rule in ledgers[language].items():
            versions = tuple(ledger[key] for ledger in ledgers.values())
            book[key] = Entry(name, package, rule, versions)
    return book


def is_name(word: str) -> bool:
    """Whether a word is the id of a rule or of a family, and not a word to search for."""
    return bool(_ID.fullmatch(word) or _FAMILY.fullmatch(word))


def find_named(book: Book, name: str) -> list[Entry]:
    """Return the rule called ``name``, or those of the family or game that it names.

    Case does not matter. Raises NotationError with the nearest names where there is none.
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
        "there is no rule {name}; the nearest are {nearest}"
        if nearest
        else "there is no rule {name}; gridgames rules lists them",
        name=key,
        nearest=", ".join(sorted(nearest)),
    )


def search(book: Book, words: str) -> list[Entry]:
    """Return the rules that have all of ``words`` in one language, the best matches first.

    Accents, case, hyphens and a plural s are ignored, and the beginning of a word is enough. Words
    in a title count most, then those in the section, the text, the examples and the options;
    adjacent words count double. ``A-16`` and ``plant_towers`` are one word.
    """
    wanted = [word for word in map(plain, re.split(r"[\s=]+", words)) if word]
    if not wanted:
        return []
    scored = [
        (max(_score(version, wanted) for version in entry.versions), entry)
        for entry in book.values()
    ]
    found = [pair for pair in scored if pair[0]]
    return [entry for _, entry in sorted(found, key=lambda pair: -pair[0])]


def plain(text: str) -> str:
    """Return ``text`` without accents, case and punctuation, one space between words.

    >>> plain("Curto-circuito: ligação")
    'curto circuito ligacao'
    """
    return " ".join(re.findall(r"[a-z0-9]+", unaccented(text)))


def _score(rule: Rule, wanted: Sequence[str]) -> float:
    beside = [
        rule.id,
        *(one.text for one in rule.examples),
        *(" ".join((one.id, one.question, one.readings, *one.options)) for one in rule.ambiguities),
    ]
    places = (
        (_TITLE, plain(rule.title)),
        (_SECTION, plain(rule.section)),
        (_TEXT, plain(rule.text)),
        (_BESIDE, plain(" ".join(beside))),
    )
    score = 0.0
    for word in wanted:
        best = max(weight if _has(text, word) else 0 for weight, text in places)
        if not best:
            return 0
        score += best / len(wanted)
    return score + max(weight if _has(text, " ".join(wanted)) else 0 for weight, text in places)


def _has(text: str, words: str) -> bool:
    """Whether ``words`` are adjacent in ``text``; a word of three letters may go on there."""
    stems = (
        f"{word.removesuffix('s')}[a-z0-9]*" if len(word) >= 3 else word for word in words.split()
    )
    return re.search(rf"\b{' '.join(stems)}\b", text) is not None


def related(book: Book, rule: Rule) -> list[str]:
    """Return the ids of related rules: those it names, those that name it, its section."""
    names = re.findall(ID, rule.text)
    named_by = [key for key, entry in book.items() if rule.id in entry.rule.text]
    section = [key for key, entry in book.items() if entry.rule.section == rule.section]
    return [key for key in dict.fromkeys((*names, *named_by, *section)) if key != rule.id]


def find_tests(places: Iterable[Path] | None = None) -> Path | None:
    """Return the folder of the tests if the program runs from a checkout, else None.

    Looks beside the source of the program, then in the current folder.
    """
    for root in places or (Path(__file__).resolve().parents[3], Path.cwd()):
        tests, project = root / "tests", root / "pyproject.toml"
        if tests.is_dir() and project.is_file() and _OURS in project.read_text(encoding="utf-8"):
            return tests
    return None


def by_section(entries: Sequence[Entry]) -> dict[tuple[str, str], list[Entry]]:
    """Return entries by game and section, in order of appearance."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.game, entry.rule.section), []).append(entry)
    return groups
