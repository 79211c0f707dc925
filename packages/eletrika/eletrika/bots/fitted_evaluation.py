"""How far ahead each seat will be at the end, by the parts of an estimate.

What a part is worth depends on the turns that are left and on the number of players. The table,
``data/evaluation.toml``, is fitted to games that bots played; ``scripts/fit_eletrika.py`` makes it.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from eletrika.bots.position_estimate import PARTS, PositionEstimate
from gridcommon.contract import Seat
from gridcommon.tables import shipped_toml

# Where the classes end: turns of a seat that are left. With none left, MW are MW.
TURNS = (2, 5, 9, 13)
CLASSES = len(TURNS) + 1

Parts = list[float]  # in MW, in the order of PARTS


def class_of(estimate: PositionEstimate) -> int:
    """Return the class of a position, 0 for the last turns."""
    turns = max(estimate.turns)
    return sum(turns > bound for bound in TURNS)


def weighted_parts(estimate: PositionEstimate) -> list[Parts]:
    """Return what each part brings each seat by the end; only differences mean anything."""
    seats = range(len(estimate.hands))
    if not any(estimate.turns):
        return [list(estimate.parts(seat)) for seat in seats]
    weights = _table(len(seats))[class_of(estimate)]
    return [
        [weight * part for weight, part in zip(weights, estimate.parts(seat), strict=True)]
        for seat in seats
    ]


def lead_by_term(parts: Sequence[Parts], seat: Seat, rivals: float = 1.0) -> Parts:
    """Return by how much a seat is ahead, part by part: :func:`gridcommon.evaluation.lead_by_term`.

    ``rivals`` is how much what they have counts against what the seat has itself.
    """
    others = [one for other, one in enumerate(parts) if other != seat]
    best = max(others, key=fsum)
    return [
        own - rivals * (of_best + fsum(of_others) / len(others)) / 2
        for own, of_best, *of_others in zip(parts[seat], best, *others, strict=True)
    ]


@lru_cache
def _table(seats: int) -> list[Parts]:
    """Return the weights of the parts by class."""
    table = shipped_toml("eletrika", "evaluation.toml")[f"seats_{seats}"]
    return [[table[part][number] for part in PARTS] for number in range(CLASSES)]
