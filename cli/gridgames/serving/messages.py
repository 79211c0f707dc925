"""The messages between a page and its program.

The browser sends JSON, ``[kind, data]``. The program, a Textual screen with its web driver, sends
and receives packets: a letter, the length in four bytes, and the content. D is for terminal data,
and M for any other data.
"""

import asyncio
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from gridgames.serving.limits import clamp_size

READY = b"__GANGLION__\n"  # the line that the driver writes before its first packet
_MOST_BEFORE = 1 << 16  # bytes that a program may write before it
_MOST = 1 << 24  # bytes of a packet

# Input that a program handles as one event: a paste, a key or a mouse move.
_EVENT = re.compile(r"\x1b\[200~.*?\x1b\[201~|\x1b\[[0-9;<]*[A-Za-z~]|.", re.DOTALL)


class BadMessage(Exception):
    """Raised for a message that our page never sends, or a packet that no driver sends."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Keys, mouse and pasted text, as a terminal sends them."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has a new size, in characters."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pinged:
    """The page measures the response time."""

    data: str


@dataclass(frozen=True, slots=True)
class Focused:
    """The page has gained or lost the keyboard focus."""

    gained: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """The program has finished drawing."""


@dataclass(frozen=True, slots=True)
class ContinueWith:
    """The command line to run in the page after this program, without ``gridgames``."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResumeWith:
    """The command line that resumes the page when it is reloaded, once its file exists."""

    words: tuple[str, ...]
    file: Path | None


ProgramMessage = Exit | ContinueWith | ResumeWith
Message = Typed | Resized | Pinged | Focused


def read_message(text: str) -> Message:
    """Return the message of a browser. Raises BadMessage for anything else."""
    try:
        match json.loads(text):
            case ["stdin", str(typed)]:
                return Typed(typed)
            case ["resize", {"width": int(width), "height": int(height)}]:
                return Resized(clamp_size((width, height)))
            case ["ping", str(data)] if len(data) < 100:
                return Pinged(data)
            case ["focus" | "blur" as kind]:
                return Focused(kind == "focus")
    except (ValueError, RecursionError):
        pass
    raise BadMessage


def effort(message: Message) -> int:
    """Return the number of events that a message causes in a program."""
    if isinstance(message, Typed):
        return sum(1 for _ in _EVENT.finditer(message.text))
    return 1


def input_packet(text: str) -> bytes:
    """Return the packet for typed input."""
    return _packet(b"D", text.encode("utf-8", "replace"))


def program_message(kind: str, **data: object) -> bytes:
    """Return the packet for a message other than typed input."""
    return _packet(b"M", json.dumps({"type": kind, **data}).encode())


def _packet(kind: bytes, content: bytes) -> bytes:
    return kind + len(content).to_bytes(4, "big") + content


async def skip_beginning(stream: asyncio.StreamReader) -> None:
    """Skip the output of a program before its first packet.

    Raises IncompleteReadError if the program ends before it.
    """
    read = 0
    while (line := await stream.readline()) != READY:
        read += len(line)
        if not line:
            raise asyncio.IncompleteReadError(b"", None)
        if read > _MOST_BEFORE:
            raise BadMessage


async def read_packet(stream: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the next packet of a program. Raises IncompleteReadError at its end."""
    head = await stream.readexactly(5)
    size = int.from_bytes(head[1:], "big")
    if size > _MOST:
        raise BadMessage
    return head[:1], await stream.readexactly(size)


def read_program_message(content: bytes) -> ProgramMessage | None:
    """Return the message in a packet of kind M, or None if the server ignores it."""
    try:
        match json.loads(content):
            case {"type": "exit"}:
                return Exit()
            case {"type": "next", "words": [*words]} if _are_words(words):
                return ContinueWith(tuple(words))
            case {"type": "goes_on", "words": [*words], "file": str() | None as file} if _are_words(
                words
            ):
                return ResumeWith(tuple(words), None if file is None else Path(file))
    except (ValueError, RecursionError):
        pass
    return None


def _are_words(found: list[object]) -> TypeGuard[list[str]]:
    return all(isinstance(word, str) for word in found)
