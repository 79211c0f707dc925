"""Searching rules, comparison rows and topics for a question in any language.

A rule is indexed with its examples and its options, a row with its answers. Rows cite rules, so a
match of one raises the score of the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rapidfuzz.fuzz import partial_ratio
from rapidfuzz.process import extract

from gridcommon.spelling import unaccented
from gridgames.games.registry import game_of, names
from gridgames.languages.comparisons import comparisons, topic_title, topic_word
from gridgames.languages.language import Language, current_language
from gridgames.languages.ledgers import ambiguities, disagreements, rules
from gridgames.rules.search.analyzer import analyzer, tokens
from gridgames.rules.search.index import Index, Text

LIKENESS = 0.28  # of 1; a lower score does not answer the question
_BESIDE_THE_BEST = 0.6  # share of the best score; lower scores are left out
_NEAREST = 3  # suggestions if nothing answers the question

_RULES_BY_ROWS, _ROWS_BY_RULES = 0.3, 0.5  # share of the citing or cited text
_LATER: Mapping[str, float] = {
    "options": 0.8,
    "sources": 0.8,
}  # topics about the rules


class Found(NamedTuple):
    """The matches of a question, with scores above 0 and at most 1, best first.

    ``rules`` are by id, comparison ``rows`` by key (``winner.tie``).
    """

    question: str
    rules: Mapping[str, float]
    rows: Mapping[str, float]

    @property
    def nearest_topics(self) -> list[str]:
        """The three nearest topics, however poor: by score, then by spelling.

        They have the names that a user types in the current language.
        """
        games = tuple(names())
        meant = _best(_topics(language, games).find(self.question) for language in Language)
        here = current_language()
        spelt = {
            topic: " ".join((topic, topic_word(topic, here), topic_title(topic, here)))
            for topic in comparisons(Language.ENGLISH)
        }
        nearest = dict.fromkeys((*_sorted(meant), *_spelt_like(self.question, spelt)))
        return [topic_word(topic, current_language()) for topic in nearest][:_NEAREST]

    @property
    def is_read(self) -> bool:
        """Whether some language knows a word of the question, if only as a stop word.

        If not, the question has no nearest texts either.
        """
        words = tokens(self.question)
        ignored = [analyzer(language).ignored for language in Language]
        return bool(self.rules or self.rows) or any(not one.isdisjoint(words) for one in ignored)

    def nearest_rules(self, titles: Mapping[str, str]) -> list[str]:
        """Return the ids of the nearest rules among those with ``titles``."""
        return _nearest(self.question, self.rules, titles)[:_NEAREST]

    def nearest_rows(self) -> list[str]:
        """Return the keys of all comparison rows, nearest first."""
        questions = {
            row.key: row.question for row in _searchable_rows(current_language(), tuple(names()))
        }
        return _nearest(self.question, self.rows, questions)


def _nearest(question: str, found: Mapping[str, float], texts: Mapping[str, str]) -> list[str]:
    """Return the keys of ``texts``, nearest first: by score, then by spelling."""
    meant = [key for key in found if key in texts]
    return [*meant, *(key for key in _spelt_like(question, texts) if key not in meant)]


def _spelt_like(question: str, texts: Mapping[str, str]) -> list[str]:
    """Return all keys of ``texts``, sorted by similar spelling to ``question``."""
    found = extract(question, texts, scorer=partial_ratio, processor=unaccented, limit=None)
    return [key for _, _, key in found]


def good_matches(found: Mapping[str, float]) -> list[str]:
    """Return the keys whose scores are high enough to answer a question, best first.

    The score is at least :data:`LIKENESS`, and not much lower than the best.
    """
    least = max(LIKENESS, _BESIDE_THE_BEST * max(found.values(), default=0))
    return [key for key, likeness in found.items() if likeness >= least]


def search(question: str) -> Found:
    """Return the matches of a question in any language."""
    games = tuple(names())
    found_rules = _best(_rules(language, games).find(question) for language in Language)
    found_rows = _best(_rows(language, games).find(question) for language in Language)
    by_rows: dict[str, float] = {}
    by_rules: dict[str, float] = {}
    for row in _searchable_rows(Language.ENGLISH, games):
        for rule in row.rules:
            by_rules[row.key] = max(found_rules.get(rule, 0), by_rules.get(row.key, 0))
            if row.topic not in _LATER:
                by_rows[rule] = max(found_rows.get(row.key, 0), by_rows.get(rule, 0))
    rows = _joined(found_rows, by_rules, _ROWS_BY_RULES)
    return Found(
        question,
        rules=_sorted(_joined(found_rules, by_rows, _RULES_BY_ROWS)),
        rows=_sorted({key: rows[key] * _LATER.get(topic_of(key), 1) for key in rows}),
    )


def topic_of(row: str) -> str:
    """Return the topic of a comparison row.

    >>> topic_of("winner.tie")
    'winner'
    """
    return row.partition(".")[0]


def _joined(own: Mapping[str, float], other: Mapping[str, float], share: float) -> dict[str, float]:
    """Return weighted means of two scores; ``share`` is the weight of the other."""
    keys = dict.fromkeys((*own, *other))
    return {key: (1 - share) * own.get(key, 0) + share * other.get(key, 0) for key in keys}


def _sorted(found: Mapping[str, float]) -> dict[str, float]:
    return {key: found[key] for key in sorted(found, key=lambda key: -found[key]) if found[key]}


def _best(found: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the best score of each key in any language."""
    best: dict[str, float] = {}
    for one in found:
        for key, likeness in one.items():
            best[key] = max(likeness, best.get(key, 0))
    return best


@cache  # one for each language and choice of games
def _rules(language: Language, games: tuple[str, ...]) -> Index:
    return Index(_rule_texts(language, games), analyzer(language))


@cache  # one for each language and choice of games
def _rows(language: Language, games: tuple[str, ...]) -> Index:
    texts = (_row_text(row, language) for row in _searchable_rows(language, games))
    return Index(texts, analyzer(language))


@cache  # one for each language and choice of games
def _topics(language: Language, games: tuple[str, ...]) -> Index:
    return Index(_topic_texts(_searchable_rows(language, games), language), analyzer(language))


class _Row(NamedTuple):
    """The searchable text of a comparison row."""

    topic: str
    key: str
    question: str
    answers: tuple[str, ...]
    rules: tuple[str, ...]


@cache  # one for each language and choice of games
def _searchable_rows(language: Language, games: tuple[str, ...]) -> tuple[_Row, ...]:
    """Return the rows of all topics."""
    return (*_rows_of_topics(language), *_rows_of_ledgers(language, games))


def _rows_of_topics(language: Language) -> Iterator[_Row]:
    """Yield the rows of the table of comparisons."""
    for topic, table in comparisons(language).items():
        for name, row in table.items():
            if isinstance(row, dict):
                answers = [one for one in row.values() if isinstance(one, dict)]
                texts = tuple(one.get("text") or one.get("none", "") for one in answers)
                cited = tuple(dict.fromkeys(rule for one in answers for rule in one["rules"]))
                yield _Row(topic, f"{topic}.{name}", row["question"], texts, cited)


def _rows_of_ledgers(language: Language, games: Iterable[str]) -> Iterator[_Row]:
    """Yield the options, and the disagreements between the rulebooks, as rows."""
    for game in games:
        package = game_of(game).LEDGER
        for open_one in ambiguities(package, language):
            for name in open_one.options or (open_one.id,):
                asked = f"{name} {open_one.id} {open_one.question}"
                texts = (open_one.readings, open_one.why)
                yield _Row("options", f"options.{name}", asked, texts, open_one.rules)
        for number, one in enumerate(disagreements(package, language), start=1):
            said = (one.one, one.another, one.taken, one.why)
            yield _Row("sources", f"sources.{game}_{number}", one.topic, said, one.rules)


def _rule_texts(language: Language, games: Iterable[str]) -> Iterator[Text]:
    for game in games:
        for key, rule in rules(game_of(game).LEDGER, language).items():
            yield Text(
                key,
                (
                    (8, rule.title),
                    (3, key),
                    (2, rule.text),
                    (2, rule.section),
                    (0.5, topic_title(rule.topic, language) if rule.topic else ""),
                    *((0.5, one.text) for one in rule.examples),
                    *((1, f"{one.id} {one.question}") for one in rule.ambiguities),
                    *((1, " ".join(one.options)) for one in rule.ambiguities),
                    *((0.4, f"{one.readings} {one.why}") for one in rule.ambiguities),
                ),
            )


def _row_text(row: _Row, language: Language) -> Text:
    return Text(
        row.key,
        (
            (4, row.question),
            *((1.5, answer) for answer in row.answers),
            (1, f"{topic_title(row.topic, language)} {topic_word(row.topic, language)}"),
            (1, comparisons(language)[row.topic]["about"]),
        ),
    )


def _topic_texts(rows: Iterable[_Row], language: Language) -> Iterator[Text]:
    """Yield the text of each topic, with the questions of its rows."""
    questions: dict[str, list[str]] = {}
    for row in rows:
        questions.setdefault(row.topic, []).append(row.question)
    for key, table in comparisons(language).items():
        yield Text(
            key,
            (
                (4, f"{topic_title(key, language)} {topic_word(key, language)}"),
                (2, table["about"]),
                *((1, question) for question in questions.get(key, ())),
            ),
        )
