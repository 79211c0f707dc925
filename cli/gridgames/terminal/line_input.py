"""Line input, from a person at the keyboard or from a pipe."""

import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from select import select
from typing import Any, TextIO

from gridgames.terminal.output import writable
from gridgames.terminal.pictures.asking import take_typed, typed_line


def read_line(prompt: str) -> str | None:
    """Return the next line of standard input without its line break, or None at the end.

    On a terminal the line can be edited and has a history; in a pipe no prompt is written. Bytes
    that are not valid text are replaced.
    """
    sys.stdout.flush()
    _replace_what_is_no_text()
    if listens() and sys.stdout.isatty():
        if (line := typed_line()) is not None:
            sys.stdout.write(writable(sys.stdout, f"{prompt}{line}\n"))
            return line
        with suppress(ImportError):
            readline: Any = import_module("readline")
            begun = take_typed().decode(errors="replace")
            readline.set_startup_hook(partial(readline.insert_text, begun) if begun else None)
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


def has_line() -> bool:
    """Return whether a terminal has an unread typed line."""
    with suppress(OSError, ValueError):  # on systems where select works only for sockets
        return listens() and bool(select([sys.stdin], [], [], 0)[0])
    return False


def listens() -> bool:
    """Return whether standard input is a terminal; closed input is not."""
    stream: TextIO | None = sys.stdin
    return stream is not None and stream.isatty()


def _replace_what_is_no_text() -> None:
    """Make standard input replace bytes that are not valid text; call it before the first line."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure and sys.stdin.errors != "replace":
        reconfigure(errors="replace")
