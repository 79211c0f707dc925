"""The one place that prints: results to standard output, everything else to standard error.

Output is lines of segments, each a text with a style. Styles only repeat what the text says:
without a terminal, or with NO_COLOR, only the texts are written.
"""

import codecs
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from gridgames.system.exit_codes import abandon_output
from gridgames.terminal.printable import escape_controls, is_printable

Segment = tuple[str, str]  # text, style as Rich writes it
Line = list[Segment]


class Clickable(str):
    """A segment that can be clicked on the full screen: it types a text or presses a key."""

    typed: str
    key: str

    def __new__(cls, text: str, *, typed: str = "", key: str = "") -> "Clickable":
        """Create a segment; a click types ``typed`` or presses ``key``."""
        made = super().__new__(cls, text)
        made.typed, made.key = typed, key
        return made

    def cut_to(self, text: str) -> "Clickable":
        """Return a segment with another text and the same effect."""
        return Clickable(text, typed=self.typed, key=self.key)


def line_width(line: Line) -> int:
    """Return the width of a line in screen cells."""
    return sum(text_width(text) for text, _ in line)


def text_width(text: str) -> int:
    """Return the width of a text in screen cells."""
    if (text.isascii() and text.isprintable()) or re.fullmatch(_NARROW, text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


# Latin letters, punctuation, arrows and signs of mathematics, each a cell wide
_NARROW = "[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff]*"

NARROWEST = 38  # columns that text is formatted for
BESIDE = 3  # columns between blocks beside each other

_KEPT_SPACE = "\0"  # stands for a space while lines are wrapped; no file name contains it


# Widths of the nested areas that are being written, and whether they take box lines
_within: list[tuple[int, bool]] = []


def width() -> int:
    """Return the columns of the terminal, or 80 if there is none."""
    return _within[-1][0] if _within else shutil.get_terminal_size((80, 24)).columns


@contextmanager
def within(columns: int, *, on_screen: bool = True) -> Iterator[None]:
    """Format text for an area of this width, by default one of the full screen."""
    _within.append((columns, on_screen or has_box_lines()))
    try:
        yield
    finally:
        _within.pop()


def height() -> int:
    """Return the lines of the terminal, or 24 if there is none."""
    return shutil.get_terminal_size((80, 24)).lines


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()


def has_colour() -> bool:
    """Return whether standard output is a terminal with colours."""
    return is_terminal() and obeys_controls() and not os.environ.get("NO_COLOR")


def obeys_controls() -> bool:
    """Return whether a terminal here obeys control sequences: TERM names it, except on Windows."""
    usual = "windows" if sys.platform == "win32" else ""
    return os.environ.get("TERM", usual) not in ("", "dumb", "unknown")


def is_utf8(encoding: str | None) -> bool:
    """Return whether an encoding of a stream is UTF-8, by any of its names."""
    return codecs.lookup(encoding or "ascii").name == "utf-8"


def has_box_lines() -> bool:
    """Return whether standard output can encode box-drawing characters; the full screen can."""
    if _within:
        return _within[-1][1]
    try:
        "│─┼".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_lines(lines: Iterable[Line]) -> None:
    """Write lines to standard output."""
    if has_colour():
        from rich.console import Console
        from rich.text import Text

        from gridgames.terminal.seat_styles import printed_style

        console = Console(soft_wrap=True, highlight=False)
        for line in lines:
            segments = [(writable(sys.stdout, text), printed_style(style)) for text, style in line]
            console.print(Text.assemble(*segments), end="\n")
        return
    for line in lines:
        _write(sys.stdout, "".join(text for text, _ in line).rstrip() + "\n")


def boxed_table(rows: Iterable[Sequence[Line]], widths: Sequence[int | None]) -> list[Line]:
    """Return a boxed table as wide as the terminal.

    A cell is a line of segments, wrapped at words. ``widths`` are in columns; None takes the rest.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(
        show_header=False,
        show_lines=True,
        box=box.SQUARE if has_box_lines() else box.ASCII,
        expand=True,
    )
    for columns in widths:
        grid.add_column(width=columns, ratio=None if columns else 1, overflow="fold")
    for row in rows:
        grid.add_row(
            *(
                Text.assemble(*((writable(sys.stdout, text), style) for text, style in cell))
                for cell in row
            )
        )
    console = Console(width=max(width(), 40), color_system=None)
    lines = console.render_lines(grid)
    return [[(text, str(style or "")) for text, style, _ in line] for line in lines]


def side_by_side(blocks: Iterable[Sequence[Line]]) -> Iterator[Line]:
    """Yield blocks of lines beside each other, as many as the terminal has room for.

    The others follow below, after an empty line.
    """
    rows: list[list[tuple[Sequence[Line], int]]] = []
    room = 0
    for block in blocks:
        wide = max(map(line_width, block), default=0)
        room -= wide + BESIDE
        if room < 0 or not rows:
            rows.append([])
            room = width() - wide
        rows[-1].append((block, wide))
    for number, row in enumerate(rows):
        if number:
            yield []
        for height in range(max(len(block) for block, _ in row)):
            line: Line = []
            for block, wide in row:
                own = block[height] if height < len(block) else []
                line += [*own, (" " * (wide - line_width(own) + BESIDE), "")]
            yield line[:-1]


def print_text(text: str) -> None:
    """Write a text unchanged to standard output."""
    _write(sys.stdout, text)


def write_controls(data: bytes) -> None:
    """Write a picture for the terminal to standard output, with its control sequences."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def print_json(data: Mapping[str, Any]) -> None:
    """Write one JSON document to standard output, escaping characters that it cannot encode."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(data)
    if not is_printable(text):
        text = "".join(one if is_printable(one) else json.dumps(one)[1:-1] for one in text)
    _write(sys.stdout, text + "\n")


def print_error(message: str, keep: Iterable[str] = ()) -> None:
    """Write a message to standard error, wrapped to the terminal; ``keep`` is never broken."""
    try:
        for paragraph in f"gridgames: {message}".splitlines():
            _write(sys.stderr, "\n".join(_broken(paragraph, "", "  ", keep)) + "\n")
        sys.stderr.flush()
    except BrokenPipeError:
        raise
    except OSError:  # the exit code reports it
        abandon_output(sys.stderr)


def wrapped(
    text: str,
    indent: str = "",
    style: str = "",
    first: str | None = None,
    keep: Iterable[str] = (),
) -> list[Line]:
    """Return ``text`` as lines that fit the terminal; ``first`` replaces the first indent.

    Texts in ``keep``, such as commands and paths, are for copying: they are never broken.
    """
    lines = _broken(text, indent if first is None else first, indent, keep)
    return [[(line, style)] for line in lines]


def headed(head: str, style: str, text: str, indent: str = "        ") -> list[Line]:
    """Return a styled head with ``text`` after it, as lines that fit the terminal."""
    first, *rest = wrapped(head + text, indent, first="")
    line = first[0][0]
    return [[(line[: len(head)], style), (line[len(head) :], "")], *rest]


def heading(text: str) -> list[Line]:
    """Return a heading as lines that fit the terminal."""
    return wrapped(text, "  ", "bold", first="")


def item(text: str, indent: str = "        ") -> list[Line]:
    """Return one item under a heading as lines that fit the terminal."""
    return wrapped(text, indent, first="  ")


def section(title: str, items: Iterable[str], empty: str = "") -> Iterator[Line]:
    """Yield a heading, its items, or ``empty`` if there are none, and an empty line."""
    yield from titled(title, items, empty)
    yield []


def titled(title: str, items: Iterable[str], empty: str = "") -> Iterator[Line]:
    """Yield a heading and its items, or ``empty`` if there are none."""
    yield from heading(title)
    for text in list(items) or filter(None, [empty]):
        yield from item(text)


def print_sentence(text: str, indent: str = "", keep: Iterable[str] = ()) -> None:
    """Write one sentence to standard output, wrapped to the terminal, and flush it."""
    print_lines(wrapped(text, indent + "  ", first=indent, keep=keep))
    sys.stdout.flush()


def print_sentences(texts: Iterable[str], indent: str = "") -> None:
    """Write sentences to standard output, each on lines of its own."""
    for text in texts:
        print_sentence(text, indent)


def _broken(text: str, first: str, indent: str, keep: Iterable[str]) -> list[str]:
    for whole in sorted(keep, key=len, reverse=True):  # a command before the path in it
        text = text.replace(whole, whole.replace(" ", _KEPT_SPACE))
    lines = textwrap.wrap(
        text,
        max(width(), NARROWEST),
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_KEPT_SPACE, " ") for line in lines]


def _write(stream: TextIO, text: str) -> None:
    stream.write(writable(stream, text))


def writable(stream: TextIO, text: str) -> str:
    """Return ``text`` made safe for a stream, with line breaks as the only control characters.

    Other control characters are escaped, and characters that the stream cannot encode become
    question marks.
    """
    encoding = stream.encoding or "ascii"
    return escape_controls(text, keep="\n").encode(encoding, "replace").decode(encoding)
