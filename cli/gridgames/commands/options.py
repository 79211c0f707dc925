"""Options that several commands share, so that they look and read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Seed = Annotated[
    int | None,
    typer.Option(
        help="Where chance begins; without it one is drawn, and told.", show_default=False
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An option of the rules; may be given repeatedly."),
]
Edition = Annotated[
    str | None,
    typer.Option(
        metavar="recharged|classic", help="Power Grid: recharged (the default) or classic."
    ),
]
Map = Annotated[
    str | None,
    typer.Option("--map", metavar="germany|usa", help="Power Grid: germany (the default) or usa."),
]
Regions = Annotated[
    str | None,
    typer.Option(metavar="ID,ID...", help="Power Grid: the regions in play, joined to each other."),
]
Tiles = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Eletrika: your own tile table instead of the shipped one."),
]
Scoring = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Eletrika: your own points; keys left out stay as shipped."),
]
At = Annotated[
    int | None,
    typer.Option(metavar="N", help="After so many actions; 0 is the beginning.", min=0),
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (.jsonl).")]
