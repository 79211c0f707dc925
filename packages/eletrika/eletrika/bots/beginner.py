"""The bot for those who have just read the lesson: it joins in, and likes all lines to light up.

It sees what is lit and a build or two ahead, ignores forests, and does not mind helping others. So
the board lights up for everybody, and those who take the most from it at once win.
"""

from dataclasses import replace
from typing import Final

from eletrika.bots.normal import NormalBot
from eletrika.bots.policy import Limits
from eletrika.bots.position_estimate import STANDARD

JOINING_IN: Final = replace(STANDARD, rivals=-0.4, forest=(0.0,) * len(STANDARD.forest), build=0.5)
FIRST_SIGHT: Final = Limits(4, 2)


class BeginnerBot(NormalBot):
    """A normal bot that counts the gains of others as half its own, and hardly plans."""

    def __init__(self, rng: int) -> None:
        super().__init__(rng, JOINING_IN, FIRST_SIGHT)
