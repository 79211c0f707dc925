"""A worker process that answers questions about positions, for a client that may end it."""

import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any

from gridgames.languages.language import Language, use_language
from gridgames.page.drafts import answer_of
from gridgames.show.draft import draft_of
from gridgames.system.parent_watch import limit_memory
from gridgames.table.bots.pickling import pack, receive


def respond(
    game: str, text: str, query: Mapping[str, str], language: Language
) -> dict[str, Any] | None:
    """Return the title and lines that answer a query about the position in a text."""
    table = draft_of(game)
    table.look(table.read(text))
    with use_language(language):
        return answer_of(table, query)


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
