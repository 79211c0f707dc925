"""Widgets: the board in a scrolling pane, and panels of styled lines."""

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from gridgames.output import Line
from gridgames.screen.canvas import GROUND, hex_code
from gridgames.screen.table import Picture, Spot


@lru_cache(maxsize=4096)
def parsed(style: str) -> Style:
    """Return a style from what stands in a line."""
    return Style.parse(style) if style else Style.null()


def text_of(lines: Iterable[Line]) -> Text:
    """Return lines as one Rich text."""
    told = Text()
    for number, line in enumerate(lines):
        if number:
            told.append("\n")
        for text, style in line:
            told.append(text, parsed(style))
    return told


_BEHIND = Style.parse(f"#dde3ea on {hex_code(GROUND)}")


class Board(ScrollView, can_focus=True):
    """The board of a game; keeps the cursor in sight and tells which spot was clicked."""

    class Picked(Message):
        """A spot was clicked."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Resized(Message):
        """The pane has another size: the board is to be drawn again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"app.go({dx}, {dy})", show=False)
        for keys, dx, dy in (
            ("up,k", 0, -1),
            ("down,j", 0, 1),
            ("left,h", -1, 0),
            ("right,l", 1, 0),
        )
        for key in keys.split(",")
    ]

    def __init__(self) -> None:
        super().__init__(id="board")
        self._picture: Picture | None = None
        self._strips: list[Strip] = []

    def show_picture(self, picture: Picture, cursor: Spot) -> None:
        """Show a board, scrolled so that the cursor is in sight."""
        self._picture = picture
        self._strips = [
            Strip([Segment(text, _BEHIND + parsed(style)) for text, style in line], picture.width)
            for line in picture.lines
        ]
        self.virtual_size = Size(picture.width, len(picture.lines))
        if cursor is not None:
            x, y = picture.where(cursor)
            around = Region(x - 9, y - 4, 18, 9).intersection(
                Region(0, 0, picture.width, len(picture.lines))
            )
            self.scroll_to_region(around, animate=False, force=True)
        self.refresh()

    def _margin(self) -> Offset:
        """Return what is left free on the left and above a board smaller than the pane."""
        if self._picture is None:
            return Offset(0, 0)
        width, height = self.scrollable_content_region.size
        return Offset(
            max(0, (width - self._picture.width) // 2),
            max(0, (height - len(self._picture.lines)) // 2),
        )

    def render_line(self, y: int) -> Strip:
        """Return one line of the pane."""
        width = self.size.width
        left, top = self._margin()
        across, down = self.scroll_offset
        line = y - top + down
        if not 0 <= line < len(self._strips):
            return Strip.blank(width, _BEHIND)
        strip = self._strips[line].crop(across, across + width)
        if left:
            strip = Strip([Segment(" " * left, _BEHIND), *strip], left + strip.cell_length)
        return strip.extend_cell_length(width, _BEHIND)

    def spot_at(self, x: int, y: int) -> Spot | None:
        """Return the spot drawn at a character of the pane."""
        if self._picture is None:
            return None
        left, top = self._margin()
        across, down = self.scroll_offset
        return self._picture.spot(x - left + across, y - top + down)

    def on_click(self, event: Click) -> None:
        """Tell which spot was clicked."""
        spot = self.spot_at(event.x, event.y)
        if spot is not None:
            self.post_message(self.Picked(spot))

    def on_resize(self, event: Resize) -> None:
        """Ask for a board of another size."""
        del event
        self.post_message(self.Resized())


class Panel(Static):
    """Lines of a game beside its board."""

    def show(self, lines: Iterable[Line]) -> None:
        """Show other lines."""
        self.update(text_of(lines))
