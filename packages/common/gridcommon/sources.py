"""Citations: where the rulebooks contain each rule of a ledger, text by text.

``data/sources.toml`` of a game first lists the texts, each with its edition and its sections in
order, then every rule with a line per text:

    [texts.R-pt]
    edition = "R"
    seed = "000"  # the start of the name of the file that tests read
    [texts.R-pt.sections]
    "Fase 2" = "Fase 2: Leiloar Usinas de Energia"  # cited name = start of the heading

    [PG-AUC-12]
    R-pt = "Fase 2, Regras importantes | ¶3 | Na primeira vez"
    R-sr = ["Faza 2, Važna pravila | ¶3 | prvi put za zamenu", "..."]

A citation is a section, a passage in it, and a few decisive words if the wording matters. A passage
is a numbered step (``9``), a paragraph (``¶3``), an example (``ex. 2``) or a table (``tab. 1``).
``!`` before a citation means that the text contradicts the rule there, and ``"-"`` that the text
does not mention the rule.

Paragraphs are counted within a section of the text that we have. Its pictures are lost and its
captions count as paragraphs, so the numbers may be off by one or two in the printed book.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from gridcommon.errors import NotationError
from gridcommon.tables import shipped_toml

SILENT = "-"
MOST_WORDS = 6  # quoted from a text

_PART = re.compile(r"\d+|¶\d+|ex\. \d+|tab\. \d+")


@dataclass(frozen=True, slots=True)
class Text:
    """A rulebook, or a summary of one: the letter of its edition and its sections in order.

    ``sections`` maps the cited name of a section to the start of its heading; ``seed`` is the start
    of the name of the text's file.
    """

    name: str
    edition: str
    seed: str
    sections: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage of a text: ``words`` may be empty; ``against`` if the text contradicts the rule."""

    text: str
    section: str
    part: str = ""
    words: str = ""
    against: bool = False

    def __str__(self) -> str:
        """Return the citation without its words.

        >>> str(Citation("R-pt", "Fase 5", "1")), str(Citation("R-pt", "Fase 3", "¶5"))
        ('R-pt § Fase 5 (1)', 'R-pt § Fase 3 ¶5')
        """
        part = f"({self.part})" if self.part.isdecimal() else self.part
        return f"{self.text} § {self.section} {part}".rstrip()


@dataclass(frozen=True, slots=True)
class Sources:
    """The texts of a game, and for each rule its citations and the texts that are silent."""

    texts: Mapping[str, Text]
    places: Mapping[str, tuple[Citation, ...]]
    silent: Mapping[str, tuple[str, ...]]


def read_sources(package: str, rules: Collection[str] | None = None) -> Sources:
    """Return the sources shipped in ``package``; empty without a ``data/sources.toml``.

    ``rules`` are the only rules to read. Raises NotationError as :func:`parse_sources` does.
    """
    try:
        tables = shipped_toml(package, "sources.toml")
    except FileNotFoundError:  # a game without a rulebook
        return Sources({}, {}, {})
    wanted = tables if rules is None else [one for one in ("texts", *rules) if one in tables]
    table = {name: tables[name] for name in wanted}
    return parse_sources(table, f"{package}/data/sources.toml")


Quotes = Mapping[str, tuple[tuple[Citation, ...], tuple[Citation, ...]]]


def read_quotes(package: str) -> Quotes:
    """Return the words with which the texts disagree, by topic: of the first text and the other.

    ``data/disagreements.toml`` has them, with the topics of the ledger's table of disagreements and
    the citations of ``data/sources.toml``. Raises NotationError as :func:`parse_sources` does.
    """
    try:
        tables = shipped_toml(package, "disagreements.toml")
    except FileNotFoundError:  # a game without a rulebook
        return {}
    texts, source = read_sources(package, ()).texts, f"{package}/data/disagreements.toml"
    return {
        str(row.get("topic")): (
            tuple(_quotes(row.get("one", {}), texts, source, f"{key}.one")),
            tuple(_quotes(row.get("another", {}), texts, source, f"{key}.another")),
        )
        for key, row in _rows(tables, source, "")
    }


def _quotes(row: object, texts: Mapping[str, Text], source: str, key: str) -> Iterator[Citation]:
    if not isinstance(row, Mapping):
        raise NotationError("expected a table", source=source, key=key)
    for name, told in row.items():
        yield _place(_text(texts, name, source, f"{key}.{name}"), told, source, f"{key}.{name}")


def _text(texts: Mapping[str, Text], name: str, source: str, key: str) -> Text:
    if name not in texts:
        raise NotationError(
            "unknown text; the known texts are {known}",
            source=source,
            key=key,
            known=", ".join(texts),
        )
    return texts[name]


def parse_sources(table: Mapping[str, object], source: str) -> Sources:
    """Return the sources in a table of TOML.

    Raises NotationError, naming the rule, for an unknown text or section and for a citation that
    cannot be read.
    """
    texts: dict[str, Text] = {}
    places: dict[str, tuple[Citation, ...]] = {}
    silent: dict[str, tuple[str, ...]] = {}
    for name, row in _rows(table.get("texts"), source, "texts"):
        sections = dict(_rows_of_text(row, source, f"texts.{name}"))
        texts[name] = Text(name, str(row.get("edition", "")), str(row.get("seed", "")), sections)
    for rule, row in _rows({key: row for key, row in table.items() if key != "texts"}, source, ""):
        found: list[Citation] = []
        nothing: list[str] = []
        for text, told in row.items():
            key = f"{rule}.{text}"
            cited = _text(texts, text, source, key)
            if told == SILENT:
                nothing.append(text)
                continue
            for place in told if isinstance(told, list) else [told]:
                found.append(_place(cited, place, source, key))
        places[rule], silent[rule] = tuple(found), tuple(nothing)
    return Sources(texts, places, silent)


def _rows(table: object, source: str, key: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    if not isinstance(table, Mapping):
        raise NotationError("expected a table", source=source, key=key)
    for name, row in table.items():
        if not isinstance(row, Mapping):
            raise NotationError("expected a table", source=source, key=name)
        yield name, row


def _rows_of_text(row: Mapping[str, object], source: str, key: str) -> Iterator[tuple[str, str]]:
    sections = row.get("sections")
    if not isinstance(sections, Mapping):
        raise NotationError("expected a table", source=source, key=f"{key}.sections")
    for name, heading in sections.items():
        yield name, str(heading)


def _place(text: Text, told: object, source: str, key: str) -> Citation:
    if not isinstance(told, str):
        raise NotationError("a place is a text in quotes", source=source, key=key)
    against = told.startswith("! ")
    section, part, words = (*map(str.strip, told.removeprefix("! ").split("|", 2)), "", "")[:3]
    if section not in text.sections:
        raise NotationError(
            "{text} has no section {section}",
            source=source,
            key=key,
            text=text.name,
            section=section or told,
        )
    if part and not _PART.fullmatch(part):
        raise NotationError(
            "unknown part {part}; parts are 9, ¶9, ex. 9, tab. 9", source=source, key=key, part=part
        )
    if len(words.split()) > MOST_WORDS:
        raise NotationError(
            "more than {most} words are quoted", source=source, key=key, most=MOST_WORDS
        )
    return Citation(text.name, section, part, words, against)
