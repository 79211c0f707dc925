"""A server with its tables in a temporary folder, and clients that hold its keys."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import aiohttp
import pytest
from aiohttp import web

from gridgames.languages.language import Language
from gridgames.page.access import Guard, ServingLimits
from gridgames.page.house import House
from gridgames.page.lobby import Lobby, new_table
from gridgames.page.server import GuardedSite, Server
from gridgames.page.tables import WebTable
from gridgames.show.registry import GameChoice

T = TypeVar("T")
ORIGIN = "http://127.0.0.1"
PATIENCE = 300.0  # seconds, on a busy machine


class Served:
    """A running server. ``get`` and ``post`` return the status and the text of an answer."""

    def __init__(self, house: House, base: str, client: aiohttp.ClientSession) -> None:
        self.house = house
        self.base = base
        self.client = client
        self.faults: list[str] = []
        self.drafts: Any = None
        self.questions: Any = None
        self.streams: Callable[[], set[asyncio.Task[Any]]] = set

    def table(self, game: str = "powergrid", seats: str = "Ana,Bia", **more: Any) -> WebTable:
        """Set up a table for a new game; ``flags`` and ``options`` are the game's."""
        choice = GameChoice(game, more.pop("options", ()), more.pop("flags", {}))
        made = new_table(self.house, choice, seats, **{"seed": 7} | more)
        made.pause = 0.0
        return made

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.client.get(f"{self.base}/{path}", headers=headers) as answer:
            return answer.status, await answer.text()

    async def post(self, path: str, form: Mapping[str, Any], **headers: str) -> tuple[int, str]:
        asked = self.client.post(
            f"{self.base}/{path}", data=form, headers=headers, allow_redirects=True
        )
        async with asked as answer:
            return answer.status, await answer.text()

    async def form(self, key: str, what: str, **fields: str) -> str:
        """Send a form of a seat, and return the page that answers."""
        status, text = await self.post(f"{key}/do/{what}", fields)
        assert status == 200, text
        return text

    async def do(self, key: str, line: str, version: int | None = None) -> str:
        """Do a line at a seat, as the page that is shown now does, and return the new page."""
        return await self.form(
            key, "line", line=line, **{} if version is None else {"v": str(version)}
        )


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


def limited(**limits: Any) -> pytest.MarkDecorator:
    """Give the server of a test these limits."""
    return pytest.mark.parametrize("server", [limits], indirect=True, ids=["limited"])


def acting(table: WebTable) -> int:
    """Return the seat that is to act."""
    seat = table.session.to_act
    assert seat is not None
    return seat


def key_of(table: WebTable, seat: int | None = None) -> str:
    """Return the key of a seat, or of the one that is to act."""
    return table.chairs[acting(table) if seat is None else seat].key


def plain_text(page: str) -> str:
    """Return the text of a page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@asynccontextmanager
async def served(folder: Path, limits: ServingLimits | None = None) -> AsyncIterator[Served]:
    """Run a server at a free port, whose saves are in a folder."""
    house = House(
        limits or ServingLimits(rate=1000, burst=1000, question=PATIENCE), folder / "tables"
    )
    house.open()
    lobby = Lobby(ORIGIN, Language.ENGLISH)
    found: list[str] = []
    server = Server(house, Guard(), lobby, found.append)
    runner = web.AppRunner(
        server.application(), access_log=None, shutdown_timeout=1, handler_cancellation=True
    )
    await runner.setup()
    listening = await GuardedSite(runner, "127.0.0.1", 0, house.limits).start()
    house.start()
    port = listening.sockets[0].getsockname()[1]
    lobby.address = f"{ORIGIN}:{port}"
    client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE))
    running = Served(house, lobby.address, client)
    running.faults = found
    running.drafts = server.pages.drafts
    running.questions = server.questions
    running.streams = lambda: server.streams
    try:
        yield running
    finally:
        await client.close()
        listening.close()
        await runner.cleanup()
        await house.close()


def running(
    folder: Path,
    script: Callable[[Served], Awaitable[None]],
    limits: ServingLimits | None = None,
    seconds: float = PATIENCE,
) -> None:
    """Run a script with a server, and see that the program had no fault."""

    async def run() -> None:
        async with served(folder, limits) as server:
            await asyncio.wait_for(script(server), seconds)
            assert server.faults == [], server.faults

    asyncio.run(run())


@contextmanager
def served_beside(folder: Path, limits: ServingLimits | None = None) -> Iterator["Beside"]:
    """Run a server in a thread of its own, for clients that block."""
    loop = asyncio.new_event_loop()
    ready: Future[Served] = Future()
    stop = asyncio.Event()

    async def run() -> None:
        async with served(folder, limits) as server:
            ready.set_result(server)
            await stop.wait()

    thread = Thread(target=lambda: loop.run_until_complete(run()), daemon=True)
    thread.start()
    server = ready.result(PATIENCE)
    try:
        yield Beside(server, loop)
        assert server.faults == [], server.faults
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)


class Beside:
    """A server in another thread: ``call`` runs a function there."""

    def __init__(self, server: Served, loop: asyncio.AbstractEventLoop) -> None:
        self.server = server
        self._loop = loop

    def call(self, function: Callable[[], T]) -> T:
        async def run() -> T:
            return function()

        return self.start(run()).result(PATIENCE)

    def start(self, script: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start a coroutine there."""
        return asyncio.run_coroutine_threadsafe(script, self._loop)

    def table(self, *words: Any, **more: Any) -> WebTable:
        return self.call(lambda: self.server.table(*words, **more))

    def link(self, table: WebTable, seat: int) -> str:
        return f"{self.server.base}/{table.chairs[seat].key}/"
