"""Commands to copy, as the shell of this system reads them."""

import sys
from collections.abc import Iterable


def as_command(words: Iterable[str]) -> str:
    """Return a command line of these words, each quoted where it has to be."""
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline(list(words))
    from shlex import join

    return join(words)
