"""Players, weakest first: ``random``, ``easy``, ``normal``, ``hard`` and ``expert``.

A player sees a view and the legal actions, has its own generator, and says why it chose
(``reason``). To write one, derive from :class:`powergrid.bots.player.Player`, which asks one
question at a time, and add it to ``LEVELS``. Any player can use what these think with:

- ``fuel``: what plants need, what that costs now and later;
- ``growth``: the cheapest chains of cities;
- ``forecast``: how long the game goes on, what others hold;
- ``valuation``: what plants are worth over the rest of the game;
- ``endgame``: what everybody powers if the game ends now;
- ``values``: each seat's chance to win, from a table fitted to games;
- ``search``: choices tried out in games that are played on from them.

A level is anything that makes a player from a seed. A player that searches also takes an
:class:`~gridcommon.evaluation.Effort`; it gets whole positions to try things on from
:func:`powergrid.view.determinize`.
"""

from collections.abc import Callable, Mapping
from typing import SupportsIndex

from gridcommon.contract import Bot
from gridcommon.evaluation import Effort
from gridcommon.levels import bot_called
from powergrid.actions import Action
from powergrid.bots.characters import CHARACTERS, with_jitter
from powergrid.bots.easy import EasyBot
from powergrid.bots.normal import NormalBot
from powergrid.bots.random_bot import RandomBot, kind_starts
from powergrid.bots.search import Efforts, SearchingBot
from powergrid.bots.weights import Weights
from powergrid.tables import SEATS
from powergrid.view import View

__all__ = [
    "CHARACTERS",
    "EFFORTS",
    "LEVELS",
    "EasyBot",
    "NormalBot",
    "RandomBot",
    "SearchingBot",
    "kind_starts",
    "make_bot",
]

# By level and number of seats: the more there are, the longer a game takes that is tried.
EFFORTS: Mapping[str, Efforts] = {
    "hard": dict.fromkeys(SEATS, Effort(samples=2, horizon=1)),
    "expert": {
        seats: Effort(samples, horizon=2)
        for seats, samples in {2: 30, 3: 20, 4: 14, 5: 10, 6: 8}.items()
    },
}

Maker = Callable[..., Bot[View, Action]]  # of a seed, and of weights where it has a character


def _normal(seed: int, weights: Weights | None = None) -> NormalBot:
    return NormalBot(seed, with_jitter(weights or Weights(), seed))


def _searching(level: str) -> Maker:
    def make(seed: int, weights: Weights | None = None) -> SearchingBot:
        return SearchingBot(seed, EFFORTS[level], weights)

    return make


# The levels of play, weakest first.
LEVELS: Mapping[str, Maker] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": _normal,
    "hard": _searching("hard"),
    "expert": _searching("expert"),
}
_WITH_CHARACTER = ("normal", "hard", "expert")


def make_bot(level: str, seed: SupportsIndex) -> Bot[View, Action]:
    """Return a player of a level; the same seed plays the same game.

    From ``normal`` up a level may have one of the CHARACTERS, as in ``hard-miser``.
    Raises NotationError for an unknown level or character, or a seed that is no whole number.
    """
    return bot_called(level, seed, LEVELS, CHARACTERS, _WITH_CHARACTER)
