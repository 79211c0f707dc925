"""The layout of the screen: the columns of the panels, and the form of each part."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from gridgames.screen.widgets.panels import folded
from gridgames.show.table import Part
from gridgames.terminal.frames import SIDES, Section, titled
from gridgames.terminal.output import Line, line_width

PHONE = 60  # columns below which the board and the panels take turns
NARROW = 96  # columns below which the panels have titles, but no frames
_LEAST = 28  # columns that texts are made for; lines are folded in narrower panels
_THIRD = 135  # columns of a screen whose panels take a third
_BAR = 1  # columns of a scroll bar, or of a space before the panels

Form = TypeVar("Form")


class SidePanels(NamedTuple):
    """The columns of the panels beside the board, and their columns of text."""

    columns: int
    text: int
    is_boxed: bool

    def framed(self, section: Section) -> list[Line]:
        """Return the lines of a section with its title or frame, folded; none if it is empty."""
        if not section.lines:
            return []
        lines = [part for line in section.lines for part in folded(line, self.text)]
        width = self.text + SIDES * self.is_boxed
        return titled(section, lines, width, is_boxed=self.is_boxed)


def side(width: int, *, board_matters: bool) -> SidePanels:
    """Return the columns of the panels for the width of a screen.

    On a narrow screen the panels are wider if the board does not matter.

    >>> side(80, board_matters=True).columns, side(80, board_matters=False).columns
    (33, 40)
    >>> side(120, board_matters=True)
    SidePanels(columns=44, text=39, is_boxed=True)
    """
    if width < PHONE:
        return SidePanels(width, max(width - 2, _LEAST), is_boxed=False)
    if width < NARROW:
        columns = min(33 if board_matters else 40, width // 2)
        return SidePanels(columns, columns - _BAR, is_boxed=False)
    columns = 44 if width < _THIRD else width // 3
    return SidePanels(columns, columns - _BAR - SIDES, is_boxed=True)


def shortened(parts: Sequence[Part[Form]], room: int, size: Callable[[Form], int]) -> list[Form]:
    """Return a form of each part, so that all of them fit into ``room`` if possible.

    Each part starts with its first form, the longest. While they do not fit, the last part with the
    highest rank takes its next form. Remaining room goes to the parts with the lowest rank.
    """
    sizes = [[size(form) for form in part.forms] for part in parts]
    taken = [0] * len(parts)

    def total() -> int:
        return sum(known[form] for known, form in zip(sizes, taken, strict=True))

    by_rank = sorted(range(len(parts)), key=lambda number: (parts[number].rank, number))
    while total() > room:
        shrinkable = [number for number in by_rank if taken[number] + 1 < len(sizes[number])]
        if not shrinkable:
            break
        taken[shrinkable[-1]] += 1
    for number in by_rank:
        while taken[number]:
            taken[number] -= 1
            if total() > room:
                taken[number] += 1
                break
    return [part.forms[form] for part, form in zip(parts, taken, strict=True)]


def in_a_row(parts: Sequence[Part[Line]], width: int, gap: int = 3) -> Line:
    """Return parts beside each other, in forms that fit into ``width``."""
    row: Line = []
    for line in shortened(parts, width + gap, lambda line: line_width(line) + gap * bool(line)):
        if line:
            row += [(" " * gap, ""), *line] if row else line
    return row


def height(lines: Iterable[Line], width: int) -> int:
    """Return the number of lines on the screen after folding."""
    return sum(1 for line in lines for _ in folded(line, width))
