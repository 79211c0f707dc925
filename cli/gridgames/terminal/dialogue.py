"""A line from the person at the keyboard, or from whatever stands in for one."""

import sys
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from gridgames.terminal.output import writable


def read_line(prompt: str) -> str | None:
    """Return the next line of standard input without its end, None when there are no more.

    A terminal gets its own editing and history; into a pipe the prompt is not written.
    """
    sys.stdout.flush()
    if listens() and sys.stdout.isatty():
        with suppress(ImportError):
            import_module("readline")
        try:
            return input(writable(sys.stdout, prompt))
        except EOFError:
            sys.stdout.write("\n")
            return None
    if listens():
        sys.stderr.write(writable(sys.stderr, prompt))
        sys.stderr.flush()
    stream: TextIO | None = sys.stdin
    line = stream.readline() if stream else ""
    return line.rstrip("\r\n") if line else None


def listens() -> bool:
    """Say whether standard input is a terminal; one that was closed is none."""
    stream: TextIO | None = sys.stdin
    return stream is not None and stream.isatty()


def prepare() -> None:
    """Let bytes that are no characters be read as such instead of ending the program."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
