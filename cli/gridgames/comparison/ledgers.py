"""What a comparison reads in the rule ledgers: ids, open questions, disagreements of the texts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from gridcommon.ledger import ID, Ambiguity, Rule, parse_tables, read_ambiguities, read_ledger
from gridgames.languages import ledgers
from gridgames.languages.language import Language

_CITED = re.compile(rf"\s*\((?P<ids>{ID}(?:, {ID})*)\)$")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What two texts say about a question, what is followed, and the rules that say so."""

    question: str
    one: str
    another: str
    taken: str
    rules: tuple[str, ...]


@cache
def ledger(game: str) -> Mapping[str, Rule]:
    """Return the rules of a game by id."""
    return read_ledger(game)


@cache
def ambiguities(game: str, language: Language) -> tuple[Ambiguity, ...]:
    """Return what the sources of a game leave open."""
    return read_ambiguities(ledgers.ledger(game, language))


def disagreements(game: str, language: Language) -> Iterator[Disagreement]:
    """Yield each row of the ledger's table of disagreements between the texts."""
    told = ledgers.ledger(game, language)
    for table in parse_tables(told.text):
        if list(table.heads) == list(told.disagreements):
            for row in table.rows:
                question, one, another, taken = map(plain, row)
                cited = _CITED.search(taken)
                rules = tuple(cited["ids"].split(", ")) if cited else ()
                yield Disagreement(question, one, another, _CITED.sub("", taken), rules)


def plain(cell: str) -> str:
    """Return the text of a table's cell without its marks of Markdown."""
    return cell.replace("**", "").replace("`", "")
