"""The question on the screen: a typed number belongs to that question and to no other."""

from typing import TYPE_CHECKING, Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, truncate
from gridgames.show.menus import Choice, Menu

if TYPE_CHECKING:
    from gridgames.table.session import Session


class Asked(NamedTuple):
    """The seat that is asked, if any, in which state, and the choices on the screen."""

    state: Any
    seat: Seat | None
    menu: Menu

    def choice(self, session: "Session", typed: str, number: int) -> Choice | None:
        """Return the choice with a number on the screen, or None if there is none.

        The state may have changed since the number was typed. While the question is still the same,
        the number keeps its action. Raises NotationError if the question has changed.
        """
        choices = self.menu.choices
        choice = choices[number - 1] if 1 <= number <= len(choices) else None
        if self.is_now(session):
            return choice
        if choice is None or choice.action is None or not self._is_asked_still(session):
            raise for_another(typed)
        return choice

    def is_now(self, session: "Session") -> bool:
        """Return whether nothing has happened since the question."""
        return self.seat is not None and session.state is self.state

    def _is_asked_still(self, session: "Session") -> bool:
        question = session.face.question
        return (
            self.seat is not None
            and session.to_act == self.seat
            and session.waits_for_human
            and question(self.state) is not None
            and question(self.state) == question(session.state)
        )


def for_another(typed: str) -> NotationError:
    """Return the error for a number that was typed for another question."""
    return NotationError(
        "{number} was typed for another question; look at the choices, then choose again.",
        number=truncate(typed),
    )
