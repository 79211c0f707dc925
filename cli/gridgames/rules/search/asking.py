"""What a question of the user's finds: rules, rows of comparisons and topics, in every language.

Each is a text with all that belongs to it: a rule with its examples and its options, a row with its
answers. Rows cite rules, so what fits the one speaks for the other too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rapidfuzz.fuzz import partial_ratio
from rapidfuzz.process import extract

from gridcommon.spelling import unaccented
from gridgames.games.registry import game_of, names
from gridgames.languages.comparisons import comparisons, topic_title, topic_word
from gridgames.languages.language import Language, spoken
from gridgames.languages.ledgers import ambiguities, disagreements, rules
from gridgames.rules.search.index import Index, Text
from gridgames.rules.search.speech import speech, tokens

LIKENESS = 0.28  # of 1; what is less like a question does not answer it
_BESIDE_THE_BEST = 0.6  # of the best; what is less like the question than that is left out
_NEAREST = 3  # texts that are told where none answers

_RULES_BY_ROWS, _ROWS_BY_RULES = 0.3, 0.5  # how much what cites it, or what it cites, speaks for it
_LATER: Mapping[str, float] = {"options": 0.8, "sources": 0.8}  # topics about the rules themselves


@dataclass(frozen=True, slots=True)
class Found:
    """What a question has found, with how well each fits: more than 0, at most 1, the best first.

    ``rules`` are by id, ``rows`` of comparisons by key (``winner.tie``).
    """

    question: str
    rules: Mapping[str, float]
    rows: Mapping[str, float]

    @property
    def nearest_topics(self) -> list[str]:
        """The three topics that are nearest, however far: by meaning, then by spelling.

        They are named as they are typed in the language in use.
        """
        games = tuple(names())
        meant = _best(_topics(language, games).find(self.question) for language in Language)
        spelt = {
            topic: f"{topic} {topic_word(topic, spoken())} {topic_title(topic, spoken())}"
            for topic in comparisons(Language.ENGLISH)
        }
        nearest = dict.fromkeys((*_sorted(meant), *_spelt_like(self.question, spelt)))
        return [topic_word(topic, spoken()) for topic in nearest][:_NEAREST]

    @property
    def is_read(self) -> bool:
        """Whether a word of the question is known in some language, if only as one without meaning.

        What is not read has no nearest texts either.
        """
        words = tokens(self.question)
        ignored = [speech(language).ignored for language in Language]
        return bool(self.rules or self.rows) or any(not one.isdisjoint(words) for one in ignored)

    def nearest_rules(self, titles: Mapping[str, str]) -> list[str]:
        """Return the rules that are nearest, of those with ``titles``; see :func:`answering`."""
        return _nearest(self.question, self.rules, titles)[:_NEAREST]

    def nearest_rows(self) -> list[str]:
        """Return the rows of comparisons from the nearest on; see :func:`answering`."""
        questions = {row.key: row.question for row in _told(spoken(), tuple(names()))}
        return _nearest(self.question, self.rows, questions)


def _nearest(question: str, found: Mapping[str, float], texts: Mapping[str, str]) -> list[str]:
    """Return the keys of ``texts`` that are nearest: those found by meaning, then by spelling."""
    meant = [key for key in found if key in texts]
    return [*meant, *(key for key in _spelt_like(question, texts) if key not in meant)]


def _spelt_like(question: str, texts: Mapping[str, str]) -> list[str]:
    """Return all keys of ``texts``, those first that are spelt most like ``question``."""
    found = extract(question, texts, scorer=partial_ratio, processor=unaccented, limit=None)
    return [key for _, _, key in found]


def answering(found: Mapping[str, float]) -> list[str]:
    """Return the keys of what is like a question enough to answer it, the best first.

    That is at least :data:`LIKENESS`, and not much less than the best.
    """
    least = max(LIKENESS, _BESIDE_THE_BEST * max(found.values(), default=0))
    return [key for key, likeness in found.items() if likeness >= least]


def ask(question: str) -> Found:
    """Return what is found for a question, in any language, in the texts of all languages."""
    games = tuple(names())
    found_rules = _best(_rules(language, games).find(question) for language in Language)
    found_rows = _best(_rows(language, games).find(question) for language in Language)
    by_rows: dict[str, float] = {}
    by_rules: dict[str, float] = {}
    for row in _told(Language.ENGLISH, games):
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
    """Return the topic that a row belongs to.

    >>> topic_of("winner.tie")
    'winner'
    """
    return row.partition(".")[0]


def _joined(own: Mapping[str, float], other: Mapping[str, float], share: float) -> dict[str, float]:
    """Return both likenesses as one, of which ``share`` is the other."""
    keys = dict.fromkeys((*own, *other))
    return {key: (1 - share) * own.get(key, 0) + share * other.get(key, 0) for key in keys}


def _sorted(found: Mapping[str, float]) -> dict[str, float]:
    return {key: found[key] for key in sorted(found, key=lambda key: -found[key]) if found[key]}


def _best(found: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the best likeness of each key in any language."""
    best: dict[str, float] = {}
    for one in found:
        for key, likeness in one.items():
            best[key] = max(likeness, best.get(key, 0))
    return best


@cache  # one for each language and choice of games
def _rules(language: Language, games: tuple[str, ...]) -> Index:
    return Index(_rule_texts(language, games), speech(language))


@cache  # one for each language and choice of games
def _rows(language: Language, games: tuple[str, ...]) -> Index:
    texts = (_row_text(row, language) for row in _told(language, games))
    return Index(texts, speech(language))


@cache  # one for each language and choice of games
def _topics(language: Language, games: tuple[str, ...]) -> Index:
    return Index(_topic_texts(_told(language, games), language), speech(language))


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a comparison, as far as it is searched."""

    topic: str
    key: str
    question: str
    answers: tuple[str, ...]
    rules: tuple[str, ...]


@cache  # one for each language and choice of games
def _told(language: Language, games: tuple[str, ...]) -> tuple[_Row, ...]:
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
    """Yield the options and the disagreements of the texts."""
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
    """Yield the topics, each with the questions of its rows."""
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
