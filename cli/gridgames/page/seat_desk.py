"""The desk of one seat on the page: everybody plays for themselves, and sees what they may see."""

from collections.abc import Callable, Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.spelling import is_number
from gridgames.languages.messages import say
from gridgames.show.menus import Menu
from gridgames.table.answers import Answer, Message, problem
from gridgames.table.command_table import Front
from gridgames.table.desk import number
from gridgames.table.game_desk import GameDesk
from gridgames.table.session import Session


class SeatDesk(GameDesk):
    """Takes actions, orders in advance and commands of one seat.

    Where the score of a real table is kept, everybody at the table may enter what happens.

    ``ask_undo`` asks the others whether the last choice of the seat may be taken back.
    """

    def __init__(self, session: Session, seat: Seat, ask_undo: Callable[[Seat], Answer]) -> None:
        super().__init__(session, Front.PAGE, self._seen)
        self.seat = seat
        self._ask_undo = ask_undo

    def _seen(self) -> Any:
        return self.face.seen(self.session.state, self.seat)

    def not_to_choose(self) -> str:
        seat = self.session.to_act
        if seat is not None and seat != self.seat and not self.session.may_overrule:
            return self.turn_words(seat)
        return super().not_to_choose()

    def orderer(self) -> Seat | None:
        return None if self.session.to_act is None else self.seat

    def legal_actions(self) -> Sequence[Any]:
        """Return the actions of the seat if it is to choose now, none otherwise."""
        return () if self.not_to_choose() else self.session.legal_actions()

    def top_menu(self) -> Menu:
        return super().top_menu() if self.legal_actions() else Menu("", ())

    def read(self, part: str) -> Answer:
        """Carry out an action or an order; numbers have no meaning on a page of buttons."""
        return super().read(part) if part and not is_number(part) else self.on_choices("")

    def on_why(self, text: str) -> Answer:
        if not text and (why := self.not_to_choose()):
            return problem(why)
        return super().on_why(text)

    def on_undo(self, count: str) -> Answer:
        times = number(count) if count else 1
        for _ in range(times - 1 if self.session.may_overrule else 0):
            self.session.undo()
        return self._ask_undo(self.seat) if times else Message(say("There is nothing to undo."))

    def on_go(self, _: str) -> Answer:
        """Skip forced moves of this seat alone: nobody moves for another."""
        self.session.skips_for = self.seat
        return super().on_go("")

    def plan_words(self) -> str:
        return "" if self.session.open_question else super().plan_words()

    def on_choices(self, _: str) -> Answer:
        return problem(self.not_to_choose() or say("Your choices are on the page."))

    def game_text(self, action: Any) -> str:
        """Return an action as any language reads it."""
        return self.session.text_of(action)
