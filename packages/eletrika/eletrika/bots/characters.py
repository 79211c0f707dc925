"""Characters: styles of play that value things differently, by name."""

from collections.abc import Mapping
from dataclasses import replace

from eletrika.bots.position_estimate import STANDARD, Weights

CHARACTERS: Mapping[str, Weights] = {
    # trusts missing builds less, and scores early
    "careful": replace(STANDARD, build=0.75, short=0.68, wait=0.15),
    # places its pawns and trusts that lines are completed
    "builder": replace(STANDARD, build=0.9, pawns=(0.0, 0.7, 1.2, 1.5, 1.7, 1.8)),
    # holds on to pawns and markers, and waits for large sets
    "miser": replace(STANDARD, wait=0.0, pawns=(0.0, 1.1, 1.9, 2.45, 2.75, 2.95)),
    # counts the gains of others as much as its own
    "blocker": replace(STANDARD, rivals=1.0),
}
