"""Lessons in plain mode."""

from gridcommon.contract import Seat
from gridgames.lines.game import PlainGame
from gridgames.table.answers import Answer, Objection, Refused, Travelled
from gridgames.table.lesson import LessonSession, Step, step_words, typed_words
from gridgames.table.sentences import not_allowed
from gridgames.table.settings import Settings
from gridgames.terminal import output


class PlainLesson(PlainGame):
    """A lesson, from the first line to the last."""

    def __init__(self, lesson: LessonSession, settings: Settings | None = None) -> None:
        super().__init__(lesson, settings=settings)
        self.lesson = lesson
        self._closed = lesson.last_step  # the last step whose final text was shown

    def play(self) -> bool:
        output.print_lines([[(self.lesson.lesson.title, "bold")]])
        output.print_sentence(self.lesson.lesson.about)
        output.print_lines([[]])
        return super().play()

    def show_turn(self, seat: Seat) -> None:
        """Show the choices, then the task of the step."""
        self._close()
        super().show_turn(seat)
        self._show_step()

    def show_ending(self) -> None:
        self._close()
        output.print_sentence(self.lesson.lesson.end)

    def show(self, answer: Answer) -> bool:
        """Show an answer; after an objection, show again what to type."""
        is_done = super().show(answer)
        if isinstance(answer, Objection):
            self._show_task()
        elif isinstance(answer, Travelled):
            self._closed = self.lesson.last_step  # its text is due again
        return is_done

    def refuse(self, answer: Refused) -> None:
        """Show a refusal with its rule; the step may have asked for it."""
        output.print_sentence(not_allowed(answer.refusal))
        self.show_rule(answer.refusal)
        if not answer.is_done:
            self._show_task()
        elif self.lesson.step is not None:  # the end is shown elsewhere
            self._close()
            self._show_step()

    def _close(self) -> None:
        """Show the text after the last step, once."""
        last = self.lesson.last_step
        if last is not self._closed and last is not None and last.after:
            output.print_sentence(last.after)
        self._closed = last

    def _show_step(self) -> None:
        step = self._step()
        output.print_lines([[]])
        output.print_lines([[(step_words(self.lesson, step), "bold")]])
        output.print_sentence(step.text)
        self._show_task()

    def _show_task(self) -> None:
        output.print_sentence(typed_words(self._step()))

    def _step(self) -> Step:
        step = self.lesson.step
        assert step is not None, "the learner is to act"
        return step
