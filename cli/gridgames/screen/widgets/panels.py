"""Widgets: the board in a scrolling pane, and panels of styled lines."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from gridgames.games.table import Picture, Spot
from gridgames.screen.widgets.themes import INK, styled
from gridgames.terminal.canvas import GROUND, hex_code
from gridgames.terminal.output import Clickable, Line

MOST_TYPED = 500  # characters in a line of input: each one costs as much as stands before it


@lru_cache(maxsize=4096)
def _behind(style: str, theme: str, *, is_picture: bool) -> Style:
    """Return a style on the ground of the board."""
    ground = Style.parse(f"{hex_code(INK)} on {hex_code(GROUND)}")
    if not style:
        return styled(str(ground), theme)
    return styled(str(ground), theme) + styled(style, theme, is_picture=is_picture)


def _painted(text: str, style: str, theme: str) -> Segment:
    """Return characters of a board."""
    return Segment(text, _behind(style, theme, is_picture=not text.strip("▀")))


class Board(ScrollView, can_focus=False):
    """The board of a game; keeps the cursor visible and reports clicks."""

    class Picked(Message):
        """A spot was clicked."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Resized(Message):
        """The pane was resized: the board has to be drawn again."""

    def __init__(self) -> None:
        super().__init__(id="board")
        self._picture: Picture | None = None
        self._strips: list[Strip] = []
        self._theme = ""  # of the strips

    def show_picture(self, picture: Picture, cursor: Spot) -> None:
        """Show a board, scrolled so that the cursor is visible."""
        before, offset = self._picture, self.scroll_offset
        if self._theme != self.app.theme:  # all of it looks different
            self._theme, before = self.app.theme, None
        self._picture = picture
        old = self._strips
        if before and (before.width, len(before.lines)) == (picture.width, len(picture.lines)):
            changed = [y for y, line in enumerate(picture.lines) if line != before.lines[y]]
        else:
            changed = list(range(len(picture.lines)))
            old = [Strip([])] * len(picture.lines)
        self._strips = old[:]
        for y in changed:
            segments = [_painted(text, style, self._theme) for text, style in picture.lines[y]]
            self._strips[y] = Strip(segments, picture.width)
        self.virtual_size = Size(picture.width, len(picture.lines))
        if cursor is not None:
            x, y = picture.where(cursor)
            around = Region(x - 9, y - 4, 18, 9).intersection(
                Region(0, 0, picture.width, len(picture.lines))
            )
            self.scroll_to_region(around, animate=False, force=True)
        top = self._margin().y - self.scroll_offset.y
        if len(changed) == len(picture.lines) or offset != self.scroll_offset:
            self.refresh()
        elif changed:
            self.refresh(*(Region(0, y + top, self.size.width, 1) for y in changed))

    def _margin(self) -> Offset:
        """Return the margins on the left and above a board smaller than the pane."""
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
        behind = _behind("", self.app.theme, is_picture=False)
        left, top = self._margin()
        across, down = self.scroll_offset
        line = y - top + down
        if not 0 <= line < len(self._strips):
            return Strip.blank(width, behind)
        strip = self._strips[line].crop(across, across + width)
        if left:
            strip = Strip([Segment(" " * left, behind), *strip], left + strip.cell_length)
        return strip.extend_cell_length(width, behind)

    def spot_at(self, x: int, y: int) -> Spot | None:
        """Return the spot drawn at a character of the pane."""
        if self._picture is None:
            return None
        left, top = self._margin()
        across, down = self.scroll_offset
        return self._picture.spot(x - left + across, y - top + down)

    def on_click(self, event: Click) -> None:
        """Report the spot that was clicked."""
        spot = self.spot_at(event.x, event.y)
        if spot is not None:
            self.post_message(self.Picked(spot))

    def on_resize(self, event: Resize) -> None:
        """Ask for a board of the new size."""
        del event
        self.post_message(self.Resized())


_LABEL = 14  # columns of a label, at most


def folded(line: Line, width: int) -> Iterator[Line]:
    """Yield a line in pieces that are no wider than ``width``, broken at spaces where it can be.

    What goes on is indented as the line itself is, or stands below what follows a short label: a
    first piece that ends with a space.
    """
    text = "".join(part for part, _ in line)
    if cell_len(text) <= width:
        yield line
        return
    parts = [(part, style) for part, style in line for _ in part]
    indented = len(text) - len(text.lstrip())
    if len(line) > 1 and line[0][0].endswith(" ") and len(line[0][0]) <= _LABEL:
        indented = len(line[0][0])
    indent = " " * min(indented, width // 2)
    start, room, lead = 0, width, ""
    while start < len(text):
        end = start + _fitting(text, start, room)
        if end < len(text):
            space = text.rfind(" ", start + 1, end + 1)
            if space > start and text[start:space].strip():
                end = space
        piece: Line = [(lead, "")] if lead else []
        for place in range(start, min(end, len(text))):
            part, style = parts[place]
            sign = text[place]
            piece.append((part.cut_to(sign) if isinstance(part, Clickable) else sign, style))
        yield _joined(piece)
        start = end
        while start < len(text) and text[start] == " ":
            start += 1
        lead, room = indent, width - len(indent)


def _fitting(text: str, start: int, room: int) -> int:
    """Return how many characters from ``start`` on fit into ``room`` cells, at least one."""
    if text.isascii():
        return room
    for count, character in enumerate(text[start:]):
        room -= get_character_cell_size(character)
        if room < 0:
            return max(count, 1)
    return len(text) - start


def _joined(line: Line) -> Line:
    """Return a line with adjacent equal styles merged."""
    joined: Line = []
    for text, style in line:
        if joined and joined[-1][1] == style and _does(joined[-1][0]) == _does(text):
            both = joined[-1][0] + text
            joined[-1] = (text.cut_to(both) if isinstance(text, Clickable) else both, style)
        else:
            joined.append((text, style))
    return joined


def _does(text: str) -> tuple[str, str] | None:
    """Return what a click on a part of a line types and presses."""
    return (text.typed, text.key) if isinstance(text, Clickable) else None


class Panel(Widget):
    """Lines of a game beside its board, or a line of the screen; reports clicks on parts of them.

    What has not changed is not drawn again, and only another height moves what lies below.
    """

    class Clicked(Message):
        """A part of a line was clicked that does something, ``again`` by a double click."""

        def __init__(self, part: Clickable, *, again: bool) -> None:
            super().__init__()
            self.part = part
            self.again = again

    def __init__(self, lines: Iterable[Line] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines = list(lines)
        self._folded: tuple[int, list[Line]] = (-1, [])

    def show(self, lines: Iterable[Line]) -> None:
        """Show other lines, folded to the width of the panel."""
        told = list(lines)
        if told == self._lines:
            self._lines, self._folded = told, (-1, [])  # a click may do something else
            return
        before = len(self._fold(self.size.width))
        self._lines = told
        self._folded = (-1, [])
        self.refresh(layout=len(self._fold(self.size.width)) != before or not self.size.width)

    def _fold(self, width: int) -> list[Line]:
        if self._folded[0] != width:
            room = max(width, 8)
            self._folded = (width, [part for line in self._lines for part in folded(line, room)])
        return self._folded[1]

    def part_at(self, x: int, y: int) -> Clickable | None:
        """Return the part at a character that does something when it is clicked."""
        lines = self._fold(self.size.width)
        for text, _ in lines[y] if 0 <= y < len(lines) else ():
            x -= cell_len(text)
            if x < 0:
                return text if isinstance(text, Clickable) else None
        return None

    def on_click(self, event: Click) -> None:
        """Report the part that was clicked."""
        at = event.get_content_offset(self)
        if at is not None and (part := self.part_at(at.x, at.y)):
            self.post_message(self.Clicked(part, again=event.chain > 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at this width."""
        del container, viewport
        return len(self._fold(width))

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        width = self.size.width
        behind = self.rich_style
        lines = self._fold(width)
        if y >= len(lines):
            return Strip.blank(width, behind)
        theme = self.app.theme
        segments = [
            Segment(text, behind + styled(style, theme, on=behind.bgcolor))
            for text, style in lines[y]
        ]
        return Strip(segments).adjust_cell_length(width, behind)
