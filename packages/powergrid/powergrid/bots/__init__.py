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
:class:`~gridcommon.advice.Effort`; it gets whole positions to try things on from
:func:`powergrid.view.redraw`.
"""

from collections.abc import Callable, Mapping
from functools import partial

from gridcommon.contract import Bot
from gridcommon.errors import NotationError
from powergrid.actions import Action
from powergrid.bots.easy import EasyBot
from powergrid.bots.normal import NormalBot
from powergrid.bots.random_bot import RandomBot, kind_starts
from powergrid.bots.search import EXPERT, HARD, SearchingBot
from powergrid.view import View

__all__ = [
    "LEVELS",
    "EasyBot",
    "NormalBot",
    "RandomBot",
    "SearchingBot",
    "kind_starts",
    "make_bot",
]

# The levels of play, weakest first.
LEVELS: Mapping[str, Callable[[int], Bot[View, Action]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
    "hard": partial(SearchingBot, effort=HARD),
    "expert": partial(SearchingBot, effort=EXPERT),
}


def make_bot(level: str, seed: int) -> Bot[View, Action]:
    """Return a player of a level; the same seed plays the same game.

    Raises NotationError for an unknown level."""
    if level not in LEVELS:
        raise NotationError(
            "unknown level {level}; choose one of {known}",
            level=repr(level),
            known=", ".join(LEVELS),
        )
    return LEVELS[level](seed)
