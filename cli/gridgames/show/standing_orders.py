"""Standing orders: instructions given in advance, so that some choices need no prompt.

A game with standing orders returns its own class from :meth:`Face.standing`. The session consults
it before it asks the person. The actions that it returns are made and recorded like any other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal
from gridgames.show.parts import Panel


class OrderKeyword(NamedTuple):
    """The keyword of an order in English, its effect, its usage and its short forms."""

    word: str
    about: str
    usage: str = ""
    letters: tuple[str, ...] = ()


# Of a game with the real box: about earlier entries, and about unknown facts.
KEEPING = (
    OrderKeyword("fix", "replace an earlier entry", "N ENTRY"),
    OrderKeyword("drop", "leave out an earlier entry", "N"),
    OrderKeyword("entries", "the last entries with their numbers", "[N]"),
    OrderKeyword("unknown", "all that is unknown or assumed"),
)


class ParsedOrder(NamedTuple):
    """A parsed order: all standing orders that are now in force, and a first action, if any.

    ``told`` returns lines of output, starting with a title; it takes the players' names.
    """

    standing: "StandingOrders"
    action: Any = None
    told: Callable[[Sequence[str]], Iterator[str]] | None = None


class StandingOrders:
    """The immutable standing orders of one seat. This base class has none."""

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        """Return the orders with the order in ``text`` added, or None if it is not an order.

        Raises NotationError for an invalid order, and IllegalAction for an illegal one.
        """
        del state, seat, text
        return None

    def next_action(self, state: Any, seat: Seat) -> Any | None:
        """Return the action that the orders choose, or None if the person has to choose."""
        del state, seat
        return None

    def interruption(self, state: Any, seat: Seat) -> str | None:
        """Return why the orders do not make a choice that they cover, or None."""
        del state, seat
        return None

    def after_action(self, state: Any, action: Any) -> Self:
        """Return the orders that remain after the seat's action, which was made in ``state``."""
        del state, action
        return self

    def revalidate(self, state: Any, seat: Seat) -> Self:
        """Return the orders that remain after any action, with a note of failed ones."""
        del state, seat
        return self

    def without_notices(self) -> Self:
        """Return the orders without notes of failed ones, which the person has seen by now."""
        return self

    @property
    def actions(self) -> Sequence[Any]:
        """The actions of a plan, made later if nothing prevents them."""
        return ()

    def panel(self, state: Any, seat: Seat, names: Sequence[str]) -> Panel | None:
        """Return a plan with what it comes to, as it is shown beside the board, or None."""
        del state, seat, names
        return None

    def obstacle(self, state: Any, seat: Seat) -> tuple[Any, Refusal] | None:
        """Return the first part of a plan that a rule forbids, with the refusal, or None."""
        del state, seat
        return None

    def due(self, state: Any, seat: Seat) -> Sequence[Any]:
        """Return the actions of a plan that can be made now, and wait for the person."""
        del state, seat
        return ()

    def describe(self, state: Any) -> Iterator[str]:
        """Yield each order in words."""
        del state
        yield from ()

    def to_commands(self, state: Any) -> Iterator[str]:
        """Yield commands in English that restore the orders from a save."""
        del state
        yield from ()

    def to_json(self) -> dict[str, Any] | None:
        """Return what was agreed when a plan was committed, for a save, or None."""
        return None

    def with_json(self, state: Any, seat: Seat, data: Mapping[str, Any]) -> Self:
        """Return the orders with what :meth:`to_json` returned.

        Raises NotationError or IllegalAction if that does not fit the orders.
        """
        del state, seat, data
        raise NotationError("nothing can be committed")
