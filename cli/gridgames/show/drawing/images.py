"""Raster images of drawings: PNG made by resvg, and GIF assembled from PNGs by Pillow.

Text is drawn with the shipped fonts, so that it looks the same everywhere. System fonts are used
only for characters that the shipped fonts lack.
"""

import re
from collections.abc import Sequence
from html import unescape
from importlib.resources import as_file, files
from io import BytesIO

from gridgames.show.drawing.palette import Theme
from gridgames.show.drawing.svg import Drawing

_SHIPPED = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_FAMILY = "DejaVu Sans"
_COLOURS = 128  # of a GIF
_WRITTEN = re.compile("<text[^>]*>([^<]*)")
PNG_ZOOM = 1.25  # times the size of the SVG

# The ranges of code points in the shipped fonts, a subset of DejaVu.
KNOWN = (
    (0x20, 0x7E),
    (0xA0, 0x17F),  # Latin
    (0x391, 0x3A1),  # Greek
    (0x3A3, 0x3C9),
    (0x400, 0x45F),  # Cyrillic
    (0x2010, 0x2026),  # dashes, quotes, dots
    (0x2190, 0x2193),
    (0x25A0, 0x25A1),  # the glyphs of players, from here on
    (0x25B2, 0x25B2),
    (0x25C6, 0x25C6),
    (0x25CB, 0x25CB),
    (0x25CF, 0x25CF),
    (0x2716, 0x2716),
    (0x271A, 0x271A),
)


def to_png(drawing: Drawing, zoom: float, theme: Theme = "light") -> bytes:
    """Return a drawing as a PNG, enlarged by ``zoom``."""
    return png_of(drawing.to_text(theme), zoom)


def png_of(text: str, zoom: float = 1.0) -> bytes:
    """Return an SVG as a PNG, enlarged by ``zoom``."""
    from resvg_py import svg_to_bytes

    with as_file(files(__package__) / "fonts") as folder:
        data: bytes = svg_to_bytes(
            svg_string=text,
            zoom=zoom,
            skip_system_fonts=_is_known(text),
            font_files=[str(folder / name) for name in _SHIPPED],
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    return data


def _is_known(text: str) -> bool:
    """Return whether the shipped fonts have every character that a picture writes."""
    written = set("".join(unescape(found) for found in _WRITTEN.findall(text)))
    return all(any(low <= ord(mark) <= high for low, high in KNOWN) for mark in written)


def to_gif(
    drawings: Sequence[Drawing], zoom: float, seconds: float, theme: Theme = "light"
) -> bytes:
    """Return drawings of one size as an animated GIF; the last one is shown for longer."""
    from PIL import Image

    frames = [
        Image.open(BytesIO(to_png(drawing, zoom, theme))).convert("RGB").quantize(_COLOURS)
        for drawing in drawings
    ]
    last = len(frames) - 1
    times = [round(1000 * seconds * (3 if number == last else 1)) for number in range(last + 1)]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True
    )
    return file.getvalue()
