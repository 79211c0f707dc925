"""What a person says in advance, so that some choices are made without asking.

A game that knows such orders returns its own class from :meth:`Face.standing`. The session asks it
before it asks the person; each action it answers is made and recorded like any other.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gridcommon.contract import Seat


class OrderKeyword(NamedTuple):
    """The first word of an order in English, what it does, what may follow, and short forms."""

    word: str
    about: str
    usage: str = ""
    letters: tuple[str, ...] = ()


class ParsedOrder(NamedTuple):
    """An order that was read: all orders that stand now, and the action it begins with, if any.

    ``told`` answers a question in lines, the first of them a title; it takes the players' names.
    """

    standing: "StandingOrders"
    action: Any = None
    told: Callable[[Sequence[str]], Iterator[str]] | None = None


class StandingOrders:
    """The standing orders of one seat; never changed. This class knows none."""

    def read(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
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

    def why(self, state: Any, seat: Seat) -> str | None:
        """Return what keeps them from choosing for the seat to act what they were given for."""
        del state, seat
        return None

    def after(self, state: Any, action: Any) -> "StandingOrders":
        """Return what stands after an action of the seat that was made in ``state``."""
        del state, action
        return self

    def still(self, state: Any, seat: Seat) -> "StandingOrders":
        """Return what stands of them once somebody has acted, with what of them has failed."""
        del state, seat
        return self

    def heard(self) -> "StandingOrders":
        """Return them once their person has chosen, and so has been told what failed."""
        return self

    def lines(self, state: Any) -> Iterator[str]:
        """Yield each order that stands now, in words."""
        del state
        yield from ()

    def texts(self, state: Any) -> Iterator[str]:
        """Yield orders in English that give the same again, for a save to keep them.

        They choose nothing by themselves: what is carried out has to be committed again.
        """
        del state
        yield from ()
