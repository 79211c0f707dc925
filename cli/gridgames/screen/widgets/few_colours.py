"""The screen on terminals of sixteen colours."""

from colorsys import rgb_to_hls
from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from gridgames.screen.widgets.themes import channels
from gridgames.terminal.canvas import Colour

_BLACKISH = 70  # the brightest channel of a colour shown as black
_GREYISH = 60  # the largest difference between the channels of a colour shown as grey
_BRIGHT = 190  # the brightest channel from which a colour is shown bright

# The sixteen, as Rich knows them: dark ones, then bright ones.
_DARK: tuple[Colour, ...] = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
    *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
)
_LIGHT: tuple[Colour, ...] = (
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
    *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
)
_RED, _GREEN, _YELLOW, _BLUE, _VIOLET, _MAGENTA, _CYAN = 1, 2, 3, 4, 12, 5, 6
_WHITE = 7
_ORANGE = 16  # none of them: yellow if it is bright, or else red
# By the end of a range of hues, in degrees.
_HUES = (
    (22, _RED),
    (36, _ORANGE),
    (72, _YELLOW),
    (165, _GREEN),
    (207, _CYAN),
    (228, _BLUE),
    (255, _VIOLET),
    (335, _MAGENTA),
    (360, _RED),
)

_BLACK, _PAPER = (0, 0, 0), (255, 255, 255)
_PALE = 300  # the sum of a ground that dark ink is on


@lru_cache(maxsize=4096)
def of_sixteen(colour: Colour) -> Colour:
    """Return the one of sixteen colours that keeps the hue of a colour.

    The nearest of them is a grey for most colours of a picture.

    >>> of_sixteen((32, 82, 139)), of_sixteen((36, 44, 52)), of_sixteen((160, 152, 114))
    ((0, 0, 170), (0, 0, 0), (170, 170, 170))
    """
    most = max(colour)
    if most < _BLACKISH:
        return _DARK[0]
    if most - min(colour) < _GREYISH:
        if most < 130:
            return _LIGHT[0]
        return _DARK[_WHITE] if most < 205 else _LIGHT[_WHITE]
    hue, _, _ = rgb_to_hls(*(part / 255 for part in colour))
    number = next(number for end, number in _HUES if hue * 360 <= end)
    if number == _ORANGE:
        number = _YELLOW if most > _BRIGHT else _RED
    return (*_DARK, *_LIGHT)[number] if number > 7 or most < _BRIGHT else _LIGHT[number]


class SixteenColours(LineFilter):
    """Keeps the hues of the screen; the nearest of sixteen colours is mostly a grey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return segments in the colours of the terminal."""
        del background
        return [
            Segment(text, _of_sixteen(style, not text.strip("▀")) if style else style, control)
            for text, style, control in segments
        ]


@lru_cache(4096)  # the styles of all places of a picture
def _of_sixteen(style: Style, is_picture: bool) -> Style:
    ink, ground = (
        None if colour is None or colour.is_default else of_sixteen(channels(colour))
        for colour in (style.color, style.bgcolor)
    )
    if ink is not None and ink == ground and not is_picture:
        ink = _BLACK if sum(ink) > _PALE else _PAPER
    return style + Style(
        bold=False if ink == _BLACK else None,  # many terminals show bold black as grey
        color=RichColor.from_rgb(*ink) if ink is not None else None,
        bgcolor=RichColor.from_rgb(*ground) if ground is not None else None,
    )
