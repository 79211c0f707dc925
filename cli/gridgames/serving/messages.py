"""What a page and its program say to each other.

The browser sends JSON, ``[kind, data]``. The program, a Textual screen with its web driver, sends
and takes packets: a letter, the length in four bytes, and the content. D is for what a terminal
would get, M for anything else.
"""

import asyncio
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from gridgames.serving.limits import clamped

READY = b"__GANGLION__\n"  # what the driver writes before its first packet
_MOST_BEFORE = 1 << 16  # bytes that a program may write before it
_MOST = 1 << 24  # bytes of a packet

# What a program takes as one event: a paste, or one key or move of the mouse.
_EVENT = re.compile(r"\x1b\[200~.*?\x1b\[201~|\x1b\[[0-9;<]*[A-Za-z~]|.", re.DOTALL)


class BadMessage(Exception):
    """A message that no page of ours sends, or a packet that no driver sends."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Keys, mouse and pasted text, as a terminal sends them."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has another size, in characters."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pinged:
    """The page measures how long an answer takes."""

    data: str


@dataclass(frozen=True, slots=True)
class Focused:
    """The page has got the keys, or has lost them."""

    gained: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """The program draws nothing more."""


@dataclass(frozen=True, slots=True)
class ContinueWith:
    """What the page shows after this program, as words after ``gridgames``."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResumeWith:
    """What goes on with the page when it is loaded again, once there is such a file."""

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
                return Resized(clamped((width, height)))
            case ["ping", str(data)] if len(data) < 100:
                return Pinged(data)
            case ["focus" | "blur" as kind]:
                return Focused(kind == "focus")
    except (ValueError, RecursionError):
        pass
    raise BadMessage


def effort(message: Message) -> int:
    """Return how many events a program makes of a message."""
    if isinstance(message, Typed):
        return sum(1 for _ in _EVENT.finditer(message.text))
    return 1


def pressed(text: str) -> bytes:
    """Return the packet for what was typed."""
    return _packet(b"D", text.encode("utf-8", "replace"))


def program_message(kind: str, **data: object) -> bytes:
    """Return the packet for something else than keys."""
    return _packet(b"M", json.dumps({"type": kind, **data}).encode())


def _packet(kind: bytes, content: bytes) -> bytes:
    return kind + len(content).to_bytes(4, "big") + content


async def skip_beginning(stream: asyncio.StreamReader) -> None:
    """Read what a program writes before its first packet.

    Raises IncompleteReadError where it ends before that.
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
    """Return what a packet of kind M tells, None for what the server has no use for."""
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
