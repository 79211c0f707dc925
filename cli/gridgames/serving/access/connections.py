"""Connections to the server: how many there may be, and how long one may take to ask."""

import asyncio
from collections import Counter

from aiohttp import web

from gridgames.serving.access.limits import ServingLimits

_HEAD_END = b"\r\n\r\n"


class GuardedSite:
    """Listens for a runner. A connection too many is closed, as is one that asks too slowly."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, limits: ServingLimits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()  # connections, by the address on the network
        self._runner = runner
        self._host = host
        self._port = port

    async def start(self) -> asyncio.Server:
        """Listen, and return the listening server. Raises OSError if that is impossible."""
        make = self._runner.server
        assert make is not None, "the runner is set up"
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: _Connection(make(), self), self._host, self._port)


class _Connection(asyncio.Protocol):
    """A connection, between its transport and the protocol of aiohttp."""

    def __init__(self, inner: asyncio.Protocol, site: GuardedSite) -> None:
        self._inner = inner
        self._site = site
        self._peer = ""
        self._tail: bytes | None = b""  # of the first head; None: it has arrived
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        limits, is_open = self._site.limits, self._site.open
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else "?"
        is_open[self._peer] += 1
        self._inner.connection_made(transport)
        if is_open.total() > limits.connections or is_open[self._peer] > limits.connections_each:
            transport.abort()
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(limits.first_byte, transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._tail is not None:
            seen = self._tail + data
            self._tail = None if _HEAD_END in seen else seen[-3:]
            if self._tail is None and self._timer:
                self._timer.cancel()
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer:
            self._timer.cancel()
        self._site.open[self._peer] -= 1
        if not self._site.open[self._peer]:
            del self._site.open[self._peer]
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
