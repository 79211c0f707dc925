"""The desk of a game on the full screen, where lines can be typed while a bot thinks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridcommon.spelling import as_number
from gridgames.languages.messages import say
from gridgames.show.menus import Menu
from gridgames.show.table import Table
from gridgames.table.answers import Answer, Message, Refused, problem
from gridgames.table.game_desk import GameDesk
from gridgames.table.questions import Asked


class Pointed(Answer):
    """An effect on the screen alone, such as the choice of a tile, or a delayed command."""


@dataclass(slots=True)
class Preview(Answer):
    """The action that a second click would make."""

    action: Any


class Allowed(Answer):
    """The legal choices."""


class ScreenDesk(GameDesk):
    """A desk that also handles clicks; ``table`` is the game on the screen."""

    table: Table
    is_thinking = False  # a bot is about to move
    waiting_command = ""  # to be carried out after its move
    last_refused: Any = None  # the action that was refused last

    def __init__(self, *args: Any, preview: Callable[[Any], bool], **options: Any) -> None:
        super().__init__(*args, **options)
        self.waiting_orders: list[tuple[Seat, str]] = []
        self._previews = preview  # whether an action that was clicked is to be shown first

    def question(self) -> Asked:
        """Return the question on the screen, without a seat if no person has to choose."""
        seat = None if self.not_to_choose() else self.session.to_act
        return Asked(self.session.state, seat, self.table.menu)

    def not_to_choose(self) -> str:
        if self.is_thinking and self.session.to_act is not None:
            return say("It is not your turn.")
        return super().not_to_choose()

    def top_menu(self) -> Menu:
        return self.table.menu

    def menu_for(self, part: str) -> Menu | None:
        return self.table.asked(part)

    def choose(self, typed: str) -> Answer:
        """Make the choice with a number, or handle a number that only changes the board."""
        if why := self.not_to_choose():
            return problem(why)
        number, self.menus = as_number(typed) or 0, []
        if self.asked.is_now(self.session) and self.table.take_number(number):
            return Pointed()
        try:
            return self.take(typed)
        except NotationError:
            self.asked = self.question()  # the next number belongs to the choices on the screen
            raise

    def overrules(self, action: Any) -> bool:
        """Return whether the people at a real table enter an illegal action a second time."""
        may = self.session.may_overrule and self.face.may_overrule
        may = may and not self.session.is_confirmed
        return may and bool(action == self.last_refused)

    def preview(self, action: Any) -> Answer | None:
        return Preview(action) if self._previews(action) else None

    def refused(self, answer: Refused) -> Refused:
        """Remember a refused action, and return the answer."""
        self.last_refused = answer.action
        return answer

    def orderer(self) -> Seat | None:
        seat = self.session.to_act if self.session.waits_for_human else self.table.viewer
        return seat if seat is not None and self.session.players[seat].is_human else None

    def order(self, text: str) -> Answer | None:
        """Take an order in advance. While a bot thinks, check it and queue it."""
        seat = self.orderer()
        if not self.is_thinking or seat is None:
            return super().order(text)
        state = self.session.game.observe(self.session.state, seat).public
        given = self.session.standing[seat].parse(state, seat, text)
        if given is None:
            return None
        self.waiting_orders.append((seat, text))
        words = say("Queued until the bot has moved: {order}", order=text)
        return self.text_of(given.told) or Message(words)

    def on_choices(self, rest: str) -> Answer:
        has_any = self.not_to_choose() or self.top_menu().choices
        return super().on_choices(rest) if has_any else Pointed()

    def on_why(self, text: str) -> Answer:
        """Explain an action, by default the refused one or the one at the cursor."""
        if text or self.session.to_act is None:
            return super().on_why(text)
        action = self.last_refused or self.table.at_cursor()
        return Allowed() if action is None else self.explained(action)

    def on_undo(self, rest: str) -> Answer:
        return self._wait("undo") or super().on_undo(rest)

    def on_redo(self, rest: str) -> Answer:
        return self._wait("redo") or super().on_redo(rest)

    def _wait(self, command: str) -> Answer | None:
        """Delay a command while a bot thinks, and return the answer, or None."""
        if self.is_thinking:
            self.waiting_command = command
            return Pointed()
        return None

    def on_go(self, rest: str) -> Answer:
        if self.is_thinking:
            self.session.plays_on = True
            return Pointed()
        return super().on_go(rest)
