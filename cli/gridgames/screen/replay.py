"""The full screen of a game that was played: move by move, or by itself."""

import asyncio
from collections.abc import Iterator
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from gridgames.games.table import BAD, HEAD
from gridgames.languages.messages import as_typed, say
from gridgames.play.command_words import command_and_rest
from gridgames.play.session import Session
from gridgames.screen.game_screen import GameScreen, spare_what_is_loaded
from gridgames.screen.widgets import Board
from gridgames.terminal.output import Line


class ReplayApp(GameScreen):
    """A game that was played, looked at move by move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,enter,right_square_bracket", "step(1)", show=False),
        Binding("b,left_square_bracket,backspace", "step(-1)", show=False),
        Binding("pagedown,N", "round(1)", show=False, priority=True),
        Binding("pageup,B", "round(-1)", show=False, priority=True),
        Binding("home", "jump(0)", show=False, priority=True),
        Binding("end", "jump(1000000)", show=False, priority=True),
        Binding("space,p", "play", show=False),
    ]

    def __init__(self, session: Session, *, pause: float, at: int = 0) -> None:
        super().__init__(session)
        self.bot_pause = pause
        self.place = min(at, len(session.moves))
        self.playing = False

    def on_mount(self) -> None:
        """Show where it begins."""
        self.message()
        self._fit(self.size.width, self.size.height)
        self.call_after_refresh(self.action_jump, self.place)

    def action_jump(self, place: int) -> None:
        """Show the game after so many moves."""
        self.place = max(0, min(place, len(self.session.moves)))
        self.table.look_at(self.session.state_after(self.place))
        if self.place:
            self.table.show(self.session.moves[self.place - 1].action)
        self.rewrite_log(self.session.moves[: self.place])
        self.message()
        self.draw()
        if self.place == len(self.session.moves) and self.session.result is not None:
            self.show_result(say("b goes a move back, q leaves."))

    def action_step(self, step: int) -> None:
        """Go so many moves on, or back."""
        self.action_jump(self.place + step)

    def action_round(self, step: int) -> None:
        """Go to the beginning of the next round, or of the round before."""
        here = self._round(self.place)
        last = len(self.session.moves)
        if step > 0:
            later = (place for place in range(self.place, last) if self._round(place) > here)
            self.action_jump(next(later, last))
            return
        begins = next(place for place in range(last + 1) if self._round(place) == here)
        self.to_round(here if begins < self.place else here - 1)

    def _round(self, place: int) -> int:
        found: int = self.session.state_after(place).round
        return found

    def to_round(self, wanted: int) -> None:
        """Go to the beginning of a round, or say that there is none."""
        for place in range(len(self.session.moves) + 1):
            if self._round(place) == wanted:
                self.action_jump(place)
                return
        last = self._round(len(self.session.moves))
        told = say("There is no round {round}; the last is {last}.", round=wanted, last=last)
        self.message([(told, BAD)])

    def action_play(self) -> None:
        """Let it go on by itself, or stop."""
        self.playing = not self.playing
        self.draw()
        if self.playing:
            self.play_on()

    @work(exclusive=True, group="replay")
    async def play_on(self) -> None:
        """Make move after move until the end, or until stopped."""
        while self.playing and self.place < len(self.session.moves):
            self.action_step(1)
            await asyncio.sleep(max(self.bot_pause, 0.02))
        self.playing = False
        self.draw()

    def choice_lines(self) -> Iterator[Line]:
        """Yield where in the game it is, and the move that was made."""
        total = len(self.session.moves)
        yield [(say("Move {place} of {total}", place=self.place, total=total), HEAD)]
        if self.place:
            first, *_ = self.face.tell(self.session.moves[self.place - 1], self.table.names)
            yield [(first, "")]
        yield from super().choice_lines()

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys of a replay."""
        yield "n", say("next")
        yield "b", say("back")
        yield "N B", say("round")
        yield "Home End", ""
        yield say("space"), say("stop") if self.playing else say("play")
        yield ":", say("number, round R")
        yield "z", say("zoom")
        yield "L", say("log")
        yield "F1", say("rules")
        yield "q", say("quit")

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys."""
        for key, meaning in (
            ("n  b", say("one move on, one back")),
            ("N  B", say("to the next round, to the one before (also PageDown, PageUp)")),
            ("Home End", say("to the beginning, to the end")),
            (say("space"), say("play by itself, stop")),
            (":", say("the number of a move, or round R")),
            (say("arrows, hjkl"), say("move the cursor")),
            ("z  L  F1  w", say("zoom, log, rules, who can see what")),
            ("q", say("leave")),
        ):
            yield [(f"{key:<14}", "bold #ffb347"), (meaning, "")]

    def commands(self) -> Iterator[str]:
        """Yield what may be typed besides a number."""
        yield as_typed("round ")

    def obey(self, line: str) -> None:
        """Go to a move by its number, or to a round."""
        word, rest = command_and_rest(line)
        number = rest if word == "round" else line
        if not (number.isascii() and number.isdecimal() and len(number) < 7):
            self.message([(say("Write the number of a move, or round and a number."), BAD)])
        elif word == "round":
            self.to_round(int(number))
        else:
            self.action_jump(int(number))

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to what was clicked."""
        if self.table.is_spot(event.spot):
            self.table.cursor = event.spot
            self.draw_board()


def run_replay(session: Session, *, pause: float, at: int = 0) -> None:
    """Look at the moves of ``session`` in full screen, first at the game after ``at`` of them."""
    app = ReplayApp(session, pause=pause, at=at)
    spare_what_is_loaded()
    app.run()
