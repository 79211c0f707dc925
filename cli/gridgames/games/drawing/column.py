"""The column of text beside a board: headings, lines of text and a legend."""

from collections.abc import Callable

from gridgames.games.drawing.colour_scheme import ColourScheme
from gridgames.games.drawing.svg import Group, shorten, wrap_text

SIZE = 14.0  # of text, in pixels
_LINE = 20.0  # pixels from one line to the next

Sample = Callable[[Group], None]  # draws a sign around (0, 0)


class Column:
    """A column that grows downwards; ``y`` is the top of the next element."""

    def __init__(self, group: Group, look: ColourScheme, x: float, y: float, width: float) -> None:
        self.group = group
        self.look = look
        self.x = x
        self.y = y
        self.width = width

    def title(self, text: str, below: str = "") -> None:
        """Write the title of the picture, with a line in small print."""
        self.y += 24
        told = shorten(text, 24, self.width, bold=True)
        self.group.write(self.x, self.y, told, 24, fill=self.look.ink, bold=True)
        self.y += 8
        if below:
            self.text(below, faint=True)

    def heading(self, text: str) -> None:
        """Write a heading above a thin line."""
        self.y += 30
        self.group.write(self.x, self.y, text, SIZE, fill=self.look.accent, bold=True)
        self.y += 7
        way = {"x1": self.x, "x2": self.x + self.width, "y1": self.y, "y2": self.y}
        self.group.add("line", **way, stroke=self.look.rule)
        self.y += 4

    def text(self, text: str, *, faint: bool = False, size: float = SIZE) -> None:
        """Write a text, wrapped into lines."""
        fill = self.look.faint if faint else self.look.ink
        for line in wrap_text(text, size, self.width):
            self.y += _LINE * size / SIZE
            self.group.write(self.x, self.y, line, size, fill=fill)

    def sample(self, text: str, sign: Sample, *, room: float = 34, high: float = 26) -> None:
        """Write a text beside a symbol that is drawn around (0, 0)."""
        lines = wrap_text(text, SIZE - 1, self.width - room - 8)
        height = max(high, (_LINE - 3) * len(lines) + 6)
        middle = self.y + height / 2 + 2
        sign(self.group.at(self.x + room / 2, middle))
        first = middle + SIZE / 3 - (_LINE - 3) * (len(lines) - 1) / 2
        for number, line in enumerate(lines):
            y = first + (_LINE - 3) * number
            self.group.write(self.x + room + 8, y, line, SIZE - 1, fill=self.look.ink)
        self.y += height
