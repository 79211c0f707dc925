"""``gridgames powergrid edit``: a position entered by pointing."""

from pathlib import Path
from typing import Annotated

import typer

from gridgames.commands.options import At, Plain, option_of
from gridgames.wings.powergrid import MAP_FILE


def edit(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[POSITION|RECORD]",
            help="A position as text or JSON, or a game record. Without it: the start of a game.",
        ),
    ] = None,
    at: At = None,
    plain: Plain = False,
    map_file: Annotated[Path | None, option_of(MAP_FILE)] = None,
) -> None:
    """Enter a position by pointing: houses, plants, fuel, money and markets.

    Costs, reach and power show beside the map, and so does every rule that the position breaks.
    """
    from gridgames.commands.editing import edit_position
    from gridgames.wings.powergrid.companion.draft import PositionTable, new_draft
    from gridgames.wings.powergrid.companion.position_input import (
        load_position_or_record,
        own_map,
    )
    from powergrid.position import Position, to_position

    chosen = own_map(map_file)
    if file is None:
        table, own = new_draft(chosen), None
    else:
        found = load_position_or_record(str(file), at, chosen, is_judged=False)
        is_position = isinstance(found, Position)
        position = found if isinstance(found, Position) else to_position(found.state, found.names)
        table = PositionTable(position)
        own = file if is_position and file.is_file() else None
    edit_position(ctx, table, own, plain=plain)
