"""Ways to play that differ in what they think things are worth, by name."""

from collections.abc import Mapping
from dataclasses import replace

from eletrika.bots.position_estimate import STANDARD, Weights

CHARACTERS: Mapping[str, Weights] = {
    # trusts little in builds that are still missing, and scores while it can
    "careful": replace(STANDARD, build=0.75, short=0.68, wait=0.15),
    # puts its pawns on the table and trusts that lines are completed
    "builder": replace(STANDARD, build=0.9, pawns=(0.0, 0.7, 1.2, 1.5, 1.7, 1.8)),
    # holds on to pawns and markers, and waits for large sets
    "miser": replace(STANDARD, wait=0.0, pawns=(0.0, 1.1, 1.9, 2.45, 2.75, 2.95)),
    # minds what the others get as much as what it gets
    "blocker": replace(STANDARD, rivals=1.0),
}
