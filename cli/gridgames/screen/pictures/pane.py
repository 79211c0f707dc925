"""The pane of the board as a picture, in the theme in use.

Each line of the terminal is a piece of the picture, and only those that changed are sent. Until the
first picture is made, and in terminals without pictures, the pane is that of the character board.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.geometry import Region
from textual.strip import Strip

from gridgames.screen.pictures.client import Made, Rasteriser
from gridgames.screen.pictures.jobs import job_for
from gridgames.screen.pictures.strips import PictureRow, PictureStrip, PlacedRow, Shown
from gridgames.screen.widgets.panels import Board
from gridgames.show.table import Spot
from gridgames.terminal.pictures import kitty
from gridgames.terminal.pictures.asking import cell_now
from gridgames.terminal.pictures.choice import Protocol, Way

if TYPE_CHECKING:
    from gridgames.show.drawing.palette import Theme
    from gridgames.show.drawing.pane import BoardPicture

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
        self._on_terminal: Shown = {}
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
            loop = asyncio.get_event_loop()

            def arrived(made: Made | None) -> None:
                with suppress(RuntimeError):  # the program has ended
                    loop.call_soon_threadsafe(self._arrived, made)

            self._maker = Rasteriser(arrived)

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
            self._draw()

    def _draw(self) -> None:
        if self._waiting is None or self._way is None or self._maker is None or not all(self.size):
            return
        cell = cell_now()
        size = self._size_now(cell)
        if self._warm and size != self._ready_for:
            self._is_busy = True
            self.call_after_refresh(self.run_worker, self._prepare(self._warm, size))
            return
        make, self._waiting = self._waiting, None
        picture = make(*size)
        if picture is None:  # a game without a drawing
            self.use(None)
            self.post_message(self.Resized())
            return
        theme: Theme = "light" if self.app.theme == "light" else "dark"
        before = self._sent[0] if self._sent and self._sent[1:] == (theme, cell) else None
        self._sent = picture, theme, cell
        is_kitty = self._way.protocol is Protocol.KITTY
        most = 0 if is_kitty else self._way.abilities.largest[0]
        job = job_for(picture, before, theme, self._count + 1, cell, most)
        if job is None:
            self._shown = picture
            return
        self._count += 1
        self._is_busy = True
        self._maker.make(job)

    async def _prepare(self, warm: Warm, size: tuple[int, int]) -> None:
        await asyncio.to_thread(warm, *size)
        self._ready_for = size
        self._is_busy = False
        self._draw()

    def _arrived(self, made: Made | None) -> None:
        """Show a picture that was made, and draw the board that waits."""
        self._is_busy = False
        if made is None:  # the process ended, and the characters remain
            self.use(None)
            self.post_message(self.Resized())
            return
        if self._sent and self._sent[0].size == self._size_now(self._sent[2]):
            self._show(made)
        else:
            self._sent = None  # the pane has another size by now
        self._draw()

    def _size_now(self, cell: tuple[int, int]) -> tuple[int, int]:
        return self.size.width * cell[0], self.size.height * cell[1]

    def _show(self, made: Made) -> None:
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
