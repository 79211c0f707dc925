"""The server behind ``gridgames serve``: it guards the page, and sends its answers and news.

No other module knows the library for HTTP; :mod:`gridgames.page.requests` answers.
"""

import asyncio
import json
import logging
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.typedefs import Handler

from gridcommon.errors import truncate
from gridgames.languages.language import use_language
from gridgames.languages.messages import say
from gridgames.page.access import HEADERS, Allowances, Guard, ServingLimits
from gridgames.page.house import Guest, House
from gridgames.page.lobby import Lobby
from gridgames.page.protocol import Packet, ProgramGuest
from gridgames.page.questions import QuestionClient
from gridgames.page.requests import STATIC, Pages, Request, Response, text_response, version_in
from gridgames.page.tables import WebTable
from gridgames.terminal.printable import escape_controls

_FORM = "application/x-www-form-urlencoded"
_FIELDS = 40  # of a form
_LOOK = 1.0  # seconds after which a page that waits may have gone
_AT_ONCE = 1 << 30  # bytes compressed here: other threads may be busy with bots
_COMPRESSED = 1000  # bytes and more
_FAULTS = 30  # messages in a row that cannot be read, before the connection is closed


class Server:
    """The pages of a house at an address. ``report`` is called with each fault, once."""

    def __init__(
        self, house: House, guard: Guard, lobby: Lobby, report: Callable[[str], None]
    ) -> None:
        self.house = house
        self.guard = guard
        self.limits = house.limits
        self.questions = QuestionClient(self.limits.question)
        self.pages = Pages(house, lobby, self.questions.ask)
        self.streams: set[asyncio.Task[Any]] = set()
        self._report = report
        self._reported: set[object] = set()  # places in the program
        self._allowed = Allowances(self.limits.rate, self.limits.burst)
        self._strangers = Allowances(self.limits.wrong_rate, self.limits.wrong_burst)

    async def serve(self, host: str, port: int, listening: Callable[[], None]) -> None:
        """Serve until a signal arrives.

        ``listening`` is called once pages can be opened. Raises OSError if the server cannot
        listen.
        """
        for name in ("aiohttp.server", "aiohttp.web", "aiohttp.access", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        allow_open_files(self.limits)
        runner = web.AppRunner(self.application(), shutdown_timeout=1, handler_cancellation=True)
        await runner.setup()
        stop = asyncio.Event()
        try:
            await GuardedSite(runner, host, port, self.limits).start()
            self.house.start()
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                with suppress(NotImplementedError, AttributeError):  # as on Windows
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), stop.set)
            listening()
            await stop.wait()
        finally:
            await runner.cleanup()
            await self.house.close()

    def application(self) -> web.Application:
        """Return the application of aiohttp."""
        app = web.Application(middlewares=[self._let_in], client_max_size=self.limits.body)
        app.router.add_get("/{key}/events", self._events, allow_head=False)
        app.router.add_get("/{key}/play", self._play, allow_head=False)
        app.router.add_route("*", "/{path:.*}", self._answer)
        app.on_response_prepare.append(_protect)
        app.on_shutdown.append(self._end_streams)
        return app

    # Who may ask

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer requests with a key, as many as people make; others get only pages' files."""
        asked = _request(request)
        is_path = request.raw_path.startswith("/")  # an address names a host of its own
        header = self.guard.refusal(request.headers.getall) if is_path else "Host"
        is_file = asked.key == STATIC  # those that all pages load
        is_known = header is None and (is_file or self.pages.knows(asked.key))
        with use_language(self.pages.language(asked)):
            if not (
                self._allowed.take(request.remote if is_file else asked.key)
                if is_known
                else self._strangers.take(request.remote)
            ):
                told = say("Too many requests; wait a moment.")
                return _closed(HTTPStatus.TOO_MANY_REQUESTS, told)
            if header:
                told = say("Refused ({part}): open the link that the program printed.", part=header)
                return _closed(HTTPStatus.FORBIDDEN, told)
            try:
                return await handler(request)
            except web.HTTPRequestEntityTooLarge:
                return _told(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, say("That is too long."))
            except (ConnectionError, web.HTTPException):
                raise
            except Exception as fault:
                return self._fault(fault)

    def _fault(self, fault: Exception) -> web.Response:
        """Report a fault of the program once, and answer that there was one."""
        where = fault.__traceback__
        while where and where.tb_next:
            where = where.tb_next
        place = (type(fault), where and where.tb_frame.f_code, where and where.tb_lineno)
        if place not in self._reported:
            self._reported.add(place)
            self._report(truncate(escape_controls(f"{type(fault).__name__}: {fault}")))
        told = say("The program has a fault; reload the page.")
        return _told(HTTPStatus.INTERNAL_SERVER_ERROR, told)

    # Pages

    async def _answer(self, request: web.Request) -> web.Response:
        form: dict[str, str] = {}
        is_known = _key(request) == STATIC or self.pages.knows(_key(request))
        if is_known and request.method == "POST":
            form = await self._form(request)
        response = _response(await self.pages.answer(_request(request, form)))
        if not is_known:
            response.force_close()
        return response

    async def _form(self, request: web.Request) -> dict[str, str]:
        """Return the fields of a form, as a page sends them. Raises HTTPException for others."""
        if request.content_type != _FORM or "Content-Encoding" in request.headers:
            raise web.HTTPUnsupportedMediaType
        try:
            async with asyncio.timeout(self.limits.patience):
                body = await request.read()
            return dict(parse_qsl(body.decode("ascii"), max_num_fields=_FIELDS))
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except (web.RequestPayloadError, ValueError):
            raise web.HTTPBadRequest from None

    # News

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send an event with the version of the table whenever it changes."""
        guest = self._guest(request)
        with self._presence(_key(request), guest) as is_admitted:
            if not is_admitted:
                return _told(HTTPStatus.SERVICE_UNAVAILABLE, say("Too many pages are open."))
            response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
            await response.prepare(request)
            try:
                await self._send_news(request, response, guest.table)
            except (ConnectionError, TimeoutError, asyncio.CancelledError):
                response.force_close()  # the page has gone or reads nothing, or the server ends
        return response

    def _guest(self, request: web.Request) -> Guest:
        guest = self.house.find(_key(request))
        if guest is None:
            raise web.HTTPNotFound
        return guest

    @contextmanager
    def _presence(self, key: str, guest: Guest) -> Iterator[bool]:
        """Count a page or program that waits for news; yield whether there may be another."""
        waiting = sum(task.get_name() == key for task in self.streams)
        limits = self.limits
        most = limits.streams_each if guest.chair else limits.streams_watching
        if len(self.streams) >= limits.streams or waiting >= most:
            yield False
            return
        task = asyncio.current_task()
        assert task is not None
        task.set_name(key)
        self.streams.add(task)
        guest.note_pages(1)
        try:
            yield True
        finally:
            self.streams.discard(task)
            guest.note_pages(-1)

    async def _send_news(
        self, request: web.Request, response: web.StreamResponse, table: WebTable
    ) -> None:
        known = version_in(request.headers.get("Last-Event-ID", request.query.get("v", "")))
        version = table.version if known is None else known
        await response.write(b"retry: 1000\n\n")
        quiet = 0.0
        while table.ident in self.house.tables:
            try:
                version = await asyncio.wait_for(table.newer_than(version), _LOOK)
            except TimeoutError:
                if request.transport is None or request.transport.is_closing():
                    return  # the page has gone
                quiet += _LOOK
                if quiet < self.limits.heartbeat:
                    continue
                text = ": \n\n"
            else:
                text = f"event: changed\nid: {version}\ndata: {version}\n\n"
            quiet = 0.0
            async with asyncio.timeout(self.limits.heartbeat):
                await response.write(text.encode())
            await asyncio.sleep(0.05)  # several moves in one

    async def _end_streams(self, _app: web.Application) -> None:
        for task in list(self.streams):
            task.cancel()
        await self.questions.close()

    # Programs

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """Talk with a program: see :mod:`gridgames.page.protocol`."""
        key, guest = _key(request), self._guest(request)
        limits = self.limits
        with self._presence(key, guest) as is_admitted:
            if not is_admitted:
                return _told(HTTPStatus.SERVICE_UNAVAILABLE, say("Too many pages are open."))
            program = ProgramGuest(guest, self.house, lambda: self._allowed.take(key))
            socket = web.WebSocketResponse(
                heartbeat=limits.heartbeat, max_msg_size=limits.body, timeout=1
            )
            await socket.prepare(request)
            if bye := program.unwelcome():
                await _send(socket, bye)
                return socket
            news = asyncio.create_task(self._send_views(request, socket, program))
            try:
                with suppress(ConnectionError):  # nobody is there any more
                    await _answer_all(socket, program)
            finally:
                news.cancel()
                [ended] = await asyncio.gather(news, return_exceptions=True)
            if isinstance(ended, Exception):
                raise ended
        return socket

    async def _send_views(
        self, request: web.Request, socket: web.WebSocketResponse, program: ProgramGuest
    ) -> None:
        """Send the view whenever the table changes; a slow program gets the last one only."""
        version = 0
        try:
            while not socket.closed:
                version = await program.table.newer_than(version)
                async with asyncio.timeout(self.limits.heartbeat):
                    for message in program.news():
                        await _send(socket, message)
                version = program.table.version
                await asyncio.sleep(0.02)  # several moves in one
        except (TimeoutError, ConnectionError):  # nobody reads, or nobody is there
            if request.transport:
                request.transport.abort()


async def _answer_all(socket: web.WebSocketResponse, program: ProgramGuest) -> None:
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            await _send(socket, {"message": "error", "reason": say("A message is a line of text.")})
            await socket.close()
            return
        answer = program.answer(message.data)
        if not socket.closed:
            await _send(socket, answer)
        if program.faults >= _FAULTS:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)


async def _send(socket: web.WebSocketResponse, message: Packet) -> None:
    """Send a message, and close the connection after a farewell."""
    await socket.send_str(json.dumps(message, ensure_ascii=False))
    if message["message"] == "bye":
        await socket.close()


def _key(request: web.Request) -> str:
    return request.path[1:].partition("/")[0]


def _request(request: web.Request, form: dict[str, str] | None = None) -> Request:
    """Return a request as the page takes it."""
    return Request(
        request.method,
        request.path,
        request.query,
        form or {},
        request.headers.get("Accept-Language", ""),
        is_part="HX-Request" in request.headers,
    )


def _response(found: Response) -> web.Response:
    """Return an answer of the page as the library sends it."""
    response = web.Response(
        status=found.status,
        body=found.body,
        headers=found.headers,
        content_type=found.kind,
        charset="utf-8",
        zlib_executor_size=_AT_ONCE,
    )
    if len(found.body) > _COMPRESSED:
        response.enable_compression()
    return response


def _told(status: HTTPStatus, text: str) -> web.Response:
    return _response(text_response(status, text))


def _closed(status: HTTPStatus, text: str) -> web.Response:
    """Answer on a connection that is closed then."""
    response = _told(status, text)
    response.force_close()
    return response


async def _protect(_request: web.Request, response: web.StreamResponse) -> None:
    _isolate(response)
    response.headers.popall("Server", None)


def _isolate(response: web.StreamResponse) -> None:
    """Add the headers that isolate a page and hide its address."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


# Connections


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
        _isolate(response)
        response.headers["Server"] = "gridgames"  # or else the library names itself
        response.force_close()
        return response
