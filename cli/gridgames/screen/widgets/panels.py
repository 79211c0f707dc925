"""Widgets: the board in a scrolling pane, and panels of styled lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, chop_cells
from rich.segment import Segment as RichSegment
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from gridgames.screen.widgets.themes import INK, styled
from gridgames.show.table import Picture, Spot
from gridgames.terminal.canvas import GROUND, hex_code
from gridgames.terminal.output import Clickable, Line, Segment

MOST_TYPED = 500  # characters in a line of input: the cost of each grows with those before it


@lru_cache(maxsize=4096)
def _on_board(style: str, theme: str, *, is_picture: bool = False) -> Style:
    """Return a style on the ground of the board."""
    ground = styled(f"{hex_code(INK)} on {hex_code(GROUND)}", theme)
    return ground + styled(style, theme, is_picture=is_picture)


class Board(ScrollView, can_focus=False):
    """The board of a game; keeps the cursor visible and reports clicks."""

    @dataclass
    class Picked(Message):
        """A spot was clicked."""

        spot: Spot

    class Resized(Message):
        """The pane was resized: the board has to be drawn again."""

    def __init__(self) -> None:
        super().__init__(id="board")
        self._picture: Picture | None = None
        self._strips: list[Strip] = []
        self._theme = ""  # of the strips

    def show_picture(self, picture: Picture, cursor: Spot) -> None:
        """Show a board, scrolled so that the cursor is visible."""
        offset, size = self.scroll_offset, Size(picture.width, len(picture.lines))
        old = self._picture.lines if self._picture and self.virtual_size == size else []
        if self._theme != self.app.theme:  # all of it looks different
            self._theme, old = self.app.theme, []
        self._picture, self.virtual_size = picture, size
        changed = [y for y, line in enumerate(picture.lines) if not old or line != old[y]]
        if not old:
            self._strips = [Strip([])] * size.height
        for y in changed:
            segments = [
                RichSegment(text, _on_board(style, self._theme, is_picture=not text.strip("▀")))
                for text, style in picture.lines[y]
            ]
            self._strips[y] = Strip(segments, picture.width)
        if cursor is not None:
            x, y = picture.where(cursor)
            around = Region(x - 9, y - 4, 18, 9).intersection(size.region)
            self.scroll_to_region(around, animate=False, force=True)
        top = self._margin().y - self.scroll_offset.y
        if not old or offset != self.scroll_offset:
            self.refresh()
        elif changed:
            self.refresh(*(Region(0, y + top, self.size.width, 1) for y in changed))

    def _margin(self) -> Offset:
        """Return the margins on the left and above a board smaller than the pane."""
        width, height = self.scrollable_content_region.size - self.virtual_size
        return Offset(width // 2, height // 2)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        behind = _on_board("", self.app.theme)
        left, top = self._margin()
        across, down = self.scroll_offset
        line = y - top + down
        if not 0 <= line < len(self._strips):
            return Strip.blank(width, behind)
        strip = self._strips[line].crop(across, across + width)
        if left:
            strip = Strip([RichSegment(" " * left, behind), *strip], left + strip.cell_length)
        return strip.extend_cell_length(width, behind)

    def spot_at(self, x: int, y: int) -> Spot | None:
        """Return the spot drawn at a character of the pane."""
        if self._picture is None:
            return None
        left, top = self._margin()
        across, down = self.scroll_offset
        return self._picture.spot(x - left + across, y - top + down)

    def on_click(self, event: Click) -> None:
        spot = self.spot_at(event.x, event.y)
        if spot is not None:
            self.post_message(self.Picked(spot))

    def on_resize(self, event: Resize) -> None:
        del event
        self.post_message(self.Resized())


_LABEL = 14  # columns of a label, at most


def folded(line: Line, width: int) -> Iterator[Line]:
    """Yield a line in pieces no wider than ``width``, broken at spaces if possible.

    The other pieces are indented like the line, or by the width of a short label: a first segment
    that ends with a space.
    """
    text = "".join(part for part, _ in line)
    if cell_len(text) <= width:
        yield line
        return
    head = line[0][0]
    has_label = len(line) > 1 and head.endswith(" ") and len(head) <= _LABEL
    indent = min(len(head) if has_label else len(text) - len(text.lstrip()), width // 2)
    start, room, lead = 0, width, Line()
    while start < len(text):
        fitting = room if text.isascii() else len(chop_cells(text[start:], room)[0])
        end = start + max(fitting, 1)
        if end < len(text):
            space = text.rfind(" ", start + 1, end + 1)
            if space > start and text[start:space].strip():
                end = space
        yield [*lead, *_slice(line, start, end)]
        start = end + len(text[end:]) - len(text[end:].lstrip(" "))
        lead, room = [(" " * indent, "")], width - indent


def _slice(line: Line, start: int, end: int) -> Iterator[Segment]:
    """Yield the segments of a line between two characters, with their styles and clicks."""
    for text, style in line:
        part = text[max(start, 0) : max(end, 0)]
        if part:
            yield (text.cut_to(part) if isinstance(text, Clickable) else part), style
        start, end = start - len(text), end - len(text)


class Panel(Widget):
    """Lines of text on the screen; reports clicks on parts of them.

    Unchanged lines are not drawn again, and only a new height changes the layout of the screen.
    """

    @dataclass
    class Clicked(Message):
        """A clickable part of a line was clicked, ``again`` by a double click."""

        part: Clickable
        again: bool

    def __init__(
        self, lines: Iterable[Line] = (), *, id: str | None = None, folds: bool = True
    ) -> None:
        super().__init__(id=id)
        self._lines = list(lines)
        self._folds = folds  # or the lines have been folded for this panel
        self._folded: tuple[int, list[Line]] = (-1, [])

    def show(self, lines: Iterable[Line]) -> None:
        """Show other lines, folded to the width of the panel."""
        before, height = self._lines, len(self._fold(self.size.width))
        self._lines = list(lines)
        self._folded = (-1, [])  # even if the lines are equal, a click may have another effect
        if self._lines != before:
            has_new_height = len(self._fold(self.size.width)) != height
            self.refresh(layout=has_new_height or not self.size.width)

    def _fold(self, width: int) -> list[Line]:
        if self._folded[0] != width:
            room = max(width, 8)
            lines = self._lines
            if self._folds:
                lines = [part for line in lines for part in folded(line, room)]
            self._folded = (width, lines)
        return self._folded[1]

    def part_at(self, x: int, y: int) -> Clickable | None:
        """Return the clickable part at a character, or None."""
        lines = self._fold(self.size.width)
        for text, _ in lines[y] if 0 <= y < len(lines) else ():
            x -= cell_len(text)
            if x < 0:
                return text if isinstance(text, Clickable) else None
        return None

    def on_click(self, event: Click) -> None:
        at = event.get_content_offset(self)
        if at is not None and (part := self.part_at(at.x, at.y)):
            self.post_message(self.Clicked(part, again=event.chain > 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return len(self._fold(width))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        behind = self.rich_style
        lines = self._fold(width)
        if y >= len(lines):
            return Strip.blank(width, behind)
        theme = self.app.theme
        segments = [
            RichSegment(text, behind + styled(style, theme, on=behind.bgcolor))
            for text, style in lines[y]
        ]
        return Strip(segments).adjust_cell_length(width, behind)
