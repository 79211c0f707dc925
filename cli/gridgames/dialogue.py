"""A line from the person at the keyboard, or from whatever stands in for one."""

import sys
from contextlib import suppress
from importlib import import_module


def read_line(prompt: str) -> str | None:
    """Return the next line of standard input without its end, None when there are no more.

    A terminal gets its own editing and history; into a pipe the prompt is not written.
    """
    sys.stdout.flush()
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import_module("readline")
        try:
            return input(prompt)
        except EOFError:
            sys.stdout.write("\n")
            return None
    if sys.stdin.isatty():
        sys.stderr.write(prompt)
        sys.stderr.flush()
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


def prepare() -> None:
    """Let bytes that are no characters be read as such instead of ending the program."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
