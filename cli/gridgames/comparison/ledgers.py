"""What a comparison reads in the rule ledgers: ids, open questions, disagreements of the texts."""

from collections.abc import Iterator, Mapping
from functools import cache

from gridcommon.ledger import (
    Ambiguity,
    Rule,
    ledger_text,
    parse_tables,
    read_ambiguities,
    read_ledger,
)
from gridgames.languages.language import Language

_DISAGREEMENT = {
    Language.ENGLISH: ("topic", "says", "says", "we take"),
    Language.PORTUGUESE: ("assunto", "diz", "diz", "ficamos com"),
}


@cache
def ledger(game: str) -> Mapping[str, Rule]:
    """Return the rules of a game by id."""
    return read_ledger(game)


@cache
def ambiguities(game: str, language: Language) -> tuple[Ambiguity, ...]:
    """Return what the sources of a game leave open."""
    return read_ambiguities(game, language)


def disagreements(game: str, language: Language) -> Iterator[tuple[str, str, str, str]]:
    """Yield each row of the ledger's table: topic, one text, another, and what is followed."""
    for table in parse_tables(ledger_text(game, language)):
        if table.heads == _DISAGREEMENT[language]:
            for topic, one, another, taken in table.rows:
                yield plain(topic), plain(one), plain(another), plain(taken)


def plain(cell: str) -> str:
    """Return the text of a table's cell without its marks of Markdown."""
    return cell.replace("**", "").replace("`", "")
