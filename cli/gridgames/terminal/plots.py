"""Line plots in characters, one line per seat, drawn by plotext."""

import re
from collections.abc import Sequence
from itertools import count

from gridgames.terminal.canvas import hex_code
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import COLOURS, GLYPHS

_SIZES = (30, 8)  # minimum columns and lines of a readable plot
_TICKS = 5  # maximum steps of the scale
_CODE = re.compile(r"\x1b\[([0-9;]*)m")


def line_plot(
    rounds: Sequence[int], by_seat: Sequence[Sequence[int]], columns: int, lines: int
) -> list[Line]:
    """Return a plot of one value for each seat and round, in the colours of the seats.

    The players' glyphs mark the values, so that the lines differ even without colour.
    """
    import plotext

    plotext.clear_figure()
    plotext.limitsize(False, False)
    plotext.theme("clear")
    plotext.plotsize(max(columns, _SIZES[0]), max(lines, _SIZES[1]))
    for seat, values in enumerate(by_seat):
        plotext.plot(rounds, values, marker="braille", color=COLOURS[seat])
    for seat, values in enumerate(by_seat):
        plotext.scatter(rounds, values, marker=GLYPHS[seat], color=COLOURS[seat])
    every = -(-len(rounds) * 4 // max(columns, _SIZES[0]))  # a round needs four columns
    plotext.xticks(rounds[:: max(every, 1)])
    found = [value for values in by_seat for value in values]
    least, most = min([0, *found]), max([1, *found])
    plotext.ylim(least, most)
    step = round_step(most - least)
    plotext.yticks(range(step * -(-least // step), most + 1, step))
    return [_styled(line) for line in plotext.build().splitlines()]


def round_step(span: int) -> int:
    """Return the distance of ticks on a scale: 1, 2 or 5, or one of them with zeros.

    >>> [round_step(span) for span in (1, 5, 7, 17, 40, 260)]
    [1, 1, 2, 5, 10, 100]
    """
    steps = (digit * int(10**zeros) for zeros in count() for digit in (1, 2, 5))
    return next(step for step in steps if step * _TICKS >= span)


def _styled(line: str) -> Line:
    """Return a line with its colour codes converted to styles."""
    styled: Line = []
    style = ""
    for place, part in enumerate(_CODE.split(line)):
        if place % 2:
            _, found, colour = part.partition("38;2;")
            style = _hex(colour) if found else ""
        elif part:
            styled.append((part, style))
    return styled


def _hex(colour: str) -> str:
    red, green, blue = map(int, colour.split(";"))
    return hex_code((red, green, blue))
