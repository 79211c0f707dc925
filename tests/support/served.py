"""A server and its pages: programs that stand for a game, and a client that opens sockets."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from gridgames.serving.limits import PageLimits
from gridgames.serving.server import Server

# Speaks like the driver of a screen: writes what it is sent, and ends when it is asked to.
ECHO = """
import os, sys
def send(kind, content):
    os.write(1, kind + len(content).to_bytes(4, "big") + content)
def receive():
    head = sys.stdin.buffer.read(5)
    return head[:1], sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
print("Seed 1")
print("__GANGLION__", flush=True)
send(b"D", f"{os.getpid()} {os.environ['COLUMNS']}x{os.environ['ROWS']}".encode())
while True:
    kind, content = receive()
    if kind == b"" or b"quit" in content:
        break
    send(b"D", kind + content)
send(b"M", b'{"type": "exit"}')
"""
# Tells first what goes on with it, or follows it: the words and a file, or none.
TELLS = """
import json, os, sys
def send(kind, content):
    os.write(1, kind + len(content).to_bytes(4, "big") + content)
print("__GANGLION__", flush=True)
send(b"M", json.dumps({told}).encode())
send(b"D", " ".join(sys.argv[1:]).encode())
sys.stdin.buffer.read({size})
send(b"M", b'{{"type": "exit"}}')
"""
READY = "import os, time; print('__GANGLION__', flush=True)\nfrom os import write, getpid\n"
PID = "pid = str(getpid()).encode(); write(1, b'D' + len(pid).to_bytes(4, 'big') + pid)\n"
HANGS = READY + PID + "import signal; signal.signal(15, signal.SIG_IGN)\ntime.sleep(600)\n"
FLOODS = (
    READY + PID + "while True: write(1, b'D' + (1 << 20).to_bytes(4, 'big') + bytes(1 << 20))\n"
)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def program(text: str) -> list[str]:
    """Return the command for a program of Python."""
    return [sys.executable, "-c", text]


@dataclass
class Client:
    """Opens pages of a server."""

    server: Server
    session: aiohttp.ClientSession
    task: asyncio.Task[None]

    @property
    def origin(self) -> str:
        """The origin of its pages."""
        return self.server.address.split("/" + self.server.guard.key)[0]

    def socket(
        self, words: str = "", key: str | None = None, table: str = "", **headers: str
    ) -> "aiohttp.client._BaseRequestContextManager[aiohttp.ClientWebSocketResponse]":
        """Open a WebSocket as a page does, with other headers where they are named.

        The page is a new one, unless it is that of a ``table``.
        """
        given = {"Origin": self.origin} | headers
        kept = {name: value for name, value in given.items() if value}
        key = self.server.guard.key if key is None else key
        table = table or self.server.tables.set_up()
        return self.session.ws_connect(f"{self.origin}/{key}/{table}/ws{words}", headers=kept)

    async def status(self, path: str | None = None, **headers: str) -> int:
        """Return the status of the answer to a request, by default for the page."""
        path = f"/{self.server.guard.key}/" if path is None else path
        async with self.session.get(f"{self.origin}{path}", headers=headers) as answer:
            return answer.status

    async def refused(self, **headers: str) -> int:
        """Return the status with which a WebSocket is refused, 0 where it is opened."""
        try:
            async with self.socket(**headers):
                return 0
        except aiohttp.WSServerHandshakeError as problem:
            return problem.status


@asynccontextmanager
async def serving(
    command: Sequence[str], limits: PageLimits | None = None, host: str = "127.0.0.1"
) -> AsyncIterator[Client]:
    """Serve a program here, on a free port; a new page runs it with the word ``new``."""
    server = Server(
        lambda words: [*command, *words],
        lambda: ["new"],
        host=host,
        port=free_port(),
        limits=limits,
    )
    ready = asyncio.Event()
    task = asyncio.create_task(server.serve(ready.set))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if task.done():
        task.result()
    async with aiohttp.ClientSession() as session:
        try:
            yield Client(server, session, task)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def text(page: aiohttp.ClientWebSocketResponse, seconds: float = 20) -> str:
    """Return what the program draws next."""
    async with asyncio.timeout(seconds):
        return (await page.receive_bytes()).decode()


async def closed(page: aiohttp.ClientWebSocketResponse, seconds: float = 20) -> tuple[int, str]:
    """Return the code and the reason with which a page is closed, after what is drawn till then."""
    async with asyncio.timeout(seconds):
        while True:
            message = await page.receive()
            if message.type is aiohttp.WSMsgType.CLOSE:
                return int(message.data), str(message.extra or "")
            assert message.type is aiohttp.WSMsgType.BINARY, message


def runs(pid: int) -> bool:
    """Whether a process is running."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


async def ended(pid: int, seconds: float = 20) -> bool:
    """Wait until a process has ended; False where it has not in this time."""
    for _ in range(int(seconds * 50)):
        if not runs(pid):
            return True
        await asyncio.sleep(0.02)
    return False
