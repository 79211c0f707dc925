"""A recorded game, shown move by move."""

import time

from gridcommon.errors import NotationError
from gridgames.languages.messages import said, say
from gridgames.play.command_words import command_and_rest
from gridgames.play.session import Session
from gridgames.terminal import output
from gridgames.terminal.dialogue import prepare, read_line

_HELP = (
    "n          the next move; an empty line does the same",
    "p, b       one move back",
    "NUMBER     to the position after so many moves",
    "round R    to the beginning of a round",
    "play       all that follows, move by move",
    "board, state, players   what lies on the table",
    "q          leave",
)


def place_of(session: Session, at: int | None, at_round: int | None) -> int:
    """Return the number of moves before the place that is asked for, 0 if none is.

    Raises NotationError if there is no such place.
    """
    if at_round is None:
        count = len(session.moves)
        if at is not None and at > count:
            raise NotationError(
                "action {place} was asked for; the record has {count}", place=at, count=count
            )
        return at or 0
    for place in range(len(session.moves) + 1):
        if session.state_after(place).round == at_round:
            return place
    raise NotationError(
        "round {number} was asked for; the last is {last}",
        number=at_round,
        last=session.state.round,
    )


class Replay:
    """A recorded game, and the place in it that is shown."""

    def __init__(self, session: Session, place: int, pause: float) -> None:
        self.session = session
        self.pause = pause
        self.place = place  # moves made
        self._face = session.face
        self._names = [player.name for player in session.players]
        self._show("state")

    def play(self) -> None:
        """Show all the moves that follow, and how the game ended."""
        while self.place < len(self.session.moves):
            if self.pause:
                time.sleep(self.pause)
            self._next()

    def obey(self) -> None:
        """Do what each line asks for, until there are no more."""
        prepare()
        output.tell(say("{count:move|moves}; ? for help", count=len(self.session.moves)))
        while True:
            line = read_line(say("move {place}> ", place=self.place))
            if line is None or command_and_rest(line)[0] in ("q", "quit"):
                return
            try:
                self._do(*command_and_rest(line))
            except NotationError as problem:
                output.tell(said(problem))

    def _do(self, word: str, rest: str) -> None:
        match word:
            case "" | "n" | "next":
                self._next()
            case "p" | "b" | "back":
                self.place = max(0, self.place - 1)
                self._where()
            case "round":
                self.place = place_of(self.session, None, _number(rest))
                self._where()
            case "play":
                self.play()
            case "board" | "state" | "players":
                self._show(word)
            case "?" | "help":
                for text in _HELP:
                    output.show(output.wrapped(say(text), " " * 13, first="  "))
            case _:
                self.place = place_of(self.session, _number(word), None)
                self._where()

    def _next(self) -> None:
        if self.place == len(self.session.moves):
            output.tell(say("That was the last move."))
            return
        move = self.session.moves[self.place]
        self.place += 1
        first, *others = self._face.tell(move, self._names)
        output.tell(f"{self.place}. {first}")
        for sentence in others:
            output.tell(sentence, "  ")
        if self.place == len(self.session.moves) and self.session.result is not None:
            for sentence in self._face.tell_result(self.session.result, self._names):
                output.tell(sentence)

    def _where(self) -> None:
        """Say where this is: the move that led here and who acts next."""
        state = self.session.state_after(self.place)
        output.tell(say("After move {place}, round {round}", place=self.place, round=state.round))
        seat = self.session.game.to_act(state)
        if seat is not None:
            for sentence in self._face.now(state, seat, self._names):
                output.tell(sentence, "  ")

    def _show(self, what: str) -> None:
        state = self.session.state_after(self.place)
        told = {"state": self._face.whole, "board": self._face.board}
        output.show(told.get(what, self._face.players)(state, self._names))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise NotationError("{found} is not a number; ? for help", found=repr(text))
    return int(text[:9])
