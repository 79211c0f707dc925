"""The weakest bot: it chooses at random."""

from collections.abc import Sequence

from gridcommon.chance import draw, seeded
from gridcommon.contract import Reason
from powergrid.actions import Action
from powergrid.view import View


class RandomBot:
    """A bot that draws a kind of action, then an action of that kind, each with equal chance."""

    needs_view = False

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)
        self._count = 0  # number of actions in the last choice

    @property
    def reason(self) -> Reason | None:
        """The number of legal actions, or None before the first choice."""
        if not self._count:
            return None
        return Reason("at random, one of {count} actions", {"count": self._count})

    def choose(self, view: View | None, actions: Sequence[Action]) -> Action:
        del view
        starts = kind_starts(actions if isinstance(actions, list) else list(actions))
        kind, self._rng = draw(self._rng, len(starts))
        end = starts[kind + 1] if kind + 1 < len(starts) else len(actions)
        place, self._rng = draw(self._rng, end - starts[kind])
        self._count = len(actions)
        return actions[starts[kind] + place]


def kind_starts(actions: list[Action]) -> list[int]:
    """Return the index at which each kind starts in ``actions``, which are grouped by kind.

    >>> from powergrid.actions import Bid, Pass
    >>> kind_starts([Bid(0, 4), Bid(0, 5), Pass(0)])
    [0, 2]
    """
    starts, last = [0], type(actions[-1])
    while type(actions[starts[-1]]) is not last:
        low, high, kind = starts[-1], len(actions) - 1, type(actions[starts[-1]])
        while high - low > 1:  # actions[low] is of this kind, actions[high] is not
            middle = (low + high) // 2
            if type(actions[middle]) is kind:
                low = middle
            else:
                high = middle
        starts.append(high)
    return starts
