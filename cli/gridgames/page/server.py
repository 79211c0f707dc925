"""The server behind ``gridgames serve``: pages made on the server, and news as they happen."""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import parse_qsl
from weakref import WeakValueDictionary

from aiohttp import web
from aiohttp.typedefs import Handler

from gridcommon.errors import GridgamesError, NotationError, truncate
from gridgames.languages.language import Language, current_language, find_language, use_language
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import render_error, say
from gridgames.page.access import Allowances, Guard, is_key
from gridgames.page.connections import GuardedSite, allow_open_files, isolate
from gridgames.page.drills import drill_games, drill_page
from gridgames.page.editing import EditView, answer_of, command_of, svg
from gridgames.page.editors import Editors
from gridgames.page.house import Guest, House
from gridgames.page.lobby import Lobby
from gridgames.page.notices import rule_lines
from gridgames.page.protocol import Connection
from gridgames.page.questions import QuestionClient
from gridgames.page.rendering import render, static_file
from gridgames.page.reviews import Reviews
from gridgames.page.tables import GameTable, late_words
from gridgames.page.views import PageView, Parts, Pick
from gridgames.table import answers
from gridgames.table.answers import Answer, Message, problem
from gridgames.table.editor import Editor, Fact
from gridgames.terminal.printable import escape_controls, is_printable, visible_part

_T = TypeVar("_T")
_GUEST: web.RequestKey[Guest] = web.RequestKey("guest", Guest)
_FORM = "application/x-www-form-urlencoded"
_FIELDS = 40  # of a form
_EDITORS = "editors"  # whose turn it is
_LOOK = 1.0  # seconds after which a page that waits may have gone
_AT_ONCE = 1 << 30  # bytes compressed here: other threads may be busy with bots


class Server:
    """The tables of a house as pages. ``report`` is called with each fault, once."""

    def __init__(
        self, house: House, guard: Guard, lobby: Lobby, report: Callable[[str], None]
    ) -> None:
        self.house = house
        self.guard = guard
        self.lobby = lobby
        self.limits = house.limits
        self._report = report
        self._told: set[object] = set()  # places in the program
        self._parts = Parts()
        self._reviews = Reviews()
        self._editors = Editors(house.folder.parent / "drafts")
        self._questions = QuestionClient(self.limits.question)
        # One request of each key about a position at a time, so that taps do not add up
        self._editing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._asked = Allowances(self.limits.rate, self.limits.burst)
        self._strangers = Allowances(self.limits.wrong_rate, self.limits.wrong_burst)
        self._streams: set[asyncio.Task[Any]] = set()
        self._doings = {
            "line": self._do_line,
            "undo": self._do_undo,
            "say": self._do_say,
            "seat": self._do_seat,
            "language": self._do_language,
            "rematch": self._do_rematch,
        }

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
            self._end_at_signals(stop)
            listening()
            await stop.wait()
        finally:
            await runner.cleanup()
            await self.house.close()

    def _end_at_signals(self, stop: asyncio.Event) -> None:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError):  # as on Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), stop.set)

    def application(self) -> web.Application:
        """Return the application of aiohttp."""
        app = web.Application(middlewares=[self._let_in], client_max_size=self.limits.body)
        app.router.add_get("/static/{name}", self._file)
        app.router.add_get("/{key}", self._with_slash)
        app.router.add_get("/{key}/", self._page)
        app.router.add_post("/{key}/", self._host)
        app.router.add_get("/{key}/log", self._log)
        app.router.add_get("/{key}/rule", self._rule)
        app.router.add_get("/{key}/review", self._review)
        app.router.add_get("/{key}/drills", self._drills)
        app.router.add_get("/{key}/edit", self._edit)
        app.router.add_post("/{key}/edit", self._edit)
        app.router.add_get("/{key}/events", self._events, allow_head=False)
        app.router.add_get("/{key}/play", self._play, allow_head=False)
        app.router.add_post("/{key}/do/{what}", self._do)
        app.on_response_prepare.append(_protect)
        app.on_shutdown.append(self._end_streams)
        return app

    # Who may ask

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer requests with a key, as many as people make; others get only pages' files."""
        key = request.match_info.get("key", "")
        is_file = "name" in request.match_info  # of those that all pages load
        is_path = request.raw_path.startswith("/")  # an address names a host of its own
        header = self.guard.refusal(request.headers) if is_path else "Host"
        guest = self.house.find(key) if header is None and is_key(key) else None
        is_host = header is None and guest is None and self.house.is_host(key)
        with use_language(self._language(request, guest)):
            if guest is None and not is_host and not (is_file and header is None):
                allowed = self._strangers.take(request.remote)
                return self._refused(header, is_flood=not allowed)
            if not self._asked.take(request.remote if is_file else key):
                return _too_many()
            if guest is not None:
                request[_GUEST] = guest
            try:
                return await handler(request)
            except web.HTTPRequestEntityTooLarge:
                return _told(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, say("That is too long."))
            except ConnectionError:
                raise  # whoever asked has gone
            except web.HTTPException:
                raise
            except Exception as fault:
                return self._fault(fault)

    def _fault(self, fault: Exception) -> web.Response:
        """Tell a fault of the program once, and answer that there was one."""
        where = fault.__traceback__
        while where and where.tb_next:
            where = where.tb_next
        place = (type(fault), where and where.tb_frame.f_code, where and where.tb_lineno)
        if place not in self._told:
            self._told.add(place)
            self._report(truncate(escape_controls(f"{type(fault).__name__}: {fault}")))
        told = say("The program has a fault; reload the page.")
        return _told(HTTPStatus.INTERNAL_SERVER_ERROR, told)

    def _refused(self, header: str | None, *, is_flood: bool) -> web.Response:
        if is_flood:
            return _too_many()
        if header:
            told = say("Refused ({part}): open the link that the program printed.", part=header)
            response = _told(HTTPStatus.FORBIDDEN, told)
        else:
            told = say("This table does not exist. Ask the host for your link.")
            response = _told(HTTPStatus.NOT_FOUND, told)
        response.force_close()
        return response

    def _language(self, request: web.Request, guest: Guest | None) -> Language:
        """Return the language of a seat, or else the one that the browser asks for."""
        chosen = guest.chair.language if guest and guest.chair else ""
        for name in (chosen, *request.headers.get("Accept-Language", "")[:200].split(",")):
            if found := find_language(name.partition(";")[0].strip()):
                return found
        return self.lobby.language

    async def _in_turn(self, whose: str, work: Callable[[], _T]) -> _T:
        """Do work that keeps others waiting: one thing after another, at most half of the time."""
        turn = self._turns.setdefault(whose, asyncio.Lock())
        await turn.acquire()
        begun = monotonic()
        try:
            return work()
        finally:
            asyncio.get_running_loop().call_later(monotonic() - begun, turn.release)

    # Pages

    async def _with_slash(self, request: web.Request) -> web.Response:
        raise web.HTTPPermanentRedirect(f"/{request.match_info['key']}/")

    async def _page(self, request: web.Request) -> web.Response:
        guest = request.get(_GUEST)
        if guest is None:
            return self._lobby_page(request)
        pick = Pick.from_query(request.query)
        return await self._in_turn(_key(request), lambda: self._page_of(request, guest, pick))

    def _page_of(self, request: web.Request, guest: Guest, pick: Pick) -> web.Response:
        is_part = "HX-Request" in request.headers
        view = PageView(guest, pick, self._parts)
        values = {"view": view, "key": _key(request), "land": self._parts.land}
        return _html(request, render("main.html" if is_part else "table.html", values))

    def _lobby_page(self, request: web.Request, *refused: Any) -> web.Response:
        values = self.lobby.values(self.house, *refused)
        return _html(request, render("lobby.html", values))

    async def _host(self, request: web.Request) -> web.Response:
        """Do what a form of the lobby wants, or show it again: its address is the lobby's."""
        if _GUEST in request:
            raise web.HTTPNotFound
        form = await self._form(request)
        try:
            part = self.lobby.do(self.house, form)
        except NotationError as error:
            return self._lobby_page(request, form, error)
        raise web.HTTPSeeOther(f"/{request.match_info['key']}/#{part}")

    async def _log(self, request: web.Request) -> web.Response:
        view = PageView(_guest(request), Pick(), self._parts)
        text = await self._in_turn(_key(request), lambda: render("log.html", {"view": view}))
        return _html(request, text)

    async def _rule(self, request: web.Request) -> web.Response:
        session = _guest(request).table.session
        try:
            lines = rule_lines(session.game.LEDGER, request.query.get("id", "")[:20])
        except KeyError:
            raise web.HTTPNotFound(text=say("This rule does not exist.")) from None
        return _html(request, render("text.html", {"title": session.wing.title, "lines": lines}))

    async def _review(self, request: web.Request) -> web.Response:
        guest = _guest(request)
        found = self._reviews.of(guest.table)
        values = {"title": say("Review"), "lines": found.lines, "is_ready": found.is_ready}
        return _html(request, render("review.html", values))

    async def _drills(self, request: web.Request) -> web.Response:
        try:
            page = drill_page(request.query)
        except (LookupError, NotationError):
            raise web.HTTPNotFound(text=say("This drill does not exist.")) from None
        found = rules(page.drill.game, current_language()) if page else {}
        values = {
            "page": page,
            "games": drill_games(),
            "rules": [found[one] for one in page.asked.rules] if page else [],
        }
        return _html(request, render("drill.html", values))

    async def _edit(self, request: web.Request) -> web.Response:
        """Show the position that the owner of a key enters, after a command or as it is."""
        key, guest = _key(request), request.get(_GUEST)
        if guest is not None and guest.chair is None:
            return _told(HTTPStatus.FORBIDDEN, say("You only watch this table."))
        form = await self._form(request) if request.method == "POST" else {}
        async with self._editing.setdefault(key, asyncio.Lock()):
            return await self._edited(request, key, form)

    async def _edited(
        self, request: web.Request, key: str, form: Mapping[str, str]
    ) -> web.Response:
        game = request.query.get("game", "")
        place = form.get("at", request.query.get("at", ""))
        # Editors share a turn: a page of a large board takes a third of a second
        editor = await self._in_turn(_EDITORS, lambda: self._commanded(key, game, place, form))
        is_part = "HX-Request" in request.headers
        if form and not is_part:
            raise web.HTTPSeeOther(f"/{key}/{EditView(editor).query(at=editor.place())}")
        if answer := await self._answer(editor, request.query):
            if request.query.get("form") == "svg":
                text = "\n".join(answer["lines"])
                return web.Response(text=text, content_type="image/svg+xml")
            return _html(request, render("text.html", answer | {"back": EditView(editor).query()}))
        values = {"view": EditView(editor), "land": self._parts.land, "svg": svg}
        template = "edit_main.html" if is_part else "edit.html"
        return _html(request, await self._in_turn(_EDITORS, lambda: render(template, values)))

    def _commanded(self, key: str, game: str, place: str, form: Mapping[str, str]) -> Editor[Any]:
        """Return the editor of a key, after the command of a form. Raises HTTPNotFound."""
        try:
            editor = self._editors.of(key, game)
        except NotationError:
            raise web.HTTPNotFound from None
        is_late = form.get("done", str(editor.done)) != str(editor.done)
        if is_late:
            editor.told = Fact(late_words(), tone="bad")
        elif place and place != editor.place():
            editor.do(f"at {place[:60]}")
        if form and not is_late:
            self._editors.do(key, game, command_of(form, self.limits.line))
        return editor

    async def _answer(self, editor: Editor[Any], query: Mapping[str, str]) -> dict[str, Any] | None:
        """Return the title and lines that a page asks for, or None if it asks for nothing."""
        if "rule" in query or not ("ask" in query or "form" in query):
            return answer_of(editor, query)
        try:
            question = editor.GAME, editor.text(), dict(query), current_language()
            answer: dict[str, Any] | None = await self._questions.ask(*question)
        except NotationError as problem:
            title = say("This cannot be done here.")
            return {"title": title, "lines": [render_error(problem)]}
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        found = static_file(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        response = web.Response(
            body=found[0], content_type=found[1], charset="utf-8", zlib_executor_size=_AT_ONCE
        )
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.enable_compression()
        return response

    # News

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send an event with the version of the table whenever it changes."""
        guest = _guest(request)
        with self._presence(request, guest) as is_admitted:
            if not is_admitted:
                return _told(HTTPStatus.SERVICE_UNAVAILABLE, say("Too many pages are open."))
            response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
            await response.prepare(request)
            try:
                await self._send_news(request, response, guest.table)
            except (ConnectionError, TimeoutError, asyncio.CancelledError):
                response.force_close()  # the page has gone or reads nothing, or the server ends
        return response

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """Talk with a program: see :mod:`gridgames.page.protocol`."""
        guest = _guest(request)
        key = _key(request)
        with self._presence(request, guest) as is_admitted:
            if not is_admitted:
                return _told(HTTPStatus.SERVICE_UNAVAILABLE, say("Too many pages are open."))
            connection = Connection(guest, self.house, lambda: self._asked.take(key))
            return await connection.serve(request)

    @contextmanager
    def _presence(self, request: web.Request, guest: Guest) -> Iterator[bool]:
        """Count a page or program that waits for news; yield whether there may be another."""
        key = _key(request)
        waiting = sum(task.get_name() == key for task in self._streams)
        limits = self.limits
        most = limits.streams_each if guest.chair else limits.streams_watching
        if len(self._streams) >= limits.streams or waiting >= most:
            yield False
            return
        task = asyncio.current_task()
        assert task is not None
        task.set_name(key)
        self._streams.add(task)
        chair, table = guest.chair, guest.table
        if chair:
            chair.pages += 1
            if chair.pages == 1:
                table.changed(is_kept=False)
        try:
            yield True
        finally:
            self._streams.discard(task)
            if chair:
                chair.pages -= 1
                if not chair.pages:
                    table.changed(is_kept=False)

    async def _send_news(
        self, request: web.Request, response: web.StreamResponse, table: GameTable
    ) -> None:
        known = request.headers.get("Last-Event-ID", request.query.get("v", ""))
        version = int(known) if known.isdecimal() and len(known) < 20 else table.version
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
        for task in list(self._streams):
            task.cancel()
        await self._questions.close()

    # What people do

    async def _do(self, request: web.Request) -> web.Response:
        form = await self._form(request)
        what = request.match_info["what"]
        guest = _guest(request)
        chair = guest.chair
        if chair is None:
            return _told(HTTPStatus.FORBIDDEN, say("You only watch this table."))
        method = self._doings.get(what)
        if method is None or guest.table.ident not in self.house.tables:  # closed meanwhile
            raise web.HTTPNotFound
        try:
            chair.answers = await method(guest.table, chair.seat, form)
        except GridgamesError as error:
            chair.answers = [problem(render_error(error))]
        return await self._answered(request, guest, form)

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

    async def _answered(
        self, request: web.Request, guest: Guest, form: Mapping[str, str]
    ) -> web.Response:
        """Show the page again: a browser without JavaScript is sent to it."""
        key = _key(request)
        if "HX-Request" not in request.headers:
            raise web.HTTPSeeOther(f"/{key}/")
        is_kept = guest.chair and not all(answer.is_done for answer in guest.chair.answers)
        pick = Pick.from_query(form) if is_kept else Pick(is_zoomed="zoom" in form)
        with use_language(self._language(request, guest)):  # which may just have been chosen
            response = await self._in_turn(key, lambda: self._page_of(request, guest, pick))
        response.headers["HX-Replace-Url"] = f"/{key}/{pick.query(path=pick.path)}"
        return response

    async def _do_line(self, table: GameTable, seat: int, form: Mapping[str, str]) -> list[Answer]:
        """Do what was chosen or typed, unless the page was about another question."""
        line = form.get("line", "")[: self.limits.line]

        def done() -> list[Answer]:
            why = table.refusal(seat, _version(form))
            return [problem(why)] if why else table.answer(seat, line)

        found = await self._in_turn(table.chairs[seat].key, done)
        if found and isinstance(found[-1], answers.HintWanted):
            found[-1] = answers.Hint(await table.hint(seat))
        return found

    async def _do_undo(self, table: GameTable, seat: int, form: Mapping[str, str]) -> list[Answer]:
        """Ask to take a choice back, or answer somebody who asks."""
        match form.get("answer"):
            case "yes" | "no" as told:
                return [table.agree_to_undo(seat, agrees=told == "yes", version=_version(form))]
            case _:
                return [table.ask_undo(seat, _version(form))]

    async def _do_say(self, table: GameTable, seat: int, form: Mapping[str, str]) -> list[Answer]:
        """Write a line to the others."""
        text = form.get("text", "").strip()[: self.limits.line]
        if visible_part(text) and is_printable(text):
            table.say(seat, text, self.limits.chat)
        return []

    async def _do_seat(self, table: GameTable, seat: int, form: Mapping[str, str]) -> list[Answer]:
        """Let a bot play for the person for a while, or take the seat back."""
        level = form.get("level", "")
        if level and level not in table.session.levels:
            return [problem(say("This bot does not exist."))]
        why = table.stand_in(seat, level)
        return [problem(why)] if why else []

    async def _do_language(
        self, table: GameTable, seat: int, form: Mapping[str, str]
    ) -> list[Answer]:
        """Choose the language of the seat."""
        wanted = form.get("language", "")
        if wanted in [one.value for one in Language]:
            table.chairs[seat].language = wanted
            table.changed()
        return []

    async def _do_rematch(
        self, table: GameTable, seat: int, form: Mapping[str, str]
    ) -> list[Answer]:
        """Begin another game of the same players."""
        del seat, form
        if table.session.to_act is not None:
            return [Message(say("A rematch is possible only after the game is over."))]
        table.rematch()
        return []


def _version(form: Mapping[str, str]) -> int | None:
    """Return the version of the table that the page of a form showed, or None."""
    text = form.get("v", "")
    return int(text) if text.isdecimal() and len(text) < 20 else None


def _key(request: web.Request) -> str:
    return request.match_info["key"]


def _guest(request: web.Request) -> Guest:
    guest: Guest | None = request.get(_GUEST)
    if guest is None:
        raise web.HTTPNotFound
    return guest


def _html(request: web.Request, text: str) -> web.Response:
    response = web.Response(text=text, content_type="text/html", zlib_executor_size=_AT_ONCE)
    response.headers["Vary"] = "HX-Request, Accept-Language"
    if len(text) > 1000:
        response.enable_compression()
    del request
    return response


def _told(status: HTTPStatus, text: str) -> web.Response:
    return web.Response(status=status, text=f"{text}\n")


def _too_many() -> web.Response:
    response = _told(HTTPStatus.TOO_MANY_REQUESTS, say("Too many requests; wait a moment."))
    response.force_close()
    return response


async def _protect(_request: web.Request, response: web.StreamResponse) -> None:
    isolate(response)
    response.headers.popall("Server", None)
