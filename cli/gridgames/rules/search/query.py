"""Searching rules, comparison rows and topics for a question in any language.

A text is found by its words, those of its questions and those of what it says, and by the single
questions that are spelt most like the one asked. A row of a comparison is also found by its
topic and by the rules that it cites.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from math import log
from sqlite3 import Connection
from typing import NamedTuple

from gridcommon.spelling import nearest
from gridgames.games.registry import names
from gridgames.rules.search.index import index
from gridgames.rules.search.terms import ROW, RULE, TOPIC, pieces, words

_BESIDE_THE_BEST = 0.65  # share of the best score; lower scores are left out
_IN_PART = 0.5  # share of the best of all that the best of one game has to have
_NEAREST = 3  # suggestions if nothing answers the question
_MOST_READ = 600  # letters of a question

_OF_WORDS, _OF_PIECES = 0.6, 0.4  # what the score of a text is made of
_SECOND = 0.6  # share of the second of the questions of a text that are spelt alike
_TWIN = 0.9  # least share of the score of a rule that differs by the edition only
_OF_TOPIC, _OWN, _OF_RULES = 0.4, 0.3, 0.3  # what the score of a row is made of
_LATER = ("options", "sources")  # topics about the rules: a row counts only for what it says

# A question is answered if a word of it is known that few texts have, and a share of what all its
# words weigh; or, if none is known, if one is misspelt: its likeness to a known word.
_RARE, _KNOWN, _SPELT = 2.0, 0.3, 0.8
_CORRECTED = 5  # words that are compared with all known ones

_TEXTS = "SELECT kind, key, rules FROM texts"
_BY_WORDS = """
SELECT kind, key, -bm25(words) AS score FROM words JOIN texts ON texts.rowid = words.rowid
WHERE words MATCH ? ORDER BY score DESC
"""
_BY_PIECES = """
SELECT kind, key, -bm25(pieces) AS score
FROM pieces JOIN questions ON questions.rowid = pieces.rowid JOIN texts ON texts.rowid = text
WHERE pieces MATCH ? ORDER BY score DESC LIMIT 600
"""

Scores = Mapping[str, float]


class Found(NamedTuple):
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
        from gridgames.languages.comparisons import topic_word
        from gridgames.languages.language import current_language

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


def topic_of(row: str) -> str:
    """Return the topic of a comparison row.

    >>> topic_of("winner.tie")
    'winner'
    """
    return row.partition(".")[0]


def search(question: str) -> Found:
    """Return the matches of a question in any language.

    Raises NotationError if the SQLite of this Python has no full-text search.
    """
    made = index(tuple(names()))
    asked = question[:_MOST_READ]
    by_words = _by_kind(made, _BY_WORDS, words(asked), 0)
    by_pieces = _by_kind(made, _BY_PIECES, pieces(asked), _SECOND)
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
    is_read, is_sure = _certainty(made, set(words(asked)))
    return Found(_sorted(shown), _sorted(rows), _sorted(topics), is_sure, is_read)


def _by_kind(
    made: Connection, query: str, tokens: Iterable[str], second: float
) -> Mapping[str, Scores]:
    """Return the scores of texts by kind and key: the best, and a share of the second best."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    if wanted := " OR ".join(f'"{one}"' for one in dict.fromkeys(tokens)):
        for kind, key, score in made.execute(query, (wanted,)):
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


def _certainty(made: Connection, asked: set[str]) -> tuple[bool, bool]:
    """Return whether a word of the question is known, and whether the question is answered."""
    (count,) = made.execute("SELECT count(*) FROM texts").fetchone()
    places = ", ".join("?" * len(asked))
    known = dict(made.execute(f"SELECT term, doc FROM known WHERE term IN ({places})", (*asked,)))
    weights = {word: max(0.0, log(count / (known.get(word, 0) + 0.5))) for word in asked}
    if not known:
        every = [term for (term,) in made.execute("SELECT term FROM known")]
        told = list(filter(str.isalpha, asked))[:_CORRECTED]
        is_misspelt = any(nearest(word, every, most=1, likeness=_SPELT) for word in told)
        return is_misspelt, is_misspelt
    heard = [weights[word] for word in known]
    return True, max(heard) >= _RARE and sum(heard) >= _KNOWN * sum(weights.values())
