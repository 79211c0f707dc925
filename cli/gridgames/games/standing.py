"""What a person says in advance, so that some choices are made without asking.

A game that knows such orders returns its own class from :meth:`Face.standing`. The session asks it
before it asks the person; each action it answers is made and recorded like any other.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gridcommon.contract import Seat


class Given(NamedTuple):
    """An order that was read: all orders that stand now, and the action it begins with, if any."""

    standing: "Standing"
    action: Any = None


class Standing:
    """The standing orders of one seat; never changed. This class knows none."""

    def read(self, state: Any, seat: Seat, text: str) -> Given | None:
        """Return the orders with the one that ``text`` gives; None if it is no order.

        Raises NotationError for an order that cannot be read, IllegalAction for one that a rule
        refuses.
        """
        del state, seat, text
        return None

    def answer(self, state: Any, seat: Seat) -> Any | None:
        """Return the action they choose for the seat to act, None if the person has to."""
        del state, seat
        return None

    def lines(self, state: Any) -> Iterator[str]:
        """Yield each order that stands now, in words."""
        del state
        yield from ()
