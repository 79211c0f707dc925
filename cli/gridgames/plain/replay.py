"""A recorded game, shown move by move."""

import time
from collections.abc import Iterator
from typing import Any

from gridgames.desk.answers import Answer, Arrived
from gridgames.desk.replay_desk import ReplayDesk
from gridgames.languages.messages import as_typed, say
from gridgames.plain.front_end import PlainFrontEnd
from gridgames.review.statistics_text import describe_statistics, statistics_of
from gridgames.sessions.command_table import Front
from gridgames.sessions.session import Session
from gridgames.terminal import output
from gridgames.terminal.line_input import read_line


class PlainReplay(PlainFrontEnd):
    """A recorded game, and the place in it that is shown."""

    desk: ReplayDesk

    def __init__(self, session: Session, place: int, pause: float) -> None:
        super().__init__(session)
        self.desk = ReplayDesk(session, Front.LINES, self.seen, place)
        self.pause = pause
        self.show(self.desk.on_state(""))
        self._show_marks()

    def seen(self) -> Any:
        """Return the state after the moves so far."""
        return self.session.state_after(self.desk.place)

    def on_play(self, _: str = "") -> None:
        """Show all the moves that follow, and how the game ended."""
        while self.desk.place < len(self.session.moves):
            if self.pause:
                time.sleep(self.pause)
            self.show(self.desk.on_next(""))

    def do_lines(self) -> None:
        """Do each line that is typed, until there are no more."""
        output.print_sentence(say("{count:move|moves}; ? for help", count=len(self.session.moves)))
        while True:
            line = read_line(say("move {place}> ", place=self.desk.place))
            if line is None or not self.do_line(line):
                return

    def help_lines(self) -> Iterator[tuple[str, str]]:
        """Yield the input that goes to a move."""
        yield as_typed("NUMBER"), say("to the position after that many moves")
        yield "Enter", say("the next move")

    def show(self, answer: Answer) -> bool:
        """Show an answer, and return whether what was typed is done."""
        if not isinstance(answer, Arrived):
            return super().show(answer)
        if answer.is_end:
            output.print_sentence(say("That was the last move."))
        elif answer.way == "next":
            self._show_move(f"{self.desk.place}. ", "  ")
            self.show_bar()
            self._show_marks()
            self._show_end()
        else:
            if answer.way == "landmark" and self.desk.place:
                self._show_move()
            self._show_place()
        return True

    def _show_move(self, number: str = "", indent: str = "") -> None:
        """Show the move that led here."""
        first, *others = self.sentences([self.session.moves[self.desk.place - 1]])
        output.print_sentence(f"{number}{first}")
        for sentence in others:
            output.print_sentence(sentence, indent)

    def _show_end(self) -> None:
        if self.desk.place == len(self.session.moves) and self.session.result is not None:
            for sentence in self.desk.face.narrate_result(self.session.result, self.desk.names):
                output.print_sentence(sentence)
            output.print_lines(describe_statistics(statistics_of(self.session), self.desk.names))

    def _show_marks(self) -> None:
        for sentence in self.session.marks.get(self.desk.place, ()):
            output.print_sentence(f"! {sentence}")

    def _show_place(self) -> None:
        """Show the place in the game, and who acts next."""
        place, state = self.desk.place, self.seen()
        self.show_bar()
        self._show_marks()
        output.print_sentence(
            say("After move {place}, round {round}", place=place, round=state.round)
        )
        seat = self.session.game.to_act(state)
        if seat is not None:
            for sentence in self.desk.face.situation_lines(state, seat, self.desk.names):
                output.print_sentence(sentence, "  ")
