"""The full screen of a finished game: its replay, move by move, its moments and its review."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import work
from textual.binding import Binding

from gridgames.languages.messages import say
from gridgames.screen.game_screen import GameScreen
from gridgames.screen.widgets.panels import Timeline
from gridgames.show.table import DIM, GOOD
from gridgames.table import answers
from gridgames.table.answers import problem
from gridgames.table.replay import PHASE, ROUND, ReplayPolicy, find_place, main_landmark
from gridgames.table.scorekeeping import session_of
from gridgames.table.statistics_text import statistics_of

if TYPE_CHECKING:
    from gridgames.study.review.review import ReviewJson

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


class _Stopped(Exception):
    """The review is not wanted any more."""


class ReplayScreen(GameScreen):
    """A table on the screen that can be gone through, forward and back, and reviewed."""

    replays: int | None = None  # the place from which a replay of the game follows

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

    def action_replay(self) -> bool:
        """Leave this screen for a replay of the finished game."""
        if self.session.to_act is not None:
            return self.show(problem(say("A game can be watched again after its end.")))
        return self.see(0)

    def see(self, place: int) -> bool:
        """Leave this screen for a replay of the finished game that starts at a place."""
        self.replays = place
        if found := self.found_review():
            from gridgames.study.review.review_text import marks

            self.session.marks = marks(self.session, found)
        self.exit()
        return True

    def action_review(self) -> bool:
        """Show the review of the finished game; the first time, make it."""
        if self.session.to_act is not None:
            return self.show(problem(say("A game can be reviewed after its end.")))
        if self.session.wing.evaluator is None:
            self.show(problem(say("This game cannot be reviewed.")))
        elif found := self.found_review():
            from gridgames.study.review.review_text import describe_review

            told = partial(describe_review, self.session, found)
            self.show_text(answers.Prose(say("Review"), lines=told))
        else:
            self._make_review()
        return True

    @work(exclusive=True, group="review")
    async def _make_review(self) -> None:
        """Review the game in a thread, and show how far it is; then show the result again."""
        from gridgames.study.review.kept_reviews import KeptReviews
        from gridgames.study.review.review import review, seats_named

        session, state, save = self.session, self.session.state, self.desk.save
        parts = 0, 1

        def step(done: int, count: int) -> None:
            nonlocal parts
            parts = done, count
            if not self.is_running or self.session.state is not state:
                raise _Stopped

        def made() -> "ReviewJson":
            copy = session_of(session.header, session.players)
            copy.follow(move.action for move in session.moves)
            seats = seats_named(copy, None)
            if save and save.is_begun:
                return KeptReviews(save.path).review(copy, seats, "quick", None, step)
            return review(copy, seats, "quick", step)

        task = asyncio.create_task(asyncio.to_thread(made))
        while not task.done():
            share = f"{100 * parts[0] // parts[1]}%"
            self.message([(say("Looking for the moment that decided: {share}", share=share), DIM)])
            await asyncio.wait([task], timeout=0.3)
        with suppress(_Stopped):
            self._review = state, task.result()
            if self.ending:
                self.show_end()
            self.message([(say("The review is ready: V shows it."), GOOD)])
