"""A line of a replay that shows the leader of each round, and is a slider for the mouse."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message

from gridgames.languages.messages import render_value
from gridgames.screen.widgets.panels import Panel
from gridgames.show.statistics import Statistics
from gridgames.show.table import DIM
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, seat_style

_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 8  # columns of a round


class Timeline(Panel):
    """One line: for each round the leader's glyph, and a bar for the leader's value.

    An exclamation mark follows a round that a review marks. The current place is in reverse; a
    click goes to another one, and dragging follows the mouse.
    """

    DEFAULT_CSS = "Timeline { height: 1; padding: 0; }"

    @dataclass
    class Picked(Message):
        """A place, or None: the label. ``is_final`` is false while the mouse is dragged."""

        place: int | None
        is_final: bool = True

        def can_replace(self, message: Message) -> bool:
            """Return whether this makes a waiting message obsolete: the last place wins."""
            return isinstance(message, Timeline.Picked) and not message.is_final

    def __init__(
        self, statistics: Statistics, rounds: Sequence[int], marked: Collection[int] = ()
    ) -> None:
        """``rounds`` has the round of each place of the game."""
        super().__init__(id="timeline")
        self._marked = marked
        self._statistics = statistics
        self._rounds = rounds
        self._measure = 0
        self._label = ""
        self._columns = 1  # of a round
        self._picked: int | None = None  # while the mouse is down

    def draw(self, here: int) -> None:
        """Show all rounds, and highlight the current place."""
        measure = self._statistics.MEASURES[self._measure]
        values = [value[self._measure] for value in self._statistics.values]
        self._label = f"{render_value(measure.title)} "
        room = max(self.size.width - len(self._label), 1)
        self._columns = min(max(room // max(len(values), 1), 1), _WIDEST)
        most = max(1, *map(max, values)) if values else 1
        line: Line = [(self._label, DIM)]
        current = self._rounds[here]
        for number, by_seat in zip(self._statistics.rounds, values, strict=True):
            bar, style = self._bar(number, by_seat, most), seat_style(by_seat.index(max(by_seat)))
            if number != current:
                line.append((bar, style))
                continue
            places = self._places(number)
            at = (here - places[0]) * (self._columns - 1) // max(len(places) - 1, 1)
            line += [
                (bar[:at], f"{style} underline"),
                (bar[at], f"{style} reverse"),
                (bar[at + 1 :], f"{style} underline"),
            ]
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

    def _places(self, number: int) -> range:
        """Return the places in a round."""
        first = self._rounds.index(number)
        return range(first, first + self._rounds.count(number))

    def _place_at(self, x: int) -> int:
        """Return the place at a column; columns beside the bars belong to the nearest one."""
        rounds = self._statistics.rounds
        column = min(max(x - len(self._label), 0), len(rounds) * self._columns - 1)
        places = self._places(rounds[column // self._columns])
        within = column % self._columns * (len(places) - 1)
        return places[within // max(self._columns - 1, 1)]

    def on_mouse_down(self, event: MouseDown) -> None:
        """Go to the place at the mouse, or show the next measure for the label."""
        if event.x < len(self._label):
            self._measure = (self._measure + 1) % len(self._statistics.MEASURES)
            self.post_message(self.Picked(None))
        elif self._statistics.rounds:
            self.capture_mouse()
            self._pick(event.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Follow the mouse while it is dragged."""
        if self._picked is not None:
            self._pick(event.x)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Stay at the place where the mouse was released."""
        if self._picked is not None:
            self.release_mouse()
            self.post_message(self.Picked(self._place_at(event.x)))
            self._picked = None

    def _pick(self, x: int) -> None:
        place = self._place_at(x)
        if place != self._picked:
            self._picked = place
            self.post_message(self.Picked(place, is_final=False))
