"""The bot that plays like a beginner.

It looks at little, makes half as much of forests as they are worth, and hardly minds what it does
for others.
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
    """Judges as a sensible player does, with less of an eye for anything but its own lines."""

    def __init__(self, rng: int) -> None:
        super().__init__(rng, BEGINNER, GLANCE)
