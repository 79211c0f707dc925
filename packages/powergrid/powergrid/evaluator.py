"""Candidate evaluation for Power Grid: see :mod:`gridcommon.evaluation`.

>>> from powergrid import Ruleset, new_game, observe
>>> view = observe(new_game(Ruleset(), seats=3, seed=7), 1)
>>> round(sum(evaluate(view, seed=1, effort=Effort(samples=1, horizon=1))), 9)
1.0
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from gridcommon.chance import seeded
from gridcommon.contract import Bot
from gridcommon.evaluation import Candidate, Effort, Unit, always_continue
from powergrid.actions import Action
from powergrid.bots.fitted_evaluation import evaluate as value
from powergrid.bots.normal import NormalBot
from powergrid.bots.rollout_search import RolloutSearch
from powergrid.bots.rollout_search import rank_candidates as rank_by_rollouts
from powergrid.bots.weights import Weights, perturbed_weights
from powergrid.view import View

UNIT: Final[Unit] = "chance"
BEST: Final = Effort(samples=12, horizon=2)  # with any number of players

# The terms of a winning chance, and their names.
TERMS: Final[Mapping[str, str]] = {
    "money": "money",
    "cities": "cities, connected or affordable",
    "plants": "power plants, and what they earn",
    "fuel": "fuel, in stock or to be bought",
    "room": "room for more cities",
    "order": "turn order",
    "end": "the end of the game",
}


def _of_own_mind(seed: int) -> NormalBot:
    """Return a normal bot with weights of its own.

    The usual ones answer a position in one way only, so what beats exactly that answer would seem
    to win always.
    """
    weights, _ = perturbed_weights(seeded(seed))
    return NormalBot(seed, weights)


PLAYERS: Final[Mapping[str, Callable[[int], Bot[View, Action]]]] = MappingProxyType(
    {"normal": _of_own_mind}
)


def rank_candidates(
    view: View,
    seed: int,
    effort: Effort = BEST,
    include: Sequence[Action] = (),
    should_continue: Callable[[], bool] = always_continue,
) -> list[Candidate[Action]]:
    """Return the candidate actions of the view's seat, best first.

    See :meth:`gridcommon.evaluation.Evaluator.rank_candidates`.
    """
    return rank_by_rollouts(
        view, seed, effort, Weights(), include, should_continue, with_terms=True
    )


def evaluate(view: View, seed: int, effort: Effort = BEST) -> tuple[float, ...]:
    """Return the winning chance of each seat.

    It is the mean of the fitted evaluation over rollouts in which normal bots play. See
    :meth:`gridcommon.evaluation.Evaluator.evaluate`.
    """
    search = RolloutSearch(view, seed, effort, Weights())
    total = [0.0] * view.public.terms.seats
    for number in range(effort.samples):
        state, _ = search.roll_out(number, None)
        total = [so_far + one for so_far, one in zip(total, value(state), strict=True)]
    return tuple(chance / effort.samples for chance in total)
