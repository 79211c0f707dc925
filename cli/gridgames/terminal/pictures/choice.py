"""Which pictures are shown: what a person wants, and what the terminal can."""

import re
from collections.abc import Callable
from enum import Enum, StrEnum
from typing import NamedTuple

from gridgames.terminal import output
from gridgames.terminal.pictures.asking import Abilities, abilities

# Terminals in which pictures were looked at, by the names that they answer with.
_SEEN = re.compile(r"XTerm\(|kitty\(")


class Mode(StrEnum):
    """The values of ``--picture``."""

    AUTO = "auto"
    SIXEL = "sixel"
    KITTY = "kitty"
    OFF = "off"


class Protocol(Enum):
    """A way to send a picture to a terminal."""

    SIXEL = "sixel"
    KITTY = "kitty"


class Way(NamedTuple):
    """How this terminal shows pictures."""

    protocol: Protocol
    abilities: Abilities


_wanted: list[Callable[[], Mode]] = [lambda: Mode.AUTO]


def prefer(mode: Callable[[], Mode]) -> None:
    """Set how to find out which mode is wanted; it is called when a picture could be shown."""
    _wanted[0] = mode


def wanted() -> Mode:
    """Return the mode that is wanted."""
    return _wanted[0]()


def way(mode: Mode | None = None) -> Way | None:
    """Return how a terminal shows pictures in a mode, by default the wanted one; None: it does not.

    Nothing is asked if pictures are off, or without a terminal. ``auto`` respects NO_COLOR.
    """
    mode = mode or wanted()
    if mode is Mode.OFF or not output.is_terminal():
        return None
    if mode is Mode.AUTO:
        return _automatic() if output.has_colour() else None
    return Way(Protocol(mode.value), abilities())


def _automatic() -> Way | None:
    """Return how to show pictures in a terminal in which that was seen to work."""
    found = abilities()
    if not _SEEN.match(found.name):
        return None
    if found.has_kitty:
        return Way(Protocol.KITTY, found)
    return Way(Protocol.SIXEL, found) if found.has_sixel else None
