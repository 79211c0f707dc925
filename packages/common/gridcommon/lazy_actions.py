"""Legal actions as sequences that settle legality up front and create each action on access.

Of hundreds of legal actions only one is chosen, and creating them costs more than checking them.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, groupby
from typing import Any, Final, Generic, Protocol, TypeVar, overload

from gridcommon.pickling import pickle_by_call
from gridcommon.sequence_base import SequenceBase

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class Randomness(Protocol):
    """A source of random numbers, such as :class:`random.Random`."""

    def random(self) -> float:
        """Return a number from 0 up to 1, which is left out."""


KEPT: Final = 512  # actions of a number below this are created once and shared


class LazyActions(SequenceBase[A_co]):
    """A sequence of different actions that cannot be changed, in several parts.

    Slices are lists. It equals a list of the same actions in the same order, and like a list it has
    no hash.
    """

    __slots__ = ("_ends",)

    _ends: Sequence[int]  # the indexes at which the parts end

    def _made_at(self, part: int, place: int) -> A_co:
        """Return an action, given its part and its index there."""
        raise NotImplementedError

    def _may_hold(self, part: int, action: Any) -> bool:
        """Return whether a part may hold an action, or anything else that is asked for."""
        raise NotImplementedError

    def to_list(self) -> list[A_co]:
        """Return all actions, created."""
        raise NotImplementedError

    def _find(self, action: object) -> int:
        """Return the index of an action, or -1 for anything else."""
        begin = 0
        for part, end in enumerate(self._ends):
            if self._may_hold(part, action):
                for place in range(begin, end):
                    if self._made_at(part, place - begin) == action:
                        return place
            begin = end
        return -1

    def __len__(self) -> int:
        ends = self._ends
        return ends[-1] if ends else 0

    def pick(self, random: Randomness) -> A_co:
        """Return one of the actions, each equally likely. Raises IndexError if there are none."""
        return self[int(random.random() * len(self))]

    @overload
    def __getitem__(self, place: int) -> A_co: ...
    @overload
    def __getitem__(self, place: slice) -> list[A_co]: ...
    def __getitem__(self, place: int | slice) -> A_co | list[A_co]:
        if isinstance(place, slice):
            return self.to_list()[place]
        ends = self._ends
        count = ends[-1] if ends else 0
        if place < 0:
            place += count
        if not 0 <= place < count:
            raise IndexError("no such action")
        part = bisect_right(ends, place)
        return self._made_at(part, place - ends[part - 1] if part else place)

    def __iter__(self) -> Iterator[A_co]:
        return iter(self.to_list())

    def __reversed__(self) -> Iterator[A_co]:
        return reversed(self.to_list())

    def __contains__(self, action: object) -> bool:
        return self._find(action) >= 0

    def index(self, action: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the index of an action. Raises ValueError if it is not there."""
        place = self._find(action)
        if place < 0 or place not in range(len(self))[start:stop]:
            raise ValueError(f"{action!r} is not legal")
        return place

    def count(self, action: Any) -> int:
        """Return how often an action is there: once at most."""
        return 1 if action in self else 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LazyActions):
            return self.to_list() == other.to_list()
        return self.to_list() == other if isinstance(other, list) else NotImplemented

    def __hash__(self) -> int:
        raise TypeError("legal actions have no hash, as lists have none")

    def __repr__(self) -> str:
        return f"<{_described(self)}>"

    def __copy__(self) -> "LazyActions[A_co]":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "LazyActions[A_co]":
        return self


class LegalActions(LazyActions[A_co]):
    """All legal actions, grouped by kind: a sequence for each kind, none empty.

    >>> actions = LegalActions([["bid 4", "bid 5"], ["pass"]])
    >>> len(actions), actions[-1], "bid 5" in actions, actions == ["bid 4", "bid 5", "pass"]
    (3, 'pass', True, True)
    """

    __slots__ = ("kinds",)

    def __init__(self, kinds: list[Sequence[A_co]]) -> None:
        """Empty sequences among the kinds are left out."""
        self.kinds = kinds if all(kinds) else [kind for kind in kinds if kind]
        self._ends = list(accumulate(map(len, self.kinds)))

    def __bool__(self) -> bool:
        return bool(self.kinds)

    def _made_at(self, part: int, place: int) -> A_co:
        return self.kinds[part][place]

    def _find(self, action: object) -> int:
        begin = 0
        for kind in self.kinds:
            if action in kind:
                return begin + kind.index(action)
            begin += len(kind)
        return -1

    def __iter__(self) -> Iterator[A_co]:
        return chain.from_iterable(self.kinds)

    def to_list(self) -> list[A_co]:
        return [action for kind in self.kinds for action in kind]

    def pick(self, random: Randomness) -> A_co:
        """Return an action of a random kind: first the kind, then the action, equally likely.

        Raises IndexError if there are none.
        """
        kinds = self.kinds
        number = random.random() * len(kinds)
        place = int(number)
        kind = kinds[place]
        return kind[int((number - place) * len(kind))]  # the rest of it is as random

    def __repr__(self) -> str:
        return f"<legal actions: {', '.join(map(_described, self.kinds)) or 'none'}>"


class Numbered(Generic[A_co]):
    """The actions of a kind that differ in one number, 0 or more, such as bids.

    Each is created when it is first asked for; the first ``KEPT`` are kept.
    """

    __slots__ = ("_made", "_make", "_name")

    def __init__(self, make: Callable[[int], A_co], name: str) -> None:
        self._make = make
        self._name = name  # of the number, in an action
        self._made: list[A_co] = []

    def one(self, number: int) -> A_co:
        """Return the action of a number."""
        if number >= len(self._made):
            if number >= KEPT:
                return self._make(number)
            self._grow(number + 1)
        return self._made[number]

    def some(self, begin: int, end: int) -> list[A_co]:
        """Return the actions of the numbers from ``begin`` up to ``end``, which is left out."""
        if end <= len(self._made):
            return self._made[begin:end]
        if end <= KEPT:
            self._grow(end)
            return self._made[begin:end]
        self._grow(KEPT)
        return self._made[begin:] + [self._make(number) for number in range(max(begin, KEPT), end)]

    def number_of(self, action: object) -> int | None:
        """Return the number of one of these actions, or None for anything else."""
        number = getattr(action, self._name, None)
        if isinstance(number, float) and number.is_integer():
            number = int(number)  # 4.0 equals 4
        return number if isinstance(number, int) and self._make(number) == action else None

    def clear(self) -> None:
        """Forget the actions that are kept."""
        self._made.clear()

    def _grow(self, count: int) -> None:
        made = self._made
        while len(made) < count:
            made.append(self._make(len(made)))


Span = tuple[Numbered[A], int, int]  # the actions of a series from a number up to another one


class Spans(LazyActions[A_co]):
    """Actions of consecutive numbers, in spans, none empty."""

    __slots__ = ("_spans",)

    def __init__(self, spans: Sequence[Span[A_co]]) -> None:
        self._spans = spans
        self._ends = list(accumulate(end - begin for _, begin, end in spans))

    def _made_at(self, part: int, place: int) -> A_co:
        series, begin, _ = self._spans[part]
        return series.one(begin + place)

    def _find(self, action: object) -> int:
        before = 0
        for series, begin, end in self._spans:
            number = series.number_of(action)
            if number is not None and begin <= number < end:
                return before + number - begin
            before += end - begin
        return -1

    def to_list(self) -> list[A_co]:
        found: list[A_co] = []
        for series, begin, end in self._spans:
            found += series.some(begin, end)
        return found


pickle_by_call(LegalActions, LegalActions, lambda one: (one.kinds,))
pickle_by_call(Spans, list, lambda one: (one.to_list(),))


def by_kind(actions: Sequence[A_co]) -> Sequence[Sequence[A_co]]:
    """Return actions that are grouped by kind as a sequence for each kind.

    >>> by_kind([5, 7, "pass"])
    [[5, 7], ['pass']]
    """
    if type(actions) is LegalActions:
        return actions.kinds
    return [list(group) for _, group in groupby(actions, key=type)]


def _described(actions: Sequence[object]) -> str:
    """Return the number of actions of a kind, with the first and the last."""
    if len(actions) < 2:
        return ", ".join(map(repr, actions)) or "none"
    return f"{len(actions)} from {actions[0]!r} to {actions[-1]!r}"
