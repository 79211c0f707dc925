"""The arguments that games add to commands: their names as choices, and their flags.

A command takes a game with a parameter of type :data:`GameName`, and the flags of all games with
one of type :class:`Flags`. :func:`with_games` gives the command the signature that Typer reads.
"""

import inspect
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

import typer

from gridgames.games.registry import flags_of, names
from gridgames.games.wing import Flag

GameName = NewType("GameName", str)


class Flags(dict[str, Any]):
    """The values of the given flags of all games, by name."""


def with_games(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command that takes the registered games and their flags."""
    signature = inspect.signature(function, eval_str=True)
    enum: Any = StrEnum  # the choices are known only at run time
    games = enum("GameName", {name.upper(): name for name in names()})
    flags: dict[str, Flag] = {}
    place = ""
    parameters: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        if one.annotation is Flags:
            place = one.name
            flags = flags_of(function.__name__)
            parameters += [_parameter(flag) for flag in flags.values()]
            continue
        annotation = _replaced(one.annotation, games)
        parameters.append(one.replace(annotation=annotation))

    @wraps(function)
    def command(**values: Any) -> Any:
        values = {
            name: str(value) if isinstance(value, games) else value
            for name, value in values.items()
        }
        given = {name: values.pop(name) for name in flags}
        if place:
            values[place] = Flags({name: value for name, value in given.items() if value})
        return function(**values)

    keyword = inspect.Parameter.KEYWORD_ONLY
    ordered = [one.replace(kind=keyword) for one in parameters]
    command.__dict__["__signature__"] = signature.replace(parameters=ordered)
    command.__annotations__ = {one.name: one.annotation for one in ordered}
    return command


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
        from gridgames.sessions.settings import table_file

        return table_file(flag.name, typed)

    callback = remembered if flag.reader else None
    return typer.Option(f"--{flag.name}", metavar=flag.metavar, help=flag.help, callback=callback)


def _parameter(flag: Flag) -> inspect.Parameter:
    kind: Any = Path if flag.is_file else str
    return inspect.Parameter(
        flag.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, option_of(flag)],
    )
