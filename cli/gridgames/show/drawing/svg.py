"""SVG drawings, written as markup in which names and texts are always escaped.

Attributes are keyword arguments: ``stroke_width=2`` is ``stroke-width="2"``. Numbers are rounded to
hundredths. A drawing is self-contained: it loads no font, style sheet or picture.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from math import ceil
from typing import Any

from gridgames.languages.language import current_language
from gridgames.show.drawing.palette import GROUND_TONE, INK, PALETTE, Palette, Theme
from gridgames.show.parts import Picture
from gridgames.terminal.canvas import Colour, hex_code
from gridgames.terminal.output import Line

Value = str | float | Colour
Point = tuple[float, float]

# The first font is shipped, for PNG; the others are common fonts of the same width.
FONTS = "DejaVu Sans, Verdana, Segoe UI, sans-serif"

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_NEED = re.compile("[<>&\"'\x00-\x1f\ud800-\udfff\ufffe\uffff]")  # of being escaped
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]"
)


def number(value: float) -> str:
    """Return a length as text, rounded to hundredths.

    >>> number(2.0), number(1 / 3), number(-0.001)
    ('2', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(places: Iterable[Sequence[float]], *, closed: bool = True) -> str:
    """Return a path of straight lines, in tenths of a pixel.

    >>> points([(0, 0), (1, 0), (1, 2)])
    'M0 0L1 0L1 2Z'
    """
    told = "L".join(f"{_tenths(x)} {_tenths(y)}" for x, y in places)
    return f"M{told}" + "Z" * closed


def corners(path: str) -> list[Point]:
    """Return the points of a path that :func:`points` has made.

    >>> corners("M0 0L1 0L1 2.5Z")
    [(0.0, 0.0), (1.0, 0.0), (1.0, 2.5)]
    """
    pairs = (place.split(" ") for place in path.removeprefix("M").removesuffix("Z").split("L"))
    return [(float(x), float(y)) for x, y in pairs]


@lru_cache(1 << 15)  # a board repeats most of its lengths
def _tenths(value: float) -> str:
    return number(round(value, 1))


def outline(shape: Any) -> str:
    """Return the path around shapely areas and their holes, or an empty path."""
    if hasattr(shape, "geoms"):
        return "".join(outline(part) for part in shape.geoms)
    rings = [] if shape.is_empty else [shape.exterior, *shape.interiors]
    return "".join(points(list(ring.coords)[:-1]) for ring in rings)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the approximate width of a text in pixels, slightly more than most fonts need."""
    width = 0.0
    for character in text:
        if _WIDE.match(character):
            width += 1.0
        elif character in "iljtfrI.,:;'|!()[] -":
            width += 0.38
        elif character in "mwMW@%—":
            width += 0.92
        else:
            width += 0.7 if character.isupper() else 0.62
    return width * size * (1.1 if bold else 1.0)


def shorten(text: str, size: float, most: float, *, bold: bool = False) -> str:
    """Return a text cut to at most ``most`` pixels, with an ellipsis if it was cut."""
    if text_width(text, size, bold=bold) <= most:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > most:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrap_text(text: str, size: float, most: float) -> list[str]:
    """Return a text wrapped into lines of at most ``most`` pixels; longer words are cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= most:
            lines[-1] = longer
        else:
            lines.append(shorten(word, size, most))
    return lines


class Group:
    """An element that contains other elements; ``str`` is its markup."""

    def __init__(self, tag: str = "", **attributes: Value) -> None:
        self._tag, self._start = tag, _start(tag, attributes) if tag else ""
        self._parts: list[str | Group] = []

    def __str__(self) -> str:
        inside = "\n".join(filter(None, map(str, self._parts)))
        if not self._tag or not inside:
            return inside
        return f"<{self._start}>\n{inside}\n</{self._tag}>"

    def add(self, tag: str, text: str = "", /, **attributes: Value) -> None:
        """Add an element without others inside."""
        start = _start(tag, attributes)
        self._parts.append(f"<{start}>{escaped(text)}</{tag}>" if text else f"<{start}/>")

    def insert(self, markup: str) -> None:
        """Add markup as it is."""
        self._parts.append(markup)

    def group(self, tag: str = "g", **attributes: Value) -> "Group":
        """Add a group and return it; it is left out if it stays empty."""
        group = Group(tag, **attributes)
        self._parts.append(group)
        return group

    def at(self, x: float, y: float, scale: float = 1.0) -> "Group":
        """Add a group with its origin at a point."""
        size = "" if scale == 1.0 else f" scale({number(scale)})"
        return self.group(transform=f"translate({number(x)} {number(y)}){size}")

    def path(self, way: str, **attributes: Value) -> None:
        """Add a path, unless it is empty."""
        if way:
            self.add("path", d=way, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: Value) -> None:
        """Add a circle."""
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def box(self, x: float, y: float, width: float, height: float, **attributes: Value) -> None:
        """Add a rectangle."""
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def use(self, name: str, x: float, y: float, **attributes: Value) -> None:
        """Add a reference to a definition."""
        self.add("use", href=f"#{name}", x=x, y=y, **attributes)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        fill: Value,
        bold: bool = False,
        anchor: str = "start",
        halo: Value | None = None,
    ) -> None:
        """Write a text on a base line; ``halo`` is the colour of its outline."""
        attributes: dict[str, Value] = {}
        if bold:
            attributes["font_weight"] = "bold"
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if halo is not None:
            around = {"stroke": halo, "stroke_width": size / 4, "stroke_linejoin": "round"}
            attributes |= {**around, "paint_order": "stroke"}
        self.add("text", text, x=x, y=y, font_size=size, fill=fill, **attributes)

    def write_centred(
        self, x: float, y: float, text: str, size: float, *, fill: Value, halo: Value | None = None
    ) -> None:
        """Write a bold text around a point of its base line."""
        self.write(x, y, text, size, fill=fill, bold=True, anchor="middle", halo=halo)


class Drawing(Group):
    """A whole picture, with a title and a description for screen readers."""

    def __init__(self, title: str, description: Sequence[str], palette: Palette = PALETTE) -> None:
        super().__init__()
        self.palette = palette
        self.size = 0, 0
        self.add("title", title)
        self.add("desc", "\n".join(description))
        self.add("rect", width="100%", height="100%", fill=GROUND_TONE)

    def resize(self, width: float, height: float) -> None:
        """Set the size of the picture, in pixels."""
        self.size = ceil(width), ceil(height)

    def to_text(self, theme: Theme = "light") -> str:
        """Return the file, one element per line, in the colours of a theme."""
        return self._written(theme, xmlns="http://www.w3.org/2000/svg") + "\n"

    def to_html(self, theme: Theme = "light") -> str:
        """Return the picture as an element of a page, which needs no namespace."""
        return self._written(theme)

    def _written(self, theme: Theme, **attributes: Value) -> str:
        wide, high = self.size
        root = Group(
            "svg",
            **attributes,
            font_family=FONTS,
            role="img",
            lang=current_language().value.replace("_", "-"),
            width=wide,
            height=high,
            viewBox=f"0 0 {wide} {high}",
        )
        root.insert(str(self))
        return self.palette.resolved(str(root), theme)


def escaped(text: str) -> str:
    """Return a text as it is written in markup.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape(_NOT_IN_XML.sub("\ufffd", text))


def picture(
    draw: Callable[[Group], None],
    box: tuple[float, float, float, float],
    name: str = "",
    scale: float = 1.0,
    place: str = "",
) -> Picture:
    """Return what ``draw`` draws as a picture."""
    group = Group()
    draw(group)
    return Picture(str(group), box, name, scale, place)


def _start(tag: str, attributes: Mapping[str, Value]) -> str:
    """Return the inside of the start tag of an element."""
    told = "".join(f' {_named(name)}="{_attribute(one)}"' for name, one in attributes.items())
    return tag + told


@lru_cache(256)
def _named(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _attribute(value: Value) -> str:
    if isinstance(value, str):
        return escaped(value) if _IN_NEED.search(value) else value
    return hex_code(value) if isinstance(value, tuple) else number(value)


def equalize_sizes(drawings: Sequence[Drawing]) -> None:
    """Give all drawings the size of the largest one, as an animation needs."""
    width = max(drawing.size[0] for drawing in drawings)
    height = max(drawing.size[1] for drawing in drawings)
    for drawing in drawings:
        drawing.resize(width, height)


def draw_text(title: str, lines: Sequence[Line]) -> Drawing:
    """Return terminal lines as a picture in one colour."""
    plain = ["".join(text for text, _ in line) for line in lines]
    drawing = Drawing(title, plain)
    size, margin, wide, high = 14, 20, 8.5, 20
    page = drawing.group(font_family="monospace")
    for number, line in enumerate(plain, start=1):
        page.write(margin, margin + high * number, line, size, fill=INK)
    width = wide * max(map(len, plain), default=0)
    drawing.resize(2 * margin + width, 2 * margin + high * len(plain))
    return drawing
