"""Rollout bots: they choose the action that did best in simulated games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eletrika.actions import Action
from eletrika.bots.grouped_actions import group_actions
from eletrika.bots.position_estimate import Weights, searching_weights
from eletrika.bots.reasons import reason_for
from eletrika.bots.rollout_search import PolicySet, RolloutSearch, candidate_actions
from eletrika.view import View
from gridcommon.chance import draw, seeded
from gridcommon.contract import Reason
from gridcommon.evaluation import Effort

_SEEDS = 1 << 64


@dataclass(frozen=True, slots=True)
class RolloutBudget:
    """The search budget for a game with some number of seats."""

    effort: Effort
    choices: int  # the most candidates


Budgets = Mapping[int, RolloutBudget]  # by the number of seats


class RolloutBot:
    """A bot that compares the best actions of a sensible player by rollouts of some turns.

    Without ``weights``, they depend on the number of seats.
    """

    def __init__(self, rng: int, budgets: Budgets, weights: Weights | None = None) -> None:
        self._rng = seeded(rng)
        self._budgets = budgets
        self._weights = weights
        self._policies: PolicySet | None = None
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        ruleset, seats = view.public.ruleset, view.public.seats
        weights = self._weights or searching_weights(seats)
        policies = self._policies
        if policies is None or policies.ruleset is not ruleset or policies.weights is not weights:
            policies = self._policies = PolicySet(ruleset, weights)
        turn = policies.close.turn(view.public)
        seed, self._rng = draw(self._rng, _SEEDS)
        budget = self._budgets[seats]
        found = candidate_actions(turn, group_actions(actions), budget.choices)
        action = found[0]
        if len(found) > 1:
            search = RolloutSearch(view, policies, budget.effort, seed, rivals=weights.rivals)
            action = search.best(found)[0].action
        self.reason = reason_for(turn, action)
        return action
