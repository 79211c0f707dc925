"""Characters: styles of play that value things differently, by name."""

from collections.abc import Mapping
from dataclasses import replace

from eletrika.bots.position_estimate import STANDARD, Weights

CHARACTERS: Mapping[str, Weights] = {
    # trusts missing builds less, and scores early
    "careful": replace(STANDARD, build=0.6, short=0.5, wait=0.8),
    # places its pawns and trusts that lines are completed
    "builder": replace(STANDARD, build=0.95, pawns=(0.0, 0.3, 0.5, 0.6, 0.7, 0.8)),
    # holds on to pawns and markers, and waits for large sets
    "miser": replace(STANDARD, wait=-0.2, pawns=(0.0, 1.6, 2.9, 3.9, 4.6, 5.0)),
    # counts the gains of others more than its own
    "blocker": replace(STANDARD, rivals=1.6),
}
