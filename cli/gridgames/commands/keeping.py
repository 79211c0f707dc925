"""``gridgames GAME keep``, for every game: its arguments, and questions for what is missing."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from gridcommon.errors import NotationError
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
from gridgames.show.registry import GameChoice, wing_of
from gridgames.show.wing import KEEP, POSITION
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
    names = {one.typed: one.name for one in real_table_flags(game) if not flags[one.name]}
    if not flags["keep"]:  # with players, the defaults of --help hold
        names |= dict.fromkeys(("--players", "players"), "keep")
        flags["keep"] = _ask(say("Names of the players, clockwise from the first player:"))
        told = {flag.key for flag in wing_of(game).flags if flags.get(flag.name)}
        for flag in choice_flags(game):
            if flag.key not in told:
                words = ", ".join(flag.words)
                template = "{what} ({words}; Enter: the first):"
                flags[flag.name] = _ask(say(template, what=say(flag.name), words=words))
                names[flag.key] = flag.name
    while problem := _problem(game, flags, options):
        name = names.get(problem.key or "")
        if name is None or not listens():
            raise problem
        problem.key = None
        output.print_sentence(render_error(problem))
        if (line := read_line("> ")) is None:
            raise problem
        flags[name] = line.strip()
    return flags


def _problem(game: str, flags: dict[str, Any], options: Sequence[str]) -> NotationError | None:
    """Return why no game with the real box can start, or None."""
    try:
        if not flags["keep"].strip(" ,"):
            raise NotationError("missing: the players, as in --players Ana,Bea", key="--players")
        GameForm(GameChoice(game, options, Flags(**flags))).session()
    except NotationError as problem:
        return problem
    return None


def _ask(question: str) -> str:
    """Return the answer to a question, which is empty without a terminal."""
    if not listens():
        return ""
    output.print_sentence(question)
    return (read_line("> ") or "").strip()
