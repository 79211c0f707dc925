"""Power Grid in the program."""

from typing import TYPE_CHECKING

from gridgames.games.wing import POSITION, Flag, Wing

if TYPE_CHECKING:
    import powergrid
    from gridcommon.contract import AnyGame

    _keeps_the_contract: AnyGame = powergrid

WING = Wing(
    name="powergrid",
    title="Power Grid",
    engine="powergrid",
    package=__name__,
    flags=(
        Flag(
            "ruleset.edition",
            help="Power Grid: the edition. By default, the first one.",
            table="powergrid:edition",
        ),
        Flag(
            "ruleset.map",
            help="Power Grid: the map. By default, the first one.",
            table="powergrid:maps",
        ),
        Flag(
            "setup.regions",
            "ID,ID...",
            "Power Grid: the regions in play, which must be connected.",
            is_list=True,
        ),
        POSITION,
    ),
    points="powered",
    unit="powered",
    editions={"R": "recharged", "C": "classic"},
)
