"""The line to a table of another computer, kept open in a thread of its own."""

import asyncio
import json
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from gridcommon.errors import NotationError, truncate
from gridcommon.records import read_object
from gridcommon.spelling import quoted
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.terminal.printable import escape_controls

PROTOCOL = 1
_PATIENCE = 10.0  # seconds, for an answer
_RETRIES = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds before each attempt, the last one again and again
_LARGEST = 16 << 20  # bytes of a message
_LONGEST = 300  # characters of a reason

_SHAPES: Mapping[str, Mapping[str, Any]] = {
    "hello": {"names": list, "seat": int | None},
    "view": {
        "version": int,
        "view": dict,
        "first": int,
        "moves": list,
        "stand_in": str,
        "undo": int | None,
        "fault": str,
    },
}

Packet = dict[str, Any]


class Wire:
    """Sends messages to a table and keeps what comes from it.

    If the line breaks, it is opened again and again until the host answers, or refuses. All
    methods may be called in any thread.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.news: SimpleQueue[Packet] = SimpleQueue()  # hello, view, and what happens to the line
        self.ended = ""  # why the host has closed the line for good
        self._language = current_language()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._answers: dict[int, Future[Packet]] = {}
        self._last = 0  # the id of the last message
        self._thread = threading.Thread(target=self._run, name="join", daemon=True)

    def open(self) -> Packet:
        """Connect, and return the greeting. Raises NotationError if that is impossible."""
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._keep_open())
        self._thread.start()
        first = self.wait(_PATIENCE)
        if first is None or first["message"] != "hello":
            self.close()
            raise NotationError(
                "cannot be joined: {reason}",
                source="LINK",
                reason=self.ended or (first or {}).get("reason") or say("the host is silent"),
            )
        return first

    def close(self) -> None:
        """Leave the table."""
        if self._loop is None:
            return
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(3)

    def wait(self, seconds: float) -> Packet | None:
        """Return the next news, None if there are none for so long."""
        try:
            return self.news.get(timeout=seconds) if seconds else self.news.get_nowait()
        except Empty:
            return None

    def ask(self, message: Packet) -> Packet:
        """Send a message, and return its answer. Raises NotationError without one."""
        if self._loop is None or self._socket is None:
            raise NotationError(self.ended or say("The line to the host is broken."))
        self._last += 1
        answer = self._answers[self._last] = Future()
        sending = self._send(message | {"id": self._last})
        with suppress(RuntimeError):
            asyncio.run_coroutine_threadsafe(sending, self._loop)
        try:
            found = answer.result(_PATIENCE)
        except TimeoutError:
            raise NotationError("the host does not answer") from None
        finally:
            self._answers.pop(self._last, None)
        if found["message"] in ("error", "lost", "bye"):
            raise NotationError(found["reason"])
        return found

    # In the thread

    def _run(self) -> None:
        assert self._loop is not None, "the wire is open"
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)
        self._loop.close()

    async def _send(self, message: Packet) -> None:
        if self._socket is not None:
            with suppress(ConnectionError):
                await self._socket.send_str(json.dumps(message, ensure_ascii=False))

    async def _keep_open(self) -> None:
        """Connect until the host has ended it, or the person leaves."""
        headers = {"Accept-Language": self._language.replace("_", "-")}
        attempt = 0
        async with aiohttp.ClientSession(headers=headers, middlewares=(self._stay,)) as client:
            while not self.ended:
                reason = say("the host is gone")
                try:
                    async with client.ws_connect(
                        self.address, max_msg_size=_LARGEST, heartbeat=20
                    ) as socket:
                        attempt = 0
                        self._socket = socket
                        await self._read(socket)
                except aiohttp.WSServerHandshakeError as problem:
                    if problem.status in (400, 403, 404):
                        self.ended = say("This table does not exist. Ask the host for your link.")
                except (aiohttp.ClientError, OSError, TimeoutError) as problem:
                    reason = _safe(str(problem)) or reason
                finally:
                    self._drop(self.ended or reason)
                if not self.ended:
                    await asyncio.sleep(_RETRIES[min(attempt, len(_RETRIES) - 1)])
                    attempt += 1

    async def _stay(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """Send a request, and end where the host would send this program elsewhere."""
        response = await send(request)
        if 300 <= response.status < 400:
            response.close()
            self.ended = say("The host sends you to another address; ask for a link to that one.")
            raise ConnectionError(self.ended)
        return response

    def _drop(self, reason: str) -> None:
        """Note that the line is broken, and answer all who wait."""
        self._socket = None
        lost = {"message": "lost", "reason": reason}
        self.news.put(lost)
        for answer in list(self._answers.values()):
            if not answer.done():
                answer.set_result(lost)

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for line in socket:
            if line.type is not aiohttp.WSMsgType.TEXT:
                return
            self.take(line.data)
            if self.ended:
                return

    def take(self, line: str) -> None:
        """Take a message of the host: news, an answer, or the end if it makes no sense."""
        try:
            self._take(read_object(line))
        except (NotationError, KeyError, TypeError, ValueError):
            self.disown()

    def disown(self) -> str:
        """End with a host whose messages make no sense, and return that in words."""
        self.ended = say("The host does not speak the protocol of gridgames.")
        return self.ended

    def _take(self, found: Packet) -> None:
        kind = found["message"]
        if "reason" in found:
            found["reason"] = _safe(str(found["reason"]))
        if kind == "hello" and (found["protocol"] != PROTOCOL or found["protocol"] is True):
            self.ended = say(
                "The host speaks version {found} of the protocol, this program version {known}.",
                found=_safe(str(found["protocol"])),
                known=str(PROTOCOL),
            )
        elif kind == "bye":
            self.ended = found["reason"] or say("The host has closed the line.")
        elif "id" in found:
            answer = self._answers.get(found["id"])
            if answer is not None and not answer.done():
                answer.set_result(found)
        elif kind in _SHAPES:
            for key, shape in _SHAPES[kind].items():
                if not isinstance(found[key], shape) or isinstance(found[key], bool):
                    raise TypeError(key)
            for move in found.get("moves", ()):
                dict(move["action"])
            self.news.put(found)


def _safe(text: str) -> str:
    """Return a text of the host that is safe to show."""
    return truncate(escape_controls(text), _LONGEST)


def socket_address(link: str) -> str:
    """Return the address of the protocol for the link of a seat. Raises NotationError.

    >>> socket_address("https://play.example.org/0123456789abcdefghijklmn/")
    'wss://play.example.org/0123456789abcdefghijklmn/play'
    """
    try:
        parts = urlsplit(link.strip())
        is_link = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_link = False
    key = parts.path.strip("/") if is_link else ""
    if not key or "/" in key:
        raise NotationError(
            "expected the link of a seat, such as http://192.168.1.5:8000/KEY/, found {found}",
            key="LINK",
            found=quoted(link),
        )
    return f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}/{key}/play"
