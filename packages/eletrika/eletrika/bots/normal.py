"""The bot that plays like a sensible, experienced person: it looks one turn ahead."""

from collections.abc import Sequence

from eletrika.actions import Action
from eletrika.bots.grouped_actions import GroupedActions, group_actions
from eletrika.bots.policy import WIDE, Limits, Policy, Turn
from eletrika.bots.position_estimate import STANDARD, Weights
from eletrika.bots.reasons import reason_for
from eletrika.view import View
from gridcommon.chance import seeded
from gridcommon.contract import Reason


class NormalBot:
    """A bot that looks one turn ahead, with all its actions, and evaluates the result."""

    def __init__(self, rng: int, weights: Weights = STANDARD, limits: Limits = WIDE) -> None:
        self._rng = seeded(rng)
        self._weights = weights
        self._limits = limits
        self._policy: Policy | None = None
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        state = view.public
        if self._policy is None or self._policy.ruleset is not state.ruleset:
            self._policy = Policy(state.ruleset, self._weights, self._limits)
        turn = self._policy.turn(state)
        action = self._pick(turn, group_actions(actions))
        self.reason = reason_for(turn, action)
        return action

    def _pick(self, turn: Turn, menu: GroupedActions) -> Action:
        action, self._rng = turn.choose(menu, self._rng)
        return action
