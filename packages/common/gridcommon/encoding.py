"""A game as numbers, for programs that learn: actions as paths of codes, observations as vectors.

An action is a short path of codes. A choice with many options has several stages: for example the
tile and its rotation, then the cell, then the structure. No path is a prefix of another, so a path
is recognised as complete. A game has a module ``encoding`` whose class ``Encoding`` implements
:class:`GameEncoding`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Protocol, SupportsIndex

from gridcommon.arguments import whole

# The codes that may come next, each with the tree after it, or None if the action is complete
Tree = dict[int, Optional["Tree"]]
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VectorSlice:
    """A slice of the observation vector: its start, and its shape in rows and columns."""

    start: int
    rows: int
    columns: int

    @property
    def end(self) -> int:
        """The index after the slice."""
        return self.start + self.rows * self.columns


def layout_slices(*parts: tuple[str, int, int]) -> dict[str, VectorSlice]:
    """Return consecutive slices, keyed by name, from their names, rows and columns.

    >>> layout_slices(("round", 1, 1), ("players", 4, 3))["players"]
    VectorSlice(start=1, rows=4, columns=3)
    """
    found: dict[str, VectorSlice] = {}
    start = 0
    for name, rows, columns in parts:
        found[name] = VectorSlice(start, rows, columns)
        start = found[name].end
    return found


class CodeRanges:
    """Consecutive, named ranges of codes.

    >>> ranges = CodeRanges(("pass", 1), ("plant", 51), ("amount", 1000))
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
        """Return the code of an index in a range. Raises ValueError beyond its end."""
        start, size = self._starts[name]
        if not 0 <= place < size:
            raise ValueError(f"{name} {place}: there are {size}")
        return start + place

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the ranges, in order."""
        return tuple(self._starts)

    def name(self, code: SupportsIndex) -> tuple[str, int]:
        """Return the range of a code and its index there. Raises ValueError for an unknown code."""
        number = whole(code, "code")
        for name, (start, size) in self._starts.items():
            if start <= number < start + size:
                return name, number - start
        raise ValueError(f"{number}: there are {self._length} numbers")


def extend_tree(paths: Iterable[Sequence[int]], tree: Tree | None = None) -> Tree:
    """Add paths to ``tree``, by default an empty one, and return it.

    >>> extend_tree([(1, 5), (1, 6), (2,)])
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


def skip_forced(path: Path, tree: Tree | None) -> tuple[Path, Tree | None]:
    """Return a path and the tree after it, extended by codes without an alternative.

    >>> skip_forced((), {1: {5: {7: None, 8: None}}}), skip_forced((2,), {6: None})
    (((1, 5), {7: None, 8: None}), ((2, 6), None))
    """
    while tree is not None and len(tree) == 1:
        ((code, tree),) = tree.items()
        path = (*path, code)
    return path, tree


class GameEncoding(Protocol):
    """The numeric encoding of a game with one ruleset and one number of seats."""

    seats: int
    num_codes: int  # codes are 0 to ``num_codes - 1``
    max_path_length: int
    parts: Mapping[str, VectorSlice]  # in order; seats clockwise from the observer's own
    feature_names: Sequence[str]  # the columns of ``features``

    def tree(self, state: Any, /) -> Tree:
        """Return the legal actions of the seat to act that have a path."""

    def action(self, state: Any, path: Path, /) -> Any:
        """Return the action of a complete path of the tree."""

    def path(self, state: Any, action: Any, /) -> Path:
        """Return the path of a legal action. Raises ValueError if it has none."""

    def observation(self, view: Any, /) -> dict[int, float]:
        """Return the non-zero entries of the observation vector, keyed by index.

        Most values lie in [-1, 1].
        """

    def features(self, state: Any, code: int, /) -> dict[int, float]:
        """Return the non-zero features of a legal code, keyed by the index of their name.

        Equal amounts, cards and places have equal features, so that a learner can generalise.
        """

    def describe(self, code: SupportsIndex, /) -> str:
        """Return the meaning of a code, in English."""


class ChanceNodes(Protocol):
    """The draws of a game as nodes of chance, made when a card or tile is turned up.

    Until then nobody knows it, so a search that branches here learns nothing it should not. A game
    has them as a module ``chance_nodes``.
    """

    NUM_DRAWS: int  # draws are 0 to ``NUM_DRAWS - 1``

    def hide(self, state: Any, /) -> Any:
        """Return a copy of a game in which whatever is face down is still to be drawn."""

    def draw(self, state: Any, action: Any, drawn: Path, /) -> tuple[Any, dict[int, float]]:
        """Make a legal action with the draws so far, on a copy of a hidden state.

        Returns the state after it and no draws; or None and the chance of each next draw.
        """

    def describe_draw(self, code: SupportsIndex, /) -> str:
        """Return the meaning of a draw, in English."""
