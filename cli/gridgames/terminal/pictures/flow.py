"""A picture in the flow of text: at the cursor, above what is written next."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import count
from math import ceil

from gridgames.terminal import output
from gridgames.terminal.canvas import Colour
from gridgames.terminal.pictures import kitty, sixel
from gridgames.terminal.pictures.choice import Protocol, Way
from gridgames.terminal.pictures.colours import palette_for, reduced, rows_of

_numbers = count(2801)  # of pictures in kitty


def print_png(png: bytes, way: Way, reserved: Iterable[Colour] = ()) -> None:
    """Show a picture at the cursor, which then is below it. ``reserved`` colours stay exact."""
    if way.protocol is Protocol.KITTY:
        output.write_controls(_with_kitty(png, way))
    else:
        output.write_controls(b"".join(_with_sixel(png, way, reserved)))


def _with_kitty(png: bytes, way: Way) -> bytes:
    from PIL import Image

    lines = ceil(Image.open(BytesIO(png)).height / way.abilities.cell[1])
    # A terminal scrolls for text only: make room, go back, and go below the picture.
    return (
        b"\n" * lines
        + b"\x1b[%dA" % lines
        + kitty.place(png, next(_numbers))
        + (b"\x1b[%dB\r" % lines)
    )


def _with_sixel(png: bytes, way: Way, reserved: Iterable[Colour]) -> Iterator[bytes]:
    """Yield the picture line by line, so that one higher than the terminal scrolls as text does."""
    from PIL import Image

    image = Image.open(BytesIO(png)).convert("RGB")
    palette = palette_for(image, reserved)
    rows = rows_of(reduced(image, palette))
    wide, high = way.abilities.cell
    for top in range(0, len(rows), high):
        pieces = sixel.pieces(rows[top : top + high], palette, wide, way.abilities.largest[0])
        yield b"\n\x1b[A" + pieces + b"\r\n"  # a picture on the last line would scroll the screen
