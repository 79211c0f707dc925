"""The themes of the screen, and the colours of the games in each of them.

Pictures and panels name their colours as they are in the dark theme, and this module translates
them for the other themes. Dark greys follow the ground of the theme, and ink is moved away from the
colour behind it until it can be read. The colours of the players are chosen for each theme, so that
everybody can tell them apart. Painted areas, such as tiles, keep their colours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rich.color import Color
from rich.style import Style
from textual.app import App
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
    """A theme with the colours that the pictures of the games need in it."""

    theme: Theme
    ink: Colour
    ground: Colour
    min_contrast: float  # of ink with the colour behind it
    tint_spread: float  # by which the tints of a ground are strengthened

    @property
    def owners(self) -> Mapping[Colour, Colour]:
        """The colours of the players, by their colours in the dark theme."""
        return dict(zip(COLOURS, COLOURS_BY_THEME[self.theme.name], strict=True))


def _theme_colours(
    number: int,
    name: str,
    ink: Colour,
    ground: Colour,
    min_contrast: float,
    tint_spread: float = 1.0,
) -> ThemeColours:
    """Return the colours of the theme with a ``number`` in the table above."""
    colours = {use: values[number] for use, values in _COLOURS.items()}
    theme = Theme(
        name,
        primary=colours["frame"],
        foreground=hex_code(ink),
        background=hex_code(ground),
        surface=colours["surface"],
        panel=colours["panel"],
        dark=ground < ink,
        variables=colours | {use: colours[other] for use, other in _SAME_AS.items()},
    )
    return ThemeColours(theme, ink, ground, min_contrast, tint_spread)


_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)

THEME_COLOURS: Mapping[str, ThemeColours] = {
    colours.theme.name: colours
    for colours in (
        _theme_colours(0, "dark", INK, GROUND, 0.0),
        _theme_colours(1, "light", (27, 32, 38), (247, 248, 250), 4.5, 1.7),
        _theme_colours(2, "contrast", _WHITE, _BLACK, 9.0),
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
