"""Drawings in what commands print, in terminals that show pictures.

``picture_room`` returns the room for a picture, or None where characters have to do. A whole
drawing goes through ``print_drawing``, and an SVG that was composed for the room through
``print_svg``.
"""

from typing import NamedTuple

from gridgames.show.drawing.palette import Palette, Theme
from gridgames.show.drawing.svg import Drawing
from gridgames.terminal import output
from gridgames.terminal.pictures.choice import Way, way

_LEAST_TEXT = 10 / 12  # zoom below which the small text of a drawing cannot be read
_MOST = 1.25  # zoom
_KEPT = 2  # lines of the terminal that stay free, for the prompt


class PixelRoom(NamedTuple):
    """The room for a picture: its width and height in pixels, and the ground of the terminal."""

    width: int
    height: int
    theme: Theme
    way: Way


def picture_room() -> PixelRoom | None:
    """Return the room of this terminal, or None if no pictures are shown."""
    shown = way()
    if shown is None:
        return None
    wide, high = shown.abilities.cell
    lines = max(output.height() - _KEPT, 1)
    theme: Theme = "light" if shown.abilities.is_light else "dark"
    return PixelRoom(output.width() * wide, lines * high, theme, shown)


def print_svg(
    text: str, palette: Palette, room: PixelRoom, theme: Theme, zoom: float = 1.0
) -> None:
    """Print an SVG in the colours of a theme, enlarged by ``zoom``."""
    from gridgames.show.drawing.images import png_of
    from gridgames.terminal.pictures.flow import print_png

    print_png(png_of(text, zoom), room.way, palette.colours(theme))


def print_drawing(drawing: Drawing, theme: Theme | None = None) -> bool:
    """Print a drawing, by default on the ground of the terminal; return whether it was printed.

    It takes the width of the terminal at most, and is only higher if its text is too small else.
    """
    room = picture_room()
    if room is None:
        return False
    wide, high = drawing.size
    zoom = min(room.width / wide, max(room.height / high, _LEAST_TEXT), _MOST)
    theme = theme or room.theme
    print_svg(drawing.to_text(theme), drawing.palette, room, theme, zoom)
    return True
