"""Moments of a finished game that a player remembers."""

from collections.abc import Iterator
from typing import NamedTuple


class Moment(NamedTuple):
    """The number of moves up to a moment of a finished game, and a sentence about it."""

    place: int
    words: str


class Strongest:
    """The strongest moment of each kind, the last of equal ones; kinds in order of interest."""

    def __init__(self, *kinds: str) -> None:
        self._found = {kind: (1, Moment(0, "")) for kind in kinds}

    def add(self, kind: str, weight: int, place: int, words: str) -> None:
        """Note a moment, unless one of its kind has more weight. It counts from weight 1."""
        if weight >= self._found[kind][0]:
            self._found[kind] = weight, Moment(place, words)

    def __iter__(self) -> Iterator[Moment]:
        return (moment for _, moment in self._found.values() if moment.words)
