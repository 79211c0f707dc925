"""What a comparison reads in the rule ledgers: ids, open questions, disagreements of the texts."""

from collections.abc import Iterator, Mapping
from functools import cache

from gridcommon.ledger import Ambiguity, Rule, parse_tables, read_ambiguities, read_ledger
from gridgames.languages import ledgers
from gridgames.languages.language import Language


@cache
def ledger(game: str) -> Mapping[str, Rule]:
    """Return the rules of a game by id."""
    return read_ledger(game)


@cache
def ambiguities(game: str, language: Language) -> tuple[Ambiguity, ...]:
    """Return what the sources of a game leave open."""
    return read_ambiguities(ledgers.ledger(game, language))


def disagreements(game: str, language: Language) -> Iterator[tuple[str, str, str, str]]:
    """Yield each row of the ledger's table: topic, one text, another, and what is followed."""
    told = ledgers.ledger(game, language)
    for table in parse_tables(told.text):
        if list(table.heads) == list(told.disagreements):
            for topic, one, another, taken in table.rows:
                yield plain(topic), plain(one), plain(another), plain(taken)


def plain(cell: str) -> str:
    """Return the text of a table's cell without its marks of Markdown."""
    return cell.replace("**", "").replace("`", "")
