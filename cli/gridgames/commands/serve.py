"""``gridgames serve``: the full screen in a browser, through textual-serve."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gridgames.commands.game_words import FIRST_GAME
from gridgames.commands.options import Game
from gridgames.games.registry import Choice, flags_of
from gridgames.languages.language import spoken

if TYPE_CHECKING:
    from gridgames.play.session import Session

LOOPBACK = ("127.0.0.1", "localhost", "::1")


# What stands after -- is handed on to gridgames play.
SETTINGS = {"context_settings": {"allow_extra_args": True, "ignore_unknown_options": True}}


def serve(
    ctx: typer.Context,
    game: Game = FIRST_GAME,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen at.")
    ] = LOOPBACK[0],
    port: Annotated[int, typer.Option(help="The port to listen at.", min=1, max=65535)] = 8000,
    open_to_others: Annotated[
        bool,
        typer.Option(
            "--open-to-others", help="Allow an address that other computers can reach, unprotected."
        ),
    ] = False,
) -> None:
    """Offer games in a browser on this computer; what follows -- goes to ``gridgames play``.

    Each page that is opened is a game of its own, saved on this computer.
    """
    from gridcommon.errors import NotationError
    from gridgames.languages.messages import say
    from gridgames.terminal import output

    if host not in LOOPBACK:
        if not open_to_others:
            raise NotationError(
                "others could reach the program at {host}, without a password; if that is meant,"
                " add --open-to-others",
                key="--host",
                host=host,
            )
        output.complain(
            say(
                "warning: whoever can reach {host}, port {port}, can play and fill this disk with"
                " games; nothing is encrypted",
                host=host,
                port=port,
            )
        )
    check_play([game, *ctx.args])
    try:
        from gridgames.commands.pages import Pages
    except ImportError:
        raise NotationError(
            "playing in a browser needs the extra web: pip install 'gridgames[web]'"
        ) from None
    server = Pages(play_command(game, ctx.args), host=host, port=port, title="gridgames")
    address = server.public_url
    output.tell(say("Open {address} in a browser and click there; Ctrl-C ends.", address=address))
    sys.stdout.flush()
    try:
        server.serve()
    except OSError as problem:
        raise NotationError(
            "cannot listen at {host}, port {port}: {trouble}; --port takes another one",
            key="--port",
            host=host,
            port=port,
            trouble=os.strerror(problem.errno or 0).lower(),
        ) from None


def play_command(game: str, rest: list[str]) -> str:
    """Return the command that each page runs, for a shell."""
    from shlex import join

    return join([sys.executable, "-m", "gridgames", "--lang", spoken(), "play", game, *rest])


def check_play(words: list[str]) -> "Session":
    """Return the game that ``gridgames play`` would begin with these words.

    Raises NotationError as it would, and for options that make no sense in a page.
    """
    from gridcommon.errors import NotationError
    from gridgames.commands.app import loaded
    from gridgames.commands.play import new_session

    with loaded("play").make_context("gridgames play", words) as context:
        asked = context.params
    for flag, name in (("--plain", "plain"), ("--save", "file")):
        if asked[name]:
            raise NotationError("each page is a full screen and a game of its own", key=flag)
    flags = {name: asked[name] for name in flags_of("play") if asked[name]}
    choice = Choice(asked["game"], asked["option"] or (), flags)
    return new_session(
        choice, asked["seats"], asked["players"], asked["seed"], watch=asked["watch"]
    )
