"""Searching rules, comparison rows and topics for a question in any language.

A text is found by its words, those of its questions and those of what it says, and by the single
questions that are spelt most like the one asked. A row of a comparison is also found by its topic
and by the rules that it cites.

The everyday questions that a text answers are data: ``questions/GAME.toml`` for the rules of a game
and ``questions/topics.toml`` for the topics, in the folder of each language. The English file of a
game also lists its ``twins``, the rules that differ by the edition only.

The index is two full-text tables of SQLite, made when a wheel is built: the words of each text, and
the three-letter pieces of each single question, by which a misspelt question is found. A checkout
has no such file: there the index is made in memory.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, product
from math import log
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

from gridcommon.errors import NotationError
from gridcommon.spelling import nearest, quoted, unaccented
from gridcommon.tables import load_toml, shipped_toml
from gridgames.languages.catalogue import file_of
from gridgames.languages.language import Language
from gridgames.languages.ledgers import (
    ambiguities,
    comparisons,
    disagreements,
    rules,
    topic_title,
    topic_word,
)
from gridgames.show.registry import game_of, names

RULE, ROW, TOPIC = "rule", "row", "topic"

_WORD = re.compile(r"[a-z]{1,2}(?:-[a-z]+)?-\d+|[a-z0-9]+")  # or an id
STEM = 5  # letters of a word; most endings of either language come later
PIECE = 3


def words(text: str) -> list[str]:
    """Return the beginnings of the words of a text, without accents; ids stay whole.

    >>> words("Curto-circuito: PG-AUC-07?")
    ['curto', 'circu', 'pgauc07']
    """
    return [
        word.replace("-", "") if "-" in word else word[:STEM]
        for word in _WORD.findall(unaccented(text))
    ]


def pieces(text: str) -> list[str]:
    """Return the three-letter pieces of a text; ``_`` is the end of a word.

    >>> pieces("My hex")
    ['_my', 'my_', 'y_h', '_he', 'hex', 'ex_']
    """
    joined = f"_{'_'.join(_WORD.findall(unaccented(text)))}_".replace("-", "")
    return [joined[at : at + PIECE] for at in range(len(joined) - PIECE + 1)]


def swaps(word: str) -> list[str]:
    """Return a word with two neighbouring letters swapped, in each place.

    >>> swaps("hxe")
    ['xhe', 'hex']
    """
    return [f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(len(word) - 1)]


class SearchText(NamedTuple):
    """A text in one language; its key is the id of a rule, ``TOPIC.ROW``, or a topic.

    ``questions`` are those that it answers, ``body`` is what it says. ``rules`` are those that a
    row cites, or that differ from a rule by the edition only.
    """

    kind: str
    key: str
    questions: tuple[str, ...]
    body: str
    rules: tuple[str, ...] = ()


def texts(games: Iterable[str]) -> Iterator[SearchText]:
    """Yield the texts about these games, in every language."""
    for game, language in product(games, Language):
        ledger = game_of(game).LEDGER
        asked = questions(ledger, language)
        for key, rule in rules(ledger, language).items():
            words = [key, rule.section, rule.text, *(one.text for one in rule.examples)]
            for one in rule.ambiguities:
                words += [one.id, one.question, *one.options]
            asks = (rule.title, *asked.get(key, ()))
            yield SearchText(RULE, key, asks, " ".join(words), tuple(_twins(key, asked)))
        yield from _rows_of_ledger(game, language)
    for language in Language:
        asked = questions("topics", language)
        for topic, table in comparisons(language).items():
            asks = (topic_title(topic, language), topic_word(topic, language))
            yield SearchText(TOPIC, topic, (*asks, *asked.get(topic, ())), table["about"])
            for name, row in table.items():
                if isinstance(row, dict):
                    answers = [one for one in row.values() if isinstance(one, dict)]
                    body = " ".join(one.get("text") or one.get("none", "") for one in answers)
                    cited = tuple(dict.fromkeys(rule for one in answers for rule in one["rules"]))
                    key = f"{topic}.{name}"
                    asks = (row["question"], *asked.get(key, ()))
                    yield SearchText(ROW, key, asks, body, cited)


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


def _rows_of_ledger(game: str, language: Language) -> Iterator[SearchText]:
    """Yield the options, and the disagreements between the rulebooks, as rows."""
    package = game_of(game).LEDGER
    for one in ambiguities(package, language):
        for name in one.options or (one.id,):
            body = f"{one.readings} {one.why}"
            asks = (f"{name} {one.id} {one.question}",)
            yield SearchText(ROW, f"options.{name}", asks, body, one.rules)
    for number, found in enumerate(disagreements(package, language), start=1):
        body = " ".join((found.one, found.another, found.taken, found.why))
        yield SearchText(ROW, f"sources.{game}_{number}", (found.topic,), body, found.rules)


SHIPPED = Path(__file__).with_name("index.db")

_TABLES = """
CREATE TABLE about (games TEXT);
CREATE TABLE texts (kind TEXT, key TEXT, rules TEXT);
CREATE TABLE questions (text INTEGER);
CREATE VIRTUAL TABLE words USING fts5(asked, body, content='', tokenize=ascii);
CREATE VIRTUAL TABLE pieces USING fts5(
    piece, content='', tokenize="ascii tokenchars '_'"
);
CREATE VIRTUAL TABLE known USING fts5vocab(words, row);
CREATE VIRTUAL TABLE known_pieces USING fts5vocab(pieces, row);
"""


def build(file: str, games: tuple[str, ...]) -> sqlite3.Connection:
    """Return a new index of what there is about ``games``, in a new file or in ``:memory:``.

    Raises NotationError if the SQLite of this Python has no full-text search.
    """
    made = sqlite3.connect(file, check_same_thread=False)
    try:
        made.executescript(_TABLES)
    except sqlite3.OperationalError as problem:
        raise NotationError(
            "questions need the full-text search of SQLite (FTS5), and the SQLite {version} of "
            "this Python has none; gridgames rules ID and gridgames compare TOPIC do not need it",
            version=sqlite3.sqlite_version,
        ) from problem
    with made:
        made.execute("INSERT INTO about VALUES (?)", (" ".join(games),))
        for place, text in enumerate(texts(games), start=1):
            made.execute(
                "INSERT INTO texts VALUES (?, ?, ?)", (text.kind, text.key, " ".join(text.rules))
            )
            parts = (" ".join(words(" ".join(text.questions))), " ".join(words(text.body)))
            made.execute("INSERT INTO words (rowid, asked, body) VALUES (?, ?, ?)", (place, *parts))
            for one in text.questions:
                at = made.execute("INSERT INTO questions VALUES (?)", (place,)).lastrowid
                cut = " ".join(pieces(one))
                made.execute("INSERT INTO pieces (rowid, piece) VALUES (?, ?)", (at, cut))
        made.execute("INSERT INTO words (words) VALUES ('optimize')")
        made.execute("INSERT INTO pieces (pieces) VALUES ('optimize')")
    made.execute("VACUUM")
    return made


@cache  # one for each choice of games
def index(games: tuple[str, ...]) -> sqlite3.Connection:
    """Return the index of the texts about ``games``: the shipped one if it has just these.

    Raises NotationError if the SQLite of this Python has no full-text search.
    """
    if SHIPPED.is_file():
        address = f"{SHIPPED.as_uri()}?immutable=1"
        shipped = sqlite3.connect(address, uri=True, check_same_thread=False)
        if shipped.execute("SELECT games FROM about").fetchone() == (" ".join(games),):
            return shipped
    return build(":memory:", games)


_BESIDE_THE_BEST = 0.65  # share of the best score; lower scores are left out
_IN_PART = 0.5  # share of the best of all that the best of one game has to have
_NEAREST = 3  # suggestions if nothing answers the question
_MOST_READ = 600  # letters of a question

_OF_WORDS, _OF_PIECES = 0.6, 0.4  # what the score of a text is made of
_SECOND = 0.6  # share of the second of the questions of a text that are spelt alike
_TWIN = 0.9  # least share of the score of a rule that differs by the edition only
_OF_TOPIC, _OWN, _OF_RULES = 0.4, 0.3, 0.3  # what the score of a row is made of
_LATER = ("options", "sources")  # topics about the rules: a row counts only for what it says

# A question is answered if a word of it is known that few texts have, and if the best text by words
# and the question that is spelt most like it are near enough; or, if no word is known, if one is
# misspelt: its likeness to a known word.
_RARE, _NEAR, _SPELT = 2.0, 16.5, 0.8
_OF_SPELLING = 12  # what a question spelt alike weighs beside the score by words
_CORRECTED = 5  # words that are compared with all known ones

_TEXTS = "SELECT kind, key, rules FROM texts"
_BY_WORDS = """
SELECT kind, key, -bm25(words) AS score FROM words JOIN texts ON texts.rowid = words.rowid
WHERE words MATCH ? ORDER BY score DESC
"""
_MOST_SPELT = 600  # questions that are compared
_BY_PIECES = f"""
SELECT kind, key, -bm25(pieces) AS score
FROM pieces JOIN questions ON questions.rowid = pieces.rowid JOIN texts ON texts.rowid = text
WHERE pieces MATCH ? ORDER BY score DESC LIMIT {_MOST_SPELT}
"""

Scores = Mapping[str, float]
ScoredText = tuple[str, str, float]


class SearchResult(NamedTuple):
    """The matches of a question, with scores from 0 to 1, best first.

    ``rules`` are by id, comparison ``rows`` by key (``winner.tie``); all rows and topics are there.
    With ``is_sure`` the best of them answer the question, otherwise they are only the nearest, and
    without ``is_read`` no word of the question is known.
    """

    rules: Scores
    rows: Scores
    topics: Scores
    is_sure: bool
    is_read: bool

    @property
    def nearest_topics(self) -> list[str]:
        """The three nearest topics, as a user types them in the current language."""
        from gridgames.languages.language import current_language
        from gridgames.languages.ledgers import topic_word

        return [topic_word(one, current_language()) for one in islice(self.topics, _NEAREST)]


def good_matches(found: Scores, best: float = 0) -> list[str]:
    """Return the keys whose scores are not much lower than the best of them.

    Among few of the matches none is good if all are much lower than the ``best`` of all matches.
    """
    own = max(found.values(), default=0)
    least = _BESIDE_THE_BEST * (own if own >= _IN_PART * best else best)
    return [key for key, score in found.items() if score >= least]


def nearest_matches(found: Scores) -> list[str]:
    """Return the keys of the three best scores."""
    return list(islice(found, _NEAREST))


def unread(question: str, found: SearchResult) -> NotationError:
    """Return the refusal of a question of which no word is known, with the nearest topics."""
    return NotationError(
        "no word in {question} is known; the nearest topics of gridgames compare are {known}; "
        "gridgames rules lists all rules"
        if words(question)
        else "{question} has no word to look for; topics of gridgames compare are, for example, "
        "{known}; gridgames rules lists all rules",
        question=quoted(question),
        known=", ".join(found.nearest_topics),
    )


def ranking() -> dict[str, float | tuple[str, ...]]:
    """Return what the ranking is made of, for the search of the site."""
    return {
        "ofWords": _OF_WORDS,
        "ofPieces": _OF_PIECES,
        "second": _SECOND,
        "twin": _TWIN,
        "ofTopic": _OF_TOPIC,
        "own": _OWN,
        "ofRules": _OF_RULES,
        "later": _LATER,
        "rare": _RARE,
        "near": _NEAR,
        "ofSpelling": _OF_SPELLING,
        "besideTheBest": _BESIDE_THE_BEST,
        "mostRead": _MOST_READ,
        "mostSpelt": _MOST_SPELT,
    }


def topic_of(row: str) -> str:
    """Return the topic of a comparison row.

    >>> topic_of("winner.tie")
    'winner'
    """
    return row.partition(".")[0]


def search(question: str) -> SearchResult:
    """Return the matches of a question in any language.

    Raises NotationError if the SQLite of this Python has no full-text search.
    """
    made = index(tuple(names()))
    asked = _heard(made, question[:_MOST_READ])
    worded = _matches(made, _BY_WORDS, words(asked))
    spelt = _matches(made, _BY_PIECES, pieces(asked))
    by_words, by_pieces = _by_kind(worded, 0), _by_kind(spelt, _SECOND)
    rules, own, topics = (_mean(by_words[kind], by_pieces[kind]) for kind in (RULE, ROW, TOPIC))
    shown, rows = dict(rules), dict[str, float]()
    for kind, key, cited in made.execute(_TEXTS):
        if kind == RULE:
            for twin in cited.split():
                shown[key] = max(shown.get(key, 0), _TWIN * rules.get(twin, 0))
        elif kind == ROW:
            topic = topic_of(key)
            found = max((rules.get(rule, 0) for rule in cited.split()), default=0)
            if topic in _LATER:
                found = own.get(key, 0)
            rows[key] = _OF_TOPIC * topics.get(topic, 0) + _OWN * own.get(key, 0)
            rows[key] += _OF_RULES * found
        else:
            topics.setdefault(key, 0)
    likeness = _most(spelt) / _weight_of_pieces(made, asked)
    nearness = _most(worded) + _OF_SPELLING * likeness
    is_read, is_sure = _certainty(made, set(words(asked)), nearness)
    return SearchResult(_sorted(shown), _sorted(rows), _sorted(topics), is_sure, is_read)


def _heard(made: Connection, asked: str) -> str:
    """Return a question with its unknown words that are known with two letters swapped mended."""
    told = [word for word in unaccented(asked).split() if word.isalpha()]
    others = {word: swaps(word) for word in told}
    every = {term for word in chain(told, *others.values()) for term in words(word)}
    known = _held(made, "known", every).keys()
    better = {
        word: min(found)
        for word in told
        if known.isdisjoint(words(word))
        and (found := [one for one in others[word] if not known.isdisjoint(words(one))])
    }
    return " ".join(better.get(word, word) for word in unaccented(asked).split())


def _matches(made: Connection, query: str, tokens: Iterable[str]) -> list[ScoredText]:
    """Return the kind, the key and the score of each match of some tokens, best first."""
    wanted = " OR ".join(f'"{one}"' for one in dict.fromkeys(tokens))
    return made.execute(query, (wanted,)).fetchall() if wanted else []


def _by_kind(matches: Iterable[ScoredText], second: float) -> Mapping[str, Scores]:
    """Return the scores of texts by kind and key: the best, and a share of the second best."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for kind, key, score in matches:
        found[kind][key].append(score)
    return defaultdict(
        dict,
        {
            kind: {key: sum(one[:1]) + second * sum(one[1:2]) for key, one in scores.items()}
            for kind, scores in found.items()
        },
    )


def _mean(by_words: Scores, by_pieces: Scores) -> dict[str, float]:
    """Return the weighted means of two scores, each as a share of its best."""
    best, most = (max(scores.values(), default=1) for scores in (by_words, by_pieces))
    return {
        key: _OF_WORDS * by_words.get(key, 0) / best + _OF_PIECES * by_pieces.get(key, 0) / most
        for key in {**by_words, **by_pieces}
    }


def _sorted(found: Scores) -> dict[str, float]:
    return {key: found[key] for key in sorted(found, key=lambda key: -found[key])}


def _most(matches: Sequence[ScoredText]) -> float:
    return matches[0][2] if matches else 0


def _weight_of_pieces(made: Connection, asked: str) -> float:
    """Return what the pieces of a question weigh together, at least 1."""
    (count,) = made.execute("SELECT count(*) FROM questions").fetchone()
    return max(1.0, sum(_weights(made, "known_pieces", set(pieces(asked)), count).values()))


def _weights(made: Connection, table: str, terms: set[str], count: int) -> dict[str, float]:
    """Return the weights of those of some terms that are known in ``count`` documents."""
    held = _held(made, table, terms).items()
    return {term: max(0.0, log((count - many + 0.5) / (many + 0.5))) for term, many in held}


def _held(made: Connection, table: str, terms: Iterable[str]) -> dict[str, int]:
    """Return how many documents have each of those of some terms that are known."""
    wanted = tuple(terms)
    places = ", ".join("?" * len(wanted))
    found = made.execute(f"SELECT term, doc FROM {table} WHERE term IN ({places})", wanted)
    return dict(found.fetchall())


def _certainty(made: Connection, asked: set[str], nearness: float) -> tuple[bool, bool]:
    """Return whether a word of the question is known, and whether the question is answered."""
    (count,) = made.execute("SELECT count(*) FROM texts").fetchone()
    known = _weights(made, "known", asked, count)
    if not known:
        every = [term for (term,) in made.execute("SELECT term FROM known")]
        told = list(filter(str.isalpha, asked))[:_CORRECTED]
        is_misspelt = any(nearest(word, every, most=1, likeness=_SPELT) for word in told)
        return is_misspelt, is_misspelt
    return True, max(known.values()) >= _RARE and nearness >= _NEAR
