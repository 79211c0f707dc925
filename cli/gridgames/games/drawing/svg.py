"""SVG drawings, built as a tree of elements, so that names and texts are always escaped.

Attributes are keyword arguments: ``stroke_width=2`` is ``stroke-width="2"``. Numbers are rounded to
hundredths. A drawing is self-contained: it loads no font, style sheet or picture.
"""

import re
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any
from xml.etree import ElementTree

from gridgames.languages.language import current_language
from gridgames.terminal.canvas import Colour, hex_code

Value = str | float | Colour
Point = tuple[float, float]

# The first font is shipped, for PNG; the others are common fonts of the same width.
FONTS = "DejaVu Sans, Verdana, Segoe UI, sans-serif"

_NAMESPACE = "http://www.w3.org/2000/svg"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
    told = "L".join(" ".join(number(round(one, 1)) for one in place) for place in places)
    return f"M{told}" + "Z" * closed


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
    """An element that contains other elements."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.element = element

    def add(self, tag: str, text: str = "", /, **attributes: Value) -> ElementTree.Element:
        """Add an element and return it."""
        told = {
            name.rstrip("_").replace("_", "-"): _attribute(value)
            for name, value in attributes.items()
        }
        element = ElementTree.SubElement(self.element, tag, told)
        if text:
            element.text = _NOT_IN_XML.sub("\ufffd", text)
        return element

    def group(self, **attributes: Value) -> "Group":
        """Add a group and return it."""
        return Group(self.add("g", **attributes))

    def at(self, x: float, y: float, **attributes: Value) -> "Group":
        """Add a group with its origin at a point."""
        return self.group(transform=f"translate({number(x)} {number(y)})", **attributes)

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
        **attributes: Value,
    ) -> None:
        """Write a text on a base line; ``halo`` is the colour of its outline."""
        if bold:
            attributes["font_weight"] = "bold"
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if halo is not None:
            around = {"stroke": halo, "stroke_width": size / 4, "stroke_linejoin": "round"}
            attributes |= {**around, "paint_order": "stroke"}
        self.add("text", text, x=x, y=y, font_size=size, fill=fill, **attributes)


class Drawing(Group):
    """A whole picture, with a title and a description for screen readers."""

    def __init__(self, title: str, description: Sequence[str], ground: Colour) -> None:
        self.size = 0, 0
        root = ElementTree.Element(
            "svg",
            {
                "font-family": FONTS,
                "role": "img",
                "aria-labelledby": "title desc",
                "lang": current_language().value.replace("_", "-"),
            },
        )
        super().__init__(root)
        self.add("title", title, id="title")
        self.add("desc", "\n".join(description), id="desc")
        self.shared = Group(self.add("defs"))  # elements that are referenced by name
        self.add("rect", width="100%", height="100%", fill=ground)

    def resize(self, width: float, height: float) -> None:
        """Set the size of the picture, in pixels."""
        self.size = ceil(width), ceil(height)
        wide, high = (str(length) for length in self.size)
        self.element.attrib |= {"width": wide, "height": high, "viewBox": f"0 0 {wide} {high}"}

    def to_text(self) -> str:
        """Return the file, one element per line."""
        named = ElementTree.Element("svg", {"xmlns": _NAMESPACE} | self.element.attrib)
        named.extend(self.element)
        ElementTree.indent(named, "")
        return ElementTree.tostring(named, encoding="unicode") + "\n"

    def to_html(self) -> str:
        """Return the picture as an HTML element, which needs no namespace."""
        return ElementTree.tostring(self.element, encoding="unicode")


def _attribute(value: Any) -> str:
    if isinstance(value, str):
        return _NOT_IN_XML.sub("\ufffd", value)
    return hex_code(value) if isinstance(value, tuple) else number(value)


def equalize_sizes(drawings: Sequence[Drawing]) -> None:
    """Give all drawings the size of the largest one, as an animation needs."""
    width = max(drawing.size[0] for drawing in drawings)
    height = max(drawing.size[1] for drawing in drawings)
    for drawing in drawings:
        drawing.resize(width, height)
