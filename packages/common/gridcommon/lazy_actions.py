"""Lazy sequences of legal actions: legality is settled up front, each action is created on access.

Of hundreds of legal actions only one is chosen, and creating them costs more than checking them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

A = TypeVar("A")


class LazyActions(Sequence[A]):
    """A sequence of actions in several parts. ``ends`` are the indexes at which the parts end.

    Test for one with ``type(x) is ...``, not with ``isinstance``: in code that is not compiled,
    every tuple is an instance of a compiled class that is a Sequence.
    """

    __slots__ = ("_ends",)

    def __init__(self, ends: list[int]) -> None:
        self._ends = ends

    def _made_at(self, part: int, place: int) -> A:
        """Create and return an action, given its part and its index there."""
        raise NotImplementedError

    def to_list(self) -> list[A]:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, place: int) -> A: ...
    @overload
    def __getitem__(self, place: slice) -> list[A]: ...
    def __getitem__(self, place: int | slice) -> A | list[A]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError("no such offer")
        part = bisect_right(self._ends, place)
        return self._made_at(part, place - self._ends[part - 1] if part else place)

    def __iter__(self) -> Iterator[A]:
        return iter(self.to_list())
