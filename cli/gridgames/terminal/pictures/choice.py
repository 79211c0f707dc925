"""The choice of pictures, by the wish of a person and the answers of the terminal."""

import os
import re
from enum import Enum
from typing import NamedTuple

from gridgames.terminal import output
from gridgames.terminal.pictures.asking import Abilities, abilities
from gridgames.terminal.pictures.mode import Mode, is_off, wanted

# Terminals in which pictures were looked at, by the names that they answer with.
_SEEN = re.compile(r"XTerm\(|kitty\(")

_XTERM = re.compile(r"XTerm\((\d+)")
_COLOURFUL = 331  # the first version that is told colours as red, green and blue


class Protocol(Enum):
    """A way to send a picture to a terminal."""

    SIXEL = "sixel"
    KITTY = "kitty"


class Way(NamedTuple):
    """The protocol in which this terminal shows pictures, and its answers."""

    protocol: Protocol
    abilities: Abilities


def ask_terminal() -> None:
    """Ask the terminal before a full screen takes it, unless pictures are off for this run.

    A terminal that shows all colours but does not tell so in COLORTERM is given it: xterm.
    """
    if is_off() or not output.is_terminal():
        return
    found = _XTERM.match(abilities().name)
    if found and int(found[1]) >= _COLOURFUL:
        os.environ.setdefault("COLORTERM", "truecolor")


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
