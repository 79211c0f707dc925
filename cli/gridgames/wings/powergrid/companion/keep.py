"""``gridgames powergrid keep``: the referee's pad for a game with the real box."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gridgames.commands.keeping import KeptFile, KeptPlayers, keep_game
from gridgames.commands.options import Options, Plain, SaveFile, option_of
from gridgames.wings.powergrid import EDITION, FACEUP, MAP, MAP_FILE, ORDER, REGIONS
from gridgames.wings.powergrid.companion.kept_game import position_kept
from gridgames.wings.powergrid.companion.position_input import own_map


def keep(
    ctx: typer.Context,
    file: KeptFile = None,
    players: KeptPlayers = None,
    edition: Annotated[str | None, option_of(EDITION)] = None,
    board: Annotated[str | None, option_of(MAP)] = None,
    map_file: Annotated[Path | None, option_of(MAP_FILE)] = None,
    regions: Annotated[str | None, option_of(REGIONS)] = None,
    order: Annotated[str | None, option_of(ORDER)] = None,
    faceup: Annotated[str | None, option_of(FACEUP)] = None,
    plain: Plain = False,
    save: SaveFile = None,
    option: Options = None,
) -> None:
    """Keep a game on your own table: you enter auctions, fuel and cities, the program counts.

    It asks for a drawn plant when it matters, checks money and markets, and saves every entry.
    """

    def names_of(position: Path) -> Sequence[str]:
        return position_kept(str(position), own_map(map_file)).names

    flags = {"keep": players, "map_file": map_file}
    if file is None:
        flags |= {"edition": edition, "map": board}
        flags |= {"regions": regions, "order": order, "faceup": faceup}
    keep_game(ctx, "powergrid", file, flags, names_of, plain=plain, save=save, option=option)
