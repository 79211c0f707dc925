"""Options that several commands share, so that they look and read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from gridgames.command_line.game_arguments import GameName

Game = Annotated[GameName, typer.Argument(metavar="GAME", help="Which game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Seed = Annotated[
    int | None,
    typer.Option(
        help="Seed of the random numbers; by default one is drawn and printed.", show_default=False
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An option of the rules; may be given repeatedly."),
]
BotFrom = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE:CLASS",
        help="A bot of your own, for --seats to name; may be given repeatedly.",
    ),
]
BotTime = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS", help="How long such a bot may take for a move; else 10.", min=0.01
    ),
]
Rounds = Annotated[
    int,
    typer.Option(help="Break a game between bots off after this many rounds.", min=1, max=10**6),
]
At = Annotated[
    int | None,
    typer.Option(metavar="N", help="After N actions; 0 is the beginning.", min=0),
]
Numbers = Annotated[
    bool, typer.Option("--plain", help="Of a game that is over: numbers instead of plots.")
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (.jsonl).")]
