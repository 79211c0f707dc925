"""Players that see a view and choose: ``random``, ``easy`` and ``normal``.

Each carries its own generator, so its thinking never shifts a draw of the game. After a choice
``reason`` gives the reason in one line.
"""

from collections.abc import Callable

from eletrika.actions import Action
from eletrika.bots.easy import EasyBot
from eletrika.bots.normal import NormalBot
from eletrika.bots.random_bot import RandomBot
from eletrika.view import View
from gridcommon.contract import Bot
from gridcommon.errors import NotationError
from gridcommon.spelling import quoted

__all__ = ["LEVELS", "EasyBot", "NormalBot", "RandomBot", "make_bot"]

# Weakest first. A level that searches joins here, with its budget bound by functools.partial.
LEVELS: dict[str, Callable[[int], Bot[View, Action]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
}


def make_bot(level: str, rng: int) -> Bot[View, Action]:
    """Return a bot of one of the LEVELS, with its own generator.

    Raises NotationError for an unknown level.
    """
    if level not in LEVELS:
        raise NotationError(
            "unknown level {level}; choose one of {known}",
            level=quoted(level),
            known=", ".join(LEVELS),
        )
    return LEVELS[level](rng)
