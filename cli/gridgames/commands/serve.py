"""``gridgames serve``: a page on which friends play together, each in their own browser."""

import asyncio
import os
import socket
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from gridcommon.errors import NotationError
from gridgames.commands.options import BotFrom, BotTime, Flags, GameName, Options, Seed
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.show.registry import GameChoice
from gridgames.table.bots.roster import bots_of
from gridgames.table.saves.saves import saves_directory
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls

if TYPE_CHECKING:
    from gridgames.page.house import House
    from gridgames.page.lobby import Lobby, SeatLink
    from gridgames.page.tables import WebTable

_EVERYWHERE = "0.0.0.0"


def serve(
    flags: Flags,
    game: Annotated[
        GameName | None,
        typer.Argument(
            metavar="GAME", help="The game of a new table. Without it, the host sets tables up."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO...", help="The players: names of people, and bots such as normal."
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players: one person and bots.", min=1, show_default=False),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Time of each person for the game: minutes (30), hours (12h) or days (3d),"
            " with seconds that each turn adds (30+10). Then a bot plays on.",
        ),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let the phones and computers of the house connect.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="The address at which a proxy with encryption shows this server."
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="The port to listen at.", min=1, max=65535)] = 8000,
    seed: Seed = None,
    bot_from: BotFrom = None,
    bot_time: BotTime = None,
    option: Options = None,
) -> None:
    """Play together in browsers: each person has a link of their own.

    The tables are kept: after a restart all links work again.
    """
    try:
        from gridgames.page.access import Guard, origin_of
        from gridgames.page.house import House
        from gridgames.page.lobby import Lobby, new_table
        from gridgames.page.server import Server
        from gridgames.page.tables import Clock
    except ImportError:
        raise NotationError(
            'playing in a browser needs the web extra: pip install "gridgames[web]"'
        ) from None
    given = (seats, players, clock, seed, bot_from, bot_time, option)
    if game is None and (flags or any(one is not None for one in given)):
        raise NotationError("a new table needs a game: gridgames serve GAME", key="GAME")
    if lan and address:
        raise NotationError("--lan and --address cannot be used together")
    time = None if clock is None else Clock.from_text(clock)
    origin = origin_of(address) if address else _own_address(port, is_lan=lan)
    folder = saves_directory() / "tables"
    house = House(None, folder)
    try:
        house.open()
    except OSError as problem:
        raise NotationError(
            "cannot be written: {reason}", source=str(folder), reason=problem.strerror
        ) from None
    table = None
    if game is not None:
        bots = bots_of(game, bot_from, bot_time)
        choice = GameChoice(game, option or (), flags)
        table = new_table(house, choice, seats, players=players, seed=seed, clock=time, bots=bots)
    lobby = Lobby(origin, current_language())
    guard = Guard(_names(origin, is_lan=lan), any_number=lan)
    server = Server(house, guard, lobby, _tell_fault)
    host = _EVERYWHERE if lan else "127.0.0.1"
    listening = partial(_tell, lobby, house, table, shows_codes=lan or bool(address))
    try:
        asyncio.run(server.serve(host, port, listening))
    except OSError as problem:
        if table:
            house.discard(table)
        raise NotationError(
            "cannot listen at {host}, port {port}: {trouble}; choose another port with --port",
            key="--port",
            host=host,
            port=port,
            trouble=os.strerror(problem.errno or 0).lower(),
        ) from None


def _own_address(port: int, *, is_lan: bool) -> str:
    """Return how links begin: with the address of this computer in the house, or its own name."""
    host = _address_in_the_house() if is_lan else "127.0.0.1"
    return f"http://{host}" + ("" if port == 80 else f":{port}")


def _address_in_the_house() -> str:
    """Return the numeric address that others in the house reach, or the name of this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved: nothing is sent, only a route is chosen
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _names(origin: str, *, is_lan: bool) -> Sequence[str]:
    """Return the names under which the server may be asked."""
    own = socket.gethostname()
    named = urlsplit(origin).hostname or ""
    return [named, own, f"{own}.local"] if is_lan else [named]


def _tell(lobby: "Lobby", house: "House", table: "WebTable | None", *, shows_codes: bool) -> None:
    """Print the links: the host's, and those of a new table; and which tables cannot be used."""
    if lobby.address.startswith("http://") and shows_codes:
        told = say(
            "Everybody in this network can read along: nothing is encrypted. Anybody with a link"
            " can play that seat."
        )
        output.print_error(told)
    for name, why in house.trouble.items():
        output.print_error(f"{name}: {why}", keep=[name])
    for link in lobby.links(table) if table else ():
        _print_link(link)
        if shows_codes and output.is_terminal() and output.has_box_lines():
            output.print_lines([[(line, "white on black")] for line in link.text_code()])
    _print_link(lobby.link(say("the host"), house.host_key))
    output.print_sentence(say("Give everybody their own link. Ctrl-C stops the server."))


def _print_link(link: "SeatLink") -> None:
    output.print_sentence(f"{escape_controls(link.name)}: {link.address}", keep=[link.address])


def _tell_fault(words: str) -> None:
    output.print_error(say("the program has a fault: {fault}", fault=words))
