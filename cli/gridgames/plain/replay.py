"""A recorded game, shown move by move."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from gridcommon.errors import NotationError
from gridgames.games.face import Move
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.plain.text_commands import Lines, number
from gridgames.review.statistics_text import describe_statistics, statistics_of
from gridgames.sessions.command_table import REPLAYING
from gridgames.sessions.landmarks import find_place, nothing_there
from gridgames.sessions.session import Session
from gridgames.terminal import output
from gridgames.terminal.line_input import read_line


def place_of(session: Session, at: int | None, at_round: int | None) -> int:
    """Return the number of moves before the place that is asked for, 0 if none is.

    Raises NotationError if there is no such place.
    """
    if at_round is None:
        place = session.place_after(at or 0)
        if place is None:
            count = sum(move.seat is not None for move in session.moves)
            raise NotationError(
                "action {place} was asked for; the record has {count}", place=at, count=count
            )
        return place
    for place in range(len(session.moves) + 1):
        if session.state_after(place).round == at_round:
            return place
    raise NotationError(
        "round {number} was asked for; the last is {last}",
        number=at_round,
        last=session.state.round,
    )


class Replay(Lines):
    """A recorded game, and the place in it that is shown."""

    OFFERED = REPLAYING

    def __init__(self, session: Session, place: int, pause: float) -> None:
        super().__init__(session)
        self.pause = pause
        self.place = place  # moves made
        self.on_state("")
        self._show_marks()

    def seen(self) -> Any:
        """Return the state after the moves so far."""
        return self.session.state_after(self.place)

    def told(self) -> Sequence[Move]:
        """Return the moves so far."""
        return self.session.moves[: self.place]

    def play(self) -> None:
        """Show all the moves that follow, and how the game ended."""
        while self.place < len(self.session.moves):
            if self.pause:
                time.sleep(self.pause)
            self.on_next("")

    def obey(self) -> None:
        """Do what each line asks for, until there are no more."""
        output.print_sentence(say("{count:move|moves}; ? for help", count=len(self.session.moves)))
        while True:
            line = read_line(say("move {place}> ", place=self.place))
            if line is None or not self.each_part(line, self._obey):
                return

    def _obey(self, line: str) -> bool:
        """Do what one part of a line asks for, or tell why not; return whether it is done."""
        try:
            if not line:
                self.on_next("")
            elif not self.obeys(line):
                self.place = place_of(self.session, number(line), None)
                self._where()
        except NotationError as problem:
            output.print_sentence(render_message(problem))
            return False
        return True

    def help_lines(self) -> Iterator[tuple[str, str]]:
        """Yield what is typed to go to a move."""
        yield as_typed("NUMBER"), say("to the position after that many moves")
        yield "Enter", say("the next move")

    def on_back(self, what: str) -> None:
        """Go one move back, or to what was there before."""
        if what:
            self._jump(what, -1)
            return
        self.place = max(0, self.place - 1)
        self._where()

    def _jump(self, what: str, step: int) -> None:
        place = find_place(self.session, self.place, what, step)
        if place is None:
            output.print_sentence(nothing_there(what, step))
            return
        self.place = place
        if place:
            for sentence in self.sentences([self.session.moves[place - 1]]):
                output.print_sentence(sentence)
        self._where()

    def on_round(self, wanted: str) -> None:
        """Go to the beginning of a round."""
        self.place = place_of(self.session, None, number(wanted))
        self._where()

    def on_play(self, _: str) -> None:
        """Tell all that follows."""
        self.play()

    def on_next(self, what: str) -> None:
        """Tell the next move, and how the game ended if it was the last; or go to what is there."""
        if what:
            self._jump(what, 1)
            return
        if self.place == len(self.session.moves):
            output.print_sentence(say("That was the last move."))
            return
        move = self.session.moves[self.place]
        self.place += 1
        first, *others = self.sentences([move])
        output.print_sentence(f"{self.place}. {first}")
        for sentence in others:
            output.print_sentence(sentence, "  ")
        self.show_bar()
        self._show_marks()
        if self.place == len(self.session.moves) and self.session.result is not None:
            for sentence in self.face.tell_result(self.session.result, self.names):
                output.print_sentence(sentence)
            output.print_lines(describe_statistics(statistics_of(self.session), self.names))

    def _show_marks(self) -> None:
        for sentence in self.session.marks.get(self.place, ()):
            output.print_sentence(f"! {sentence}")

    def _where(self) -> None:
        """Say where this is: the move that led here and who acts next."""
        state = self.session.state_after(self.place)
        self.show_bar()
        self._show_marks()
        output.print_sentence(
            say("After move {place}, round {round}", place=self.place, round=state.round)
        )
        seat = self.session.game.to_act(state)
        if seat is not None:
            for sentence in self.face.now(state, seat, self.names):
                output.print_sentence(sentence, "  ")
