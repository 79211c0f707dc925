"""Input from the command line: the rules of a question, and a position to play from.

A check loads this module, so what judges a game is loaded only where it is needed.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridgames.wings.eletrika import TILES

if TYPE_CHECKING:
    from eletrika.position import Position
    from eletrika.ruleset import Ruleset
    from eletrika.tile_set import TileSet

WITH_THE_SOURCE = 39  # tiles in a box whose 38 do not count the source


class Reading(StrEnum):
    """How "energized" is read (A-16)."""

    PATH = "path"
    COMPONENT = "component"
    STRICT = "strict"


def ruleset_of(
    reading: Reading | None, typed: Sequence[str], tiles: Path | None, scoring: Path | None
) -> "Ruleset":
    """Return the rules that the options of the command line ask for.

    A table of 39 tiles is one for ``source_in_38=false``, said or not.
    Raises NotationError naming the option or the file.
    """
    from eletrika.ruleset import make_ruleset
    from eletrika.scoring_table import load_scoring
    from eletrika.tile_set import load_tiles
    from gridcommon.errors import NotationError

    options: dict[str, Any] = {}
    if typed:
        from gridgames.games.registry import options_from_text

        options = options_from_text("eletrika", typed)
    if reading and options.setdefault("energized", reading.value) != reading.value:
        raise NotationError(
            "--reading {reading} and --option energized={found} contradict each "
            "other; use only one",
            reading=reading.value,
            found=options["energized"],
        )
    tile_set = load_tiles(tiles) if tiles else None
    if tile_set and len(tile_set.tiles) == WITH_THE_SOURCE:
        options.setdefault("source_in_38", False)
    points = load_scoring(scoring) if scoring else None
    try:
        return make_ruleset(options, tile_set, points)
    except NotationError as problem:
        if problem.key == TILES.key:
            problem.source = str(tiles)
        raise


def position_to_play(path: Path, tiles: "TileSet") -> "Position":
    """Return the position in a file that a game can go on from. Raises NotationError."""
    from eletrika.position import Network
    from eletrika.position_setup import check_complete
    from gridcommon.tables import read_text
    from gridgames.system.files import locate
    from gridgames.wings.eletrika.description.words import read_position, wire_tells_no_places

    told = read_position(read_text(locate(path)), tiles)
    if isinstance(told, Network):
        raise wire_tells_no_places(str(path))
    check_complete(told)
    return told
