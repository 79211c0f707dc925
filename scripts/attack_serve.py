#!/usr/bin/env python3
"""Attack ``gridgames serve`` as foreign web pages and broken browsers would.

    scripts/attack_serve.py [--sockets 100] [--pages 8]

Starts the server with a real game and its own directory, and opens sockets to it. Prints a table of
the attacks, how often each was made, and the result, with the processes that the server has started
and their memory. Exits with 0 if the server withstood all attacks, otherwise with 1. Needs Linux.
"""

import asyncio
import json
import os
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import aiohttp
from harness import PATIENCE, PROGRAM, parser

GAME = "eletrika"
GRACE = 15.0  # seconds in which programs must end, on a busy machine
MOST = 128  # MiB of memory, for a page and for the server


class Server:
    """The server under attack."""

    def __init__(self, home: Path, pages: int) -> None:
        self.home = home
        self.pages = pages
        self.origin = self.key = ""
        self.pid = 0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the server and read its address."""
        home = {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home), "COLUMNS": "200"}
        for port in range(8700, 8800):
            self._process = await asyncio.create_subprocess_exec(
                *(*PROGRAM, "serve", GAME),
                *("--port", str(port), "--pages", str(self.pages)),
                *("--", "--seats", "Ana=human,easy", "--seed", "1"),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=os.environ | home,
            )
            assert self._process.stdout
            told = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)
            if found := re.search(r"(http://[^/]+)/([^/]+)/", told.decode()):
                self.origin, self.key = found[1], found[2]
                self.pid = self._process.pid
                return
            await self._process.wait()  # another server listens there
        raise SystemExit("the server did not start")

    async def kill(self, how: signal.Signals) -> int:
        """Send a signal to the server, and return its exit code."""
        assert self._process
        with suppress(ProcessLookupError):
            self._process.send_signal(how)
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    def pages_running(self) -> list[int]:
        """Return the processes of open pages, even if their server has ended."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (entry / "environ").read_bytes().split(b"\0")
                if f"XDG_DATA_HOME={self.home}".encode() in words and int(entry.name) != self.pid:
                    found.append(int(entry.name))
        return [pid for pid in found if pid != os.getpid()]

    def files(self) -> int:
        """Return the number of files in the directory of the server."""
        return sum(path.is_file() for path in self.home.rglob("*"))


def memory(pid: int) -> float:
    """Return the proportional memory (PSS) of a process in MiB."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


class Attack:
    """All attacks; each adds a line to the table."""

    def __init__(self, server: Server, sockets: int, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.sockets = sockets
        self.session = session
        self.failures = 0

    def tell(self, tried: str, count: int, result: str, *, holds: bool) -> None:
        """Print a line of the table."""
        self.failures += not holds
        print(f"| {tried} | {count} | {result}{'' if holds else ' **FAILED**'} |", flush=True)

    async def open(self, words: str = "", key: str = "", **headers: str) -> int:
        """Open and close a socket, and return the status of a refusal, or 0 if it was opened."""
        given = {"Origin": self.server.origin} | headers
        kept = {name: value for name, value in given.items() if value}
        try:
            socket = await self.session.ws_connect(await self.address(words, key), headers=kept)
        except aiohttp.WSServerHandshakeError as problem:
            return problem.status
        await socket.close()
        return 0

    async def address(self, words: str = "", key: str = "") -> str:
        """Return the socket address of a new page, by default with the right key."""
        async with self.session.get(f"{self.server.origin}/{self.server.key}/") as answer:
            page = answer.url.path
        return (
            f"{self.server.origin}{page.replace(self.server.key, key or self.server.key)}ws{words}"
        )

    async def page(self) -> aiohttp.ClientWebSocketResponse:
        """Open a page as a browser does."""
        headers = {"Origin": self.server.origin}
        address = await self.address("?width=120&height=40")
        return await self.session.ws_connect(address, headers=headers)

    async def strangers(self) -> None:
        """Open sockets as foreign pages do."""
        evil = "http://evil.example"
        port = self.server.origin.rpartition(":")[2]
        tries = {
            "foreign Origin": {"Origin": evil},
            "no Origin": {"Origin": ""},
            "foreign Host": {"Host": "evil.example"},
            "foreign Host and Origin (DNS rebinding)": {
                "Origin": f"{evil}:{port}",
                "Host": f"evil.example:{port}",
            },
            "wrong key": {"key": "A" * 32},
        }
        for name, headers in tries.items():
            got = Counter(
                await asyncio.gather(*(self.open(**headers) for _ in range(self.sockets)))
            )
            running = len(self.server.pages_running())
            told = ", ".join(f"{count} × {status or 'OPENED'}" for status, count in got.items())
            holds = got == {403: self.sockets} and not running
            self.tell(name, self.sockets, f"{told}; {running} processes", holds=holds)

    async def crowd(self) -> None:
        """Open many valid sockets at once."""
        pages = await asyncio.gather(*(self.page() for _ in range(self.sockets)))
        codes = await asyncio.gather(*(self.first(page) for page in pages))
        shown = codes.count(None)
        running = self.server.pages_running()
        each = [memory(pid) for pid in running]
        own = memory(self.server.pid)
        holds = shown == len(running) == min(self.server.pages, self.sockets)
        holds = holds and codes.count(1013) == self.sockets - shown
        holds = holds and max(each) < MOST and own < MOST
        told = f"{shown} shown, {codes.count(1013)} closed; {len(running)} processes"
        told += f", {sum(each):.0f} MiB, the server {own:.0f} MiB"
        self.tell("right key, all at once", self.sockets, told, holds=holds)
        await asyncio.gather(*(page.close() for page in pages))
        seconds = await self.until_none_runs()
        left = len(self.server.pages_running())
        told = f"{left} processes after {seconds:.1f} s, {self.server.files()} files"
        self.tell("pages closed", shown, told, holds=not left and not self.server.files())

    async def first(self, page: aiohttp.ClientWebSocketResponse) -> int | None:
        """Wait for a page, and return None when it draws or the code when it is closed."""
        while True:
            message = await page.receive(PATIENCE)
            if message.type is aiohttp.WSMsgType.CLOSE:
                return int(message.data)
            if message.type is aiohttp.WSMsgType.BINARY and len(message.data) > 1000:
                return None

    async def until_none_runs(self, grace: float = GRACE) -> float:
        """Wait until no page is running, and return the seconds."""
        begun = asyncio.get_running_loop().time()
        while self.server.pages_running():
            await asyncio.sleep(0.05)
            if asyncio.get_running_loop().time() - begun > grace:
                break
        return asyncio.get_running_loop().time() - begun

    async def one_page(
        self,
        tried: str,
        count: int,
        do: Callable[[aiohttp.ClientWebSocketResponse], Awaitable[str]],
    ) -> None:
        """Attack a page that draws. Its process must end when the page is closed."""
        page = await self.page()
        assert await self.first(page) is None
        told = await do(page)
        await page.close()
        seconds = await self.until_none_runs()
        left = len(self.server.pages_running())
        holds = not left and not told.startswith("!")
        self.tell(tried, count, f"{told}; ended after {seconds:.1f} s", holds=holds)

    async def resize(self, page: aiohttp.ClientWebSocketResponse) -> str:
        """Request impossible window sizes; the page must continue to draw."""
        for size in ((-1, -1), (3000, 1000), (0, 0), (10**18, 1), (100, 30)):
            sent = {"width": size[0], "height": size[1]}
            await page.send_str(json.dumps(["resize", sent]))
            await asyncio.sleep(0.3)
            if await self.first(page) is not None:
                return "! the page was closed"
        (pid,) = self.server.pages_running()
        return f"it goes on, {memory(pid):.0f} MiB"

    async def type(self, page: aiohttp.ClientWebSocketResponse) -> str:
        """Type 60 kB into the command line."""
        (pid,) = self.server.pages_running()
        before = memory(pid)
        reading = asyncio.create_task(self.drain(page))
        await page.send_str(json.dumps(["stdin", ":"]))
        for _ in range(60):
            await page.send_str(json.dumps(["stdin", "\x1b[200~" + "x" * 1000 + "\x1b[201~"]))
            await page.send_str(json.dumps(["stdin", "x" * 20]))
        await asyncio.sleep(5)
        more = memory(pid) - before
        closed = reading.done()
        reading.cancel()
        return f"{'! ' if more > 40 or closed else ''}{more:+.0f} MiB"

    async def drain(self, page: aiohttp.ClientWebSocketResponse) -> None:
        """Read the output of a page."""
        async for _ in page:
            pass

    async def flood(self, page: aiohttp.ClientWebSocketResponse) -> str:
        """Send a message that is too long."""
        await page.send_str(json.dumps(["stdin", "x" * 1_000_000]))
        while True:
            message = await page.receive(PATIENCE)
            if message.type is aiohttp.WSMsgType.CLOSE:
                return f"{'' if message.data == 1009 else '! '}closed with {message.data}"

    async def stop(self, _page: aiohttp.ClientWebSocketResponse) -> str:
        """Stop the program of a page."""
        (pid,) = self.server.pages_running()
        os.kill(pid, signal.SIGSTOP)
        return "stopped"

    async def kill(self, how: signal.Signals) -> None:
        """Kill the server while pages are open."""
        pages = await asyncio.gather(*(self.page() for _ in range(self.server.pages)))
        await asyncio.gather(*(self.first(page) for page in pages))
        running = len(self.server.pages_running())
        code = await self.server.kill(how)
        seconds = await self.until_none_runs()
        left = len(self.server.pages_running())
        told = f"exit {code}; {left} of {running} processes left after {seconds:.1f} s"
        self.tell(f"server: {how.name}", 1, told, holds=not left and running == len(pages))
        await asyncio.gather(*(page.close() for page in pages), return_exceptions=True)


async def attack(sockets: int, pages: int, home: Path) -> int:
    """Make all attacks, and return the number of failures."""
    server = Server(home, pages)
    await server.start()
    unlimited = aiohttp.TCPConnector(limit=0)
    print("| tried | count | result |\n| --- | --- | --- |")
    try:
        async with aiohttp.ClientSession(connector=unlimited) as session:
            trial = Attack(server, sockets, session)
            await trial.strangers()
            await trial.crowd()
            await trial.one_page("resize to -1, 3000 × 1000 ...", 5, trial.resize)
            await trial.one_page("60 kB typed", 1, trial.type)
            await trial.one_page("a message of 1 MB", 1, trial.flood)
            await trial.one_page("a program that hangs, page closed", 1, trial.stop)
            await trial.kill(signal.SIGTERM)
            await server.start()
            await trial.kill(signal.SIGKILL)
            return trial.failures
    finally:
        await server.kill(signal.SIGTERM)


if __name__ == "__main__":
    sockets, pages = (100, "how many in each trial"), (8, "how many the server allows")
    asked = parser(__doc__, sockets=sockets, pages=pages).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(bool(asyncio.run(attack(asked.sockets, asked.pages, Path(folder)))))
