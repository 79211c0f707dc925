"""The full screen of a recorded game, which is shown move by move or played automatically."""

import asyncio
from collections.abc import Iterator
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from gridgames.languages.messages import as_typed, say
from gridgames.screen.application import run_screen_app
from gridgames.screen.game_screen import GameScreen, bindings
from gridgames.screen.widgets.panels import Board
from gridgames.screen.widgets.timeline import Timeline
from gridgames.show.table import GOOD
from gridgames.table.answers import Answer, Arrived
from gridgames.table.command_table import REPLAYING, Front
from gridgames.table.desk import Desk
from gridgames.table.narration import narrate_group
from gridgames.table.replay import (
    PHASE,
    ROUND,
    ReplayPolicy,
    find_place,
    main_landmark,
    place_word,
)
from gridgames.table.session import Session
from gridgames.table.settings import Settings
from gridgames.table.statistics_text import statistics_of
from gridgames.terminal.output import Line


class ReplayApp(GameScreen):
    """A recorded game, shown move by move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(REPLAYING),
        Binding("pagedown", f"landmark({ROUND!r}, 1)", show=False),
        Binding("pageup", f"landmark({ROUND!r}, -1)", show=False),
        Binding("f7", f"landmark({PHASE!r}, 1)", show=False),
        Binding("f6", f"landmark({PHASE!r}, -1)", show=False),
        Binding("f4", "main_landmark(1)", show=False),
        Binding("f3", "main_landmark(-1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(1000000)", show=False),
        *(
            Binding(f"shift+{key}", f"point({dx}, {dy})", show=False)
            for key, dx, dy in (("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0))
        ),
    ]

    def __init__(
        self, session: Session, *, pause: float, at: int = 0, settings: Settings | None = None
    ) -> None:
        self.policy = ReplayPolicy(session, min(at, len(session.moves)))
        super().__init__(Desk(session, Front.SCREEN, settings=settings), settings)
        self.bot_pause = pause
        self.playing = False

    @property
    def place(self) -> int:
        """The number of moves before the position that is shown."""
        return self.policy.place

    def on_mount(self) -> None:
        statistics = statistics_of(self.session)
        if statistics.rounds and statistics.MEASURES:
            rounds = [self._round(place) for place in range(len(self.session.moves) + 1)]
            marked = {rounds[place] for place in self.session.marks}
            self.mount(Timeline(statistics, rounds, marked), before="#message")
        self.message()
        self._fit(self.size.width)
        self.call_after_refresh(self.action_jump, self.place)

    def action_jump(self, place: int) -> None:
        self._go(place)
        if self.place == len(self.session.moves) and self.session.result is not None:
            self.show_result([say("Backspace goes one move back, F10 leaves.")], "chart", "export")

    def _go(self, place: int) -> None:
        """Show a place, without the result at the end."""
        self.policy.place = max(0, min(place, len(self.session.moves)))
        self.table.look_at(self.session.state_after(self.place))
        if self.place:
            self.table.show(self.session.moves[self.place - 1].action)
        self.rewrite_log(self.session.moves[: self.place])
        self.message()
        self.draw()
        self._draw_timeline()

    def show(self, answer: Answer) -> bool:
        if not isinstance(answer, Arrived):
            return super().show(answer)
        self.action_jump(self.place)
        return True

    def action_step(self, dx: int, dy: int) -> None:
        if dx:
            self.action_jump(self.place + dx)
        else:
            self.action_landmark(ROUND, dy)

    def action_point(self, dx: int, dy: int) -> None:
        """Move the cursor on the board, since the arrows alone step."""
        super().action_step(dx, dy)

    def action_main_landmark(self, step: int) -> None:
        """Go to the next mark of a review, or to an event such as a sale or a score."""
        if what := main_landmark(self.session):
            self.show(self.policy.jump(what, step))

    def enter(self) -> None:
        self.action_command("next")

    def press(self, key: str) -> None:
        if key == "space":
            self.action_play()

    def action_landmark(self, what: str, step: int) -> None:
        """Go to the start of the next or previous round or phase, or to the end of the game."""
        place = find_place(self.session, self.place, what, step)
        end = len(self.session.moves) if step > 0 else 0
        self.action_jump(end if place is None else place)

    def _round(self, place: int) -> int:
        found: int = self.session.state_after(place).round
        return found

    def action_play(self) -> None:
        self.playing = not self.playing
        self.draw()
        if self.playing:
            self.play_on()

    @work(exclusive=True, group="replay")
    async def play_on(self) -> None:
        """Show move after move until the end, or until stopped."""
        while self.playing and self.place < len(self.session.moves):
            self.show(self.desk.answer("next"))
            await asyncio.sleep(max(self.bot_pause, 0.02))
        self.playing = False
        self.draw()

    def draw_board(self) -> None:
        super().draw_board()
        self.line.placeholder = say("Type the number of a move, or round and a number.")

    def choice_title(self) -> str:
        return say("Move {place} of {total}", place=self.place, total=len(self.session.moves))

    def choice_lines(self, most: int = 9) -> Iterator[Line]:
        if self.place:
            move = self.session.moves[self.place - 1]
            first, *_ = narrate_group(self.face, [move], self.table.names)
            yield [(first, "")]
        for sentence in self.session.marks.get(self.place, ()):
            yield [(sentence, GOOD)]
        yield from super().choice_lines(most)

    def keys(self) -> Iterator[tuple[str, str]]:
        yield self.key("help")
        yield "← →", say("move")
        yield "↑ ↓", say("round")
        yield "Home End", ""
        yield say("space"), say("stop") if self.playing else say("play")
        yield from map(self.key, ("quit", "zoom", "log", "rules"))
        yield "^P", say("commands")

    def help_keys(self) -> Iterator[tuple[str, str]]:
        yield "PgUp PgDn", say("to the round before, to the next one")
        yield "F6 F7", say("to the phase before, to the next one")
        if what := main_landmark(self.session):
            yield "F3 F4", say("back, next: {what}", what=place_word(what))
        yield "Home End", say("to the beginning, to the end")
        yield say("space"), say("play automatically, stop")
        yield say("letters"), say("go into the command line; Tab completes, Esc empties it")
        yield as_typed("NUMBER"), say("the number of a move, or round R")
        yield "← →", say("one move back, one move forward")
        yield "↑ ↓", say("one round back, one round forward")
        yield say("Shift+arrows"), say("move the cursor on the board")
        yield say("mouse"), say("click or drag on the line of rounds to go there")

    def on_timeline_picked(self, event: Timeline.Picked) -> None:
        """Go to the picked place, or show another measure."""
        if event.place is None:
            self._draw_timeline()
        elif event.is_final:
            self.action_jump(event.place)
        else:
            self._go(event.place)

    def on_board_resized(self) -> None:
        self._draw_timeline()

    def _draw_timeline(self) -> None:
        for timeline in self.screen_stack[0].query(Timeline):
            timeline.draw(self.place)

    def on_board_picked(self, event: Board.Picked) -> None:
        if self.table.is_spot(event.spot):
            self.table.cursor = event.spot
            self.draw_board()


def run_replay(session: Session, *, pause: float, settings: Settings, at: int = 0) -> None:
    """Replay ``session`` in full screen, starting after ``at`` moves."""
    run_screen_app(ReplayApp(session, pause=pause, at=at, settings=settings))
