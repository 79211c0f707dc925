"""The rules in each language: the ledgers, and the comparison of the games in ``compare.toml``.

Each is the English one, or its translation.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from gridcommon.ledger import (
    TOPICS,
    Ambiguity,
    Disagreement,
    Ledger,
    Rule,
    Version,
    complete_rules,
    parse_ledger,
    read_ambiguities,
    read_disagreements,
    read_version,
    shipped_ledger,
)
from gridcommon.options import Option
from gridcommon.tables import shipped_toml
from gridgames.languages.catalogue import display_words, file_of, translated, vocabulary
from gridgames.languages.language import Language, catalogue
from gridgames.languages.messages import say

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def ledger(game: str, language: Language) -> Ledger:
    """Return the ledger of a game, in English if it is not translated."""
    file = file_of(language, f"{game}.md")
    if file is None:
        return shipped_ledger(game)
    words: dict[str, Any] = vocabulary(file.parent)["ledger"]
    return Ledger(file.read_text("utf-8"), f"{language}/{game}.md", **words)


@cache  # one for each game and language
def rules(game: str, language: Language) -> dict[str, Rule]:
    """Return the rules in a game's ledger, keyed by id."""
    found = texts(game, language)
    return complete_rules(game, found, found)


@cache  # one for each game and language
def texts(game: str, language: Language) -> dict[str, Rule]:
    """Return the rules in a game's ledger without their topics, sources and caveats."""
    return parse_ledger(ledger(game, language))


@cache  # one for each game
def version(game: str) -> Version | None:
    """Return the version of the rules of a game."""
    return read_version(shipped_ledger(game))


@cache  # one for each game and language
def ambiguities(game: str, language: Language) -> tuple[Ambiguity, ...]:
    """Return the ambiguities in the sources of a game."""
    return read_ambiguities(ledger(game, language))


@cache  # one for each game and language
def disagreements(game: str, language: Language) -> tuple[Disagreement, ...]:
    """Return the disagreements between the texts of a game."""
    return read_disagreements(ledger(game, language))


def plain(cell: str) -> str:
    """Return the text of a table cell without its Markdown markup.

    >>> plain("only *a* Tower, or **none**: `plant_towers`")
    'only a Tower, or none: plant_towers'
    """
    return cell.replace("*", "").replace("`", "")


def marked_readings(asked: Ambiguity) -> str:
    """Return the readings of an ambiguity in Markdown; the default of an option is marked."""
    default = rf"\g<0> ({say('default')})"
    return _BOLD.sub(default, asked.readings, count=1) if asked.options else asked.readings


@cache  # one for each language
def comparisons(language: Language) -> Mapping[str, Any]:
    """Return the topics with their rows, in English if they are not translated."""
    table = shipped_toml("gridgames", "compare.toml", "languages")
    return translated(table, language, "compare.toml")


def topic_title(topic: str, language: Language) -> str:
    """Return the title of a topic, from the ledgers or from the table."""
    if topic in TOPICS:
        return catalogue(language).messages.get(TOPICS[topic], TOPICS[topic])
    title: str = comparisons(language)[topic]["title"]
    return title


def topic_word(topic: str, language: Language) -> str:
    """Return the word to type for a topic."""
    return display_words(language, "topics").get(topic, topic)


def option_words(option: Option, value: str) -> tuple[str, str]:
    """Return the names of an option and of a value; without a name, the words of the commands.

    >>> from powergrid.ruleset import OPTIONS
    >>> option_words(OPTIONS["depot_coal"], "when_empty")
    ('Coal of the depot is for sale', 'when the market has none')
    """
    yes_or_no = {"true": "yes", "false": "no", "null": "none"}
    title = option.titles.get(value) or yes_or_no.get(value, value)
    return say(option.title or option.name), say(title)
