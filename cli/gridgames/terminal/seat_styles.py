"""How players look in both games: each has a glyph, and a colour that repeats it."""

from gridgames.terminal.canvas import Colour, hex_code

GLYPHS = ("○", "●", "■", "◆", "▲", "✚")
# Distinct for every kind of colour blindness, and light enough to read on the ground.
COLOURS: tuple[Colour, ...] = (
    (236, 236, 236),
    (204, 121, 230),
    (255, 107, 87),
    (64, 200, 140),
    (255, 214, 74),
    (86, 180, 255),
)
OTHER_GLYPH = "✖"  # a house of the Cartel


def seat_style(seat: int) -> str:
    """Return the style of what belongs to a seat."""
    return f"bold {hex_code(COLOURS[seat])}"
