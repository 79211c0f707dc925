"""Widgets: the board in a scrolling pane, panels of styled lines, and the line of a replay."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from rich.cells import cell_len, chop_cells
from rich.segment import Segment as RichSegment
from rich.style import Style
from textual.events import Click, MouseDown, MouseMove, MouseUp, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from gridgames.languages.messages import render_value
from gridgames.screen.widgets.themes import INK, styled
from gridgames.show.statistics import Statistics
from gridgames.show.table import DIM, Spot, TextPicture, Variants
from gridgames.terminal.canvas import GROUND, hex_code
from gridgames.terminal.frames import SIDES, Section, titled
from gridgames.terminal.output import Clickable, Line, Segment, line_width
from gridgames.terminal.seat_styles import GLYPHS, seat_style

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
        self._picture: TextPicture | None = None
        self._strips: list[Strip] = []
        self._theme = ""  # of the strips

    def show_picture(self, picture: TextPicture, cursor: Spot) -> None:
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


def fitted(entries: Sequence[Line], width: int, room: int) -> list[Line]:
    """Return entries, folded, of which the last ``room`` lines are seen.

    An entry whose beginning would not be seen is cut to the lines that are left, with an ellipsis.
    """
    told: list[Line] = []
    for entry in reversed(entries):
        parts, left = [*folded(entry, width)], room - len(told)
        if 0 < left < len(parts):
            parts = [*folded(entry, width - 1)][:left]
            *before, (text, style) = parts[-1]
            parts[-1] = [*before, (text.rstrip(" ,") + "…", style)]
        told[:0] = parts
    return told


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


PHONE = 60  # columns below which the board and the panels take turns
NARROW = 96  # columns below which the panels have titles, but no frames
_LEAST = 28  # columns that texts are made for; lines are folded in narrower panels
_THIRD = 135  # columns of a screen whose panels take a third
_BAR = 1  # columns of a scroll bar, or of a space before the panels

Content = TypeVar("Content")


class SidePanels(NamedTuple):
    """The columns of the panels beside the board, and their columns of text."""

    columns: int
    text: int
    is_boxed: bool

    def framed(self, section: Section) -> list[Line]:
        """Return the lines of a section with its title or frame, folded; none if it is empty."""
        if not section.lines:
            return []
        lines = [part for line in section.lines for part in folded(line, self.text)]
        width = self.text + SIDES * self.is_boxed
        return titled(section, lines, width, is_boxed=self.is_boxed)

    def filling(self, forms: Sequence[Section], height: int) -> list[Line]:
        """Return the longest form that fits into ``height`` lines, with as many lines."""
        for form in forms:
            missing = height - len(self.framed(form))
            if form.lines and missing >= 0:
                return self.framed(form._replace(lines=[*form.lines, *[[]] * missing]))
        shortest = self.framed(forms[-1])[:height] if forms else []
        return [*shortest, *[[]] * (height - len(shortest))]


def side(width: int) -> SidePanels:
    """Return the columns of the panels for the width of a screen.

    >>> side(80).columns, side(66).columns
    (33, 33)
    >>> side(120)
    SidePanels(columns=44, text=39, is_boxed=True)
    """
    if width < PHONE:
        return SidePanels(width, max(width - 2, _LEAST), is_boxed=False)
    if width < NARROW:
        columns = min(33, width // 2)
        return SidePanels(columns, columns - _BAR, is_boxed=False)
    columns = 44 if width < _THIRD else width // 3
    return SidePanels(columns, columns - _BAR - SIDES, is_boxed=True)


def shortened(
    parts: Sequence[Variants[Content]], room: int, size: Callable[[Content], int]
) -> list[Content]:
    """Return a form of each part, so that all of them fit into ``room`` if possible.

    Each part starts with its first form, the longest. While they do not fit, the last part with the
    highest rank takes its next form. Remaining room goes to the parts with the lowest rank.
    """
    sizes = [[size(form) for form in part.forms] for part in parts]
    taken = [0] * len(parts)

    def total() -> int:
        return sum(known[form] for known, form in zip(sizes, taken, strict=True))

    by_rank = sorted(range(len(parts)), key=lambda number: (parts[number].rank, number))
    while total() > room:
        shrinkable = [number for number in by_rank if taken[number] + 1 < len(sizes[number])]
        if not shrinkable:
            break
        taken[shrinkable[-1]] += 1
    for number in by_rank:
        while taken[number]:
            taken[number] -= 1
            if total() > room:
                taken[number] += 1
                break
    return [part.forms[form] for part, form in zip(parts, taken, strict=True)]


def in_a_row(parts: Sequence[Variants[Line]], width: int, gap: int = 3) -> Line:
    """Return parts beside each other, in forms that fit into ``width``."""
    row: Line = []
    for line in shortened(parts, width + gap, lambda line: line_width(line) + gap * bool(line)):
        if line:
            row += [(" " * gap, ""), *line] if row else line
    return row


def height(lines: Iterable[Line], width: int) -> int:
    """Return the number of lines on the screen after folding."""
    return sum(1 for line in lines for _ in folded(line, width))


_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 8  # columns of a round


class Timeline(Panel):
    """One line: for each round the leader's glyph, and a bar for the leader's value.

    An exclamation mark follows a round that a review marks. The current place is in reverse; a
    click goes to another one, and dragging follows the mouse.
    """

    DEFAULT_CSS = "Timeline { height: 1; padding: 0; }"

    @dataclass
    class Picked(Message):
        """A place, or None: the label. ``is_final`` is false while the mouse is dragged."""

        place: int | None
        is_final: bool = True

        def can_replace(self, message: Message) -> bool:
            """Return whether this makes a waiting message obsolete: the last place wins."""
            return isinstance(message, Timeline.Picked) and not message.is_final

    def __init__(
        self, statistics: Statistics, rounds: Sequence[int], marked: Collection[int] = ()
    ) -> None:
        """``rounds`` has the round of each place of the game."""
        super().__init__(id="timeline")
        self._marked = marked
        self._statistics = statistics
        self._rounds = rounds
        self._measure = 0
        self._label = ""
        self._columns = 1  # of a round
        self._picked: int | None = None  # while the mouse is down

    def draw(self, here: int) -> None:
        """Show all rounds, and highlight the current place."""
        measure = self._statistics.MEASURES[self._measure]
        values = [value[self._measure] for value in self._statistics.values]
        self._label = f"{render_value(measure.title)} "
        room = max(self.size.width - len(self._label), 1)
        self._columns = min(max(room // max(len(values), 1), 1), _WIDEST)
        most = max(1, *map(max, values)) if values else 1
        line: Line = [(self._label, DIM)]
        current = self._rounds[here]
        for number, by_seat in zip(self._statistics.rounds, values, strict=True):
            bar, style = self._bar(number, by_seat, most), seat_style(by_seat.index(max(by_seat)))
            if number != current:
                line.append((bar, style))
                continue
            places = self._places(number)
            at = (here - places[0]) * (self._columns - 1) // max(len(places) - 1, 1)
            line += [
                (bar[:at], f"{style} underline"),
                (bar[at], f"{style} reverse"),
                (bar[at + 1 :], f"{style} underline"),
            ]
        self.show([line])

    def _bar(self, number: int, by_seat: Sequence[int], most: int) -> str:
        best = max(by_seat)
        bar = _BARS[max(best, 0) * (len(_BARS) - 1) // most]
        if self._columns < 3:
            return bar * self._columns
        return (
            GLYPHS[by_seat.index(best)]
            + bar * (self._columns - 2)
            + ("!" if number in self._marked else " ")
        )

    def _places(self, number: int) -> range:
        """Return the places in a round."""
        first = self._rounds.index(number)
        return range(first, first + self._rounds.count(number))

    def _place_at(self, x: int) -> int:
        """Return the place at a column; columns beside the bars belong to the nearest one."""
        rounds = self._statistics.rounds
        column = min(max(x - len(self._label), 0), len(rounds) * self._columns - 1)
        places = self._places(rounds[column // self._columns])
        within = column % self._columns * (len(places) - 1)
        return places[within // max(self._columns - 1, 1)]

    def on_mouse_down(self, event: MouseDown) -> None:
        """Go to the place at the mouse, or show the next measure for the label."""
        if event.x < len(self._label):
            self._measure = (self._measure + 1) % len(self._statistics.MEASURES)
            self.post_message(self.Picked(None))
        elif self._statistics.rounds:
            self.capture_mouse()
            self._pick(event.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Follow the mouse while it is dragged."""
        if self._picked is not None:
            self._pick(event.x)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Stay at the place where the mouse was released."""
        if self._picked is not None:
            self.release_mouse()
            self.post_message(self.Picked(self._place_at(event.x)))
            self._picked = None

    def _pick(self, x: int) -> None:
        place = self._place_at(x)
        if place != self._picked:
            self._picked = place
            self.post_message(self.Picked(place, is_final=False))
