"""Lines around text: titled areas of a screen, with a rule or a frame, and tables in boxes."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import NamedTuple

from gridgames.terminal.output import (
    Line,
    Segment,
    has_box_lines,
    line_width,
    text_width,
    width,
    writable,
)

RULE, FOCUS = "#4a5866", "#e0a030"
_TITLE, _FOCUSED_TITLE = "bold #dde3ea", "bold #ffd75f"
_NOTE = "#8a95a0"
SIDES = 4  # columns of a frame beside its lines


class Frame(NamedTuple):
    """The characters of a frame: corners clockwise from the upper left, and two edges."""

    corners: str
    across: str
    down: str


LIGHT, HEAVY = Frame("╭╮╯╰", "─", "│"), Frame("┏┓┛┗", "━", "┃")


class Section(NamedTuple):
    """Lines with a title. ``note`` is at the right of the title, such as names of columns.

    ``is_focus`` marks the section in which a person has to choose.
    """

    title: str = ""
    lines: Sequence[Line] = ()
    note: str = ""
    is_focus: bool = False


def titled(section: Section, lines: Iterable[Line], width: int, *, is_boxed: bool) -> list[Line]:
    """Return ``lines`` below a rule with the title of a section, or in a frame.

    They must fit into ``width`` columns, a frame included.
    """
    title: Line = [(section.title, _FOCUSED_TITLE if section.is_focus else _TITLE)]
    style = FOCUS if section.is_focus else RULE
    if is_boxed:
        return list(boxed(lines, width, title, section.note, style))
    return [_edge(width, ("─", "─", ""), title, section.note, style), *lines]


def boxed(
    lines: Iterable[Line],
    width: int,
    title: Line,
    note: str = "",
    style: str = RULE,
    frame: Frame = LIGHT,
    pad: int = 1,
) -> Iterator[Line]:
    """Yield lines in a frame of ``width`` columns, with ``pad`` spaces beside them."""
    (left, right, low_right, low_left), across, down = tuple(frame.corners), *frame[1:]
    yield _edge(width, (left, across, right), title, note, style)
    for line in lines:
        space = " " * (width - 2 - pad - line_width(line))
        yield [(down + " " * pad, style), *line, (space, ""), (down, style)]
    yield _edge(width, (low_left, across, low_right), (), "", style)


def _edge(
    width: int, signs: tuple[str, str, str], title: Sequence[Segment], note: str, style: str
) -> Line:
    """Return an edge with a title and, if there is room, a note; space behind it is an edge."""
    left, across, right = signs
    start: Line = [(left + across * bool(right), style)]
    if title:
        start += [(" ", ""), *title, (" ", "")]
    shown = note.rstrip()
    gap = len(note) - len(shown)
    end: Line = []
    if note and line_width(start) + len(note) + len(right) + 3 <= width:
        end = [(f" {shown}{' ' * bool(gap or right)}", _NOTE), (across * (gap - 1), style)]
    room = width - line_width(start) - line_width(end) - len(right)
    return [*start, (across * room, style), *end, (right, style)]


def flowing(items: Sequence[Line], width: int, first: Line | None = None) -> Iterator[Line]:
    """Yield items after ``first``, in as many lines as they need, indented by its width."""
    line, indent = list(first or []), line_width(first or [])
    used = indent
    for item in items:
        wanted = line_width(item)
        if used > indent:
            if used + 2 + wanted > width:
                yield line
                line, used = [(" " * indent, "")], indent
            else:
                line.append(("  ", ""))
                used += 2
        line += item
        used += wanted
    yield line


_NARROWEST = 40  # columns of a table


class _Strokes(NamedTuple):
    """The lines above, between and below rows: left end, stroke, crossing and right end."""

    top: str
    between: str
    bottom: str
    side: str


_LINES = _Strokes("┌─┬┐", "├─┼┤", "└─┴┘", "│")
_ASCII = _Strokes("+--+", "|-+|", "+--+", "|")


def boxed_table(rows: Iterable[Sequence[Line]], widths: Sequence[int | None]) -> list[Line]:
    """Return a boxed table as wide as the terminal.

    A cell is a line of segments, wrapped at words. ``widths`` are in columns; None takes the rest.
    """
    strokes = _LINES if has_box_lines() else _ASCII
    rest = max(width(), _NARROWEST) - 1 - sum(3 + (columns or 0) for columns in widths)
    wide = [max(1, rest) if columns is None else columns for columns in widths]
    blocks = [
        [list(_wrapped(cell, columns)) for cell, columns in zip(row, wide, strict=True)]
        for row in rows
    ]
    lines = [_stroke(strokes.top, wide)]
    for number, block in enumerate(blocks):
        if number:
            lines.append(_stroke(strokes.between, wide))
        for parts in zip_longest(*block, fillvalue=[]):
            line: Line = [(strokes.side, "")]
            for part, columns in zip(parts, wide, strict=True):
                padding = " " * (columns - line_width(part) + 1)
                line += [(" ", ""), *part, (padding + strokes.side, "")]
            lines.append(line)
    return [*lines, _stroke(strokes.bottom, wide)]


def _stroke(parts: str, wide: Sequence[int]) -> Line:
    left, stroke, crossing, right = list(parts)
    return [(left + crossing.join(stroke * (columns + 2) for columns in wide) + right, "")]


def _wrapped(cell: Line, columns: int) -> Iterator[Line]:
    """Yield the lines of a cell. A word that is wider than the cell is cut."""
    letters = [(one, style) for text, style in cell for one in writable(sys.stdout, text)]
    if not letters:
        yield []
    for is_break, paragraph in groupby(letters, key=lambda letter: letter[0] == "\n"):
        if is_break:
            yield from ([] for _ in list(paragraph)[1:])
        else:
            yield from map(_joined, _lines(list(paragraph), columns))


def _lines(letters: Sequence[tuple[str, str]], columns: int) -> Iterator[list[tuple[str, str]]]:
    """Yield letters in lines that end at spaces, without these."""
    line: list[tuple[str, str]] = []
    used = 0
    for is_space, group in groupby(letters, key=lambda letter: letter[0] == " "):
        word = list(group)
        size = text_width("".join(map(itemgetter(0), word)))
        if not is_space and used and used + size > columns:
            yield line
            line, used = [], 0
        for letter in word if size > columns and not is_space else ():
            if used + text_width(letter[0]) > columns:
                yield line
                line, used = [], 0
            line.append(letter)
            used += text_width(letter[0])
        if size <= columns or is_space:
            line += word
            used += size
    yield line


def _joined(letters: list[tuple[str, str]]) -> Line:
    """Return letters as segments, without spaces at the end."""
    while letters and letters[-1][0] == " ":
        letters.pop()
    return [
        ("".join(one for one, _ in part), style)
        for style, part in groupby(letters, key=itemgetter(1))
    ]
