"""The outcome of one game of a batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from gridcommon.caveats import Caveat
from gridcommon.contract import Seat
from gridgames.table.bots.custom_bots import Failure

WHOLE = lcm(*range(1, 11))  # fractions of a win, so that any number of winners shares it exactly


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one game: its bots, its winners, the deciding rule and its numbers.

    A game that was broken off has no winners, no points, and no rule that decided it.
    ``by_round`` has each round's number, with a list by seat for every measure of the game's
    statistics. ``sheets`` has the rows of each of their tables, and ``collected`` the pickled
    custom collectors.
    """

    number: int  # in the batch, from 0
    bots: tuple[str, ...]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    decided_by: str | None
    actions: int
    rounds: int
    by_round: Sequence[tuple[int, Sequence[Sequence[int]]]] = ()
    sheets: Sequence[Sequence[Sequence[int]]] = ()
    caveats: tuple[Caveat, ...] = ()
    collected: tuple[bytes, ...] = ()
    failures: tuple[Failure, ...] = ()  # of custom bots

    @property
    def is_broken_off(self) -> bool:
        """Whether the game was broken off after too many rounds, without a winner."""
        return self.decided_by is None

    def won(self, seat: Seat) -> int:
        """Return a seat's share of the win; the shares of all seats add up to ``WHOLE``."""
        return WHOLE // len(self.winners) if seat in self.winners else 0
