"""The full screen of a lesson: the game, with the current step above the command line."""

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.widget import Widget

from gridgames.languages.messages import say
from gridgames.screen.application import run_screen_app
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import TextDialog
from gridgames.screen.widgets.panels import Panel
from gridgames.show.table import DIM, HEAD
from gridgames.table.lesson import LessonSession, step_words, typed_words
from gridgames.table.settings import Settings
from gridgames.terminal.output import Clickable, Line

_CSS = """
#lesson { height: auto; max-height: 50%; padding: 0 1; background: $panel; }
"""


class LessonApp(GameApp):
    """A lesson being played."""

    CSS = GameApp.CSS + _CSS

    def __init__(self, lesson: LessonSession, settings: Settings | None = None) -> None:
        super().__init__(lesson, None, pause=0, settings=settings)
        self.lesson = lesson

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if isinstance(widget, Widget) and widget.id == "message":
                yield Panel(id="lesson")
            yield widget

    def draw(self) -> None:
        if self.lesson.step is not None:
            self._panel("#lesson").show(self._lesson_lines())
        elif self.lesson.to_act is None:
            self._panel("#lesson").show(self._end_lines())
        super().draw()

    def _lesson_lines(self) -> Iterator[Line]:
        step, last = self.lesson.step, self.lesson.last_step
        assert step is not None, "the learner is to act"
        if last is not None and last.after:
            yield [(last.after, DIM)]
        yield [
            (step_words(self.lesson, step), HEAD),
            ("   ", ""),
            (Clickable(typed_words(step), typed=step.move), "bold #ffb347"),
        ]
        yield [(step.text, "")]

    def _end_lines(self) -> Iterator[Line]:
        command = f"gridgames play {self.lesson.lesson.game}"
        yield [(self.lesson.over_words(), HEAD)]
        yield [(say("Start a game: {command}", command=command), DIM)]

    def show_result(self, after: Sequence[str], *commands: str) -> None:
        """Show the end of the lesson, and possible next steps."""
        del commands
        last = self.lesson.last_step
        lines: list[Line] = [[(last.after, "")], []] if last is not None and last.after else []
        lines += [[(self.lesson.lesson.end, "")], [], *([(text, DIM)] for text in after)]
        self.push_screen(TextDialog(say("The lesson is over"), lines))

    def action_ask_to_leave(self) -> None:
        """Leave at once, since a lesson can start at any step."""
        self.exit()


def run_lesson(lesson: LessonSession, settings: Settings) -> None:
    """Play a lesson in full screen until it ends or the person leaves."""
    run_screen_app(LessonApp(lesson, settings))
