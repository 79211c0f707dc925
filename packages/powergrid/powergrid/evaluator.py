"""Candidate evaluation for Power Grid: see :mod:`gridcommon.evaluation`.

>>> from powergrid import Ruleset, new_game, observe
>>> view = observe(new_game(Ruleset(), seats=3, seed=7), 1)
>>> round(sum(evaluate(view, seed=1, effort=Effort(samples=1, horizon=1))), 9)
1.0
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gridcommon.evaluation import Candidate, Effort, Unit, always_continue
from powergrid.actions import Action
from powergrid.bots.fitted_evaluation import evaluate as value
from powergrid.bots.search import Search, think
from powergrid.bots.weights import Weights
from powergrid.view import View

UNIT: Final[Unit] = "chance"
BEST: Final = Effort(samples=12, horizon=2)  # with any number of players

# What a chance to win rests on: the terms of a thought.
TERMS: Final[Mapping[str, str]] = {
    "money": "money",
    "cities": "cities, connected or affordable",
    "plants": "power plants, and what they earn",
    "fuel": "fuel, in stock or to be bought",
    "room": "room for more cities",
    "order": "turn order",
    "end": "the end of the game",
}


def rank_candidates(
    view: View,
    seed: int,
    effort: Effort = BEST,
    include: Sequence[Action] = (),
    should_continue: Callable[[], bool] = always_continue,
) -> list[Candidate[Action]]:
    """Return the candidate actions of the view's seat, which is to act, best first.

    See :meth:`gridcommon.evaluation.Evaluator.rank_candidates`.
    """
    return think(view, seed, effort, Weights(), include, should_continue, told=True)


def evaluate(view: View, seed: int, effort: Effort = BEST) -> tuple[float, ...]:
    """Return the chance of each seat to win, as the seat of the view may know it.

    Games are played on from here as normal players would, and what comes of them is valued.
    """
    search = Search(view, seed, effort, Weights())
    total = [0.0] * view.public.terms.seats
    for number in range(effort.samples):
        state, _ = search.play_on(number, None)
        total = [so_far + one for so_far, one in zip(total, value(state), strict=True)]
    return tuple(chance / effort.samples for chance in total)
