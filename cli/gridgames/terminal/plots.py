"""Line plots in characters, one line per seat, drawn by plotext."""

import re
from collections.abc import Sequence

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
    plotext.yticks(range(least, most + 1, -(-(most - least) // _TICKS)))
    return [_styled(line) for line in plotext.build().splitlines()]


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
