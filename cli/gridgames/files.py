"""What a command line names: files, or standard input as ``-``."""

import sys
from pathlib import Path
from typing import TextIO

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
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise NotationError("standard input is closed", source="<stdin>")
    if stream.isatty():
        raise NotationError(
            "standard input is a terminal: pipe a position in, or name a file", source="<stdin>"
        )
    try:
        raw = stream.buffer.read(_MOST + 1)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise NotationError("cannot be read: {reason}", source="<stdin>", reason=reason) from None
    return decode_text(raw, "<stdin>", _MOST), "<stdin>"
