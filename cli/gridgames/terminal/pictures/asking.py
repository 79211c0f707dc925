"""Asking the terminal, once, which pictures it can show and how large its characters are.

All questions are written together. The last one, for the device attributes, is answered by every
terminal, so nothing is waited for after it. What a person types in between is kept for the next
reader of the keyboard.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from select import select
from time import monotonic

LIMIT = 0.3  # seconds to wait for the answers

_NAME = b"\x1b[>q"
_CELL = b"\x1b[16t"
_LARGEST = b"\x1b[?2;4;0S"
_GROUND = b"\x1b]11;?\x1b\\"
_KITTY = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
_ATTRIBUTES = b"\x1b[c"  # the last question

_SIXEL = b"4"  # the device attribute
_LIGHT = 0.5  # of the largest value of a channel
_MUTE = ("", "dumb", "linux", "unknown")  # values of TERM that are never asked

_ANSWERS = re.compile(
    rb"\x1bP>\|(?P<name>[^\x1b]*)\x1b\\"
    rb"|\x1b\[6;(?P<high>\d+);(?P<wide>\d+)t"
    rb"|\x1b\[\?2;(?P<is_refused>\d+)(?:;(?P<most_wide>\d+);(?P<most_high>\d+))?S"
    rb"|\x1b\]11;(?P<ground>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b_Gi=31;(?P<kitty>[^\x1b]*)\x1b\\"
    rb"|\x1b\[\?(?P<attributes>[\d;]*)c"
)


_ATTRIBUTES_TOLD = re.compile(rb"\x1b\[\?[\d;]*c")


@dataclass(frozen=True)
class Abilities:
    """The answers of a terminal; without an answer, the values that are most likely true.

    ``cell`` and ``largest`` are width and height in pixels, of a character and of a Sixel picture.
    """

    name: str = ""  # with the version, as in "XTerm(379)"
    has_sixel: bool = False
    has_kitty: bool = False
    cell: tuple[int, int] = (10, 20)  # of the VT340, which most terminals without an answer imitate
    largest: tuple[int, int] = (1000, 1000)  # of xterm
    is_light: bool = False  # whether its ground is light


_typed: list[bytes] = []  # what a person typed while the terminal was asked


def take_typed() -> bytes:
    """Return what a person typed while the terminal was asked, and forget it."""
    typed = b"".join(_typed)
    _typed.clear()
    return typed


def typed_line() -> str | None:
    """Return a whole line that was typed while the terminal was asked, and forget it."""
    typed = take_typed()
    line, _, rest = typed.replace(b"\r", b"\n").partition(b"\n")
    is_whole = len(line) < len(typed)
    _typed[:] = [one for one in (rest if is_whole else typed,) if one]
    return line.decode(errors="replace") if is_whole else None


@cache  # one terminal
def abilities() -> Abilities:
    """Ask the terminal, at the first call; without a terminal nothing is asked."""
    if not can_ask():
        return Abilities()
    found, _, _ = read_answers(ask(_questions(), _ANSWERS))
    return found if found.cell != Abilities.cell else replace(found, cell=_cell() or found.cell)


def ask(questions: bytes, answers: "re.Pattern[bytes]") -> bytes:
    """Write questions to the terminal, if it can be asked; return all that it sends.

    What does not match ``answers`` was typed by a person, and is kept.
    """
    if not can_ask():
        return b""
    with suppress(OSError), _unbuffered(sys.stdin.fileno()):
        data = _answered(questions, sys.stdin.fileno(), sys.stdout.fileno())
        if typed := _ATTRIBUTES_TOLD.sub(b"", answers.sub(b"", data)):
            _typed.append(typed)
        return data
    return b""


def can_ask() -> bool:
    """Return whether there is a terminal that can be asked, and that belongs to this program."""
    if sys.platform == "win32" or os.environ.get("TERM", "") in _MUTE:
        return False
    with suppress(OSError, ValueError, AttributeError):  # closed input or output
        fileno = sys.stdin.fileno()
        if os.isatty(fileno) and sys.stdout.isatty():
            return os.tcgetpgrp(fileno) == os.getpgrp()  # not in the background
    return False


def read_answers(data: bytes) -> tuple[Abilities, bytes, bool]:
    """Return the answers in what a terminal sent, the rest of it, and whether it answered all.

    >>> read_answers(b"a\\x1b[6;17;8t\\x1b[?64;4;22cb")[0].cell
    (8, 17)
    >>> read_answers(b"a\\x1b[6;17;8t\\x1b[?64;4;22cb")[1:]
    (b'ab', True)
    """
    found, is_all = Abilities(), False
    for answer in _ANSWERS.finditer(data):
        match answer.lastgroup:
            case "name":
                found = replace(found, name=answer["name"].decode("ascii", "replace"))
            case "wide" if int(answer["wide"]) and int(answer["high"]):
                found = replace(found, cell=(int(answer["wide"]), int(answer["high"])))
            case "most_high" if answer["is_refused"] == b"0":
                largest = int(answer["most_wide"]), int(answer["most_high"])
                found = replace(found, largest=largest) if all(largest) else found
            case "ground":
                found = replace(found, is_light=_is_light(answer["ground"]))
            case "kitty":
                found = replace(found, has_kitty=answer["kitty"] == b"OK")
            case "attributes":
                is_all = True
                found = replace(found, has_sixel=_SIXEL in answer["attributes"].split(b";")[1:])
    return found, _ANSWERS.sub(b"", data), is_all


def _is_light(colour: bytes) -> bool:
    """Return whether a colour such as ``rgb:ffff/ffff/ffff`` is light."""
    parts = re.findall(rb"[0-9a-fA-F]+", colour.partition(b":")[2])[:3]
    levels = [int(part, 16) / (16 ** len(part) - 1) for part in parts]
    return len(levels) == 3 and 0.3 * levels[0] + 0.59 * levels[1] + 0.11 * levels[2] > _LIGHT


def _questions() -> bytes:
    """Return the questions. In a multiplexer kitty's would become the title of the window."""
    is_within = os.environ.get("TMUX") or os.environ["TERM"].startswith(("screen", "tmux"))
    is_apple = os.environ.get("TERM_PROGRAM") == "Apple_Terminal"  # which would write it out
    kitty = b"" if is_within or is_apple else _KITTY
    return _NAME + _CELL + _LARGEST + _GROUND + kitty


def _answered(questions: bytes, reading: int, writing: int) -> bytes:
    """Return what the terminal sends until it has answered the last question."""
    os.write(writing, questions + _ATTRIBUTES)
    end, data = monotonic() + LIMIT, b""
    while (left := end - monotonic()) > 0 and select([reading], [], [], left)[0]:
        data += os.read(reading, 4096)
        if _ATTRIBUTES_TOLD.search(data):
            break
    return data


@contextmanager
def _unbuffered(fileno: int) -> Iterator[None]:
    """Have the terminal hand over each byte, and show none of them."""
    if sys.platform == "win32":
        raise OSError("a console is not asked")
    import termios

    try:
        before = termios.tcgetattr(fileno)
    except termios.error as problem:
        raise OSError(*problem.args) from problem
    now = [*before[:6], [*before[6]]]
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(fileno, termios.TCSANOW, now)
    try:
        yield
    finally:
        termios.tcsetattr(fileno, termios.TCSANOW, before)


def _cell() -> tuple[int, int] | None:
    """Return the size of a character as the system knows it, or None."""
    if sys.platform == "win32":
        return None
    with suppress(OSError, ImportError, ValueError, TypeError):
        import fcntl
        import struct
        import termios

        terminal = sys.__stdout__ or sys.stdout  # the full screen replaces the other one
        told = fcntl.ioctl(terminal, termios.TIOCGWINSZ, bytes(8))
        lines, columns, wide, high = struct.unpack("4H", told)
        if lines and columns and wide and high:
            return wide // columns, high // lines
    return None


def cell_now() -> tuple[int, int]:
    """Return the size of a character after the window or its font may have changed."""
    known = abilities().cell
    now = _cell()
    # The margins of a window count too, so a pixel more says nothing.
    return now if now and max(abs(now[0] - known[0]), abs(now[1] - known[1])) > 1 else known
