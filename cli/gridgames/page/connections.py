"""Connections to the server: how many there may be, and how long they may be idle or slow."""

import asyncio
import sys
from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address

from aiohttp import web

from gridgames.page.access import HEADERS, ServingLimits


def allow_open_files(limits: ServingLimits) -> None:
    """Let this process open the files of all tables beside all connections, as far as it may."""
    if sys.platform == "win32":
        return
    import resource

    wanted = limits.connections + 2 * limits.tables + 100
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def isolate(response: web.StreamResponse) -> None:
    """Add the headers that isolate a page and hide its address."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


class GuardedSite:
    """Listens for a runner. A connection too many is closed, as is one that is too slow."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, limits: ServingLimits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()  # connections, by the address on the network
        self._runner = runner
        self._host = host
        self._port = port

    async def start(self) -> asyncio.Server:
        """Listen, and return the listening server. Raises OSError if that is impossible."""
        manager = self._runner.server
        assert manager is not None, "the runner is set up"
        loop = asyncio.get_running_loop()
        return await loop.create_server(
            lambda: _Connection(self, manager, loop), self._host, self._port
        )

    def may_stay(self, peer: str) -> bool:
        """Return whether there are not too many connections with the newest one of an address.

        A proxy on this computer has as many as all its guests together.
        """
        limits = self.limits
        each = limits.connections_here if ip_address(peer).is_loopback else limits.connections_each
        return self.open[peer] <= each and self.open.total() <= limits.connections


class _Connection(web.RequestHandler):
    """A connection of one address, which is closed when nothing arrives or is taken in time."""

    __slots__ = ("_peer", "_site", "_timer", "_waiting")

    def __init__(
        self, site: GuardedSite, manager: web.Server, loop: asyncio.AbstractEventLoop
    ) -> None:
        patience = site.limits.patience
        super().__init__(
            manager,
            loop=loop,
            keepalive_timeout=patience,  # for the head of the first request too
            lingering_time=patience / 3,
            auto_decompress=False,
        )
        self._site = site
        self._peer = ""
        self._waiting = 0  # bytes that the other side had not taken at the last look
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._peer = transport.get_extra_info("peername")[0]
        self._site.open[self._peer] += 1
        if self._site.may_stay(self._peer):
            self._look_later()
        else:
            self._abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        if self._timer:
            self._timer.cancel()
        self._site.open[self._peer] -= 1
        if not self._site.open[self._peer]:
            del self._site.open[self._peer]
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self._timer = self._loop.call_later(self._site.limits.patience, self._look)

    def _look(self) -> None:
        """Close the connection if the other side has taken nothing since the last look."""
        before, self._waiting = self._waiting, self._unread()
        if before and self._waiting >= before:
            self._abort()
        else:
            self._look_later()

    def _unread(self) -> int:
        return self.transport.get_write_buffer_size() if self.transport else 0

    def _abort(self) -> None:
        if self.transport:
            self.transport.abort()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a broken request without repeating any of it, and without a line of log."""
        del exc, message
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun already")
        response = web.Response(status=status, text=f"{HTTPStatus(status).phrase}\n")
        isolate(response)
        response.headers["Server"] = "gridgames"  # or else the library names itself
        response.force_close()
        return response
