"""The weakest bot of each game: it chooses at random."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from gridcommon.chance import choose, seeded
from gridcommon.contract import Reason
from gridcommon.lazy_actions import by_kind

A = TypeVar("A")


class RandomBot(Generic[A]):
    """Chooses a kind of action, then an action of that kind, each equally likely."""

    needs_view = False

    def __init__(self, rng: int) -> None:
        self._rng = seeded(rng)
        self._actions: Sequence[A] = ()  # the last legal ones, which are counted if one asks

    @property
    def reason(self) -> Reason | None:
        """The number of legal actions, or None before the first choice."""
        if not self._actions:
            return None
        return Reason("one of {count} legal actions, at random", {"count": len(self._actions)})

    def choose(self, _view: Any, actions: Sequence[A]) -> A:
        """Return one of the actions, which are grouped by kind."""
        kind, self._rng = choose(by_kind(actions), self._rng)
        action, self._rng = choose(kind, self._rng)
        self._actions = actions
        return action
