"""The server behind ``gridgames serve``: one page, its few files, and a WebSocket for each page."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from importlib.resources import files
from pathlib import Path
from socket import gethostname
from string import Template
from time import monotonic

import textual_serve
from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler

from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.serving.browser_sessions import BrowserSession, BrowserSessions
from gridgames.serving.guard import Guard, in_address
from gridgames.serving.limits import PageLimits, clamp_size
from gridgames.serving.page import Page
from gridgames.terminal import output

_HEARTBEAT = 15.0  # seconds between two checks that a browser is still connected
_FAREWELL = 1.0  # seconds that a browser has for confirming a closed page
_ANY = ("0.0.0.0", "::")
_FONT_SIZES = range(6, 73)

# The terminal comes from textual-serve; the page around it is ours.
_OURS = Path(str(files("gridgames.serving"))) / "static"
_THEIRS = Path(textual_serve.__path__[0]) / "static"
_FILES = {
    "page.js": (_OURS / "page.js", "text/javascript"),
    "page.css": (_OURS / "page.css", "text/css"),
    "terminal.js": (_THEIRS / "js" / "textual.js", "text/javascript"),
    "terminal.css": (_THEIRS / "css" / "xterm.css", "text/css"),
    "font.ttf": (_THEIRS / "fonts" / "RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}

# The page loads nothing from other servers, cannot be framed, and does not reveal its address.
_SOURCES = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self';"
    " img-src 'self' data:; connect-src 'self' ws://{host};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Server:
    """A server that runs one process of a program for each page.

    The address with the key leads to a new session, which has a separate address.
    """

    def __init__(
        self,
        command: Callable[[Sequence[str]], Sequence[str]],
        begin: Callable[[], Sequence[str]],
        *,
        host: str,
        port: int,
        limits: PageLimits | None = None,
    ) -> None:
        self.command = command  # returns the arguments that a page runs
        self.host = host
        self.port = port
        self.limits = limits or PageLimits()
        self.guard = Guard(host)
        self.tables = BrowserSessions(begin, self.limits.tables)
        self._pages: set[Page] = set()
        self._ending = False
        self._taken = 0  # pages whose program may still run

    @property
    def address(self) -> str:
        """The address to open, with the key."""
        host = in_address(gethostname() if self.host in _ANY else self.host)
        port = "" if self.port == 80 else f":{self.port}"
        return f"http://{host}{port}/{self.guard.key}/"

    async def serve(self, listening: Callable[[], None]) -> None:
        """Serve until a signal arrives, then close all pages.

        ``listening`` is called once pages can be opened. Raises OSError if the server cannot
        listen.
        """
        runner = web.AppRunner(
            self._app(), access_log=None, keepalive_timeout=15, shutdown_timeout=1
        )
        await runner.setup()
        stop = asyncio.Event()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
            self._end_at_signals(stop)
            listening()
            await stop.wait()
        finally:
            await runner.cleanup()

    def _end_at_signals(self, stop: asyncio.Event) -> None:
        def end() -> None:
            if stop.is_set():  # a second signal: end at once
                self._close_pages(at_once=True)
            stop.set()

        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError):  # as on Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), end)

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._let_in], client_max_size=1)
        app.router.add_get("/{key}", self._new_table)
        app.router.add_get("/{key}/", self._new_table)
        app.router.add_get("/{key}/static/{name}", self._file)
        app.router.add_get("/{key}/{table}/", self._page)
        app.router.add_get("/{key}/{table}/ws", self._socket)
        app.on_response_prepare.append(_protect)
        app.on_shutdown.append(self._end)
        return app

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only requests that the guard admits."""
        is_socket = "Upgrade" in request.headers or request.path.endswith("/ws")
        refusal = self.guard.refusal(request.path, request.headers, needs_origin=is_socket)
        if refusal is None:
            return await handler(request)
        told = say("Refused ({part}): open the address that the program printed.", part=refusal)
        response = web.Response(status=403, text=f"{told}\n")
        response.force_close()
        return response

    async def _new_table(self, request: web.Request) -> web.Response:
        """Redirect to the address of a new session, so that the page can be reloaded."""
        address = f"/{self.guard.key}/{self.tables.set_up()}/"
        raise web.HTTPSeeOther(request.rel_url.with_path(address, keep_query=True))

    def _table(self, request: web.Request) -> BrowserSession:
        table = self.tables.find(request.match_info["table"])
        if table is None:
            told = say("There is no such page; open the address that the program printed.")
            raise web.HTTPNotFound(text=f"{told}\n")
        return table

    async def _page(self, request: web.Request) -> web.Response:
        self._table(request)
        host = request.headers["Host"]  # checked by the guard
        size = request.query.get("fontsize", "")
        wanted = int(size) if size.isascii() and size.isdecimal() and len(size) < 3 else 16
        texts = {
            "language": current_language().replace("_", "-"),
            "base": f"/{self.guard.key}/static",
            "socket": f"ws://{host}{request.path}ws",
            "new": f"/{self.guard.key}/",
            "font_size": str(min(max(wanted, _FONT_SIZES[0]), _FONT_SIZES[-1])),
            "starting": say("The game starts."),
            "closed": say("This page has closed."),
            "lost": say("The connection was lost; trying to reconnect."),
            "gone": say("There is no such page; open the address that the program printed."),
            "again": say("Continue"),
            "another": say("Another game"),
            "keyboard": say("Keyboard"),
        }
        text = Template((_OURS / "page.html").read_text("utf-8")).substitute(
            {name: escape(value) for name, value in texts.items()}
        )
        response = web.Response(text=text, content_type="text/html")
        response.headers["Content-Security-Policy"] = _SOURCES.format(host=host)
        return response

    async def _file(self, request: web.Request) -> web.StreamResponse:
        known = _FILES.get(request.match_info["name"])
        if known is None:
            raise web.HTTPNotFound
        path, kind = known
        return web.FileResponse(path, headers={"Content-Type": kind})

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the program of a session for a page, unless too many pages are open."""
        table = self._table(request)
        socket = web.WebSocketResponse(
            timeout=_FAREWELL,
            heartbeat=_HEARTBEAT,
            max_msg_size=self.limits.message,
            compress=False,
        )
        await socket.prepare(request)
        page = Page(socket, lambda: self.command(table.words()), table.note, self.limits)
        table.turn_to(page)
        if not await self._has_room():
            told = say("{count:page is|pages are} open already.", count=self._taken)
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=told.encode()[:120])
            return socket
        self._taken += 1
        self._pages.add(page)
        try:
            await table.show(page, _size(request))
        finally:
            self._taken -= 1
            self._pages.discard(page)
            await page.leave()
        if page.complaint:
            output.print_error(say("a page has closed: {trouble}", trouble=page.complaint))
        return socket

    async def _has_room(self) -> bool:
        """Wait until another page has ended, which may be an earlier load of the same page."""
        end = monotonic() + self.limits.grace
        while self._taken >= self.limits.pages:
            if monotonic() > end or self._ending:
                return False
            await asyncio.sleep(0.05)
        return not self._ending

    async def _end(self, _app: web.Application) -> None:
        """Close the pages, and wait until their programs have ended."""
        self._ending = True
        self._close_pages()
        while self._taken:
            await asyncio.sleep(0.02)

    def _close_pages(self, *, at_once: bool = False) -> None:
        for page in self._pages:
            page.close(at_once=at_once)


async def _protect(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers that isolate the page and hide its address."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.popall("Server", None)


def _size(request: web.Request) -> tuple[int, int]:
    """Return the window size in a page's request, by default 80 by 24."""

    def number(name: str, default: int) -> int:
        text = request.query.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else default

    return clamp_size((number("width", 80), number("height", 24)))
