"""``gridgames eletrika keep``: scorekeeping for a game with the real box."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from eletrika.tables import COLOUR_NAMES
from eletrika.tile_set import shipped_tiles
from gridcommon.errors import errors_located_in
from gridgames.commands.keeping import KeptFile, KeptPlayers, keep_game
from gridgames.commands.options import Options, Plain, SaveFile, option_of
from gridgames.languages.messages import say
from gridgames.wings.eletrika import SCORING, TILES
from gridgames.wings.eletrika.companion.position_input import position_to_play


def keep(
    ctx: typer.Context,
    file: KeptFile = None,
    players: KeptPlayers = None,
    plain: Plain = False,
    save: SaveFile = None,
    option: Options = None,
    tiles: Annotated[Path | None, option_of(TILES)] = None,
    scoring: Annotated[Path | None, option_of(SCORING)] = None,
) -> None:
    """Keep score of a game on your own table: you enter what happens, and the program counts.

    It tracks everything on the table, saves a record after every entry, and warns you when a rule
    forbids something. You can overrule it.
    """

    def names_of(position: Path) -> Sequence[str]:
        with errors_located_in(str(position)):
            hands = position_to_play(position, shipped_tiles()).hands
        return [say(COLOUR_NAMES[owner]) for owner in sorted(hands)]

    flags = {"keep": players, "tiles": tiles, "scoring": scoring}
    keep_game(ctx, "eletrika", file, flags, names_of, plain=plain, save=save, option=option)
