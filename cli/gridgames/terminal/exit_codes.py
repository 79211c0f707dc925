"""How the program ends: its exit codes (``docs/formats.md``), and output that nobody reads."""

import os
import sys

REFUSED, UNREADABLE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


def abandon_output() -> None:
    """Discard further output: the interpreter would flush it again on exit, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
