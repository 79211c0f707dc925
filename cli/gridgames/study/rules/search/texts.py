"""The texts that are searched: rules, comparison rows and topics, in every language.

Each has the everyday questions that it answers. They are data: ``questions/GAME.toml`` for the
rules of a game and ``questions/topics.toml`` for the topics, in the folder of each language. The
English file of a game also lists its ``twins``, the rules that differ by the edition only.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from gridcommon.tables import load_toml, shipped_toml
from gridgames.languages.catalogue import file_of
from gridgames.languages.comparisons import comparisons, topic_title, topic_word
from gridgames.languages.language import Language
from gridgames.languages.ledgers import ambiguities, disagreements, rules
from gridgames.show.registry import game_of
from gridgames.study.rules.search.terms import ROW, RULE, TOPIC


class Text(NamedTuple):
    """A text in one language; its key is the id of a rule, ``TOPIC.ROW``, or a topic.

    ``questions`` are those that it answers, ``body`` is what it says. ``rules`` are those that a
    row cites, or that differ from a rule by the edition only.
    """

    kind: str
    key: str
    questions: tuple[str, ...]
    body: str
    rules: tuple[str, ...] = ()


def texts(games: Iterable[str]) -> Iterator[Text]:
    """Yield the texts about these games, in every language."""
    for game, language in product(games, Language):
        ledger = game_of(game).LEDGER
        asked = questions(ledger, language)
        for key, rule in rules(ledger, language).items():
            words = [key, rule.section, rule.text, *(one.text for one in rule.examples)]
            for one in rule.ambiguities:
                words += [one.id, one.question, *one.options]
            asks = (rule.title, *asked.get(key, ()))
            yield Text(RULE, key, asks, " ".join(words), tuple(_twins(key, asked)))
        yield from _rows_of_ledger(game, language)
    for language in Language:
        asked = questions("topics", language)
        for topic, table in comparisons(language).items():
            asks = (topic_title(topic, language), topic_word(topic, language))
            yield Text(TOPIC, topic, (*asks, *asked.get(topic, ())), table["about"])
            for name, row in table.items():
                if isinstance(row, dict):
                    answers = [one for one in row.values() if isinstance(one, dict)]
                    body = " ".join(one.get("text") or one.get("none", "") for one in answers)
                    cited = tuple(dict.fromkeys(rule for one in answers for rule in one["rules"]))
                    key = f"{topic}.{name}"
                    asks = (row["question"], *asked.get(key, ()))
                    yield Text(ROW, key, asks, body, cited)


def questions(name: str, language: Language) -> dict[str, list[Any]]:
    """Return the everyday questions of a package's rules, or of the ``topics``, by key."""
    file = f"{name}.toml"
    if language == Language.ENGLISH:
        try:
            return shipped_toml("gridgames", file, "languages/questions")
        except FileNotFoundError:  # a game that brought none
            return {}
    found = file_of(language, f"questions/{file}")
    return load_toml(found) if found else {}


def _twins(key: str, asked: Mapping[str, list[Any]]) -> Iterator[str]:
    for group in asked.get("twins", ()):
        if key in group:
            yield from (one for one in group if one != key)


def _rows_of_ledger(game: str, language: Language) -> Iterator[Text]:
    """Yield the options, and the disagreements between the rulebooks, as rows."""
    package = game_of(game).LEDGER
    for one in ambiguities(package, language):
        for name in one.options or (one.id,):
            body = f"{one.readings} {one.why}"
            asks = (f"{name} {one.id} {one.question}",)
            yield Text(ROW, f"options.{name}", asks, body, one.rules)
    for number, found in enumerate(disagreements(package, language), start=1):
        body = " ".join((found.one, found.another, found.taken, found.why))
        yield Text(ROW, f"sources.{game}_{number}", (found.topic,), body, found.rules)
