"""The layout of the screen: the columns of the panels, and the form of each part."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from gridgames.games.table import Part
from gridgames.screen.widgets.panels import folded
from gridgames.terminal.output import Line, line_width

PHONE = 60  # columns below which the board and the panels take turns
NARROW = 96  # columns below which the panels have no frame
_LEAST = 28  # columns that texts are made for; lines are folded in narrower panels
_THIRD = 135  # columns of a screen whose panels take a third
_FRAME = 3  # columns of a frame, a space and a scroll bar

Form = TypeVar("Form")


class SidePanels(NamedTuple):
    """The columns of the panels beside the board, and their columns of text."""

    columns: int
    text: int


def side(width: int, *, board_matters: bool) -> SidePanels:
    """Return the columns of the panels for the width of a screen.

    On a narrow screen the panels are wider if the board does not matter.

    >>> side(80, board_matters=True), side(80, board_matters=False)
    (SidePanels(columns=33, text=32), SidePanels(columns=40, text=39))
    >>> side(120, board_matters=True), side(200, board_matters=False)
    (SidePanels(columns=44, text=41), SidePanels(columns=66, text=63))
    """
    if width < PHONE:
        return SidePanels(width, max(width - 2, _LEAST))
    if width < NARROW:
        columns = min(33 if board_matters else 40, width // 2)
        return SidePanels(columns, columns - 1)
    columns = 44 if width < _THIRD else width // 3
    return SidePanels(columns, columns - _FRAME)


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
