"""The end of a game beside its board: who won and why, the podium, a chart and three moments."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gridcommon.contract import Seat
from gridgames.languages.messages import render_value, say
from gridgames.screen.widgets.panels import NARROW, folded
from gridgames.show.moments import Moment
from gridgames.show.statistics import Statistics
from gridgames.show.table import DIM, HEAD
from gridgames.show.winning import Criterion, Placed, podium
from gridgames.table.ending import moment_words, result_sentences
from gridgames.table.session import Session
from gridgames.terminal.frames import SIDES, boxed
from gridgames.terminal.output import Clickable, Line, Segment
from gridgames.terminal.plots import line_plot
from gridgames.terminal.seat_styles import GLYPHS, seat_style

_COLUMNS = 66  # beside the board
_BLOCK = 16  # columns of a place on the podium, and at least for two large digits
_LEAST_BLOCK = 11
_HIGHEST = 9  # lines of the first place
_HIGH = 32  # lines from which there is a podium
_PLOT = 10  # lines of a chart, at least
_DIGITS = (  # 0 to 9, each three columns wide
    "█▀█▀█ ▀▀█▀▀██ ██▀▀█▀▀▀▀██▀██▀█",
    "█ █ █ █▀▀ ▀█▀▀█▀▀██▀█  ██▀█▀▀█",
    "▀▀▀▀▀▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀",
)
_METALS = ("#10141a on #ffd75f", "#10141a on #c8d0d8", "#10141a on #c8915a")
_OTHERS = "#dde3ea on #3b4650"


class Ending(NamedTuple):
    """The end of a game for ``own``, the seat of the only person, if there is one."""

    session: Session
    own: Seat | None
    statistics: Statistics
    moments: Sequence[Moment]

    def lines(self, width: int, height: int) -> list[Line]:
        """Return everything in some columns, and if possible in as many lines."""
        names = [
            say("You") if seat == self.own else name for seat, name in enumerate(self.session.names)
        ]
        face, result = self.session.face, self.session.result
        criteria = face.criteria(result)
        placed = podium(criteria, result.winners, len(names))
        first, *others = result_sentences(self.session, self.own)[: -len(placed)]
        told: list[Line] = [[(first, "bold")], *([(text, DIM)] for text in others), []]
        column = min(_BLOCK, (width + 2) // len(names))
        if criteria and height >= _HIGH and column >= _LEAST_BLOCK:
            told += _podium(placed, criteria[0], names, column)
        else:
            for place, seat, figures in placed:
                name = f"{GLYPHS[seat]} {names[seat]}  ", seat_style(seat)
                told.append([(f"{place}. ", DIM), name, (", ".join(figures), "")])
        told = [part for line in told for part in folded(line, width)]
        last = [part for line in self._moments() for part in folded(line, width)]
        room = height - len(told) - len(last) - 2
        chart = list(self._chart(width, max(room, _PLOT)))
        parts = [chart, last] if room >= _PLOT else [last, chart]
        return [line for part in (told, *filter(None, parts)) for line in ([], *part)][1:]

    def _chart(self, width: int, height: int) -> Iterator[Line]:
        numbers = self.statistics
        if len(numbers.rounds) < 2 or not numbers.MEASURES:
            return
        what = say("{what} by round", what=render_value(numbers.MEASURES[numbers.STORY].title))
        title: Line = [(what[:1].upper() + what[1:], "bold")]
        note = "" if self.own is None else say("you: the marked line")
        own = {} if self.own is None else {self.own: say("You")}
        values = numbers.by_seat(numbers.STORY)
        plot = line_plot(numbers.rounds, values, width - SIDES, height - 2, own)
        yield from boxed(plot, width, title, note)

    def _moments(self) -> Iterator[Line]:
        is_replay = self.session.policy.is_replay
        if self.moments:
            yield [(say("Moments"), HEAD)]
        for number, one in enumerate(self.moments, start=1):
            when, words = moment_words(self.session, one)
            part = Clickable(
                when, key="" if is_replay else str(number), typed=str(one.place) * is_replay
            )
            sign = "·" if is_replay else str(number)
            yield [(part.cut_to(f" {sign}  "), "bold #ffb347"), (part, "bold"), (f"  {words}", "")]


def columns_of(width: int) -> int:
    """Return the columns of the end on a screen: all of them if it is narrow."""
    return width if width < NARROW else min(_COLUMNS, width * 11 // 20)


def _podium(
    placed: Sequence[Placed], first: Criterion, names: Sequence[str], column: int
) -> list[Line]:
    """Return the places as blocks, the first one in the middle of the first three."""
    wide, columns = column - 2, list[list[Segment]]()
    for one in [*placed[1:2], *placed[:1], *placed[2:]]:
        value = first.values[one.seat]
        style = _METALS[one.place - 1] if one.place <= len(_METALS) else _OTHERS
        block = [_large(value, row) for row in range(len(_DIGITS))]
        block[0] += f" {one.place}."
        room = _HIGHEST - one.place - len(block)
        unit = _fitting(one.figures[0].removeprefix(str(value)).strip(), wide - 1)
        block = ["", *block] + [""] * (room - 1) + [unit] if room else [*block, unit]
        name = f"{GLYPHS[one.seat]} {names[one.seat]}", seat_style(one.seat)
        cells = [
            name,
            (_fitting(" ".join(one.figures[1:2]), wide), DIM),
            *((f" {text}", style) for text in block),
        ]
        cells = [("", "")] * (_HIGHEST + 2 - len(cells)) + cells
        columns.append([(f"{text[:wide]:<{wide}}", look) for text, look in cells])
    return [
        [part for cell in row for part in (cell, ("  ", ""))] for row in zip(*columns, strict=True)
    ]


def _fitting(figure: str, room: int) -> str:
    """Return a number and its unit, or only the first words of it."""
    return figure if len(figure) <= room else " ".join(figure.split()[: 1 + figure[0].isdigit()])


def _large(value: int, row: int) -> str:
    return " ".join(_DIGITS[row][3 * int(sign) :][:3] for sign in str(value) if sign.isdigit())
