"""The bot that plays at random."""

from collections.abc import Sequence
from itertools import groupby

from eletrika.actions import Action
from eletrika.game import LegalActions
from eletrika.view import View
from gridcommon.chance import choose, seeded
from gridcommon.contract import Reason


class RandomBot:
    """Chooses a kind of action, then an action of that kind, each equally likely."""

    needs_view = False

    def __init__(self, rng: int) -> None:
        self._rng = seeded(rng)
        self._count = 0  # of the last legal actions

    @property
    def reason(self) -> Reason | None:
        """The number of legal actions, or None before the first choice."""
        if not self._count:
            return None
        return Reason("one of {count} legal actions, at random", {"count": self._count})

    def choose(self, _view: View | None, actions: Sequence[Action]) -> Action:
        if type(actions) is LegalActions:
            kinds = actions.kinds
        else:
            kinds = tuple(list(group) for _, group in groupby(actions, key=type))
        kind, self._rng = choose(kinds, self._rng)
        action, self._rng = choose(kind, self._rng)
        self._count = len(actions)
        return action
