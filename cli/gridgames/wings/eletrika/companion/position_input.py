"""Input from the command line: the rules of a question, and a position to play from."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika.scoring_table import load_scoring
from eletrika.tile_set import TileSet, load_tiles
from gridcommon.errors import NotationError
from gridgames.commands.game_arguments import option_of
from gridgames.study.positions import position_text
from gridgames.wings.eletrika import SCORING, TILES
from gridgames.wings.eletrika.description.words import read_position, wire_tells_no_places

OwnTiles = Annotated[Path | None, option_of(TILES)]
OwnPoints = Annotated[Path | None, option_of(SCORING)]

_WITH_THE_SOURCE = 39  # tiles in a box whose 38 do not include the source


class Reading(StrEnum):
    """The meaning of "energized" (A-16)."""

    PATH = "path"
    COMPONENT = "component"
    STRICT = "strict"


def ruleset_of(
    reading: Reading | None, typed: Sequence[str], tiles: Path | None, scoring: Path | None
) -> Ruleset:
    """Return the rules that options of the command line choose.

    A table of 39 tiles implies ``source_in_38=false``. Raises NotationError naming the option or
    the file.
    """
    options: dict[str, Any] = {}
    if typed:
        from gridgames.show.registry import options_from_text  # not loaded by a plain check

        options = options_from_text("eletrika", typed)
    if reading and options.setdefault("energized", reading.value) != reading.value:
        raise NotationError(
            "--reading {reading} and --option energized={found} contradict each "
            "other; use only one",
            reading=reading.value,
            found=options["energized"],
        )
    tile_set = load_tiles(tiles) if tiles else None
    if tile_set and len(tile_set.tiles) == _WITH_THE_SOURCE:
        options.setdefault("source_in_38", False)
    try:
        return make_ruleset(options, tile_set, load_scoring(scoring) if scoring else None)
    except NotationError as problem:
        if problem.key == TILES.key:
            problem.source = str(tiles)
        raise


def position_to_play(path: Path, tiles: TileSet) -> Position:
    """Return the position in a file, complete enough for a game to continue from it.

    Raises NotationError.
    """
    from eletrika.position_setup import check_complete  # not loaded by a check

    position = read_position(position_text(str(path))[0], tiles)
    if isinstance(position, Network):
        raise wire_tells_no_places(str(path))
    check_complete(position)
    return position
