"""Titled areas of a screen: a rule above lines or a frame around them, with a title in it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gridgames.terminal.output import Line, Segment, line_width

RULE, FOCUS = "#4a5866", "#e0a030"
_TITLE, _FOCUSED_TITLE = "bold #dde3ea", "bold #ffd75f"
DIM = "#8a95a0"  # of notes
SIDES = 4  # columns of a frame beside its lines


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
    pad: int = 1,
) -> Iterator[Line]:
    """Yield lines in a frame of ``width`` columns, with ``pad`` spaces beside them."""
    yield _edge(width, ("╭", "─", "╮"), title, note, style)
    for line in lines:
        space = " " * (width - 2 - pad - line_width(line))
        yield [("│" + " " * pad, style), *line, (space, ""), ("│", style)]
    yield _edge(width, ("╰", "─", "╯"), (), "", style)


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
        end = [(f" {shown}{' ' * bool(gap or right)}", DIM), (across * (gap - 1), style)]
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
