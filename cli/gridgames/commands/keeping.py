"""``gridgames GAME keep``, for every game: its arguments, and questions for what is missing."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from gridcommon.errors import NotationError
from gridcommon.spelling import quoted
from gridgames.commands.options import (
    Flags,
    GameName,
    Options,
    Plain,
    SaveFile,
    parameter_of,
    with_parameters,
)
from gridgames.commands.play import play, resume
from gridgames.languages.messages import render_error, say
from gridgames.show.registry import GameChoice, game_of, wing_of
from gridgames.show.wing import KEEP, POSITION, Flag
from gridgames.table.record_files import is_record
from gridgames.table.saves.new_games import GameForm, choice_flags, real_table_flags
from gridgames.terminal import output
from gridgames.terminal.line_input import listens, read_line

KeptFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        help="A game you kept earlier, or the position on your table. Without it, a new game "
        "starts.",
    ),
]
KeptPlayers = Annotated[
    str | None,
    typer.Option(metavar="NAME,NAME...", help="The players, clockwise from the first player."),
]
T = TypeVar("T")


def keeping(
    game: str, names_of: Callable[[Path, Mapping[str, Any]], Sequence[str]], about: str
) -> Callable[..., None]:
    """Return the function of the command ``keep`` of a game, whose help is ``about``.

    It takes the flags of a new game. ``names_of`` returns the players of the position in a file
    under some flags. Raises NotationError for what is missing, if there is no terminal to ask at.
    """
    own = [
        flag
        for flag in wing_of(game).flags
        if "play" in flag.commands and flag.name not in (POSITION.name, KEEP.name)
    ]

    def keep(
        ctx: typer.Context,
        file: KeptFile = None,
        players: KeptPlayers = None,
        plain: Plain = False,
        save: SaveFile = None,
        option: Options = None,
        **flags: Any,
    ) -> None:
        if file is not None and is_record(file):
            resume(Flags(), str(file), plain=plain)
            return
        if file is None:
            flags = asked_flags(game, flags | {"keep": players}, option or ())
        else:  # a position has rules of its own, but for the files of tables
            flags = {flag.name: flags[flag.name] for flag in own if flag.reader}
            flags |= {"position": file, "keep": players or ",".join(names_of(file, flags))}
        play(ctx, Flags(**flags), GameName(game), plain=plain, file=save, option=option)

    keep.__doc__ = about
    ctx, file, players, *others, _ = inspect.signature(keep).parameters.values()
    return with_parameters(keep, [ctx, file, players, *map(parameter_of, own), *others])


def asked_flags(game: str, flags: dict[str, Any], options: Sequence[str]) -> dict[str, Any]:
    """Return flags, with those of a new game that are missing and matter at once."""
    flags = dict(flags)
    missing = {one.typed: one.name for one in real_table_flags(game) if not flags[one.name]}
    if not flags["keep"]:  # with players, the defaults of --help hold
        question = say("Names of the players, clockwise from the first player:")
        flags["keep"] = _ask(question, partial(_players, game))
        told = {flag.key for flag in wing_of(game).flags if flags.get(flag.name)}
        for flag in choice_flags(game):
            if flag.key not in told:
                words = ", ".join(flag.words)
                template = "{what} ({words}; Enter: the first):"
                question = say(template, what=say(flag.name), words=words)
                flags[flag.name] = _ask(question, partial(_one_of, flag))
    while True:
        try:
            GameForm(GameChoice(game, options, Flags(**flags))).session()
        except NotationError as problem:
            name = missing.get(problem.key or "")
            if name is None or not listens():
                raise
            problem.key = None
            output.print_sentence(render_error(problem))
            if (line := read_line("> ")) is None:
                raise
            flags[name] = line.strip()
        else:
            return flags


def _ask(question: str, read: Callable[[str], T]) -> T:
    """Return what ``read`` makes of the answer; show its errors, and ask again.

    Without a terminal the answer is empty. Raises NotationError at the end of the input.
    """
    while listens():
        output.print_sentence(question)
        line = read_line("> ")
        if line is None:
            break
        try:
            return read(line.strip())
        except NotationError as problem:
            problem.key = None
            output.print_error(render_error(problem))
    return read("")


def _players(game: str, typed: str) -> str:
    """Return names as they are typed. Raises NotationError for another number of players."""
    names, seats = typed.split(","), game_of(game).SEATS
    if not typed.strip(" ,"):
        raise NotationError("missing: the players, as in --players Ana,Bea", key="--players")
    if len(names) not in seats:
        raise NotationError(
            "expected {least} to {most} players, found {found}",
            least=seats[0],
            most=seats[-1],
            found=len(names),
        )
    return typed


def _one_of(flag: Flag, typed: str) -> str:
    """Return a word that is allowed, or an empty one, which stands for the first."""
    if typed and typed not in flag.words:
        words = ", ".join(flag.words)
        raise NotationError(
            "found {found}; choose from {allowed}", found=quoted(typed), allowed=words
        )
    return typed
