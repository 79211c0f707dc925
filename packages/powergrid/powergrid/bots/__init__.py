"""Players, weakest first: ``random``, ``easy`` and ``normal``.

A player sees a view and the legal actions, carries its own chance, and says why it chose
(``reason``). To write one, derive from :class:`powergrid.bots.player.Player`, which asks one
question at a time, and add it to ``LEVELS``. What the levels think with can be used by any:

- ``fuel``: what plants need, what that costs now and later;
- ``growth``: the cheapest chains of cities;
- ``forecast``: how long the game goes on, what others hold;
- ``valuation``: what plants are worth over the rest of the game;
- ``endgame``: what everybody powers if the game ends now.

A level is anything that makes a player from a seed. One that searches takes its budget besides,
with a default, so that a level of another strength is a ``functools.partial`` of it; it finds
whole positions to try things on with :func:`powergrid.game.redraw`.
"""

from collections.abc import Callable, Mapping

from gridcommon.contract import Bot
from gridcommon.errors import NotationError
from powergrid.actions import Action
from powergrid.bots.easy import EasyBot
from powergrid.bots.normal import NormalBot
from powergrid.bots.random_bot import RandomBot, kind_starts
from powergrid.view import View

__all__ = ["LEVELS", "EasyBot", "NormalBot", "RandomBot", "kind_starts", "make_bot"]

# The levels of play, weakest first.
LEVELS: Mapping[str, Callable[[int], Bot[View, Action]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
}


def make_bot(level: str, seed: int) -> Bot[View, Action]:
    """Return a player of a level; the same seed plays the same. Raises NotationError."""
    if level not in LEVELS:
        raise NotationError(
            "unknown level {level}; known are {known}",
            level=repr(level),
            known=", ".join(LEVELS),
        )
    return LEVELS[level](seed)
