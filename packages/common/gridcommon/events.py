"""Event sinks: the rules report events to a list, or discard them."""

from collections.abc import Callable
from typing import Any, Final, TypeVarTuple

_Values = TypeVarTuple("_Values")


class Events:
    """A list that collects events, or a sink that discards them.

    Most events are discarded, so they are created only if they are collected.

    >>> found: list[tuple[str, int]] = []
    >>> Events(found).add(lambda name, count: (name, count), "built", 2)
    >>> found
    [('built', 2)]
    """

    __slots__ = ("_found",)

    def __init__(self, found: list[Any] | None) -> None:
        self._found = found

    @property
    def count(self) -> int:
        """The number of events reported, or 0 if they are discarded."""
        return 0 if self._found is None else len(self._found)

    def add(self, event: Callable[[*_Values], Any], *values: *_Values) -> None:
        """Report an event, given its class and values."""
        if self._found is not None:
            self._found.append(event(*values))

    def insert(self, place: int, event: Callable[[*_Values], Any], *values: *_Values) -> None:
        """Report an event as if it had happened before the event at index ``place``."""
        if self._found is not None:
            self._found.insert(place, event(*values))


NOBODY_LISTENS: Final = Events(None)
