"""The themes of the screen, and the colours of the games in each of them.

Pictures and panels name their colours as they are in the dark theme, and this module translates
them for the other themes. Dark greys follow the ground of the theme, and ink is moved away from the
colour behind it until it can be read. The colours of the players are chosen for each theme, so that
everybody can tell them apart. Painted areas, such as tiles, keep their colours.
"""

from collections.abc import Mapping
from colorsys import rgb_to_hls
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color as ScreenColor
from textual.filter import LineFilter
from textual.theme import Theme

from gridgames.terminal.canvas import GROUND, Colour, hex_code, mix
from gridgames.terminal.seat_styles import COLOURS, COLOURS_BY_THEME

INK: Colour = (221, 227, 234)  # on the dark ground
_GREY = 28  # largest difference between the channels of a colour that may be a ground
_DARK = 62  # largest middle of the channels of a colour that may be a ground
_STEPS = 20  # in which ink is moved towards black or white

# The colours of the themes dark, light and contrast, by the variable of Textual's style sheets.
_COLOURS = {
    "surface": ("#161d24", "#eef1f4", "#000000"),
    "panel": ("#22303a", "#dbe2e9", "#000000"),
    "strip": ("#1a222a", "#e9edf1", "#000000"),
    "hint": ("#8a95a0", "#5b6670", "#d0d0d0"),
    "field": ("#26313b", "#ffffff", "#202020"),
    "rule": ("#3a4652", "#b6c0ca", "#ffffff"),
    "frame": ("#e0a030", "#8a5a00", "#ffe000"),
    "scrollbar": ("#4a5866", "#a3afbb", "#ffffff"),
    "scrollbar-hover": ("#8fa2b4", "#66727e", "#ffff00"),
    "block-cursor-background": ("#2f6f9f", "#1f5f99", "#ffe000"),
    "block-cursor-foreground": ("#ffffff", "#ffffff", "#000000"),
}
# The other variables have the colour of one of these.
_SAME_AS = {
    "scrollbar-active": "scrollbar-hover",
    "scrollbar-background": "surface",
    "scrollbar-background-hover": "surface",
    "scrollbar-background-active": "surface",
    "scrollbar-corner-color": "surface",
    "block-cursor-blurred-background": "block-cursor-background",
    "block-cursor-blurred-foreground": "block-cursor-foreground",
}


@dataclass(frozen=True)
class ThemeColours:
    """The colours that the pictures of the games need in a theme."""

    name: str
    ink: Colour
    ground: Colour
    min_contrast: float  # of ink with the colour behind it
    tint_spread: float = 1.0  # by which the tints of a ground are strengthened

    @property
    def owners(self) -> Mapping[Colour, Colour]:
        """The colours of the players, by their colours in the dark theme."""
        return dict(zip(COLOURS, COLOURS_BY_THEME[self.name], strict=True))

    @property
    def theme(self) -> Theme:
        """The theme, as Textual takes it."""
        number = [*THEME_COLOURS].index(self.name)
        colours = {use: values[number] for use, values in _COLOURS.items()}
        return Theme(
            self.name,
            primary=colours["frame"],
            foreground=hex_code(self.ink),
            background=hex_code(self.ground),
            surface=colours["surface"],
            panel=colours["panel"],
            dark=self.ground < self.ink,
            variables=colours | {use: colours[other] for use, other in _SAME_AS.items()},
        )


_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)

THEME_COLOURS: Mapping[str, ThemeColours] = {
    one.name: one
    for one in (
        ThemeColours("dark", INK, GROUND, 0.0),
        ThemeColours("light", (27, 32, 38), (247, 248, 250), 4.5, 1.7),
        ThemeColours("contrast", _WHITE, _BLACK, 9.0),
    )
}
DEFAULT = "dark"
THEME_DEFAULTS = THEME_COLOURS[DEFAULT].theme.variables


def register_themes(app: App[Any], name: str) -> None:
    """Register all themes with an app, and start with ``name``; an unknown name means dark.

    The app must not run yet. The effects of assigning ``app.theme`` are repeated here, since the
    assignment would make Textual read all style sheets again after the start.
    """
    for colours in THEME_COLOURS.values():
        app.register_theme(colours.theme)
    app.set_reactive(App.theme, name if name in THEME_COLOURS else DEFAULT)
    theme = app.current_theme
    app.set_class(True, f"-theme-{theme.name}")
    app.set_class(theme.dark, "-dark-mode")
    app.set_class(not theme.dark, "-light-mode")
    app.stylesheet.set_variables(app.get_css_variables())


def luminance(colour: Colour) -> float:
    """Return how light a colour is, from 0 to 1, as WCAG defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (one / 255 for one in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG defines it.

    >>> contrast((0, 0, 0), (255, 255, 255)), contrast((9, 9, 9), (9, 9, 9))
    (21.0, 1.0)
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return round((lighter + 0.05) / (darker + 0.05), 6)


def ground_in(colour: Colour, colours: ThemeColours) -> Colour:
    """Return the colour of a ground in a theme; dark greys follow the ground of the theme."""
    middle = (max(colour) + min(colour)) / 2
    if colours.ground == GROUND or middle > _DARK or max(colour) - min(colour) > _GREY:
        return colour
    apart = [one - other for one, other in zip(colour, GROUND, strict=True)]
    lighter = sum(apart) / 3
    step = -lighter if colours.ground > GROUND else lighter
    red, green, blue = (
        min(255, max(0, round(zero + step + (one - lighter) * colours.tint_spread)))
        for zero, one in zip(colours.ground, apart, strict=True)
    )
    return red, green, blue


def ink_in(colour: Colour, behind: Colour, colours: ThemeColours) -> Colour:
    """Return the colour of ink in a theme, changed until it can be read on ``behind``."""
    if owner := colours.owners.get(colour):
        return owner
    if colour == INK:
        colour = colours.ink
    is_dark = luminance(behind) < 0.18
    if not is_dark and max(colour) - min(colour) <= _GREY and colours.ground > GROUND:
        red, green, blue = (min(one, 255 - one) for one in colour)
        colour = (red, green, blue)
    target = _WHITE if is_dark else _BLACK
    for step in range(_STEPS + 1):
        found = mix(colour, target, step / _STEPS)
        if contrast(found, behind) >= colours.min_contrast:
            break
    return found


@lru_cache(maxsize=8192)
def styled(
    style: str,
    name: str = DEFAULT,
    *,
    on: Color | None = None,
    is_picture: bool = False,
) -> Style:
    """Return the equivalent in the theme ``name`` of a style in the dark theme.

    ``on`` is the ground of that theme behind the text if the style has none. With ``is_picture``
    the characters are half blocks, whose ink is painted as well.

    >>> styled("bold #dde3ea on #10141a", "light").color.name
    '#1b2026'
    """
    plain = Style.parse(style) if style else Style.null()
    colours = THEME_COLOURS.get(name, THEME_COLOURS[DEFAULT])
    if colours.ground == GROUND or (plain.color is None and plain.bgcolor is None):
        return plain
    behind, ground = channels(on) if on else colours.ground, None
    if plain.bgcolor is not None and not plain.bgcolor.is_default:
        old = channels(plain.bgcolor)
        behind = ground_in(old, colours)
        ground = Color.from_rgb(*behind)
        if (
            behind == old
            and colours.min_contrast < 7
            and plain.color is not None
            and not is_picture
        ):
            return plain  # painted, and its ink was chosen for it
    ink = None
    if plain.color is not None and not plain.color.is_default:
        colour = channels(plain.color)
        shown = ground_in(colour, colours) if is_picture else ink_in(colour, behind, colours)
        ink = Color.from_rgb(*shown)
    return plain + Style(color=ink, bgcolor=ground)


def channels(colour: Color) -> Colour:
    """Return red, green and blue of a colour of Rich, each from 0 to 255."""
    red, green, blue = colour.get_truecolor()
    return red, green, blue


_BLACKISH = 70  # the brightest channel of a colour shown as black
_GREYISH = 60  # the largest difference between the channels of a colour shown as grey
_BRIGHT = 190  # the brightest channel from which a colour is shown bright

# The sixteen, as Rich knows them: dark ones, then bright ones.
_DULL: tuple[Colour, ...] = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
    *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
)
_LIGHT: tuple[Colour, ...] = (
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
    *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
)
_RED, _GREEN, _YELLOW, _BLUE, _VIOLET, _MAGENTA, _CYAN = 1, 2, 3, 4, 12, 5, 6
_SILVER = 7
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
        return _DULL[0]
    if most - min(colour) < _GREYISH:
        if most < 130:
            return _LIGHT[0]
        return _DULL[_SILVER] if most < 205 else _LIGHT[_SILVER]
    hue, _, _ = rgb_to_hls(*(part / 255 for part in colour))
    number = next(number for end, number in _HUES if hue * 360 <= end)
    if number == _ORANGE:
        number = _YELLOW if most > _BRIGHT else _RED
    return (*_DULL, *_LIGHT)[number] if number > 7 or most < _BRIGHT else _LIGHT[number]


class SixteenColours(LineFilter):
    """Keeps the hues of the screen; the nearest of sixteen colours is mostly a grey."""

    def apply(self, segments: list[Segment], background: ScreenColor) -> list[Segment]:
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
        ink = _BLACK if sum(ink) > _PALE else _WHITE
    return style + Style(
        bold=False if ink == _BLACK else None,  # many terminals show bold black as grey
        color=Color.from_rgb(*ink) if ink is not None else None,
        bgcolor=Color.from_rgb(*ground) if ground is not None else None,
    )


SCREEN_CSS = """
Screen { background: $background; color: $foreground; layers: below above; }
"""

GAME_CSS = (
    SCREEN_CSS
    + """
#title { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; }
#banner { display: none; height: auto; padding: 0 1; background: $panel; }
#banner.new { max-height: 5; padding: 0 2; background: $field; border-left: outer $frame; }
#middle { height: 1fr; layers: below above; }
#cards { layer: above; position: absolute; width: auto; height: auto; display: none;
         background: $background; }
.phone.tab-panel #cards, .phone.tab-log #cards { display: none; }
#tabs { display: none; height: 1; padding: 0 1; background: $strip; }
.phone #tabs { display: block; }
#board { width: 1fr; background: $background; scrollbar-size: 0 0; }
#side.narrow { padding: 0 0 0 1; }
#panels { height: auto; max-height: 100%; scrollbar-size: 1 1; }
#panels Panel { height: auto; }
#log-pane { height: 1fr; margin-right: 1; padding: 0 0 0 1; border: round $rule;
            border-title-color: $foreground; border-title-style: bold; scrollbar-size: 1 1; }
.narrow #log-pane { margin: 0; padding: 0; border: none; border-top: solid $rule; }
#log-pane.-hidden, .drafting #log-pane { display: none; }
.drafting #panels { height: 1fr; }
.over #side { dock: left; padding: 0 1; }
.over #log-pane, .whole #board { display: none; }
#log { height: auto; }
.phone.tab-board #side, .phone.tab-panel #board, .phone.tab-log #board { display: none; }
.phone.tab-panel #log-pane, .phone.tab-log #panels { display: none; }
.phone.tab-log #log-pane { display: block; }
#guide { height: auto; max-height: 1; padding: 0 1; background: $strip; }
#bar { display: none; height: 1; padding: 0 1; background: $strip; text-wrap: nowrap; }
#lesson { height: auto; max-height: 50%; padding: 0 1; background: $panel; }
#gap { height: 1; }
#message { layer: above; dock: bottom; height: auto; min-height: 1; max-height: 6; padding: 0 1;
           background: $strip; }
#command { height: 1; border: none; padding: 0 1; background: $field; }
Input > .input--placeholder { color: $hint; }
.box Panel { height: auto; }
#keys { height: auto; min-height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; }
ModalScreen { align: center middle; background: #000000 50%; }
HandOver { align: center middle; background: $background; }
.box { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 2;
       border: round $frame; background: $surface; }
.box.small { width: 60; }
.box.large { width: 90; height: 90%; }
.box VerticalScroll { height: auto; max-height: 70vh; scrollbar-size: 1 1; }
.box.large #rule { height: 1fr; max-height: 100%; border-top: solid $rule; }
.box OptionList { height: auto; max-height: 70vh; border: none; background: $surface;
                  scrollbar-size: 1 1; padding: 0; }
.box.large OptionList { max-height: 25vh; }
.box.chart { width: 96%; height: 94%; max-height: 94%; }
.box.chart VerticalScroll { height: 1fr; max-height: 100%; }
.box Input { border: none; height: 1; background: $field; }
"""
)
