"""``gridgames eletrika ...``: the companion for people with the real box on the table."""

from enum import StrEnum
from typing import Annotated

import typer

from gridgames.commands.options import AsJson, At, RecordFile, Scoring, Tiles
from gridgames.commands.typer_inside import Command, Group
from gridgames.terminal.exit_codes import REFUSED
from gridgames.terminal.files import read_argument

app = typer.Typer(
    help="Ask about an Eletrika position: what is lit and why, what may be built, what scores.",
    cls=Group,
    add_completion=False,
)


class Reading(StrEnum):
    """How "energized" is read (A-16)."""

    PATH = "path"
    COMPONENT = "component"
    STRICT = "strict"


Position = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A position: wire, picture or full form, told apart by themselves. - reads standard "
        "input.",
    ),
]


class Form(StrEnum):
    """A notation of positions."""

    FULL = "full"
    PICTURE = "picture"
    WIRE = "wire"


@app.command(cls=Command)
def check(
    position: Position,
    reading: Annotated[
        Reading,
        typer.Option(
            help='How "energized" is read: on a path from a Plant to a City, in a '
            "network that holds both, or on a path with neither inside it."
        ),
    ] = Reading.PATH,
    tiles: Tiles = None,
    scoring: Scoring = None,
    as_json: AsJson = False,
) -> None:
    """Say what is energized and why, what is dark and why, what is broken, fits and scores.

    Ends with 0 for a legal position, 1 where rules are broken, 2 for what cannot be read.
    """
    from eletrika.answer import to_json
    from eletrika.findings import examine
    from eletrika.notation import parse_position
    from eletrika.tables import load_scoring, load_tiles, shipped_scoring, shipped_tiles
    from gridcommon.errors import NotationError
    from gridgames.games.eletrika.analysis_text import describe
    from gridgames.terminal import output

    text, source = read_argument(position)
    tile_set = load_tiles(tiles) if tiles else shipped_tiles()
    points = load_scoring(scoring) if scoring else shipped_scoring()
    try:
        told = parse_position(text, tile_set)
    except NotationError as problem:
        problem.source = source
        raise
    findings = examine(told, tile_set, points, reading.value)
    if as_json:
        output.answer(to_json(findings))
    else:
        output.show(describe(told, findings, tile_set, points))
    if findings.problems:
        raise typer.Exit(REFUSED)


@app.command(cls=Command)
def show(
    record: RecordFile,
    at: At = None,
    form: Annotated[
        Form | None, typer.Option(help="Write the position in this notation instead.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a recorded game after any action: the board, the players, and what is to be done."""
    from eletrika.notation import format_full, format_picture, format_wire
    from eletrika.notation.wire import renamed
    from eletrika.resuming import to_position
    from gridgames.commands.record import state_of
    from gridgames.games.eletrika.description import describe_game
    from gridgames.terminal import output

    found = state_of(record, at, "eletrika")
    position = to_position(found.state)
    if as_json:
        output.answer(
            {
                "schema": 1,
                "actions": found.actions,
                "state": found.room.game.facts(found.state),
                "position": format_full(position),
            }
        )
    elif form is None:
        output.show(describe_game(found.state, found.names))
    else:
        if form is Form.WIRE:
            text = format_wire(renamed(position.network()))
        else:
            text = (format_full if form is Form.FULL else format_picture)(position)
        output.show([[(line, "")] for line in text.splitlines()])
