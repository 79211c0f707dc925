"""Questions to the person at the keyboard, asked again until the answer can be read."""

from collections.abc import Callable
from typing import TypeVar

from gridcommon.errors import NotationError
from gridgames.languages.messages import render_error
from gridgames.terminal import output
from gridgames.terminal.line_input import listens, read_line

T = TypeVar("T")


def ask(question: str, read: Callable[[str], T]) -> T:
    """Return what ``read`` makes of the answer; show its errors, and ask again.

    Without a terminal the answer is empty. Raises NotationError at the end of the input.
    """
    while listens():
        output.print_sentence(question)
        line = read_line("> ")
        if line is None:
            break
        try:
            return read(line.strip())
        except NotationError as problem:
            problem.key = None
            output.print_error(render_error(problem))
    return read("")
