"""Lines of a widget that the terminal shows as pieces of a picture.

Textual cuts and joins the lines of all widgets as strips of text. A strip of a picture can be cut
like any other; where Textual mixes it with text, as below a dialog, it becomes text itself: half
blocks in the colours of the picture. This stands on the inside of Textual: docs/adr/0050.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from gridgames.screen.pictures.client import Line
from gridgames.terminal.canvas import Colour
from gridgames.terminal.pictures import sixel

_UPPER = "▀"


class PictureRow:
    """The piece of a picture on one line of the terminal.

    ``cell`` is the width of a character in pixels, and ``most`` that of the widest picture that the
    terminal takes. ``before`` is the row to which the changes of the line lead, None for all of it.
    """

    __slots__ = ("_cell", "_line", "_most", "_palette", "_written", "before", "columns")

    def __init__(
        self,
        line: Line,
        palette: Sequence[Colour],
        cell: int,
        most: int,
        before: "PictureRow | None" = None,
    ) -> None:
        self._line, self._palette, self._cell, self._most = line, palette, cell, most
        self.columns = len(line.blocks) // 6
        self.before = before
        self._written = "" if before else line.changes.decode("ascii")
        if before:
            before.before = None  # or every row would be kept

    def changes(self) -> str:
        """Return what shows the row where the row before is shown."""
        return self._line.changes.decode("ascii")

    def written(self, start: int, end: int) -> str:
        """Return what shows some columns at the cursor, which then is behind them."""
        if (start, end) != (0, self.columns):
            return self._encoded(start, end)
        self._written = self._written or self._encoded(start, end)
        return self._written

    def _encoded(self, start: int, end: int) -> str:
        part = [row[start * self._cell : end * self._cell] for row in self._line.pixels]
        return sixel.pieces(part, self._palette, self._cell, self._most).decode("ascii")

    def segments(self, start: int, end: int) -> list[Segment]:
        """Return half blocks in the colours of some columns."""
        colours = [*_colours(self._line.blocks)]
        pairs = zip(colours[start:end], colours[self.columns + start :], strict=False)
        return [
            Segment(_UPPER * len([*same]), _style(*upper, *lower))
            for (upper, lower), same in groupby(pairs)
        ]


def _colours(blocks: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the colours in a text of bytes."""
    return zip(blocks[::3], blocks[1::3], blocks[2::3], strict=True)


@lru_cache(4096)
def _style(*channels: int) -> Style:
    upper, lower = Color.from_rgb(*channels[:3]), Color.from_rgb(*channels[3:])
    return Style(color=upper, bgcolor=lower)


class PlacedRow(PictureRow):
    """A line of a picture that the terminal keeps whole; ``order`` shows the picture."""

    __slots__ = ("_order",)

    def __init__(self, line: Line, order: bytes = b"") -> None:
        super().__init__(line, (), 0, 0)
        self._order = order

    def placing(self, order: bytes) -> "PlacedRow":
        """Return the same line with an order."""
        return PlacedRow(self._line, order)

    def written(self, start: int, end: int) -> str:
        order = f"\x1b7{self._order.decode('ascii')}\x1b8" if self._order and not start else ""
        return order + " " * (end - start)


Shown = dict[int, PictureRow]  # what the terminal shows, by line


class PictureStrip(Strip):
    """Some columns of a line of a picture.

    It sends only what differs from what is ``shown``, and notes there that it has.
    """

    __slots__ = ("_cells", "_end", "_number", "_row", "_shown", "_start")

    def __init__(
        self, row: PictureRow, shown: Shown, number: int, start: int = 0, end: int | None = None
    ) -> None:
        self._row, self._shown, self._number = row, shown, number
        self._start, self._end = start, row.columns if end is None else end
        self._cells: list[Segment] | None = None
        super().__init__((), self._end - self._start)

    @property
    def _segments(self) -> list[Segment]:
        """The half blocks that stand for the picture where Textual needs text."""
        if self._cells is None:
            self._cells = self._row.segments(self._start, self._end)
        return self._cells

    @_segments.setter
    def _segments(self, segments: list[Segment]) -> None:
        """Ignore the segments that a strip has when it is made."""

    def __bool__(self) -> bool:
        return True

    def crop(self, start: int, end: int | None = None) -> Strip:
        length = self.cell_length
        start, end = max(start, 0), length if end is None else min(end, length)
        if (start, end) == (0, length):
            return self
        if start >= end:
            return Strip([], 0)
        first, last = self._start + start, self._start + end
        return PictureStrip(self._row, self._shown, self._number, first, last)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        places = [0, *(cut for cut in cuts if cut <= self.cell_length)]
        return [self.crop(start, end) for start, end in pairwise(places)]

    def render(self, console: Console) -> str:
        del console
        row = self._row
        if (self._start, self._end) != (0, row.columns):
            self._shown.pop(self._number, None)
            return row.written(self._start, self._end)
        shown = self._shown.get(self._number)
        self._shown[self._number] = row
        if shown is row:
            return f"\x1b[{row.columns}C"
        return row.changes() if shown and shown is row.before else row.written(0, row.columns)
