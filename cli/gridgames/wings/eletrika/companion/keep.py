"""``gridgames eletrika keep``: scorekeeping for a game with the real box."""

from pathlib import Path
from typing import Annotated

import typer

from gridgames.commands.options import Options, option_of
from gridgames.wings.eletrika import SCORING, TILES


def keep(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A game you kept earlier, or the position on your table (full form). "
            "Without it, a new game starts.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME...", help="The players, clockwise from the first player."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain text instead of the full screen.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to save the game in.")
    ] = None,
    option: Options = None,
    tiles: Annotated[Path | None, option_of(TILES)] = None,
    scoring: Annotated[Path | None, option_of(SCORING)] = None,
) -> None:
    """Keep score of a game on your own table: you enter what happens, and the program counts.

    It tracks everything on the table, saves a record after every entry, and warns you when a rule
    forbids something. You can overrule it.
    """
    from gridgames.commands.options import Flags, GameName
    from gridgames.commands.play import play, resume
    from gridgames.table.record_files import is_record

    if file is not None and is_record(file):
        resume(Flags(), str(file), plain=plain)
        return
    given = {"keep": players or _asked_names(file), "position": file}
    given |= {"tiles": tiles, "scoring": scoring}
    play(ctx, Flags(**given), GameName("eletrika"), plain=plain, file=save, option=option)


def _asked_names(file: Path | None) -> str:
    """Return the names of the players, typed by the user or from the colours of a position.

    Raises NotationError without a terminal to ask for them.
    """
    from eletrika.tables import COLOUR_NAMES
    from eletrika.tile_set import shipped_tiles
    from gridcommon.errors import NotationError, errors_located_in
    from gridgames.languages.messages import say
    from gridgames.terminal.line_input import listens, read_line
    from gridgames.wings.eletrika.companion.position_input import position_to_play

    if file is not None:
        with errors_located_in(str(file)):
            position = position_to_play(file, shipped_tiles())
        return ",".join(say(COLOUR_NAMES[owner]) for owner in sorted(position.hands))
    names = ""
    if listens():
        names = read_line(say("Names of the players, clockwise from the first player: ")) or ""
    if not names.strip():
        raise NotationError("missing: the players, as in --players Ana,Bea", key="--players")
    return names
