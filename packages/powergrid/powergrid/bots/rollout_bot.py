"""The rollout bot: it chooses the action that did best in rollouts."""

from collections.abc import Mapping, Sequence

from gridcommon.chance import draw, seeded
from gridcommon.contract import Reason
from gridcommon.evaluation import Effort
from powergrid.actions import Action
from powergrid.bots.rollout_search import rank_candidates
from powergrid.bots.weights import Weights
from powergrid.view import View

Efforts = Mapping[int, Effort]  # by the number of seats


class RolloutBot:
    """A bot that evaluates its candidate actions by rollouts, within its search budget."""

    __slots__ = ("_efforts", "_rng", "_weights", "reason")

    def __init__(self, seed: int, efforts: Efforts, weights: Weights | None = None) -> None:
        self._rng, self._efforts = seeded(seed), efforts
        self._weights = weights or Weights()
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        del actions
        seed, self._rng = draw(self._rng, 1 << 62)
        effort = self._efforts[view.public.terms.seats]
        best = rank_candidates(view, seed, effort, self._weights)[0]
        self.reason = best.reason
        return best.action
