"""The rows that answer a question of the user's."""

from collections.abc import Sequence
from dataclasses import replace

from gridcommon.errors import NotationError
from gridcommon.sides import Side
from gridcommon.spelling import quoted
from gridgames.comparison.document import Comparison
from gridgames.comparison.topics import compared, topic_word, topics
from gridgames.rules.search.asking import Found, answering, ask, topic_of

_MOST = 3  # rows


def asked(question: str, sides: Sequence[Side]) -> tuple[Comparison, ...]:
    """Return the rows that answer ``question`` best, each topic with those of its own.

    Raises NotationError, with the nearest topics, where none does.
    """
    found = ask(question)
    parts: dict[str, Comparison] = {}
    for key in answering(found.rows):
        topic = topic_of(key)
        part = _only(key, topic, sides)
        before = parts[topic].rows if topic in parts else ()
        if part.rows:
            parts[topic] = replace(part, rows=(*before, *part.rows))
        if sum(len(one.rows) for one in parts.values()) == _MOST:
            break
    if not parts:
        raise NotationError(
            "no comparison answers {question}; the nearest topics are {known}; gridgames compare "
            "lists them all",
            question=quoted(question),
            known=nearest_topics(found),
        )
    return tuple(parts.values())


def nearest_topics(found: Found) -> str:
    """Return the topics nearest to a question, as they are typed."""
    return ", ".join(map(topic_word, found.nearest_topics))


def _only(key: str, topic: str, sides: Sequence[Side]) -> Comparison:
    """Return a topic with the row ``key`` alone, or with none; no other row is played."""
    part = compared(topics()[topic], sides, [key])
    return replace(part, rows=tuple(row for row in part.rows if row.key == key))
