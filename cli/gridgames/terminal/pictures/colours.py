"""The palette of a picture: as few colours as Sixel needs, with those that must be exact."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gridgames.terminal.canvas import Colour

if TYPE_CHECKING:
    from PIL.Image import Image

MOST = 88  # colours: with 64 brown becomes olive, 128 take a third more bytes


def palette_for(image: "Image", reserved: Iterable[Colour]) -> list[Colour]:
    """Return the colours of a palette: the reserved ones, then those that suit a picture best."""
    from PIL.Image import Dither, Quantize

    exact = [*dict.fromkeys(reserved)][:MOST]
    if len(exact) == MOST:
        return exact
    found = image.quantize(MOST - len(exact), Quantize.FASTOCTREE, dither=Dither.NONE)
    values = (found.getpalette() or [])[: 3 * (MOST - len(exact))]
    return [*exact, *zip(values[::3], values[1::3], values[2::3], strict=True)]


def reduced(image: "Image", palette: Sequence[Colour]) -> "Image":
    """Return a picture in the colours of a palette, one byte per pixel."""
    from PIL import Image
    from PIL.Image import Dither

    values = [channel for colour in palette for channel in colour]
    first = values[:3] * (256 - len(palette))  # Pillow fills up with black, which is none of ours
    holder = Image.new("P", (1, 1))
    holder.putpalette(values + first)
    return image.quantize(palette=holder, dither=Dither.NONE)


def rows_of(image: "Image") -> list[bytes]:
    """Return the rows of a picture with one byte per pixel."""
    data, wide = image.tobytes(), image.width
    return [data[start : start + wide] for start in range(0, len(data), wide)]
