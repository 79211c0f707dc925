"""What a comparison reads in the rule ledgers: ids, open questions, disagreements of the texts."""

from collections.abc import Mapping
from functools import cache

from gridcommon.ledger import (
    Ambiguity,
    Disagreement,
    Rule,
    Version,
    read_ambiguities,
    read_disagreements,
    read_ledger,
    read_version,
    shipped_ledger,
)
from gridgames.languages import ledgers
from gridgames.languages.language import Language


@cache
def ledger(game: str) -> Mapping[str, Rule]:
    """Return the rules of a game by id."""
    return read_ledger(game)


@cache
def version(game: str) -> Version | None:
    """Return the version of the rules of a game."""
    return read_version(shipped_ledger(game))


@cache
def ambiguities(game: str, language: Language) -> tuple[Ambiguity, ...]:
    """Return what the sources of a game leave open."""
    return read_ambiguities(ledgers.ledger(game, language))


@cache
def disagreements(game: str, language: Language) -> tuple[Disagreement, ...]:
    """Return where the texts of a game disagree."""
    return read_disagreements(ledgers.ledger(game, language))


def plain(cell: str) -> str:
    """Return the text of a table's cell without its marks of Markdown."""
    return cell.replace("*", "").replace("`", "")
