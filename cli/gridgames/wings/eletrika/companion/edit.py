"""``gridgames eletrika edit``: a position entered by pointing."""

from pathlib import Path
from typing import Annotated

import typer

from gridgames.commands.options import At, Options, Plain, option_of
from gridgames.wings.eletrika import SCORING, TILES


def edit(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[POSITION|RECORD]",
            help="A position in any form, or a game record. Without it: the source alone.",
        ),
    ] = None,
    at: At = None,
    plain: Plain = False,
    option: Options = None,
    tiles: Annotated[Path | None, option_of(TILES)] = None,
    scoring: Annotated[Path | None, option_of(SCORING)] = None,
) -> None:
    """Enter a position by pointing: tiles that fit, structures, owners, by one key each.

    Everything energized, dark, closed, in dispute or against a rule shows at once, with the reason.
    """
    from gridgames.commands.editing import edit_position
    from gridgames.wings.eletrika.companion.draft import PositionTable
    from gridgames.wings.eletrika.companion.position_input import QuerySubject, ruleset_of

    if file is None:
        table, own = PositionTable.begin(ruleset_of(None, option or (), tiles, scoring)), None
    else:
        subject = QuerySubject.load(str(file), at, None, option, tiles, scoring)
        table = PositionTable(subject.position(), subject.ruleset)
        own = file if file.is_file() and subject.names == () else None
    edit_position(ctx, table, own, plain=plain)
