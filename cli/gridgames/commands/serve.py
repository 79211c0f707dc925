"""``gridgames serve``: the full screen in a browser of this computer."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gridgames.command_line.game_arguments import GameName
from gridgames.command_line.usage_errors import missing_argument
from gridgames.languages.language import current_language

if TYPE_CHECKING:
    from collections.abc import Sequence

# Words after -- are passed to gridgames play.
SETTINGS = {"context_settings": {"allow_extra_args": True, "ignore_unknown_options": True}}


def serve(
    ctx: typer.Context,
    game: Annotated[
        GameName | None,
        typer.Argument(metavar="GAME", help="The game. Without it, each page starts with a menu."),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen at.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at.", min=1, max=65535)] = 8000,
    pages: Annotated[
        int, typer.Option(help="Maximum number of pages open at the same time.", min=1, max=64)
    ] = 8,
    open_to_others: Annotated[
        bool,
        typer.Option(
            "--open-to-others", help="Allow an address that other computers can reach, unprotected."
        ),
    ] = False,
) -> None:
    """Let people play in a browser on this computer.

    Options after -- are passed to ``gridgames play``.

    Each page you open is a separate game, saved on this computer from its first move. Reload the
    page to continue that game.
    """
    import asyncio
    from functools import partial

    from gridcommon.errors import NotationError
    from gridgames.commands.play import check_play
    from gridgames.serving.guard import is_loopback

    if not is_loopback(host):
        _let_others_in(host, allowed=open_to_others)
    if game is None and ctx.args:
        raise missing_argument(ctx, "game")
    words = [] if game is None else [game, *ctx.args]
    if words:
        check_play(words)
    try:
        from gridgames.serving.limits import PageLimits
        from gridgames.serving.server import Server
    except ImportError:
        raise NotationError(
            "playing in a browser needs the web extra: pip install 'gridgames[web]'"
        ) from None
    begin = partial(first_words, words)
    server = Server(command_of, begin, host=host, port=port, limits=PageLimits(pages=pages))
    try:
        asyncio.run(server.serve(partial(_tell, server.address)))
    except OSError as problem:
        raise NotationError(
            "cannot listen at {host}, port {port}: {trouble}; --port takes another one",
            key="--port",
            host=host,
            port=port,
            trouble=os.strerror(problem.errno or 0).lower(),
        ) from None


def _let_others_in(host: str, *, allowed: bool) -> None:
    """Warn about a public address. Raises NotationError unless one is allowed."""
    from gridcommon.errors import NotationError
    from gridgames.languages.messages import say
    from gridgames.terminal import output

    if not allowed:
        raise NotationError(
            "other computers could reach the program at {host}, unencrypted; if that is meant,"
            " add --open-to-others",
            key="--host",
            host=host,
        )
    output.print_error(
        say(
            "warning: nothing is encrypted at {host}; anyone who learns the address can play and"
            " fill this disk with games",
            host=host,
        )
    )


def _tell(address: str) -> None:
    from gridgames.languages.messages import say
    from gridgames.terminal import output

    told = say("Open {address} in a browser to play; Ctrl-C stops the server.", address=address)
    output.print_sentence(told, keep=[address])


def command_of(words: "Sequence[str]") -> list[str]:
    """Return the command line of a page's process for these arguments."""
    return [sys.executable, "-m", "gridgames", *words]


def first_words(words: "Sequence[str]") -> list[str]:
    """Return the arguments of a new page: the game with a new seed, or none for the menu."""
    from gridgames.sessions.seeds import with_seed

    return ["--lang", current_language(), *with_seed(["play", *words])]
