"""How the program ends: its exit codes (``docs/formats.md``), and output that nobody reads."""

import errno
import os
import sys

TYPE_CHECKING = False  # as in typing, which takes as long to load as --version takes to answer
if TYPE_CHECKING:
    from typing import TextIO

REFUSED, UNREADABLE, FAULT, INTERRUPTED, PIPE_CLOSED = 1, 2, 70, 130, 141


def is_closed_pipe(problem: OSError) -> bool:
    """Return whether writing failed because nobody reads any more; Windows says it otherwise."""
    if isinstance(problem, BrokenPipeError):
        return True
    return sys.platform == "win32" and problem.errno == errno.EINVAL


def abandon_output(stream: "TextIO | None" = None) -> None:
    """Discard what is still written to standard output, or to the stream named.

    The interpreter would flush it again on exit, and complain.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
