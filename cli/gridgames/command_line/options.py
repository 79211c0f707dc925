"""Options that several commands share, so that they look and read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from gridgames.command_line.game_arguments import GameName

Game = Annotated[GameName, typer.Argument(metavar="GAME", help="The game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Seed = Annotated[
    int | None,
    typer.Option(
        help="Random seed. By default, the program picks one and prints it.", show_default=False
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An option of the rules. Can be repeated."),
]
BotFrom = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE:CLASS",
        help="Your own bot, to use in --seats. Can be repeated.",
    ),
]
BotTime = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Time limit per move for your own bots. By default, 10 seconds.",
        min=0.01,
    ),
]
Rounds = Annotated[
    int,
    typer.Option(help="Stop a game between bots after this many rounds.", min=1, max=10**6),
]
At = Annotated[
    int | None,
    typer.Option(metavar="N", help="The position after N actions; 0 is the start.", min=0),
]
Numbers = Annotated[
    bool, typer.Option("--plain", help="For a finished game: numbers instead of plots.")
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (.jsonl).")]
