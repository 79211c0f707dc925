"""The styles of seats in both games: a glyph for each seat, and a colour in addition."""

from collections.abc import Mapping

from gridgames.terminal.canvas import Colour, hex_code

GLYPHS = ("○", "●", "■", "◆", "▲", "✚")
# Distinct for every kind of colour blindness, and readable on the background of each theme.
COLOURS_BY_THEME: Mapping[str, tuple[Colour, ...]] = {
    "dark": (
        (236, 236, 236),
        (214, 82, 176),
        (233, 98, 35),
        (42, 255, 156),
        (255, 208, 49),
        (129, 189, 255),
    ),
    "light": (
        (20, 20, 20),
        (120, 30, 150),
        (226, 0, 71),
        (14, 131, 80),
        (125, 39, 7),
        (0, 79, 215),
    ),
    "contrast": (
        (249, 255, 255),
        (226, 137, 200),
        (254, 97, 76),
        (102, 245, 160),
        (210, 200, 0),
        (117, 141, 255),
    ),
}
COLOURS = COLOURS_BY_THEME["dark"]  # the colours that styles use everywhere
# The terminal's own, readable on its background, whichever that is.
_OWN = ("bold", "magenta", "red", "green", "yellow", "bright_blue")
OTHER_GLYPH = "✖"  # a house of the Cartel


def seat_style(seat: int) -> str:
    """Return the style of a seat's possessions."""
    return f"bold {hex_code(COLOURS[seat])}"


_PRINTED = {
    f"{weight}{hex_code(colour)}": own
    for colour, own in zip(COLOURS, _OWN, strict=True)
    for weight in ("bold ", "")
}


def printed_style(style: str) -> str:
    """Return a style in colours of the terminal, for output whose background is not known.

    >>> printed_style(seat_style(1)), printed_style("bold")
    ('magenta', 'bold')
    """
    return _PRINTED.get(style, style)
