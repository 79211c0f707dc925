"""Options that several commands share, so that they look and read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from gridcommon.errors import NotationError
from gridgames.commands.game_arguments import GameName

Game = Annotated[GameName, typer.Argument(metavar="GAME", help="The game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Draw = Annotated[
    bool,
    typer.Option(
        "--draw",
        help="Also draw the board: a picture in terminals that show pictures, else characters.",
    ),
]
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


def check_draw(*, draw: bool, as_json: bool) -> None:
    """Raise NotationError if both a drawing and a JSON document are wanted."""
    if draw and as_json:
        raise NotationError("--json and --draw cannot be used together")
