"""The full screen of a recorded game: move by move, or playing by itself."""

import asyncio
from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from gridcommon.spelling import as_number
from gridgames.games.table import BAD, HEAD
from gridgames.languages.messages import as_typed, say
from gridgames.play.command_table import REPLAYING
from gridgames.play.lines import told_together
from gridgames.play.session import Session
from gridgames.play.settings import Settings
from gridgames.screen.game_screen import GameScreen, bindings, run_screen_app
from gridgames.screen.widgets import Board
from gridgames.terminal.output import Line


class ReplayApp(GameScreen):
    """A recorded game, shown move by move."""

    OFFERED = REPLAYING
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(REPLAYING),
        Binding("pagedown", "rounds(1)", show=False),
        Binding("pageup", "rounds(-1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(1000000)", show=False),
    ]

    def __init__(
        self,
        session: Session,
        *,
        pause: float,
        at: int = 0,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(session, settings)
        self.bot_pause = pause
        self.place = min(at, len(session.moves))
        self.playing = False

    def on_mount(self) -> None:
        """Show the first position."""
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
            told = say("Backspace goes a move back, F10 leaves.")
            self.show_result(told, "chart", "export")

    def action_next(self) -> None:
        """Go one move on."""
        self.action_jump(self.place + 1)

    def action_step_back(self) -> None:
        """Go one move back."""
        self.action_jump(self.place - 1)

    def enter(self) -> None:
        """Go one move on."""
        self.action_next()

    def press(self, key: str) -> None:
        """Play by itself, or stop."""
        if key == "space":
            self.action_play()

    def action_round(self, wanted: str) -> bool:
        """Go to the beginning of a round, and return whether one was named."""
        return self._to_number(wanted, self.to_round)

    def action_rounds(self, step: int) -> None:
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
        """Go to the beginning of a round, or say that there is no such round."""
        for place in range(len(self.session.moves) + 1):
            if self._round(place) == wanted:
                self.action_jump(place)
                return
        last = self._round(len(self.session.moves))
        told = say("There is no round {round}; the last is {last}.", round=wanted, last=last)
        self.message([(told, BAD)])

    def action_chart(self) -> bool:
        """Show what the game had come to at the place that is shown."""
        return self.chart(self.place)

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
            self.action_next()
            await asyncio.sleep(max(self.bot_pause, 0.02))
        self.playing = False
        self.draw()

    def draw_board(self) -> None:
        """Draw the board, and say what may be typed."""
        super().draw_board()
        self.line.placeholder = say("Type the number of a move, or round and a number.")

    def choice_lines(self, most: int = 9) -> Iterator[Line]:
        """Yield the number of the move, and the move."""
        total = len(self.session.moves)
        yield [(say("Move {place} of {total}", place=self.place, total=total), HEAD)]
        if self.place:
            move = self.session.moves[self.place - 1]
            first, *_ = told_together(self.face, [move], self.table.names)
            yield [(first, "")]
        yield from super().choice_lines(most)

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys of a replay."""
        yield self.key("help")
        yield self.key("next")
        yield self.key("back")
        yield "PgUp PgDn", say("round")
        yield "Home End", ""
        yield say("space"), say("stop") if self.playing else say("play")
        yield self.key("zoom")
        yield self.key("log")
        yield self.key("rules")
        yield self.key("quit")

    def help_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the other keys, with what they do."""
        yield "PgUp PgDn", say("to the round before, to the next one")
        yield "Home End", say("to the beginning, to the end")
        yield say("space"), say("play by itself, stop")
        yield say("letters"), say("go into the command line; Tab completes, Esc empties it")
        yield as_typed("NUMBER"), say("the number of a move, or round R")
        yield say("arrows"), say("move the cursor, while nothing is typed")

    def read_line(self, line: str) -> bool:
        """Go to a move by its number."""
        return self._to_number(line, self.action_jump)

    def _to_number(self, text: str, go: Callable[[int], None]) -> bool:
        number = as_number(text)
        if number is not None:
            go(number)
            return True
        self.message([(say("Write the number of a move, or round and a number."), BAD)])
        return False

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to what was clicked."""
        if self.table.is_spot(event.spot):
            self.table.cursor = event.spot
            self.draw_board()


def run_replay(session: Session, *, pause: float, settings: Settings, at: int = 0) -> None:
    """Replay ``session`` in full screen, starting after ``at`` moves."""
    run_screen_app(ReplayApp(session, pause=pause, at=at, settings=settings))
