"""Many similar pages of markup in little room.

A part of a page, such as its panels, has one content for each place in a game. The contents are cut
into pieces, which recur, and stored as differences, each from the content before.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any

_CUTS = re.compile(r"(?<=\n)|(?=M)")  # at the ends of lines, and between the areas of a path


class Frames:
    """The contents of some parts, place by place."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}  # of pieces
        self._last: dict[str, tuple[str, list[int]]] = {}  # the last content of each part
        self._changes: dict[str, list[list[list[int]]]] = {}

    def add(self, part: str, content: str) -> None:
        """Add the content of a part at the next place."""
        same, before = self._last.get(part, ("", []))
        now = before if content == same else self._cut(content)
        self._last[part] = content, now
        self._changes.setdefault(part, []).append([*_changes(before, now)][::-1])

    def _cut(self, content: str) -> list[int]:
        pieces = filter(None, _CUTS.split(content))
        return [self._numbers.setdefault(piece, len(self._numbers)) for piece in pieces]

    def to_json(self) -> dict[str, Any]:
        """Return the ``pieces``, and the ``changes`` for each part and place.

        Changes turn the list of the numbers of pieces, which is empty at first, into the next one.
        Each has an index, the count of numbers removed there, and the numbers put in their place;
        they are in the order in which they are made, the last index first.
        """
        return {"pieces": list(self._numbers), "changes": self._changes}


def _changes(before: Sequence[int], now: Sequence[int]) -> Iterator[list[int]]:
    """Yield the changes from one list to another, the first index first."""
    if before == now:
        return
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))
    skipped = sum(1 for _ in alike)  # most contents differ little, and late
    matcher = SequenceMatcher(None, before[skipped:], now[skipped:], autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            yield [skipped + start, end - start, *now[skipped + first : skipped + last]]
