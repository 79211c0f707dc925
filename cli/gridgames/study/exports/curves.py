"""Numbers of each player by round as lines, drawn without a plotting library."""

from collections.abc import Sequence
from math import floor, log10

from gridgames.show.drawing.palette import FAINT, GROUND_TONE, RULE, SEATS
from gridgames.show.drawing.svg import FONTS, Group, number, points
from gridgames.terminal.seat_styles import GLYPHS

_WIDTH, _HEIGHT = 360.0, 210.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 12.0, 10.0, 24.0  # margins around the lines
_SIZE = 12.0  # of letters
_TICKS = 5  # at most this many steps on an axis
_MARKS = 12  # at most this many marks on a line


def draw_curves(rounds: Sequence[int], by_seat: Sequence[Sequence[int]], title: str) -> str:
    """Return a picture of a line for each seat, whose marks are those of the legend."""
    values = [value for row in by_seat for value in row]
    low, high = min(0, *values), max(1, *values)
    first, last = rounds[0], max(rounds[0] + 1, rounds[-1])

    def place(x: float, y: float) -> tuple[float, float]:
        wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
        return (
            _LEFT + wide * (x - first) / (last - first),
            _TOP + tall * (high - y) / (high - low),
        )

    drawing = Group(
        "svg",
        viewBox=f"0 0 {number(_WIDTH)} {number(_HEIGHT)}",
        role="img",
        aria_label=title,
        font_family=FONTS,
    )
    for value in _ticks(low, high):
        x, y = place(first, value)
        drawing.path(f"M{number(x)} {number(y)}H{number(_WIDTH - _RIGHT)}", stroke=RULE)
        drawing.write(x - 6, y + 4, f"{value}", _SIZE, fill=FAINT, anchor="end")
    for value in _ticks(first, last):
        x, _ = place(value, low)
        drawing.write(x, _HEIGHT - 6, f"{value}", _SIZE, fill=FAINT, anchor="middle")
    every = -(-len(rounds) // _MARKS)
    for seat, row in enumerate(by_seat):
        way = [place(x, y) for x, y in zip(rounds, row, strict=True)]
        line = points(way, closed=False)
        drawing.path(line, fill="none", stroke=SEATS[seat], stroke_width=2, stroke_linejoin="round")
        for x, y in [*way[seat % every :: every], way[-1]]:
            drawing.circle(x, y, 3, fill=GROUND_TONE)  # behind a hollow mark
            drawing.write_centred(x, y + 4, GLYPHS[seat], _SIZE, fill=SEATS[seat], halo=GROUND_TONE)
    return str(drawing)


def _ticks(low: int, high: int) -> range:
    """Return round numbers from one number to another.

    >>> list(_ticks(0, 107)), list(_ticks(1, 8))
    ([0, 50, 100], [2, 4, 6, 8])
    """
    rough = max(1.0, (high - low) / _TICKS)
    power = 10 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
    return range(-(-low // step) * step, high + 1, step)
