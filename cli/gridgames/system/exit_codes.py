"""Exit codes (``docs/formats.md``), and closed output streams."""

import errno
import os
import sys

TYPE_CHECKING = False  # instead of importing typing, which takes as long as the whole of --version
if TYPE_CHECKING:
    from typing import TextIO

REFUSED, UNREADABLE, FAULT, INTERRUPTED, PIPE_CLOSED = 1, 2, 70, 130, 141


def is_closed_pipe(problem: OSError) -> bool:
    """Return whether writing failed because the reader has closed the pipe, also on Windows."""
    if isinstance(problem, BrokenPipeError):
        return True
    return sys.platform == "win32" and problem.errno == errno.EINVAL


def abandon_output(stream: "TextIO | None" = None) -> None:
    """Discard all further output to standard output, or to ``stream``.

    Otherwise the interpreter would flush the stream on exit and report an error.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
