"""The bot that plays like a beginner.

It examines few actions, values forests at half their points, and hardly considers other players.
"""

from dataclasses import replace
from typing import Final

from eletrika.bots.normal import NormalBot
from eletrika.bots.policy import Limits
from eletrika.bots.position_estimate import STANDARD

BEGINNER: Final = replace(
    STANDARD, rivals=0.2, forest=tuple([sure / 2 for sure in STANDARD.forest])
)
GLANCE: Final = Limits(3, 1)


class EasyBot(NormalBot):
    """A normal bot with the weights and the narrow view of a beginner."""

    def __init__(self, rng: int) -> None:
        super().__init__(rng, BEGINNER, GLANCE)
