"""The table of comparisons, ``compare.toml``, and the names of its topics in each language."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from gridcommon.ledger import TOPICS
from gridcommon.tables import shipped_tables
from gridgames.languages.catalogue import display_words, translated
from gridgames.languages.language import Language, catalogue


@cache  # one for each language
def comparisons(language: Language) -> Mapping[str, Any]:
    """Return the topics with their rows, in English if they are not translated.

    Each is read when it is asked for.
    """
    table = shipped_tables("gridgames", "compare.toml", "languages")
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
