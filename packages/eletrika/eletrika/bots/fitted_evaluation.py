"""The expected lead of each seat at the end, by the parts of an estimate.

The weight of a part depends on the turns left and on the number of players.
``data/evaluation.toml`` is fitted to games between bots by ``scripts/fit_eletrika.py``.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from eletrika.bots.position_estimate import PARTS, PositionEstimate
from gridcommon.contract import Seat
from gridcommon.tables import shipped_toml

# The last number of turns left in each class. With no turns left, the weights are 1.
TURNS = (2, 5, 9, 13)
CLASSES = len(TURNS) + 1

Parts = list[float]  # in MW, in the order of PARTS


def class_of(estimate: PositionEstimate) -> int:
    """Return the class of a position, 0 for the last turns."""
    turns = max(estimate.turns)
    return sum(turns > bound for bound in TURNS)


def weighted_parts(estimate: PositionEstimate) -> list[Parts]:
    """Return the expected MW of each part at the end, by seat. Only differences are meaningful."""
    seats = range(len(estimate.hands))
    if not any(estimate.turns):
        return [list(estimate.parts(seat)) for seat in seats]
    weights = _table(len(seats))[class_of(estimate)]
    return [
        [weight * part for weight, part in zip(weights, estimate.parts(seat), strict=True)]
        for seat in seats
    ]


def lead_by_term(parts: Sequence[Parts], seat: Seat, rivals: float = 1.0) -> Parts:
    """Return a seat's lead, part by part: see :func:`gridcommon.evaluation.lead`.

    ``rivals`` is the weight of the rivals' parts relative to the seat's own.
    """
    others = [one for other, one in enumerate(parts) if other != seat]
    best = max(others, key=fsum)
    return [
        own - rivals * (of_best + fsum(of_others) / len(others)) / 2
        for own, of_best, *of_others in zip(parts[seat], best, *others, strict=True)
    ]


@lru_cache
def _table(seats: int) -> list[Parts]:
    table = shipped_toml("eletrika", "evaluation.toml")[f"seats_{seats}"]
    return [[table[part][number] for part in PARTS] for number in range(CLASSES)]
