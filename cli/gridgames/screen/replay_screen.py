"""The full screen of a replay: its keys, its line of rounds, and the moves one by one."""

import asyncio

from textual import work
from textual.binding import Binding

from gridgames.screen.game_screen import GameScreen
from gridgames.screen.widgets.panels import Timeline
from gridgames.table.replay import PHASE, ROUND, ReplayPolicy, find_place, main_landmark
from gridgames.table.statistics_text import statistics_of

# Beside the keys of the other activities: those of a subclass would take their place.
REPLAY_BINDINGS = (
    Binding("pagedown", f"landmark({ROUND!r}, 1)", show=False),
    Binding("pageup", f"landmark({ROUND!r}, -1)", show=False),
    Binding("f7", f"landmark({PHASE!r}, 1)", show=False),
    Binding("f6", f"landmark({PHASE!r}, -1)", show=False),
    Binding("f4", "main_landmark(1)", show=False),
    Binding("f3", "main_landmark(-1)", show=False),
    Binding("home", "jump(0)", show=False),
    Binding("end", "jump(1000000)", show=False),
)


class ReplayScreen(GameScreen):
    """A table on the screen that can be gone through, forward and back."""

    @property
    def _replay(self) -> ReplayPolicy:
        policy = self.session.policy
        assert isinstance(policy, ReplayPolicy), "a key of replays alone"
        return policy

    def begin_replay(self) -> None:
        """Show the line of rounds, and the place at which the replay starts."""
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
            self.show_end()

    def _go(self, place: int) -> None:
        """Show a place, without the result at the end."""
        self.hide_end()
        self._replay.go_to(place)
        self.table.look(self.session.state_after(self.place), may_choose=False)
        if self.place:
            self.table.show(self.session.moves[self.place - 1].action)
        self.draw_log()
        self.message()
        self.draw()

    def action_main_landmark(self, step: int) -> None:
        """Go to the next mark of a review, or to an event such as a sale or a score."""
        if what := main_landmark(self.session):
            self.show(self._replay.jump(what, step))

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
            await asyncio.sleep(max(self.desk.pause, 0.02))
        self.playing = False
        self.draw()

    def on_timeline_picked(self, event: Timeline.Picked) -> None:
        """Go to the picked place, or show another measure."""
        if event.place is None:
            self.draw_timeline()
        elif event.is_final:
            self.action_jump(event.place)
        else:
            self._go(event.place)

    def draw_timeline(self) -> None:
        """Mark the place on the line of rounds."""
        for timeline in self.screen_stack[0].query(Timeline):
            timeline.draw(self.place)
