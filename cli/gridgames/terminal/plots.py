"""Line plots in characters, one line per seat, drawn by plotext."""

import re
from collections.abc import Mapping, Sequence
from itertools import count

from gridgames.terminal.canvas import hex_code
from gridgames.terminal.output import Line, line_width
from gridgames.terminal.seat_styles import COLOURS, GLYPHS, seat_style

_SIZES = (30, 8)  # minimum columns and lines of a readable plot
_AXES = 3  # lines of a plot above and below the values
_TICKS = 5  # maximum steps of the scale
_CODE = re.compile(r"\x1b\[([0-9;]*)m")


def line_plot(
    rounds: Sequence[int],
    by_seat: Sequence[Sequence[int]],
    columns: int,
    lines: int,
    names: Mapping[int, str] | None = None,
) -> list[Line]:
    """Return a plot of one value for each seat and round, in the colours of the seats.

    The players' glyphs mark the values, so that the lines differ even without colour. With
    ``names`` only those seats have such marks, on top of all lines, and the lines end with the
    glyphs, names and last values.
    """
    ends = {} if names is None else _ends(by_seat, names, lines)
    columns -= max((line_width(line) for line in ends.values()), default=0)
    import plotext

    plotext.clear_figure()
    plotext.limitsize(False, False)
    plotext.theme("clear")
    plotext.plotsize(max(columns, _SIZES[0]), max(lines, _SIZES[1]))
    marked = [*range(len(by_seat))] if names is None else [*names]
    for seat in sorted(range(len(by_seat)), key=marked.__contains__):
        plotext.plot(rounds, by_seat[seat], marker="braille", color=COLOURS[seat])
    for seat in marked:
        plotext.scatter(rounds, by_seat[seat], marker=GLYPHS[seat], color=COLOURS[seat])
    every = -(-len(rounds) * 4 // max(columns, _SIZES[0]))  # a round needs four columns
    plotext.xticks(rounds[:: max(every, 1)])
    least, most = _limits(by_seat)
    plotext.ylim(least, most)
    step = round_step(most - least)
    plotext.yticks(range(step * -(-least // step), most + 1, step))
    plot = [_styled(line) for line in plotext.build().splitlines()]
    return [[*line, *ends.get(row, ())] for row, line in enumerate(plot)]


def _limits(by_seat: Sequence[Sequence[int]]) -> tuple[int, int]:
    found = [value for values in by_seat for value in values]
    return min([0, *found]), max([1, *found])


def _ends(
    by_seat: Sequence[Sequence[int]], names: Mapping[int, str], lines: int
) -> dict[int, Line]:
    """Return what is at the end of the lines of seats, by the line of the plot."""
    least, most = _limits(by_seat)
    rows = max(lines, _SIZES[1]) - _AXES - 1
    found: dict[int, Line] = {}
    for value in sorted({values[-1] for values in by_seat}, reverse=True):
        seats = [seat for seat, values in enumerate(by_seat) if values[-1] == value]
        line = found.setdefault(1 + round(rows * (most - value) / (most - least)), [])
        for seat in seats:
            line.append((f" {GLYPHS[seat]} {names.get(seat, '')}".rstrip(), seat_style(seat)))
        line.append((f" {value}", ""))
    return found


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
