"""Bots, weakest first: ``random``, ``beginner``, ``easy``, ``normal``, ``hard`` and ``expert``.

A bot chooses from a view and the legal actions, has its own generator, and gives the ``reason`` for
its choice. To write one, derive from :class:`powergrid.bots.player.DecisionBot`, which has one
method per decision, and add it to ``LEVELS``. These modules are useful for any bot:

- ``fuel``: the fuel that plants need, and its costs now and later;
- ``growth``: the cheapest chains of cities;
- ``forecast``: the rest of the game, and the money and output of other seats;
- ``plant_valuation``: the value of plants over the rest of the game;
- ``endgame``: the cities that each seat powers if the game ends now;
- ``fitted_evaluation``: each seat's chance to win, from a table fitted to games;
- ``rollout_search``: values of candidate actions, from simulated games.

A level is any function that makes a bot from a seed. A rollout bot also takes an
:class:`~gridcommon.evaluation.Effort`, and samples full states with
:func:`powergrid.view.determinize`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import SupportsIndex

from gridcommon.contract import Bot
from gridcommon.evaluation import Effort
from gridcommon.random_bot import RandomBot, make_named_bot
from powergrid.actions import Action
from powergrid.bots.beginner import BeginnerBot
from powergrid.bots.easy import EasyBot
from powergrid.bots.normal import NormalBot
from powergrid.bots.rollout_search import Efforts, RolloutBot
from powergrid.bots.weights import CHARACTERS, Weights, with_jitter
from powergrid.tables import SEATS
from powergrid.view import View

__all__ = [
    "CHARACTERS",
    "EFFORTS",
    "LEVELS",
    "EasyBot",
    "NormalBot",
    "RolloutBot",
    "make_bot",
]

# By level and number of seats: rollouts take longer with more seats.
EFFORTS: Mapping[str, Efforts] = {
    "hard": dict.fromkeys(SEATS, Effort(samples=2, horizon=1)),
    "expert": {
        seats: Effort(samples, horizon=2)
        for seats, samples in {2: 30, 3: 20, 4: 14, 5: 10, 6: 8}.items()
    },
}

Maker = Callable[..., Bot[View, Action]]  # takes a seed, and the weights of its character, if any


def _normal(seed: int, weights: Weights | None = None) -> NormalBot:
    return NormalBot(seed, with_jitter(weights or Weights(), seed))


# The levels of play, weakest first.
LEVELS: Mapping[str, Maker] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "easy": EasyBot,
    "normal": _normal,
    "hard": partial(RolloutBot, efforts=EFFORTS["hard"]),
    "expert": partial(RolloutBot, efforts=EFFORTS["expert"]),
}
_WITH_CHARACTER = ("normal", "hard", "expert")


def make_bot(level: str, seed: SupportsIndex) -> Bot[View, Action]:
    """Return a bot of a level. The same seed plays the same game.

    Levels from ``normal`` up may have one of the CHARACTERS, as in ``hard-miser``. Raises
    NotationError for an unknown level or character, or a seed that is not an integer.
    """
    return make_named_bot(level, seed, LEVELS, CHARACTERS, _WITH_CHARACTER)
