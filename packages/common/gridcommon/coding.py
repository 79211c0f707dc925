"""A game as numbers, for programs that learn: choices in stages, and what a seat sees as a vector.

An action is a short path of numbers. A big choice is made in stages: first the tile and how it is
turned, say, then the cell, then what goes with it. No path is the beginning of another one, so it
is known when an action is complete. A game has a module ``coding`` with a class that keeps
:class:`Coding`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Protocol, SupportsIndex

from gridcommon.given import whole

# The numbers that may come next, each with those after it; None where an action is complete.
Tree = dict[int, Optional["Tree"]]
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the vector: where it begins, and its shape in rows of columns."""

    start: int
    rows: int
    columns: int

    @property
    def end(self) -> int:
        """The place after the part."""
        return self.start + self.rows * self.columns


def laid_out(*parts: tuple[str, int, int]) -> dict[str, Part]:
    """Return the parts of a vector, one after the other, from their names, rows and columns.

    >>> laid_out(("round", 1, 1), ("players", 4, 3))["players"]
    Part(start=1, rows=4, columns=3)
    """
    found: dict[str, Part] = {}
    start = 0
    for name, rows, columns in parts:
        found[name] = Part(start, rows, columns)
        start = found[name].end
    return found


class Ranges:
    """Names for ranges of numbers, one after the other.

    >>> ranges = Ranges(("pass", 1), ("plant", 51), ("amount", 1000))
    >>> ranges.code("plant", 13), ranges.name(14), len(ranges)
    (14, ('plant', 13), 1052)
    """

    def __init__(self, *sizes: tuple[str, int]) -> None:
        self._starts: dict[str, tuple[int, int]] = {}
        start = 0
        for name, size in sizes:
            self._starts[name] = start, size
            start += size
        self._length = start

    def __len__(self) -> int:
        return self._length

    def code(self, name: str, place: int = 0) -> int:
        """Return the number of a place in a range. Raises ValueError beyond its end."""
        start, size = self._starts[name]
        if not 0 <= place < size:
            raise ValueError(f"{name} {place}: there are {size}")
        return start + place

    def name(self, code: SupportsIndex) -> tuple[str, int]:
        """Return the range of a number and the place in it. Raises ValueError for no number."""
        number = whole(code, "code")
        for name, (start, size) in self._starts.items():
            if start <= number < start + size:
                return name, number - start
        raise ValueError(f"{number}: there are {self._length} numbers")


def grown(paths: Iterable[Sequence[int]], tree: Tree | None = None) -> Tree:
    """Return the tree of some paths, grown on another one if that is given.

    >>> grown([(1, 5), (1, 6), (2,)])
    {1: {5: None, 6: None}, 2: None}
    """
    found: Tree = {} if tree is None else tree
    for path in paths:
        here = found
        for number in path[:-1]:
            beyond = here.setdefault(number, {})
            assert beyond is not None, f"{path} goes on beyond another path"
            here = beyond
        here[path[-1]] = None
    return found


def leaves(tree: Tree, before: Path = ()) -> Iterator[Path]:
    """Yield each path of a tree."""
    for number, beyond in tree.items():
        path = (*before, number)
        if beyond is None:
            yield path
        else:
            yield from leaves(beyond, path)


class Coding(Protocol):
    """How one kind of game, its rules and number of seats given, is told in numbers."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def codes(self) -> int:
        """How many numbers there are: each choice is one of 0 to ``codes - 1``."""

    @property
    def stages(self) -> int:
        """How many numbers a path may have."""

    @property
    def parts(self) -> Mapping[str, Part]:
        """What the vector holds, in order. Seats stand in it from the own one on, clockwise."""

    def tree(self, state: Any, /) -> Tree:
        """Return the legal actions of the seat to act that have a path."""

    def action(self, state: Any, path: Path, /) -> Any:
        """Return the action of a complete path of the tree."""

    def path(self, state: Any, action: Any, /) -> Path:
        """Return the path of a legal action. Raises ValueError if it has none."""

    def observed(self, view: Any, /) -> dict[int, float]:
        """Return the places of the vector that are not 0, with their values, mostly of -1 to 1."""

    def told(self, code: SupportsIndex, /) -> str:
        """Return what a number stands for, in English."""
