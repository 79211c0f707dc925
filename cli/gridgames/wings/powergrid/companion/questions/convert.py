"""The question ``convert``: a position in another notation."""

from enum import StrEnum
from typing import Annotated

import typer

from gridcommon.answers import PositionJson
from gridgames.commands.options import At
from gridgames.wings.powergrid.companion.position_input import (
    MapFile,
    PositionArgument,
    load_position,
    own_map,
    with_defaults_filled_in,
)
from powergrid.notation.formatter import format_position


class Form(StrEnum):
    """A notation of positions."""

    TEXT = "text"
    JSON = "json"


def ask(
    position: PositionArgument,
    to: Annotated[Form, typer.Option(help="The notation to write.")],
    at: At = None,
    map_file: MapFile = None,
    cards: Annotated[
        bool,
        typer.Option(
            "--cards",
            help=("Write out a record's stack card by card. No player can see this during play."),
        ),
    ] = False,
) -> str | PositionJson:
    """Return the whole position as text, or as a document. Raises NotationError."""
    found = load_position(position, at, cards=cards, own=own_map(map_file))
    full = with_defaults_filled_in(found)
    return full.to_json() if to is Form.JSON else format_position(full)
