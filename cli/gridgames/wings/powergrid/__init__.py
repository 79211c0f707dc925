"""Power Grid in the program."""

from typing import TYPE_CHECKING

from gridgames.show.wing import KEEP, POSITION, Flag, Wing

if TYPE_CHECKING:
    import powergrid
    from gridcommon.contract import AnyGame

    _keeps_the_contract: AnyGame = powergrid

EDITION = Flag(
    "ruleset.edition",
    help="Power Grid: the edition. By default, the first one.",
    table="powergrid:edition",
)
MAP = Flag(
    "ruleset.map",
    help="Power Grid: the map. By default, the first one.",
    table="powergrid:maps",
)
MAP_FILE = Flag(
    "ruleset.map",
    "FILE",
    "Power Grid: your own map, as gridgames powergrid map init writes one.",
    is_file=True,
    reader="powergrid.custom_maps:load_map",
    called="map_file",
)
MAP_OF_PICTURE = MAP_FILE._replace(
    help="Power Grid: the custom map that a position names.", commands=("draw",)
)
REGIONS = Flag(
    "setup.regions",
    "ID,ID...",
    "Power Grid: the regions in play, which must be connected.",
    is_list=True,
    title="Regions in play, such as northwest, south",
)
ORDER = Flag(
    "order",
    "NAME,NAME...",
    "Power Grid, with --keep: the first turn order, as drawn.",
    commands=("play", "serve"),
    title="First turn order, as drawn: names",
)
FACEUP = Flag(
    "faceup",
    "PLANT,PLANT...",
    "Power Grid, with --keep: the face-up plants at the start.",
    commands=("play", "serve"),
    title="Face-up plants",
)

WING = Wing(
    name="powergrid",
    title="Power Grid",
    engine="powergrid",
    package=__name__,
    flags=(EDITION, MAP, MAP_FILE, MAP_OF_PICTURE, REGIONS, POSITION, KEEP, ORDER, FACEUP),
    points="powered",
    unit="powered",
    editions={"R": "recharged", "C": "classic"},
    about=(
        "Bid for power plants, buy fuel for them, and connect cities.",
        "The player who powers most cities in the last round wins.",
    ),
    length="about 10 rounds and 90 moves of your own",
)
