"""A character canvas: half-block pixels at the bottom, then braille dots, and text on top."""

from collections.abc import Iterable
from functools import lru_cache

Line = list[tuple[str, str]]  # texts with their styles, as the output prints them
Colour = tuple[int, int, int]
Dot = tuple[int, int]

_UPPER = "▀"
_BRAILLE = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row and column of a cell

GROUND: Colour = (16, 20, 26)  # behind every picture
_LIGHT = 330  # the sum of a colour that dark text is on


@lru_cache(4096)  # a full picture needs a few hundred colours thousands of times
def hex_code(colour: Colour) -> str:
    """Return a colour in the form that styles use.

    >>> hex_code((16, 20, 26))
    '#10141a'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Return ``one`` mixed with a share of ``other``, from 0 to 1."""
    a, b, c = (round(x + (y - x) * part) for x, y in zip(one, other, strict=True))
    return a, b, c


class Canvas:
    """A grid of characters, each with a style; a line holds two rows of pixels.

    Drawing outside is clipped. Text without a background keeps the pixels below it visible.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._pixels: list[list[Colour | None]] = [[None] * width for _ in range(2 * height)]
        self._text: list[dict[int, tuple[str, str]]] = [{} for _ in range(height)]
        self._lines: list[Line | None] = [None] * height  # None: has to be rendered again

    def copy(self) -> "Canvas":
        """Return an independent copy."""
        other = Canvas.__new__(Canvas)
        other.width, other.height = self.width, self.height
        other._pixels = [row[:] for row in self._pixels]
        other._text = [line.copy() for line in self._text]
        other._lines = self._lines[:]
        return other

    def pixel(self, x: int, y: int, colour: Colour) -> None:
        """Colour one pixel."""
        if 0 <= x < self.width and 0 <= y < 2 * self.height:
            self._pixels[y][x] = colour
            self._lines[y // 2] = None

    def span(self, x: int, y: int, colours: list[Colour]) -> None:
        """Colour consecutive pixels of a row, starting at ``x``."""
        if 0 <= y < 2 * self.height:
            self._lines[y // 2] = None
            skipped = max(0, -x)
            shown = colours[skipped : max(skipped, self.width - x)]
            self._pixels[y][x + skipped : x + skipped + len(shown)] = shown

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write text, starting at column ``x`` of line ``y``."""
        if 0 <= y < self.height:
            self._lines[y] = None
            line = self._text[y]
            for column, character in enumerate(text, start=x):
                if 0 <= column < self.width:
                    line[column] = (character, style)

    def put_centred(self, middle: int, y: int, text: str, style: str) -> None:
        """Write text centred on a column; even lengths have one more character to the left."""
        self.put(middle - len(text) // 2, y, text, style)

    def engrave(self, x: int, y: int, text: str) -> None:
        """Write text in a darker or lighter shade of the pixels below it."""
        if not 0 <= y < self.height:
            return
        for column, character in enumerate(text, start=x):
            if 0 <= column < self.width:
                ground = self._pixels[2 * y][column] or GROUND
                is_light = sum(ground) > _LIGHT
                ink = mix(ground, (0, 0, 0) if is_light else (255, 255, 255), 0.7)
                self.put(column, y, character, hex_code(ink))

    def clear(self, left: int, top: int, right: int, bottom: int) -> None:
        """Remove the text of a rectangle of characters."""
        for y in range(max(top, 0), min(bottom, self.height)):
            self._lines[y] = None
            for x in range(left, right):
                self._text[y].pop(x, None)

    def is_free(self, x: int, y: int, length: int = 1) -> bool:
        """Return whether the place is on the canvas and holds no text other than dots."""
        if not 0 <= y < self.height or x < 0 or x + length > self.width:
            return False
        line = self._text[y]
        return all(
            column not in line or _is_braille(line[column][0]) for column in range(x, x + length)
        )

    def dots(self, dots: Iterable[Dot], style: str, *, below: bool = False) -> None:
        """Draw braille dots, 2 columns and 4 rows per character, over text or ``below`` it."""
        for x, y in dots:
            column, line = x >> 1, y >> 2
            if 0 <= column < self.width and 0 <= line < self.height:
                here = self._text[line].get(column)
                if below and here and not _is_braille(here[0]):
                    continue
                self._lines[line] = None
                code = ord(here[0]) if here and _is_braille(here[0]) else _BRAILLE
                character = chr(code | _DOTS[y % 4][x % 2])
                self._text[line][column] = (character, style)

    def lines(self) -> list[Line]:
        """Return the drawing as lines of segments; equal styles side by side are one segment."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Line:
        """Return one line, from the cache if it has not changed."""
        kept = self._lines[y]
        if kept is None:
            kept = self._lines[y] = self._written(y)
        return kept

    def _written(self, y: int) -> Line:
        upper, lower, text = self._pixels[2 * y], self._pixels[2 * y + 1], self._text[y]
        line: Line = []
        last, run = None, ""
        for x in range(self.width):
            above, below = upper[x], lower[x]
            written = text.get(x)
            if written:
                character, style = written
                if above is not None and " on " not in style:
                    style = f"{style} on {hex_code(above)}"
            elif above is None and below is None:
                character, style = " ", ""
            elif above == below and above is not None:
                character, style = " ", f"on {hex_code(above)}"
            else:
                character = _UPPER
                style = f"{hex_code(above or GROUND)} on {hex_code(below or GROUND)}"
            if style == last:
                run += character
            else:
                if last is not None:
                    line.append((run, last))
                last, run = style, character
        if last is not None:
            line.append((run, last))
        return line


def _is_braille(character: str) -> bool:
    return _BRAILLE <= ord(character) < _BRAILLE + 256


def line_of_dots(start: Dot, end: Dot, every: int = 2) -> list[Dot]:
    """Return the dots of a straight line, both ends included; by default every other dot."""
    count = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not count:
        return [start]
    return [
        (
            round(start[0] + (end[0] - start[0]) * part / count),
            round(start[1] + (end[1] - start[1]) * part / count),
        )
        for part in range(0, count + 1, every)
    ]
