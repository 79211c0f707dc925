"""The answers of the page to requests, which a server or a worker in a browser brings.

Nothing here knows of sockets, threads or other processes: the caller gives what needs them.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from time import process_time
from typing import Any
from weakref import WeakValueDictionary

from gridcommon.errors import GridgamesError, NotationError
from gridgames.languages.language import Language, current_language, find_language, use_language
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import render_error, say
from gridgames.page.drafts import Drafts, answer_of, svg
from gridgames.page.house import Guest, House
from gridgames.page.lobby import Lobby
from gridgames.page.question_worker import answer_about, answer_at_table
from gridgames.page.rendering import render, static_file
from gridgames.page.tables import WebTable
from gridgames.page.views import PageView, Pick, plain, rule_lines
from gridgames.show.draft import DraftTable
from gridgames.show.registry import wing_of
from gridgames.study.review.review import ReviewJson, review, seats_named
from gridgames.study.review.review_text import describe_review
from gridgames.table import answers
from gridgames.table.answers import Reply, problem
from gridgames.table.drills import games_with_drills, read_drills
from gridgames.table.session import Session
from gridgames.terminal.printable import is_printable, visible_part

STATIC = "static"  # where the path of a file begins; all other paths begin with a key
_DRAFTS = "drafts"  # whose turn it is
_EFFORT = "quick"  # of a review


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a path such as ``/KEY/log``.

    ``form`` has the fields that were sent, ``languages`` what a browser accepts, and ``is_part`` is
    true if the script of the page asks for the part that changes.
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    languages: str = ""
    is_part: bool = False

    @property
    def key(self) -> str:
        """The key with which the path begins."""
        return self.path[1:].partition("/")[0]


@dataclass(slots=True)
class Response:
    """An answer. Addresses in its headers are relative to the request, so any host may have it."""

    status: HTTPStatus
    body: bytes = b""
    kind: str = "text/plain"
    headers: dict[str, str] = field(default_factory=dict)


class MissingPageError(Exception):
    """Raised where nothing is found at an address."""


class Pages:
    """The pages of a house. ``ask`` answers a question about a position, for as long as it may."""

    def __init__(self, house: House, lobby: Lobby, ask: Callable[..., Awaitable[Any]]) -> None:
        self.house = house
        self.lobby = lobby
        self.drafts = Drafts(house.folder and house.folder.parent / "drafts")
        self._ask = ask
        self._reviews: dict[str, tuple[Session, asyncio.Task[ReviewJson]]] = {}  # by table
        self._reviewing = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._gets: Mapping[str, Callable[[Request, Guest], Awaitable[Response]]] = {
            "": self._page,
            "log": self._log,
            "rule": self._rule,
            "review": self._review,
        }

    def language(self, request: Request) -> Language:
        """Return the language of a seat, or else the one that the browser asks for."""
        guest = self.house.find(request.key)
        chosen = guest.chair.language if guest and guest.chair else ""
        for name in (chosen, *request.languages[:200].split(",")):
            if found := find_language(name.partition(";")[0].strip()):
                return found
        return self.lobby.language

    def knows(self, key: str) -> bool:
        """Return whether a key is the host's or a guest's."""
        return self.house.find(key) is not None or self.house.is_host(key)

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        with use_language(self.language(request)):
            try:
                return await self._answer(request)
            except MissingPageError as error:
                return text_response(HTTPStatus.NOT_FOUND, str(error) or "404: Not Found")

    async def _answer(self, request: Request) -> Response:
        key, slash, what = request.path[1:].partition("/")
        if key == STATIC:
            return _file(what)
        if not self.knows(key):
            raise MissingPageError(say("This table does not exist. Ask the host for your link."))
        if not slash:
            return Response(HTTPStatus.PERMANENT_REDIRECT, headers={"Location": f"{key}/"})
        guest, is_post = self.house.find(key), request.method == "POST"
        if not is_post and request.method not in ("GET", "HEAD"):
            return text_response(HTTPStatus.METHOD_NOT_ALLOWED, "405: Method Not Allowed")
        match what:
            case "edit":
                return await self._edit(request, guest)
            case "drills" if not is_post:
                return _drills(request)
            case "" if guest is None:
                return self._lobby(request, is_post=is_post)
            case _ if guest is None:
                raise MissingPageError
            case _ if is_post and what.startswith("do/"):
                return await self._do(request, guest, what.removeprefix("do/"))
            case _ if not is_post and what in self._gets:
                return await self._gets[what](request, guest)
            case _:
                raise MissingPageError

    @asynccontextmanager
    async def _turn(self, whose: str) -> AsyncIterator[None]:
        """Do work that keeps others waiting: one thing after another, at most half of the time."""
        turn = self._turns.setdefault(whose, asyncio.Lock())
        await turn.acquire()
        begun = process_time()
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(process_time() - begun, turn.release)

    # Pages

    async def _page(self, request: Request, guest: Guest, pick: Pick | None = None) -> Response:
        async with self._turn(request.key):
            view = PageView(guest, pick or Pick.from_query(request.query))
            values = {"view": view, "key": request.key}
            return _html("main.html" if request.is_part else "table.html", values)

    async def _log(self, request: Request, guest: Guest) -> Response:
        async with self._turn(request.key):
            return _html("log.html", {"view": PageView(guest, Pick())})

    async def _rule(self, request: Request, guest: Guest) -> Response:
        session = guest.table.session
        try:
            lines = rule_lines(session.game.LEDGER, request.query.get("id", "")[:20])
        except KeyError:
            raise MissingPageError(say("This rule does not exist.")) from None
        return _html("text.html", {"title": session.wing.title, "lines": lines})

    async def _review(self, _: Request, guest: Guest) -> Response:
        lines = self._review_lines(guest.table)
        told = lines or [say("The review is being made; this takes a minute.")]
        values = {"title": say("Review"), "lines": told, "is_ready": bool(lines)}
        return _html("review.html", values)

    def _review_lines(self, table: WebTable) -> Sequence[str]:
        """Return the review of a table, or why there is none; nothing while it is made."""
        session = table.session
        if session.to_act is not None:
            return [say("A game can be reviewed after its end.")]
        if session.wing.evaluator is None:
            return [say("This game cannot be reviewed.")]
        known, task = self._reviews.get(table.ident, (None, None))
        if task is None or known is not session:
            task = asyncio.get_running_loop().create_task(self._make_review(session))
            self._reviews[table.ident] = session, task
        if not task.done():
            return []
        try:
            return plain(describe_review(session, task.result()))
        except NotationError as error:
            return [render_error(error)]

    async def _make_review(self, session: Session) -> ReviewJson:
        async with self._reviewing:  # one at a time
            seats = seats_named(session, None)
            made: ReviewJson = await self.house.think(review, session, seats, _EFFORT)
            return made

    def _lobby(self, request: Request, *, is_post: bool) -> Response:
        """Show the lobby, after a form of it that is shown again if it is refused."""
        refused: NotationError | None = None
        if is_post:
            try:
                part = self.lobby.do(self.house, request.form)
                return _see_other(f"./#{part}")
            except NotationError as error:
                refused = error
        return _html("lobby.html", self.lobby.values(self.house, request.form, refused))

    # Positions

    async def _edit(self, request: Request, guest: Guest | None) -> Response:
        """Show the position that the owner of a key enters, after a command or as it is."""
        if guest is not None and guest.chair is None:
            return text_response(HTTPStatus.FORBIDDEN, say("You only watch this table."))
        form, limit = request.form, self.house.limits.line
        game, place = request.query.get("game", ""), form.get("at", request.query.get("at", ""))
        # Drafts share a turn too: a page of a large board takes a third of a second
        async with self._turn(request.key):
            async with self._turn(_DRAFTS):
                try:
                    draft = self.drafts.after(request.key, game, place, form, limit)
                except NotationError:
                    raise MissingPageError from None
            if form and not request.is_part:
                return _see_other(draft.query(at=draft.table.place()))
            if answer := await self._answer_about(draft.table, request.query):
                if request.query.get("form") == "svg":
                    text = "\n".join(answer["lines"])
                    return Response(HTTPStatus.OK, text.encode(), "image/svg+xml")
                return _html("text.html", answer | {"back": draft.query()})
            async with self._turn(_DRAFTS):
                values = {"draft": draft, "svg": svg}
                return _html("edit_main.html" if request.is_part else "edit.html", values)

    async def _answer_about(
        self, table: DraftTable[Any], query: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """Return the title and lines that a page asks for, or None if it asks for nothing."""
        if "rule" in query or not ("ask" in query or "form" in query):
            return answer_of(table, query)
        try:
            question = answer_about, table.GAME, table.text(), dict(query)
            answer: dict[str, Any] | None = await self._ask(current_language(), *question)
        except NotationError as problem:
            title = say("This cannot be done here.")
            return {"title": title, "lines": [render_error(problem)]}
        return answer

    # What people do

    async def _do(self, request: Request, guest: Guest, what: str) -> Response:
        """Do what a person wants, and show the page again, with the answers."""
        table, chair, form = guest.table, guest.chair, request.form
        if chair is None:
            return text_response(HTTPStatus.FORBIDDEN, say("You only watch this table."))
        async with self._turn(request.key):
            try:
                given = self._act(what, table, chair.seat, form)
                given = await self._with_questions(given)
            except GridgamesError as error:
                given = [problem(render_error(error))]
        if given and isinstance(given[-1], answers.HintWanted):
            given[-1] = answers.Hint(await table.hint(chair.seat))
        chair.answers = given
        if not request.is_part:
            return _see_other("../")
        is_done = all(answer.is_done for answer in given)
        pick = Pick(is_zoomed="zoom" in form) if is_done else Pick.from_query(form)
        with use_language(self.language(request)):  # which may just have been chosen
            response = await self._page(request, guest, pick)
        response.headers["HX-Replace-Url"] = pick.query(path=pick.path)
        return response

    async def _with_questions(self, given: Sequence[Reply]) -> list[Reply]:
        """Return answers in which the questions of a line are answered, or why they are not."""
        if not (asked := [one for one in given if isinstance(one, answers.QuestionWanted)]):
            return [*given]
        try:
            found: list[Reply] = await self._ask(current_language(), answer_at_table, asked)
        except NotationError as error:
            found = [problem(render_error(error))] * len(asked)
        following = iter(found)
        return [
            next(following) if isinstance(one, answers.QuestionWanted) else one for one in given
        ]

    def _act(self, what: str, table: WebTable, seat: int, form: Mapping[str, str]) -> list[Reply]:
        """Do what a form of a seat wants, unless it was on the page of another question."""
        version = version_in(form.get("v", ""))
        match what:
            case "line":
                why = table.refusal(seat, version)
                line = form.get("line", "")[: self.house.limits.line]
                return [problem(why)] if why else table.answer(seat, line)
            case "undo":
                word = {"yes": "agree", "no": "disagree"}.get(form.get("answer", ""), "undo")
                answer = table.ask(seat, word, version)
            case "seat" | "rematch":
                answer = table.ask(seat, what, version, form.get("level", ""))
            case "say":
                text = form.get("text", "").strip()[: self.house.limits.line]
                if visible_part(text) and is_printable(text):
                    table.say(seat, text, self.house.limits.chat)
                return []
            case "language":
                if (wanted := form.get("language", "")) in [one.value for one in Language]:
                    table.chairs[seat].language = wanted
                    table.changed()
                return []
            case _:
                raise MissingPageError
        return [answer] if answer else []


def version_in(text: str) -> int | None:
    """Return the version of a table that a page showed, or None."""
    return int(text) if text.isdecimal() and len(text) < 20 else None


def _drills(request: Request) -> Response:
    """Return a drill, with the answer once there is a choice, or the list of games."""
    values: dict[str, Any] = {"drill": None}
    try:
        if "game" in request.query:
            drills = read_drills(request.query["game"])
            drill = drills[_place(request.query.get("n", "1"), len(drills))]
            asked, pick = drill.question(), request.query.get("pick")
            place = None if pick is None else _place(pick, len(asked.choices))
            known = rules(drill.game, current_language())
            values = {
                "drill": drill,
                "title": say(wing_of(drill.game).title),
                "asked": asked,
                "pick": place,
                "answer": [] if place is None else [*asked.answer(place)],
                "board": drill.board_layers(is_answered=place is not None),
                "rules": [known[one] for one in asked.rules],
            }
    except (LookupError, NotationError):
        raise MissingPageError(say("This drill does not exist.")) from None
    titles = {name: say(wing_of(name).title) for name in games_with_drills()}
    counts = {name: len(read_drills(name)) for name in titles}
    return _html("drill.html", values | {"titles": titles, "counts": counts})


def _place(text: str, count: int) -> int:
    """Return a number from 1 to ``count`` less one."""
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= count:
        raise LookupError(text)
    return int(text) - 1


def _file(name: str) -> Response:
    found = static_file(name)
    if found is None:
        raise MissingPageError
    forever = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(HTTPStatus.OK, *found, headers=forever)


def _html(template: str, values: Mapping[str, Any]) -> Response:
    headers = {"Vary": "HX-Request, Accept-Language"}
    return Response(HTTPStatus.OK, render(template, values).encode(), "text/html", headers)


def _see_other(address: str) -> Response:
    return Response(HTTPStatus.SEE_OTHER, headers={"Location": address})


def text_response(status: HTTPStatus, text: str) -> Response:
    """Return a sentence as an answer."""
    return Response(status, f"{text}\n".encode())
