"""Players that see a view and choose: ``random``, ``easy`` and ``normal``.

Each carries its own chance, so its thinking never shifts a draw of the game. After a choice
``reason`` says in one line what it was made for.
"""

from collections.abc import Callable

from eletrika.actions import Action
from eletrika.bots.at_random import RandomBot
from eletrika.bots.easy import EasyBot
from eletrika.bots.normal import NormalBot
from eletrika.view import View
from gridcommon.contract import Bot

__all__ = ["LEVELS", "EasyBot", "NormalBot", "RandomBot", "make_bot"]

# Weakest first. A level that searches joins here, with its budget bound by functools.partial.
LEVELS: dict[str, Callable[[int], Bot[View, Action]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
}


def make_bot(level: str, seed: int) -> Bot[View, Action]:
    """Return a bot of a level in LEVELS, with chance of its own from ``seed``."""
    return LEVELS[level](seed)
