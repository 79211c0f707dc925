"""Eletrika in the program."""

from typing import TYPE_CHECKING

from gridgames.show.wing import KEEP, POSITION, RECORD_COMMANDS, Flag, Wing

if TYPE_CHECKING:
    import eletrika
    from gridcommon.contract import AnyGame

    _keeps_the_contract: AnyGame = eletrika

TILES = Flag(
    "ruleset.tiles",
    "FILE",
    "Eletrika: your own tile table instead of the supplied one.",
    is_file=True,
    reader="eletrika.tile_set:load_tiles",
)
SCORING = Flag(
    "ruleset.scoring",
    "FILE",
    "Eletrika: your own points table. Keys you leave out keep their default values.",
    is_file=True,
    reader="eletrika.scoring_table:load_scoring",
)
TILES_OF_RECORD = TILES._replace(
    help=(
        "Eletrika: the tile table. Needed for old records that name the file but do not contain it."
    ),
    commands=RECORD_COMMANDS,
)
SCORING_OF_RECORD = SCORING._replace(
    help=(
        "Eletrika: the points table. Needed for old records that name the file but do not "
        "contain it."
    ),
    commands=RECORD_COMMANDS,
)
TILES_OF_PICTURE = TILES._replace(
    help=(
        "Eletrika: the tile table. Needed for positions with tile numbers, and for "
        "records that do not contain it."
    ),
    commands=("draw",),
)

WING = Wing(
    name="eletrika",
    title="Eletrika",
    engine="eletrika",
    package=__name__,
    flags=(
        TILES,
        SCORING,
        TILES_OF_RECORD,
        SCORING_OF_RECORD,
        TILES_OF_PICTURE,
        POSITION,
        KEEP,
    ),
    unit="MW",
    about=(
        "Lay tiles of land, build structures on them, and light them with a path from a plant.",
        "Sets of lit structures of your own score; most megawatts win.",
    ),
    length="about 25 moves of your own",
)
