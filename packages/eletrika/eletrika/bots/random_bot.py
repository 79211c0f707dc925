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

    def __init__(self, rng: int) -> None:
        self._rng = seeded(rng)
        self.reason: Reason | None = None

    def choose(self, _view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``."""
        if isinstance(actions, LegalActions):
            kinds = actions.kinds
        else:
            kinds = tuple(list(group) for _, group in groupby(actions, key=type))
        kind, self._rng = choose(kinds, self._rng)
        action, self._rng = choose(kind, self._rng)
        self.reason = Reason("one of {count} legal actions, by chance", {"count": len(actions)})
        return action
