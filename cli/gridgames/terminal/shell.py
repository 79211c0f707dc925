"""Command lines to copy, quoted for the shell of this system."""

import sys
from collections.abc import Iterable


def as_command(words: Iterable[str]) -> str:
    """Return a command line of these words, with quotes where they are needed."""
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline(list(words))
    from shlex import join

    return join(words)


def with_variable(name: str, value: str, words: Iterable[str]) -> str:
    """Return a command line that runs these words with a variable in the environment."""
    command = as_command(words)
    if sys.platform == "win32":
        return f'set "{name}={value}" && {command}'
    return f"{name}={value} {command}"
