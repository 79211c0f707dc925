"""The rows that answer a question of the user's."""

from collections.abc import Sequence
from dataclasses import replace

from gridcommon.errors import NotationError
from gridcommon.sides import Side
from gridcommon.spelling import quoted
from gridgames.comparison.document import Comparison, Row
from gridgames.comparison.topics import compared, topic_word, topics
from gridgames.search.asking import Found, answering, ask, topic_of

_MOST = 3  # rows


def asked(question: str, sides: Sequence[Side]) -> tuple[Comparison, ...]:
    """Return the rows that answer ``question`` best, each topic with those of its own.

    Raises NotationError, with the nearest topics, where none does.
    """
    found = ask(question)
    rows: dict[str, Row] = {}
    for key in answering(found.rows):
        rows |= {row.key: row for row in _only([key], topic_of(key), sides).rows}
        if len(rows) == _MOST:
            break
    if not rows:
        raise NotationError(
            "no comparison answers {question}; the nearest topics are {known}; gridgames compare "
            "lists them all",
            question=quoted(question),
            known=nearest_topics(found),
        )
    return tuple(
        _only([row for row in rows if topic_of(row) == topic], topic, sides)
        for topic in dict.fromkeys(map(topic_of, rows))
    )


def nearest_topics(found: Found) -> str:
    """Return the topics nearest to a question, as they are typed."""
    return ", ".join(map(topic_word, found.nearest_topics))


def _only(keys: Sequence[str], topic: str, sides: Sequence[Side]) -> Comparison:
    """Return the rows ``keys`` of a topic; no other one is played."""
    part = compared(topics()[topic], sides, keys)
    return replace(part, rows=tuple(row for row in part.rows if row.key in keys))
