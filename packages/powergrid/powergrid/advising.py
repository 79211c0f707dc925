"""What a strong player thinks of its choices, for hints and reviews: see :mod:`gridcommon.advice`.

>>> from powergrid import Ruleset, new_game, observe
>>> view = observe(new_game(Ruleset(), seats=3, seed=7), 1)
>>> round(sum(evaluate(view, seed=1, effort=Effort(samples=1, horizon=1))), 9)
1.0
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gridcommon.advice import Effort, Thought, Unit, to_the_end
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


def advise(
    view: View,
    seed: int,
    effort: Effort = BEST,
    also: Sequence[Action] = (),
    goes_on: Callable[[], bool] = to_the_end,
) -> list[Thought[Action]]:
    """Return the choices of the view's seat, which is to act, that were looked at, the best first.

    The actions of ``also``, which must be legal, are among them, valued with the same samples. The
    same view, seed and effort give the same. ``goes_on`` is asked between two samples; once it says
    no, what was found so far is returned, perhaps nothing.
    """
    return think(view, seed, effort, Weights(), also, goes_on, told=True)


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
