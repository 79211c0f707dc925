"""Eletrika in the program."""

from typing import TYPE_CHECKING

from gridgames.games.wing import Flag, Wing

if TYPE_CHECKING:
    import eletrika
    from gridcommon.contract import AnyGame

    _keeps_the_contract: AnyGame = eletrika

TILES = Flag(
    "ruleset.tiles",
    "FILE",
    "Eletrika: your own tile table instead of the shipped one.",
    is_file=True,
)
SCORING = Flag(
    "ruleset.scoring",
    "FILE",
    "Eletrika: your own points; keys left out stay as shipped.",
    is_file=True,
)
POSITION = Flag(
    "position",
    "FILE",
    "Eletrika: play on from this position (full form).",
    is_file=True,
    commands=("simulate",),
)

WING = Wing(
    name="eletrika",
    title="Eletrika",
    engine="eletrika",
    package=__name__,
    flags=(
        TILES,
        SCORING,
        POSITION,
    ),
    unit="MW",
)
