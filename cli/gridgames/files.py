"""What a command line names: files, or standard input as ``-``."""

import sys
from pathlib import Path

from gridcommon.errors import NotationError
from gridcommon.tables import decode_text, read_text

STANDARD_INPUT = "-"
_MOST = 1 << 20


def read_argument(name: str) -> tuple[str, str]:
    """Return the text that an argument names, and what errors call it.

    Raises NotationError for what cannot be read.
    """
    if name != STANDARD_INPUT:
        return read_text(Path(name), _MOST), name
    if sys.stdin.isatty():
        raise NotationError(
            "standard input is a terminal: pipe a position in, or name a file", source="<stdin>"
        )
    return decode_text(sys.stdin.buffer.read(_MOST + 1), "<stdin>", _MOST), "<stdin>"
