"""One open page in a browser, and the program that it shows."""

import asyncio
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from gridgames.languages.messages import say
from gridgames.serving.limits import PageLimits, TokenBucket
from gridgames.serving.messages import (
    BadMessage,
    ContinueWith,
    Exit,
    Focused,
    Pinged,
    Resized,
    ResumeWith,
    Typed,
    effort,
    input_packet,
    program_message,
    read_message,
    read_packet,
    read_program_message,
    skip_beginning,
)

_KEPT = 4096  # bytes of a program's error output that are shown
_MOST_REASON = 120  # maximum bytes of the reason for closing a WebSocket
_ELSEWHERE = 4001  # the close code of a page that another page replaces


class Page:
    """Connects a browser and a program, until the page is closed or the program ends.

    ``command`` returns the command to run, and ``note`` receives the program's messages about later
    commands.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        command: Callable[[], Sequence[str]],
        note: Callable[[ResumeWith | ContinueWith], None],
        limits: PageLimits,
    ) -> None:
        self.socket = socket
        self.command = command
        self.note = note
        self.limits = limits
        self.complaint = ""  # the error output of a program that failed
        self._closing = asyncio.Event()
        self._at_once = asyncio.Event()
        self._size = (0, 0)  # of the window
        self._is_followed = False  # another program replaces this one
        self._sized: asyncio.TimerHandle | None = None
        self._allowance = TokenBucket(limits.rate, limits.burst)
        self._end: tuple[int, str] = (WSCloseCode.OK, "")

    def close(self, *, at_once: bool = False) -> None:
        """Close the page; with ``at_once`` the program gets no time to end by itself."""
        self._end = (WSCloseCode.GOING_AWAY, say("The server has stopped."))
        self._closing.set()
        if at_once:
            self._at_once.set()

    def give_way(self) -> None:
        """Close the page, since the same address is open in another page."""
        self._end = (_ELSEWHERE, say("This game is open in another tab or window."))
        self._closing.set()

    async def run(self, size: tuple[int, int]) -> None:
        """Run the program and its successors, until the last one ends or the page is closed.

        No process is left afterwards.
        """
        self._size = size
        self._is_followed = True
        while self._is_followed:
            self._is_followed = False
            await self._run_program()

    async def _run_program(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command(),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env=_environment(self._size),
                start_new_session=True,  # Ctrl-C is for the server, which ends its pages properly
            )
        except OSError as failed:  # for example if there are too many processes
            self._end = (WSCloseCode.INTERNAL_ERROR, say("The game could not be shown."))
            self.complaint = os.strerror(failed.errno or 0).lower()
            return
        assert process.stdin
        assert process.stdout
        assert process.stderr
        complaints = asyncio.create_task(_last_of(process.stderr))
        tasks = [
            asyncio.create_task(self._hand_in(process.stdin)),
            asyncio.create_task(self._hand_out(process.stdout)),
            asyncio.create_task(self._closing.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._sized:
                self._sized.cancel()
                self._sized = None
            if tasks[0].done() or tasks[2].done():  # the page is gone
                self._is_followed = False
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.shield(self._end_process(process))
        await asyncio.wait([complaints], timeout=1)
        if process.returncode and not tasks[1].cancelled() and complaints.done():
            self.complaint = complaints.result().decode("utf-8", "replace").strip()
            self._end = (WSCloseCode.INTERNAL_ERROR, _ending(self.complaint))
        complaints.cancel()
        for problem in ended:
            if isinstance(problem, Exception):
                raise problem

    async def leave(self) -> None:
        """Close the page in the browser, with a reason."""
        code, reason = self._end
        text = reason.encode()[:_MOST_REASON].decode("utf-8", "ignore")
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(self.limits.grace + 1):
                await self.socket.close(code=code, message=text.encode())

    async def _hand_in(self, stream: asyncio.StreamWriter) -> None:
        """Forward the browser's input until the page is closed."""
        try:
            async for message in self.socket:
                await self._take(message, stream)
        except BadMessage:
            self._end = (WSCloseCode.POLICY_VIOLATION, say("The page sent something unknown."))
        except TimeoutError:
            self._end = (WSCloseCode.TRY_AGAIN_LATER, say("The game is not responding."))
        except ConnectionError:  # the program has ended, but its last output is still forwarded
            await self._closing.wait()

    async def _take(self, message: WSMessage, stream: asyncio.StreamWriter) -> None:
        if message.type is not WSMsgType.TEXT:
            raise BadMessage
        said = read_message(message.data)
        await self._allowance.take(len(message.data) / 16)
        if isinstance(said, Typed) and len(said.text) > self.limits.typed:
            return
        await self._allowance.take(effort(said))
        match said:
            case Typed(text):
                await self._send(stream, input_packet(text))
            case Resized(size):
                if self._sized is None:
                    loop = asyncio.get_running_loop()
                    self._sized = loop.call_later(self.limits.resize, self._resize, stream)
                self._size = size
            case Pinged(data):
                await self.socket.send_json(["pong", data])
            case Focused(gained):
                await self._send(stream, program_message("focus" if gained else "blur"))

    def _resize(self, stream: asyncio.StreamWriter) -> None:
        """Send the current size of the window to the program."""
        self._sized = None
        if not stream.is_closing():
            stream.write(program_message("resize", width=self._size[0], height=self._size[1]))

    async def _send(self, stream: asyncio.StreamWriter, packet: bytes) -> None:
        stream.write(packet)
        async with asyncio.timeout(self.limits.stall):
            await stream.drain()

    async def _hand_out(self, stream: asyncio.StreamReader) -> None:
        """Forward the program's output until it ends."""
        try:
            await skip_beginning(stream)
            while True:
                kind, content = await read_packet(stream)
                if kind == b"D":
                    async with asyncio.timeout(self.limits.stall):
                        await self.socket.send_bytes(content)
                elif kind == b"M":
                    match read_program_message(content):
                        case Exit():
                            return
                        case ContinueWith() as told:
                            self._is_followed = True
                            self.note(told)
                        case ResumeWith() as told:
                            self.note(told)
        except asyncio.IncompleteReadError:
            pass
        except (BadMessage, ValueError):  # not one of our screens
            self._end = (WSCloseCode.INTERNAL_ERROR, say("The game could not be shown."))
        except (ConnectionError, TimeoutError):  # of the browser
            pass

    async def _end_process(self, process: Process) -> None:
        """Ask a program to end, and kill it after the grace time."""
        assert process.stdin
        assert process.stdout
        rest = asyncio.create_task(_discard(process.stdout))  # it may be waiting for its pipe
        with suppress(ConnectionError, RuntimeError):
            process.stdin.write(program_message("quit"))
        hurry = asyncio.create_task(self._at_once.wait())
        gone = asyncio.create_task(process.wait())
        await asyncio.wait(
            [hurry, gone], timeout=self.limits.grace, return_when=asyncio.FIRST_COMPLETED
        )
        hurry.cancel()
        with suppress(ProcessLookupError):
            if process.returncode is None:
                process.kill()
        await gone
        process.stdin.close()
        rest.cancel()


def _environment(size: tuple[int, int]) -> dict[str, str]:
    """Return the environment variables of a program that draws for a page."""
    return os.environ | {
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_FPS": "60",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM_PROGRAM": "textual",
        "COLUMNS": str(size[0]),
        "ROWS": str(size[1]),
    }


def _ending(text: str) -> str:
    """Return the end of a text, which has the cause, cut to the length of a close reason."""
    told = " ".join(text.split())
    return told if len(told.encode()) <= _MOST_REASON else f"…{told[-_MOST_REASON // 2 :]}"


async def _discard(stream: asyncio.StreamReader) -> None:
    while await stream.read(1 << 16):
        pass


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    """Return the last bytes of a stream."""
    kept = b""
    while more := await stream.read(_KEPT):
        kept = (kept + more)[-_KEPT:]
    return kept
