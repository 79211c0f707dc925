"""The server behind ``gridgames serve``: textual-serve, without its chatter and quick to end."""

import asyncio
from typing import TYPE_CHECKING

from textual_serve.server import Server

if TYPE_CHECKING:
    from aiohttp import web


class Pages(Server):
    """Serves a program, a process of its own for each page."""

    def __init__(self, command: str, *, host: str, port: int, title: str) -> None:
        super().__init__(command, host=host, port=port, title=title)
        self.console.quiet = True  # a banner, and a line for each request
        self._open: set[asyncio.Task[object]] = set()

    async def handle_websocket(self, request: "web.Request") -> "web.WebSocketResponse":
        """Serve a page until it is closed or the server ends."""
        page = asyncio.current_task()
        assert page is not None
        self._open.add(page)
        try:
            return await super().handle_websocket(request)
        finally:
            self._open.discard(page)

    async def on_shutdown(self, app: "web.Application") -> None:
        """Close the pages, which the server would wait for."""
        for page in self._open:
            page.cancel()
        await super().on_shutdown(app)
