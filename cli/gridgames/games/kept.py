"""Things that are dear to make, remembered up to a number."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """A dictionary with a limit: one that is full is emptied before something is added.

    >>> kept: Kept[int, str] = Kept(2)
    >>> kept[1], kept[2], kept[2], kept[3] = "abcd"
    >>> kept
    {3: 'd'}
    """

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self._limit and key not in self:
            self.clear()
        super().__setitem__(key, value)
