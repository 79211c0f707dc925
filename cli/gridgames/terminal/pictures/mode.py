"""The wish of a person: whether this run shows pictures, and in which way."""

from collections.abc import Callable
from enum import StrEnum


class Mode(StrEnum):
    """The values of ``--picture``."""

    AUTO = "auto"
    SIXEL = "sixel"
    KITTY = "kitty"
    OFF = "off"


_named: list[Mode] = []  # the mode of this run, if one is named for it
_remembered: list[Callable[[], Mode]] = [lambda: Mode.AUTO]


def prefer(mode: Mode | None, otherwise: Callable[[], Mode] | None = None) -> None:
    """Set the mode of this run, or how to find the remembered one when it is needed."""
    _named[:] = [mode] if mode else []
    if otherwise:
        _remembered[:] = [otherwise]


def wanted() -> Mode:
    """Return the mode that is wanted."""
    return _named[0] if _named else _remembered[0]()


def is_off() -> bool:
    """Return whether pictures are off for this run; what is remembered is not looked up."""
    return Mode.OFF in _named
