"""Replaying in plain mode."""

import time
from collections.abc import Iterator
from typing import Any

from gridgames.languages.messages import as_typed, say
from gridgames.lines.front_end import PlainFrontEnd
from gridgames.table.answers import Answer, Arrived
from gridgames.table.command_table import Front
from gridgames.table.replay_desk import ReplayDesk
from gridgames.table.session import Session
from gridgames.terminal import output
from gridgames.terminal.line_input import read_line


class PlainReplay(PlainFrontEnd):
    """A recorded game, shown move by move."""

    desk: ReplayDesk

    def __init__(self, session: Session, place: int, pause: float) -> None:
        super().__init__()
        self.desk = ReplayDesk(session, Front.LINES, self.seen, place)
        self.pause = pause
        self.show(self.desk.on_state(""))
        self._show_marks()

    def seen(self) -> Any:
        return self.session.state_after(self.desk.place)

    def on_play(self, _: str = "") -> None:
        while self.desk.place < len(self.session.moves):
            if self.pause:
                time.sleep(self.pause)
            self.show(self.desk.on_next(""))

    def do_lines(self) -> None:
        """Carry out each typed line, until there are no more."""
        output.print_sentence(say("{count:move|moves}; ? for help", count=len(self.session.moves)))
        while True:
            line = read_line(say("move {place}> ", place=self.desk.place))
            if line is None or not self.do_line(line):
                return

    def help_lines(self) -> Iterator[tuple[str, str]]:
        yield as_typed("NUMBER"), say("to the position after that many moves")
        yield "Enter", say("the next move")

    def show(self, answer: Answer) -> bool:
        if not isinstance(answer, Arrived):
            return super().show(answer)
        if answer.is_end:
            output.print_sentence(say("That was the last move."))
        elif answer.way == "next":
            self.show_moves(self.desk.moves()[-1:], f"{self.desk.place}. ")
            self.show_bar()
            self._show_marks()
            if self.desk.place == len(self.session.moves) and self.session.result is not None:
                self.show_ending()
        else:
            if answer.way == "landmark" and self.desk.place:
                self.show_moves(self.desk.moves()[-1:], indent="")
            self._show_place()
        return True

    def _show_marks(self) -> None:
        marks = self.session.marks.get(self.desk.place, ())
        output.print_sentences(f"! {sentence}" for sentence in marks)

    def _show_place(self) -> None:
        place, state = self.desk.place, self.seen()
        self.show_bar()
        self._show_marks()
        output.print_sentence(
            say("After move {place}, round {round}", place=place, round=state.round)
        )
        seat = self.session.game.to_act(state)
        if seat is not None:
            face, names = self.desk.face, self.desk.names
            output.print_sentences(face.situation_lines(state, seat, names), "  ")
