"""Options that several commands share, so that they look and read the same everywhere.

Games add to them: their names as choices, and their flags. A command takes a game with a parameter
of type :data:`GameName`, and the flags of all games with one of type :class:`Flags`;
:func:`with_games` gives it the signature that Typer reads.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

import typer

from gridcommon.errors import NotationError
from gridgames.show.registry import flags_of, names
from gridgames.show.wing import Flag

GameName = NewType("GameName", str)

GameArgument = Annotated[GameName, typer.Argument(metavar="GAME", help="The game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
SaveFile = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="The file to save the game in.")
]
GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game record or a saved game.")]
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
Plain = Annotated[bool, typer.Option("--plain", help="Plain text instead of the full screen.")]
Numbers = Annotated[
    bool, typer.Option("--plain", help="For a finished game: numbers instead of plots.")
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (.jsonl).")]


def check_draw(*, draw: bool, as_json: bool) -> None:
    """Raise NotationError if both a drawing and a JSON document are wanted."""
    if draw and as_json:
        raise NotationError("--json and --draw cannot be used together")


class Flags(dict[str, Any]):
    """The values of the given flags of all games, by name."""

    def __init__(self, **values: Any) -> None:
        super().__init__({name: value for name, value in values.items() if value})


def with_games(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command that takes the registered games and their flags.

    A parameter whose type is a dataclass becomes an option for each of its fields.
    """
    enum: Any = StrEnum  # the choices are known only at run time
    games = enum("GameName", {name.upper(): name for name in names()})
    groups: dict[str, tuple[Callable[..., Any], list[str]]] = {}
    parameters: list[inspect.Parameter] = []
    for one in inspect.signature(function, eval_str=True).parameters.values():
        kind = one.annotation
        if kind is Flags:
            members = list(map(parameter_of, flags_of(function.__name__).values()))
        elif isinstance(kind, type) and is_dataclass(kind):
            members = list(inspect.signature(kind, eval_str=True).parameters.values())
        else:
            parameters.append(one.replace(annotation=_replaced(kind, games)))
            continue
        groups[one.name] = kind, [member.name for member in members]
        parameters += members

    @wraps(function)
    def command(**values: Any) -> Any:
        for name, value in values.items():
            if isinstance(value, games):
                values[name] = str(value)
        for name, (kind, members) in groups.items():
            values[name] = kind(**{member: values.pop(member) for member in members})
        return function(**values)

    return with_parameters(command, parameters)


def with_parameters(
    function: Callable[..., Any], parameters: Iterable[inspect.Parameter]
) -> Callable[..., Any]:
    """Return a function that takes keywords, with the signature that Typer reads."""
    ordered = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    function.__dict__["__signature__"] = inspect.Signature(ordered)
    function.__annotations__ = {one.name: one.annotation for one in ordered}
    return function


def _replaced(annotation: Any, games: Any) -> Any:
    """Return a type with GameName replaced by an enumeration of the games."""
    if annotation is GameName:
        return games
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return Annotated[_replaced(parts[0], games), *parts[1:]]
    if origin in (Union, UnionType) and GameName in parts:
        return games | None
    return annotation


def option_of(flag: Flag) -> Any:
    """Return the command line option of a flag."""

    def remembered(typed: Path | None) -> Path | None:
        if typed is None:
            return None
        from gridgames.table.settings import table_file

        return table_file(flag.name, typed)

    callback = remembered if flag.reader else None
    metavar = flag.metavar or "|".join(flag.words)
    return typer.Option(flag.typed, metavar=metavar, help=flag.help, callback=callback)


def parameter_of(flag: Flag) -> inspect.Parameter:
    """Return the parameter that takes the value of a flag."""
    kind: Any = Path if flag.is_file else str
    return inspect.Parameter(
        flag.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, option_of(flag)],
    )
