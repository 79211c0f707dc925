"""The desk of a recorded game."""

from collections.abc import Callable, Sequence
from typing import Any

from gridcommon.errors import NotationError
from gridgames.show.face import Move
from gridgames.table.answers import Answer, Arrived, Message
from gridgames.table.command_table import REPLAYING, Front
from gridgames.table.desk import Desk, number
from gridgames.table.landmarks import find_place, nothing_there
from gridgames.table.session import Session


class ReplayDesk(Desk):
    """Goes to the places of a recorded game; ``place`` is the number of moves before it."""

    COMMANDS = REPLAYING

    def __init__(
        self, session: Session, front: Front, seen: Callable[[], Any], place: int = 0
    ) -> None:
        super().__init__(session, front, seen)
        self.place = place

    def moves(self) -> Sequence[Move]:
        return self.session.moves[: self.place]

    def read(self, part: str) -> Answer:
        """Go to the position after a number of moves, or by default to the next move."""
        if not part:
            return self.on_next("")
        return self._go("", place_of(self.session, number(part), None))

    def _go(self, way: str, place: int) -> Answer:
        self.place = place
        return Arrived(way)

    def on_round(self, wanted: str) -> Answer:
        return self._go("round", place_of(self.session, None, number(wanted)))

    def on_next(self, what: str) -> Answer:
        if what:
            return self.jump(what, 1)
        if self.place == len(self.session.moves):
            return Arrived("next", is_end=True)
        return self._go("next", self.place + 1)

    def on_back(self, what: str) -> Answer:
        return self.jump(what, -1) if what else self._go("back", max(0, self.place - 1))

    def jump(self, what: str, step: int) -> Answer:
        """Go to the nearest landmark after the current place (1) or before it (-1)."""
        place = find_place(self.session, self.place, what, step)
        if place is None:
            return Message(nothing_there(what, step), is_done=False)
        return self._go("landmark", place)


def place_of(session: Session, at: int | None, at_round: int | None) -> int:
    """Return the number of moves before an action or a round, by default 0.

    Raises NotationError if there is no such place.
    """
    if at_round is None:
        place = session.place_after(at or 0)
        if place is None:
            count = sum(move.seat is not None for move in session.moves)
            raise NotationError(
                "action {place} was requested; the record has {count}", place=at, count=count
            )
        return place
    for place in range(len(session.moves) + 1):
        if session.state_after(place).round == at_round:
            return place
    raise NotationError(
        "round {number} was requested; the last is {last}",
        number=at_round,
        last=session.state.round,
    )
