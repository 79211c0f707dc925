"""A picture of lines of text, for games without another drawing."""

from collections.abc import Sequence

from gridgames.show.drawing.palette import INK
from gridgames.show.drawing.svg import Drawing
from gridgames.terminal.output import Line

_SIZE, _WIDE, _HIGH = 14, 8.5, 20
_MARGIN = 20


def draw_text(title: str, lines: Sequence[Line]) -> Drawing:
    """Return terminal lines as a picture in one colour."""
    plain = ["".join(text for text, _ in line) for line in lines]
    drawing = Drawing(title, plain)
    page = drawing.group(font_family="monospace")
    for number, line in enumerate(plain, start=1):
        page.write(_MARGIN, _MARGIN + _HIGH * number, line, _SIZE, fill=INK)
    width = _WIDE * max(map(len, plain), default=0)
    drawing.resize(2 * _MARGIN + width, 2 * _MARGIN + _HIGH * len(plain))
    return drawing
