"""The pane of the board as a picture, in the theme in use.

Each line of the terminal is a piece of the picture, and only those that changed are sent. Until the
first picture is made, and in terminals without pictures, the pane is that of the character board.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from gridgames.screen.pictures.client import PictureChanges, PictureLine, Rasteriser, job_for
from gridgames.screen.widgets.panels import Board
from gridgames.show.registry import table_of
from gridgames.show.table import Spot, Table
from gridgames.terminal.canvas import Colour
from gridgames.terminal.pictures import kitty, sixel
from gridgames.terminal.pictures.asking import cell_now
from gridgames.terminal.pictures.choice import Protocol, Way

if TYPE_CHECKING:
    from gridgames.show.drawing.palette import Theme
    from gridgames.show.drawing.pane import BoardPicture


_UPPER = "▀"


class PictureRow:
    """The piece of a picture on one line of the terminal.

    ``cell`` is the width of a character in pixels, and ``most`` that of the widest picture that the
    terminal takes. ``before`` is the row to which the changes of the line lead, None for all of it.
    """

    __slots__ = ("_cell", "_line", "_most", "_palette", "_written", "before", "columns")

    def __init__(
        self,
        line: PictureLine,
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

    def __init__(self, line: PictureLine, order: bytes = b"") -> None:
        super().__init__(line, (), 0, 0)
        self._order = order

    def placing(self, order: bytes) -> "PlacedRow":
        """Return the same line with an order."""
        return PlacedRow(self._line, order)

    def written(self, start: int, end: int) -> str:
        order = f"\x1b7{self._order.decode('ascii')}\x1b8" if self._order and not start else ""
        return order + " " * (end - start)


ScreenRows = dict[int, PictureRow]  # what the terminal shows, by line


class PictureStrip(Strip):
    """Some columns of a line of a picture.

    It sends only what differs from what is ``shown``, and notes there that it has.
    """

    __slots__ = ("_cells", "_end", "_number", "_row", "_shown", "_start")

    def __init__(
        self,
        row: PictureRow,
        shown: ScreenRows,
        number: int,
        start: int = 0,
        end: int | None = None,
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


Make = Callable[[int, int], "BoardPicture | None"]  # for a width and a height in pixels
Warm = Callable[[int, int], None]

_NUMBERS = (2701, 2702)  # of the pictures in kitty: a new one is shown before the old one goes


class DrawnBoard(Board):
    """A board that is a picture if the terminal shows pictures."""

    def __init__(self, way: Way | None) -> None:
        super().__init__()
        self._way: Way | None = None
        self._maker: Rasteriser | None = None
        self._waiting: Make | None = None  # what to draw when the picture before is made
        self._warm: Warm | None = None
        self._ready_for = (0, 0)  # the size in which drawing is fast by now
        self._spot_of: Callable[[str], Spot | None] = lambda _: None
        self._sent: tuple[BoardPicture, Theme, tuple[int, int]] | None = None
        self._is_busy = False
        self._count = 0  # pictures that were asked for
        self._rows: list[PictureRow] = []
        self._shown: BoardPicture | None = None
        self._placed = b""  # what removes the picture from kitty
        self._on_terminal: ScreenRows = {}
        self._seen_at = Region()  # where the pane was on the terminal
        self._covers: set[Region] = set()  # what lies over it
        self.use(way)

    @property
    def is_drawn(self) -> bool:
        """Whether the board is shown as a picture."""
        return self._way is not None

    def use(self, way: Way | None) -> None:
        """Show the board as a picture in a way, or in characters for None."""
        self._forget()
        self._way = way
        if way is None and self._maker:
            self._maker.close()
            self._maker = None
        elif way and self._maker is None:
            self._maker = Rasteriser()

    def on_mount(self) -> None:
        self.app.screen_change_signal.subscribe(self, self._overwritten, immediate=True)
        self.app.app_resume_signal.subscribe(self, self._overwritten, immediate=True)

    def on_hide(self) -> None:
        self.terminal_changed()

    def on_unmount(self) -> None:
        self.use(None)

    def _forget(self) -> None:
        """Forget the pictures so far, and remove the one that kitty keeps."""
        self._rows, self._shown, self._sent = [], None, None
        self.terminal_changed()
        driver = self.app._driver if self._placed else None
        if driver:
            driver.write(self._placed.decode("ascii"))
            driver.flush()
        self._placed = b""

    def terminal_changed(self) -> None:
        """Note that the terminal may not show any more what it was sent."""
        self._on_terminal.clear()

    def _overwritten(self, _: object) -> None:
        self.terminal_changed()

    # Drawing

    def show_table(self, table: Table) -> None:
        """Show the board of a table, as a picture if the terminal shows them."""
        state = table.state  # another table draws it first, so that ours finds all that is slow

        def warm(width: int, height: int) -> None:
            table_of(table.face, table.names, state).board_picture(width, height)

        if self.is_drawn:
            self.show_drawing(table.board_picture, table.spot_of, warm)
        elif all(self.size):
            cursor = table.cursor if table.has_marks else None
            self.show_picture(table.picture(*self.size), cursor)

    def show_drawing(
        self, make: Make, spot_of: Callable[[str], Spot | None], warm: Warm | None = None
    ) -> None:
        """Show what ``make`` draws, as soon as the picture before is made; the last one counts.

        ``spot_of`` returns the spot of a place of the drawing. ``warm`` draws the same without its
        marks, in a thread: the first time in a size takes long, and keys would wait.
        """
        self._waiting, self._spot_of, self._warm = make, spot_of, warm
        self.virtual_size = self.size  # nothing to scroll
        if not self._is_busy:
            self._is_busy = True
            self.call_after_refresh(self.run_worker, self._draw)

    async def _draw(self) -> None:
        """Show what waits, until nothing does."""
        try:
            while self._waiting and self._way and self._maker and all(self.size):
                if not await self._draw_next(self._way, self._maker, self._waiting):
                    self.use(None)  # the characters remain
                    self.post_message(self.Resized())
        finally:
            self._is_busy = False

    async def _draw_next(self, way: Way, maker: Rasteriser, make: Make) -> bool:
        """Draw what waits in the size of the pane, and return whether pictures can be shown."""
        cell = cell_now()
        size = self._size_now(cell)
        if self._warm and size != self._ready_for:
            await asyncio.to_thread(self._warm, *size)
            self._ready_for = size
            return True
        self._waiting = None
        picture = make(*size)
        if picture is None:  # a game without a drawing
            return False
        theme: Theme = "light" if self.app.theme == "light" else "dark"
        before = self._sent[0] if self._sent and self._sent[1:] == (theme, cell) else None
        self._sent = picture, theme, cell
        most = 0 if way.protocol is Protocol.KITTY else way.abilities.largest[0]
        job = job_for(picture, before, theme, self._count + 1, cell, most)
        if job is None:
            self._shown = picture
            return True
        self._count += 1
        made = await asyncio.to_thread(maker.make, job)
        if made is None:
            return maker is not self._maker
        if self._sent and self._sent[0].size == self._size_now(self._sent[2]):
            self._show(made)
        else:
            self._sent = None  # the pane has another size by now
        return True

    def _size_now(self, cell: tuple[int, int]) -> tuple[int, int]:
        return self.size.width * cell[0], self.size.height * cell[1]

    def _show(self, made: PictureChanges) -> None:
        assert self._way
        assert self._sent
        self._shown, _, (wide, _) = self._sent
        most = self._way.abilities.largest[0]
        changed = set(made.lines)
        rows = {} if len(changed) == self.size.height else dict(enumerate(self._rows))
        if made.png:
            placed = {y: PlacedRow(line) for y, line in made.lines.items()}
            number = _NUMBERS[made.number % 2]
            first = placed.get(0) or rows[0]
            assert isinstance(first, PlacedRow)
            placed[0] = first.placing(kitty.place(made.png, number) + self._placed)
            self._placed = kitty.remove(number)
            rows |= placed
            changed = {0, *(changed if len(changed) == self.size.height else ())}
        else:
            rows |= {
                y: PictureRow(line, made.palette, wide, most, rows.get(y))
                for y, line in made.lines.items()
            }
        self._rows = [rows[y] for y in sorted(rows)]
        self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_lines(self, crop: Region) -> list[Strip]:
        wide, high = self.size
        rows = self._rows
        # While a picture of another height is made, Sixel shows what fits of the one before.
        is_old = len(rows) != high
        if not rows or rows[0].columns != wide or (is_old and isinstance(rows[0], PlacedRow)):
            self.terminal_changed()
            return super().render_lines(crop)
        self._note_covers()
        shown = self._on_terminal
        for y in range(len(rows), high):
            shown.pop(y, None)
        blank = Strip.blank(wide, self.rich_style)
        return [
            (PictureStrip(rows[y], shown, y) if y < len(rows) else blank).crop(crop.x, crop.right)
            for y in crop.line_range
        ]

    def _note_covers(self) -> None:
        """Forget the lines over which something else was written, such as cards."""
        if self._seen_at != self.region:
            self._seen_at = self.region
            self.terminal_changed()
        own = {self, *self.ancestors}
        widgets = self.screen._compositor.visible_widgets
        covers = {
            cover
            for widget, (region, clip) in widgets.items()
            if widget not in own and (cover := region.intersection(clip).intersection(self.region))
        }
        for cover in covers ^ self._covers:
            for y in cover.line_range:
                self._on_terminal.pop(y - self.region.y, None)
        self._covers = covers

    def spot_at(self, x: int, y: int) -> Spot | None:
        if self._way is None:
            return super().spot_at(x, y)
        if self._shown is None or self._sent is None:
            return None
        wide, high = self._sent[2]
        place = self._shown.place_at((x + 0.5) * wide, (y + 0.5) * high)
        return self._spot_of(place) if place else None
