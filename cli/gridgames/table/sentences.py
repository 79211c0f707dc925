"""The sentences of answers that every front end says alike."""

from collections.abc import Iterator, Sequence
from typing import Any

from gridcommon.errors import Refusal, truncate
from gridcommon.evaluation import Candidate
from gridgames.languages.messages import render_message, say
from gridgames.table.answers import Explained
from gridgames.table.desk import Desk
from gridgames.table.evaluation_text import hint_lines, hint_words


def not_allowed(refusal: Refusal) -> str:
    """Return a refusal in words, with its rule."""
    return say("Not allowed, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))


def explained(desk: Desk, answer: Explained) -> str:
    """Return whether an action is allowed, with the rule if it is not."""
    words, refusal = truncate(desk.face.format(answer.action)), answer.refusal
    if refusal is None:
        return say("{action} is allowed.", action=words)
    why = render_message(refusal)
    return say("{action} is not allowed, {rule}: {why}", action=words, rule=refusal.rule, why=why)


def hint_sentences(desk: Desk, thoughts: Sequence[Candidate[Any]]) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a hint, each with its indent; the thoughts are best first."""
    if not thoughts:
        yield "", say("There was not enough time to evaluate a choice.")
        return
    session = desk.session
    yield "", hint_words(session.wing, desk.face, session.levels[-1], thoughts)
    if thoughts[0].samples:
        yield from hint_lines(session.wing, desk.face, desk.names, thoughts)
