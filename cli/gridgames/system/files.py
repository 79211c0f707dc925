"""Files named on the command line, or standard input as ``-``."""

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TextIO

from gridcommon.errors import GridgamesError, NotationError, Word, system_reason
from gridcommon.tables import decode_text, open_input, read_text

STANDARD_INPUT = "-"
_MOST = 1 << 20  # maximum bytes of a text, or of a line of a record

_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


_PROGRAMS = (".py", ".mjs")  # beside the examples of positions and records


@cache  # one
def shipped_examples() -> Mapping[str, Path]:
    """Return the example files, keyed by name: installed ones, or those of a checkout."""
    installed = Path(__file__).parents[1] / "examples"
    folder = installed if installed.is_dir() else Path(__file__).parents[3] / "examples"
    return {file.stem: file for file in sorted(folder.glob("*.*")) if file.suffix not in _PROGRAMS}


def locate(path: Path) -> Path:
    """Return the file for a path: if it does not exist, an example with this name."""
    if len(path.parts) != 1 or path.suffix or os.path.lexists(path):
        return path
    return shipped_examples().get(path.name, path)


def check_regular(path: Path, *, or_pipe: bool = False) -> None:
    """Raise NotationError if ``path`` exists and is not a regular file, without opening it.

    A device may have no end, and a pipe can be read only once and cannot hold a saved game:
    ``or_pipe`` allows a pipe, for callers that read it once from start to end.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # reported when the file is opened
        return
    kind = next((kind for is_kind, kind in _KINDS if is_kind(mode)), None)
    if kind and not (or_pipe and stat.S_ISFIFO(mode)):
        raise NotationError("is {kind}, not a regular file", source=str(path), kind=Word(kind))


@contextmanager
def open_lines(path: Path, *, or_pipe: bool = True) -> Iterator[Iterator[bytes]]:
    """Yield the lines of a record, from a regular file or a pipe, while it is open.

    A line above the limit is yielded in pieces, and the first piece is already too long: so an
    endless file is refused at once when it is decoded. Raises NotationError if it cannot be read.
    """
    if "\0" in str(path):
        raise NotationError("not a file name: it contains a NUL", source=repr(str(path)))
    path = locate(path)
    check_regular(path, or_pipe=or_pipe)
    try:
        with open_input(path) as file:
            yield iter(partial(file.readline, _MOST + 1), b"")
    except OSError as problem:
        reason = system_reason(problem)
        raise NotationError("cannot be read: {reason}", source=str(path), reason=reason) from None
    except UnicodeEncodeError as problem:
        raise NotationError(
            "cannot be read: {reason}", source=repr(str(path)), reason=problem
        ) from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise NotationError, naming the file, if the block fails to write it."""
    try:
        yield
    except GridgamesError:
        raise
    except (OSError, ValueError, ArithmeticError) as problem:
        reason = system_reason(problem) if isinstance(problem, OSError) else problem
        raise NotationError(
            "cannot be written: {reason}", source=str(path), reason=reason
        ) from None


def is_cut_off(line: bytes) -> bool:
    """Return whether a line is incomplete, like the last line after a crash."""
    return not line.endswith(b"\n") and len(line) <= _MOST


def read_argument(name: str) -> tuple[str, str]:
    """Return the text that an argument names, and the name of its source for errors.

    Raises NotationError if it cannot be read.
    """
    if name != STANDARD_INPUT:
        return read_text(locate(Path(name)), _MOST), name
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
        reason = system_reason(problem)
        raise NotationError("cannot be read: {reason}", source="<stdin>", reason=reason) from None
    return decode_text(raw, "<stdin>", _MOST), "<stdin>"
