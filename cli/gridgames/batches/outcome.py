"""What a batch keeps of one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from gridcommon.certainty import Doubt
from gridcommon.contract import Seat
from gridgames.bots.custom_bots import Failure

WHOLE = lcm(*range(1, 11))  # parts of a win: any number of winners shares it exactly


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: who sat where, who won and by which rule, and what it came to.

    A game that was broken off has no winners, no points, and no rule that decided it.
    ``by_round`` has for each round its number, and for every measure of the game's statistics a
    list by seat; ``sheets`` the rows of each of their tables; ``collected`` what collectors of
    one's own made of it, pickled.
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
    doubts: tuple[Doubt, ...] = ()
    collected: tuple[bytes, ...] = ()
    failures: tuple[Failure, ...] = ()  # of bots of somebody's own

    @property
    def is_broken_off(self) -> bool:
        """Whether it took too many rounds, and nobody has won."""
        return self.decided_by is None

    def won(self, seat: Seat) -> int:
        """Return the part of the win that a seat has; all parts add up to ``WHOLE``."""
        return WHOLE // len(self.winners) if seat in self.winners else 0
