"""``gridgames join``: a seat at a table of another computer, in this terminal."""

from typing import Annotated

import typer

from gridcommon.errors import NotationError
from gridgames.commands.play import Confirm, Plain, full_terminal
from gridgames.languages.messages import say
from gridgames.system.signals import end_on_signals
from gridgames.terminal import output


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a seat, from the host.")],
    plain: Plain = False,
    confirm: Confirm = None,
) -> None:
    """Play in this terminal at a table that gridgames serve shows elsewhere.

    The host keeps the game; the same link leads back to the seat.
    """
    from gridgames.sessions.settings import read_settings

    try:
        from gridgames.joining.links import socket_address
        from gridgames.joining.session import JoinedSession
        from gridgames.joining.wire import Wire
    except ImportError:
        raise NotationError(
            "joining a table needs the web extra: pip install 'gridgames[web]'"
        ) from None
    wire = Wire(socket_address(link))
    settings = read_settings()
    with end_on_signals():
        try:
            session = JoinedSession(wire)
            session.confirms = settings.confirm if confirm is None else confirm
            if plain or not full_terminal():
                from gridgames.joining.plain import JoinedGame
                from gridgames.plain.game import run_plain

                run_plain(JoinedGame(session, None, 0, settings, session.again))
            else:
                from gridgames.joining.screen import run_joined_screen

                run_joined_screen(session, settings)
        finally:
            wire.close()
    if wire.ended:
        raise NotationError(wire.ended, source="LINK")
    output.print_sentence(say("The host keeps the game; the same link leads back to your seat."))
