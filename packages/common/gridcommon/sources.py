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

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from gridcommon.tables import shipped_toml

SILENT = "-"


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

    ``rules`` are the only rules to read.
    """
    try:
        table = shipped_toml(package, "sources.toml")
    except FileNotFoundError:  # a game without a rulebook
        return Sources({}, {}, {})
    texts = {
        name: Text(name, row.get("edition", ""), row.get("seed", ""), row["sections"])
        for name, row in table.pop("texts").items()
    }
    wanted = table if rules is None else [rule for rule in rules if rule in table]
    places = {rule: _citations(table[rule]) for rule in wanted}
    silent = {
        rule: tuple(text for text, told in table[rule].items() if told == SILENT) for rule in wanted
    }
    return Sources(texts, places, silent)


Quotes = Mapping[str, tuple[tuple[Citation, ...], tuple[Citation, ...]]]


def read_quotes(package: str) -> Quotes:
    """Return the words with which the texts disagree, by topic: of the first text and the other.

    ``data/disagreements.toml`` has them, with the topics of the ledger's table of disagreements and
    the citations of ``data/sources.toml``.
    """
    try:
        table = shipped_toml(package, "disagreements.toml")
    except FileNotFoundError:  # a game without a rulebook
        return {}
    return {
        row["topic"]: (_citations(row.get("one", {})), _citations(row.get("another", {})))
        for row in table.values()
    }


def _citations(row: Mapping[str, str | list[str]]) -> tuple[Citation, ...]:
    """Return the citations of a row, which has one or more for each text."""
    found = []
    for text, told in row.items():
        for place in told if isinstance(told, list) else [told]:
            if place != SILENT:
                section, _, rest = place.removeprefix("! ").partition("|")
                part, _, words = map(str.strip, rest.partition("|"))
                found.append(Citation(text, section.strip(), part, words, place.startswith("! ")))
    return tuple(found)
