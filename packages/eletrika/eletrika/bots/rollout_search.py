"""Rollout search: value each promising action by playing a few more turns for every seat.

The candidates are the best actions of a sensible player. Each is played in games that agree with
the seat's view; then all seats play, with a narrower view, until the seat has had some turns. All
candidates are tried in the same games, and the worse half is eliminated after each stage.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum

from eletrika.actions import Action, LayTile
from eletrika.bots.grouped_actions import GroupedActions, group_actions
from eletrika.bots.policy import NARROW, Policy, Turn
from eletrika.bots.position_estimate import (
    STANDARD,
    Parts,
    Weights,
    lead_by_term,
    searching_weights,
    weighted_parts,
)
from eletrika.bots.reasons import reason_for
from eletrika.game import advance, check
from eletrika.ruleset import Ruleset
from eletrika.state import OVER, State
from eletrika.tile_edges import is_known_tile
from eletrika.view import View, determinize
from gridcommon.chance import draw, fork, seeded
from gridcommon.contract import Reason
from gridcommon.evaluation import Effort, always_continue, sequential_halving

PLAIN = 4  # the most candidates that lay a tile without a build
_TIES, _HIDDEN = range(2)  # purposes of a sample's draws


class PolicySet:
    """The policies of one player under one ruleset, with their caches."""

    def __init__(self, ruleset: Ruleset, weights: Weights = STANDARD) -> None:
        self.ruleset = ruleset
        self.weights = weights
        self.close = Policy(ruleset, weights)
        self.own = Policy(ruleset, weights, NARROW)
        self.others = self.own if weights == STANDARD else Policy(ruleset, STANDARD, NARROW)


def candidate_actions(turn: Turn, menu: GroupedActions, most: int) -> list[Action]:
    """Return the most promising actions, best first; at least one."""
    if menu.recalls:
        return [menu.recalls[0]]
    found: list[Action] = []
    plain = 0
    for _, action in sorted(turn.choices(menu), key=lambda one: one[0], reverse=True):
        if isinstance(action, LayTile) and action.build is None:
            plain += 1
            if plain > PLAIN:
                continue
        found.append(action)
    return found[:most] or [menu.any_other()]


@dataclass(slots=True)
class CandidateRollouts:
    """One action and the results of its rollouts."""

    action: Action
    ends: list[Parts] = field(default_factory=list)  # the seat's lead in each sample, part by part
    line: tuple[Action, ...] = ()  # the following actions in the first sample

    @property
    def sample_count(self) -> int:
        return len(self.ends)

    @property
    def mean_value(self) -> float:
        """The mean of the seat's weighted lead at the end, in MW."""
        return fsum(map(fsum, self.ends)) / len(self.ends)


class RolloutSearch:
    """Rollouts from the view of one seat.

    ``rivals`` is the weight of the rivals' MW in the seat's lead: 1 for the plain lead.
    """

    def __init__(
        self, view: View, policies: PolicySet, effort: Effort, seed: int, *, rivals: float = 1.0
    ) -> None:
        self._view = view
        self._policies = policies
        self._effort = effort
        self._seed = seed
        self._rivals = rivals

    def best(
        self,
        actions: Sequence[Action],
        kept: Sequence[Action] = (),
        should_continue: Callable[[], bool] = always_continue,
    ) -> list[CandidateRollouts]:
        """Return the sampled candidates, best first. Those in ``kept`` are never eliminated."""
        tried = [CandidateRollouts(action) for action in actions]
        samples = self._effort.samples
        return sequential_halving(
            tried, samples, self._try, lambda one: one.action in kept, should_continue
        )

    def worths(self) -> list[list[Parts]]:
        """Return the weighted parts of each seat's value at the end, sample by sample."""
        found = []
        for sample in range(self._effort.samples):
            state, rng = self._drawn(sample)
            self._play_on(state, rng)
            found.append(
                weighted_parts(self._policies.others.estimator.estimate(state, fresh=True))
            )
        return found

    def _try(self, one: CandidateRollouts) -> None:
        sample = one.sample_count
        state, rng = self._drawn(sample)
        action = self._as_drawn(one.action, state)
        if action is not None:
            advance(state, action)
        line = self._play_on(state, rng)
        end = self._policies.own.estimator.estimate(state, fresh=True)
        one.ends.append(lead_by_term(weighted_parts(end), self._view.seat, self._rivals))
        if not sample:
            one.line = tuple(line)

    def _drawn(self, sample: int) -> tuple[State, int]:
        """Return the game of a sample, the same for all actions, and a generator for ties."""
        game = fork(self._seed, sample)
        return determinize(self._view, fork(game, _HIDDEN)), fork(game, _TIES)

    def _play_on(self, state: State, rng: int) -> list[Action]:
        """Let all seats play to the end, or until the seat has had its turns."""
        policies, seat = self._policies, self._view.seat
        here = self._view.public.round, self._view.public.turn
        left = self._effort.horizon
        line: list[Action] = []
        while state.phase != OVER:
            own = state.actor == seat
            if own and (state.round, state.turn) != here:
                left -= 1
                if not left:
                    break
                here = state.round, state.turn
            action, rng = (policies.own if own else policies.others).choose(state, rng)
            advance(state, action)
            line.append(action)
        return line

    def _as_drawn(self, action: Action, state: State) -> Action | None:
        """Return an action as it is in a game with all faces known, or None if it is illegal.

        Rules: EL-COMP-09.
        """
        if not isinstance(action, LayTile) or is_known_tile(action.tile):
            return action
        row = self._view.public.row
        tile = state.row[row.index(action.tile)] if action.tile in row else state.drawn
        turns = (replace(action, tile=tile, rotation=turn) for turn in range(6))
        return next((one for one in turns if check(state, one) is None), None)


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

    def __init__(self, rng: int, weights: Weights | None = None, *, budgets: Budgets) -> None:
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
