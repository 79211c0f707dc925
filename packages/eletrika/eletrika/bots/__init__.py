"""Bots: players that see a view and choose, by LEVELS of strength and CHARACTERS.

Each carries its own generator, so its choices never shift a draw of the game. After a choice,
``reason`` gives the reason in one line.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import SupportsIndex

from eletrika.actions import Action
from eletrika.bots.normal import BeginnerBot, EasyBot, NormalBot
from eletrika.bots.position_estimate import CHARACTERS
from eletrika.bots.rollout_search import Budgets, RolloutBot, RolloutBudget
from eletrika.view import View
from gridcommon.contract import Bot
from gridcommon.evaluation import Effort
from gridcommon.random_bot import RandomBot, make_named_bot

__all__ = ["BUDGETS", "CHARACTERS", "LEVELS", "make_bot"]

# By level and number of seats. With more seats, chance matters more and fewer turns are left, so
# more candidates are better than longer rollouts.
BUDGETS: Mapping[str, Budgets] = {
    "hard": {
        2: RolloutBudget(Effort(samples=1, horizon=2), choices=2),
        3: RolloutBudget(Effort(samples=1, horizon=2), choices=2),
        4: RolloutBudget(Effort(samples=2, horizon=2), choices=4),
    },
    "expert": {
        2: RolloutBudget(Effort(samples=4, horizon=3), choices=8),
        3: RolloutBudget(Effort(samples=4, horizon=2), choices=12),
        4: RolloutBudget(Effort(samples=4, horizon=2), choices=12),
    },
}


# From a generator, and from weights if the level may have a character.
Maker = Callable[..., Bot[View, Action]]


# Weakest first.
LEVELS: Mapping[str, Maker] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "easy": EasyBot,
    "normal": NormalBot,
    "hard": partial(RolloutBot, budgets=BUDGETS["hard"]),
    "expert": partial(RolloutBot, budgets=BUDGETS["expert"]),
}
_WITH_CHARACTER = ("normal", "hard", "expert")


def make_bot(level: str, rng: SupportsIndex) -> Bot[View, Action]:
    """Return a bot of one of the LEVELS, with its own generator.

    From ``normal`` up, a level may have one of the CHARACTERS, as in ``hard-miser``. Raises
    NotationError for an unknown level or character, or a generator that is not a whole number.
    """
    return make_named_bot(level, rng, LEVELS, CHARACTERS, _WITH_CHARACTER)
