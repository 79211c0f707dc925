"""A line of a replay that shows the leader of each round, and goes to the clicked round."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from textual.events import Click
from textual.message import Message

from gridgames.games.statistics import Statistics
from gridgames.games.table import DIM
from gridgames.languages.messages import render_value
from gridgames.screen.widgets.panels import Panel
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, seat_style

_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 8  # columns of a round


class Timeline(Panel):
    """One line: for each round the leader's glyph, and a bar for the leader's value.

    An exclamation mark follows a round that a review marks.
    """

    DEFAULT_CSS = "Timeline { height: 1; padding: 0; }"

    @dataclass
    class Picked(Message):
        """A round was clicked, or -1: the label."""

        number: int

    def __init__(self, statistics: Statistics, marked: Collection[int] = ()) -> None:
        super().__init__(id="timeline")
        self._marked = marked
        self._statistics = statistics
        self._measure = 0
        self._label = ""
        self._columns = 1  # of a round

    def draw(self, here: int) -> None:
        """Show all rounds, and highlight the current one."""
        measure = self._statistics.MEASURES[self._measure]
        values = [value[self._measure] for value in self._statistics.values]
        self._label = f"{render_value(measure.title)} "
        room = max(self.size.width - len(self._label), 1)
        self._columns = min(max(room // max(len(values), 1), 1), _WIDEST)
        most = max(1, *map(max, values)) if values else 1
        line: Line = [(self._label, DIM)]
        for number, by_seat in zip(self._statistics.rounds, values, strict=True):
            line.append((self._bar(number, by_seat, most), self._style(by_seat, number == here)))
        self.show([line])

    def _bar(self, number: int, by_seat: Sequence[int], most: int) -> str:
        best = max(by_seat)
        bar = _BARS[max(best, 0) * (len(_BARS) - 1) // most]
        if self._columns < 3:
            return bar * self._columns
        return (
            GLYPHS[by_seat.index(best)]
            + bar * (self._columns - 2)
            + ("!" if number in self._marked else " ")
        )

    def _style(self, by_seat: Sequence[int], is_here: bool) -> str:
        style = seat_style(by_seat.index(max(by_seat)))
        return f"{style} reverse" if is_here else style

    def on_click(self, event: Click) -> None:
        """Go to the clicked round, or show the next measure after a click on the label."""
        place = (event.x - len(self._label)) // self._columns
        if event.x < len(self._label):
            self._measure = (self._measure + 1) % len(self._statistics.MEASURES)
            self.post_message(self.Picked(-1))
        elif place < len(self._statistics.rounds):
            self.post_message(self.Picked(self._statistics.rounds[place]))
