"""``gridgames eletrika ...``: the companion for people with the real box on the table."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gridgames.endings import REFUSED
from gridgames.files import read_argument

app = typer.Typer(
    help="Ask about an Eletrika position: what is lit and why, what may be built, what scores.",
    no_args_is_help=True,
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
Tiles = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Your own tile table instead of the reconstructed one."),
]
Points = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Your own points; keys left out keep their values."),
]


@app.command()
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
    scoring: Points = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
) -> None:
    """Say what is energized and why, what is dark and why, what is broken, fits and scores.

    Ends with 0 for a legal position, 1 where rules are broken, 2 for what cannot be read.
    """
    from eletrika.answer import to_json
    from eletrika.findings import examine
    from eletrika.notation import parse_position
    from eletrika.tables import load_scoring, load_tiles, shipped_scoring, shipped_tiles
    from gridcommon.errors import NotationError
    from gridgames import output
    from gridgames.findings_text import describe

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
