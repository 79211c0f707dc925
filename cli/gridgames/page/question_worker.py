"""A worker process that answers questions about positions, for a client that may end it."""

import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from gridcommon.errors import GridgamesError
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import render_error
from gridgames.page.drafts import answer_of
from gridgames.page.views import COLUMNS
from gridgames.show.draft import draft_of
from gridgames.system.parent_watch import limit_memory
from gridgames.table.answers import Message, Prose, QuestionWanted, problem
from gridgames.table.bots.pickling import pack, receive
from gridgames.terminal.output import within


def respond(language: Language, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what one of the functions below answers in a language."""
    with use_language(language):
        return function(*arguments)


def answer_about(game: str, text: str, query: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the title and lines that answer a query about the position in a text."""
    table = draft_of(game)
    table.look(table.read(text))
    return answer_of(table, query)


def answer_at_table(questions: Sequence[QuestionWanted]) -> list[Prose | Message]:
    """Return the answers to questions about the game at a table."""
    return [*map(_answer, questions)]


def _answer(question: QuestionWanted) -> Prose | Message:
    try:
        with within(COLUMNS):
            return Prose(question.title, lines=partial(list, [*question.ask().lines()]))
    except GridgamesError as error:
        return problem(render_error(error))


def main(respond: Callable[..., Any] = respond) -> None:
    """Respond to questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client ends this process
    limit_memory()
    answer = None  # at first: ready
    question: tuple[Any, ...] | None = ()
    while question is not None:
        sys.stdout.buffer.write(pack(answer))
        sys.stdout.buffer.flush()
        if question := receive(sys.stdin.buffer):
            answer = respond(*question)


if __name__ == "__main__":
    main()
