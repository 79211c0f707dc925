"""The connection of a program to its seat: news are sent, and messages are answered."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from gridcommon.errors import GridgamesError, NotationError
from gridcommon.records import read_object
from gridgames.languages.messages import render_error, render_message, say
from gridgames.page import messages
from gridgames.page.access import ServingLimits
from gridgames.page.house import Guest, House
from gridgames.page.messages import PROTOCOL, Message, Narrator
from gridgames.table.answers import Answer, Travelled
from gridgames.table.answers import Message as Told

_FAULTS = 30  # messages in a row that cannot be read, before the connection is closed
_KEYS: Final = {
    "do": ("version", "id"),
    "ask": ("from", "version", "id"),
    "ping": ("id",),
    "hello": ("id",),
    "bye": ("id",),
}


class Connection:
    """A program at a table. ``may_ask`` spends one of the requests that its key has."""

    def __init__(self, guest: Guest, house: House, may_ask: Callable[[], bool]) -> None:
        self.guest = guest
        self.table = guest.table
        self.house = house
        self.limits: ServingLimits = house.limits
        self._may_ask = may_ask
        self._narrator = Narrator(guest)
        self._socket = web.WebSocketResponse(
            heartbeat=self.limits.heartbeat, max_msg_size=self.limits.body, timeout=1
        )
        self._faults = 0

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Send news and answer messages until either side leaves."""
        await self._socket.prepare(request)
        if self.table.session.may_overrule:
            told = say("The score of a real table is entered on its page.")
            await self._leave({"message": "bye", "reason": told})
            return self._socket
        news = asyncio.create_task(self._send_news(request))
        try:
            with suppress(ConnectionError):  # nobody is there any more
                await self._answer_all()
        finally:
            news.cancel()
            [ended] = await asyncio.gather(news, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended
        return self._socket

    async def _answer_all(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                await self._leave(messages.fault(say("A message is a line of text.")))
                return
            await self._answer(message.data)
            if self._faults >= _FAULTS:
                await self._socket.close(code=WSCloseCode.POLICY_VIOLATION)

    async def _send_news(self, request: web.Request) -> None:
        """Send the view whenever the table changes; somebody slow gets the last one only."""
        version = 0
        try:
            while True:
                version = await self.table.newer_than(version)
                if self.table.ident not in self.house.tables:
                    await self._leave(messages.closed())
                    return
                async with asyncio.timeout(self.limits.heartbeat):
                    for message in self._narrator.news():
                        await self._send(message)
                version = self.table.version
                await asyncio.sleep(0.02)  # several moves in one
        except (TimeoutError, ConnectionError):  # nobody reads, or nobody is there
            if request.transport:
                request.transport.abort()

    async def _send(self, message: Message) -> None:
        await self._socket.send_str(json.dumps(message, ensure_ascii=False))

    async def _leave(self, message: Message) -> None:
        await self._send(message)
        await self._socket.close()

    async def _answer(self, text: str) -> None:
        """Answer a message; ``id`` is sent back with the answer."""
        found: dict[str, Any] = {}
        try:
            if not self._may_ask():
                raise NotationError("too many messages; wait a moment")
            found = _read(text)
            answer = self._answer_to(found)
            self._faults = 0
        except NotationError as problem:
            self._faults += 1
            answer = messages.fault(render_error(problem))
        if "id" in found:
            answer["id"] = found["id"]
        if self._socket.closed:
            return
        if answer["message"] == "bye":
            await self._leave(answer)
        else:
            await self._send(answer)

    def _answer_to(self, found: dict[str, Any]) -> Message:
        """Do what a message wants. Raises NotationError for one that cannot be read."""
        if "ping" in found:
            return {"message": "pong", "ping": found["ping"]}
        if "bye" in found:
            return {"message": "bye", "reason": ""}
        if "hello" in found:
            if found["hello"] == PROTOCOL and found["hello"] is not True:
                return {"message": "done", "version": self.table.version}
            told = say(
                "This server speaks version {version} of the protocol.", version=str(PROTOCOL)
            )
            return {"message": "bye", "reason": told}
        if found.get("ask") == "actions":
            return self._narrator.actions(found.get("from", 0))
        if found.get("ask") == "record":
            return self._narrator.record()
        chair = self.guest.chair
        if chair is None:
            return messages.refused(say("You only watch this table."))
        try:
            if "do" in found:
                return self._do(chair.seat, found["do"], found.get("version"))
            return self._ask(chair.seat, found["ask"], found.get("version"))
        except NotationError:
            raise
        except GridgamesError as problem:
            return messages.refused(render_error(problem))

    def _do(self, seat: int, what: Any, version: int | None) -> Message:
        """Make an action, given as JSON or in notation."""
        table, session = self.table, self.table.session
        if why := table.refusal(seat, version):
            return messages.refused(why)
        desk = table.desk(seat)
        if isinstance(what, str):
            if len(what) > self.limits.line:
                raise NotationError("too long", key="do")
            action = None if desk.not_to_choose() else desk.face.parse(desk.seen(), what)
        elif isinstance(what, dict):
            action = session.game.action_from_json({"seat": seat} | what)
        else:
            raise NotationError("expected an action or its notation", key="do")
        if why := desk.not_to_choose():
            return messages.refused(why)
        if refusal := session.check(action):
            return messages.refused(render_message(refusal), refusal.rule)
        count = len(session.moves)
        session.act(action)
        table.note_choice(count)
        return {"message": "done", "version": table.version}

    def _ask(self, seat: int, what: Any, version: int | None) -> Message:
        """Do what is not an action: take back, agree to that, play oneself, play again."""
        table = self.table
        match what:
            case "undo":
                answer: Answer = table.ask_undo(seat, version)
            case "agree" | "disagree":
                answer = table.agree_to_undo(seat, agrees=what == "agree", version=version)
            case "seat":
                if why := table.stand_in(seat, ""):
                    return messages.refused(why)
                return {"message": "done", "version": table.version}
            case "rematch":
                if table.session.to_act is not None:
                    told = say("A rematch is possible only after the game is over.")
                    return messages.refused(told)
                table.rematch()
                return {"message": "done", "version": table.version}
            case _:
                raise NotationError(
                    "expected {words}",
                    key="ask",
                    words="actions, record, undo, agree, disagree, seat, rematch",
                )
        assert isinstance(answer, Told | Travelled)
        if getattr(answer, "is_error", False):
            return messages.refused(answer.text)
        return {"message": "done", "version": table.version, "text": answer.text}


def _read(text: str) -> dict[str, Any]:
    """Return a message. Raises NotationError for what is none."""
    found = read_object(text)
    kinds = [key for key in _KEYS if key in found]
    if len(kinds) != 1:
        raise NotationError(
            "expected one of {words}, found {found}",
            words=", ".join(_KEYS),
            found=", ".join(kinds) or repr(text[:40]),
        )
    for key, value in found.items():
        if key != kinds[0] and key not in _KEYS[kinds[0]]:
            raise NotationError("unknown key in a message", key=key[:40])
        if key in ("version", "from", "id") and not (type(value) is int and 0 <= value < 10**15):
            raise NotationError("expected a whole number", key=key)
    return found
