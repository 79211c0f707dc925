"""``gridgames serve``: the full screen in a browser, through textual-serve."""

import sys
from typing import Annotated

import typer

from gridgames.games import GameName
from gridgames.language import spoken

LOOPBACK = ("127.0.0.1", "localhost", "::1")


# What stands after -- is handed on to gridgames play.
SETTINGS = {"context_settings": {"allow_extra_args": True, "ignore_unknown_options": True}}


def serve(
    ctx: typer.Context,
    game: Annotated[GameName, typer.Argument(help="Which game.")] = GameName.POWERGRID,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = LOOPBACK[0],
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
    from gridgames import output
    from gridgames.messages import say

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
    try:
        from textual_serve.server import Server
    except ImportError:
        raise NotationError(
            "playing in a browser needs the extra web: pip install 'gridgames[web]'"
        ) from None
    server = Server(play_command(game, ctx.args), host=host, port=port, title="gridgames")
    output.tell(say("Open {address} in a browser; Ctrl-C ends.", address=server.public_url))
    sys.stdout.flush()
    server.serve()


def play_command(game: str, rest: list[str]) -> str:
    """Return the command that each page runs, for a shell."""
    from shlex import join

    return join([sys.executable, "-m", "gridgames", "--lang", spoken(), "play", game, *rest])
