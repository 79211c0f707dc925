"""A lesson in lines of text, for any terminal or a pipe."""

from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.languages.messages import render_message, say
from gridgames.lessons.lesson import LessonSession, Step, step_words, typed_words
from gridgames.plain.game import PlainGame
from gridgames.sessions.settings import Settings
from gridgames.terminal import output


class PlainLesson(PlainGame):
    """One lesson, from the first line to the last."""

    def __init__(self, lesson: LessonSession, settings: Settings | None = None) -> None:
        super().__init__(lesson, save=None, pause=0, settings=settings)
        self.lesson = lesson
        self._closed = lesson.last_step  # the last step of which all is told

    def play(self) -> bool:
        """Play to the end of the lesson, and say whether it was reached."""
        output.print_lines([[(self.lesson.lesson.title, "bold")]])
        output.print_sentence(self.lesson.lesson.about)
        output.print_lines([[]])
        return super().play()

    def show_turn(self, seat: Seat) -> None:
        """Show the choices, then what the step asks for."""
        self._close()
        super().show_turn(seat)
        self._tell_step()

    def tell_end(self) -> None:
        """Tell what there is to know after the last step."""
        self._close()
        output.print_sentence(self.lesson.lesson.end)

    def is_over(self) -> str:
        """Say that the lesson has no step left."""
        return say("The lesson is over.")

    def make(self, action: Any) -> bool:
        """Make an action that the step asks for; say of any other why not."""
        if objection := self.lesson.objection(action):
            output.print_sentence(objection)
            self._tell_typed()
            return False
        return super().make(action)

    def refuse(self, refusal: Refusal, part: Any = None) -> None:
        """Tell a refusal with its rule; the step may have asked for it."""
        del part  # a step asks for single moves
        output.print_sentence(
            say("Not allowed, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))
        )
        self.show_rule(refusal)
        if not self.lesson.was_to_be_refused(refusal):
            self._tell_typed()
        elif self.lesson.step is not None:  # the end is told by itself
            self._close()
            self._tell_step()

    def on_undo(self, rest: str) -> None:
        """Take the last choice back, and ask for it again."""
        super().on_undo(rest)
        self._closed = self.lesson.last_step

    def _close(self) -> None:
        """Tell what is said after the last step, once."""
        last = self.lesson.last_step
        if last is not self._closed and last is not None and last.after:
            output.print_sentence(last.after)
        self._closed = last

    def _tell_step(self) -> None:
        step = self._step()
        output.print_lines([[]])
        output.print_lines([[(step_words(self.lesson, step), "bold")]])
        output.print_sentence(step.text)
        self._tell_typed()

    def _tell_typed(self) -> None:
        output.print_sentence(typed_words(self._step()))

    def _step(self) -> Step:
        step = self.lesson.step
        assert step is not None, "the learner is to act"
        return step
