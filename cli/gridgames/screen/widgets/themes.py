"""Themes of the screen: themes of Textual's own, and the colours of the games in each of them.

Everything that is shown names its colours as they are on the dark theme. A theme with another
ground turns them round here, at the edge: dark greys become light ones, and ink is moved away from
what is behind it until it can be read. The colours of players are chosen for each theme, so that
they can be told apart by everybody; what is painted, as tiles are, stays as it is.
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
_GREY = 28  # difference of the parts of a colour up to which it may be a ground
_DARK = 62  # middle of the parts of a colour up to which it may be a ground
_STEPS = 20  # in which ink is moved towards black or white


@dataclass(frozen=True)
class Look:
    """A theme with what the pictures of the games need of it."""

    theme: Theme
    ink: Colour
    ground: Colour
    least: float = 0.0  # contrast of ink with what is behind it
    spread: float = 1.0  # of the tints of a ground

    @property
    def owners(self) -> Mapping[Colour, Colour]:
        """The colours of players for those on the dark ground."""
        return dict(zip(COLOURS, COLOURS_BY_THEME[self.theme.name], strict=True))


def _theme(name: str, *, dark: bool, ink: Colour, ground: Colour, **colours: str) -> Theme:
    """Return a theme of Textual; ``colours`` has an entry for each use that the screen names."""
    scroll = {
        f"scrollbar{part}": colours[use]
        for part, use in (
            ("", "thumb"),
            ("-hover", "faint"),
            ("-active", "faint"),
            ("-background", "surface"),
            ("-background-hover", "surface"),
            ("-background-active", "surface"),
            ("-corner-color", "surface"),
        )
    }
    return Theme(
        name,
        primary=colours["frame"],
        foreground=hex_code(ink),
        background=hex_code(ground),
        surface=colours["surface"],
        panel=colours["bar"],
        dark=dark,
        variables={
            **scroll,
            "rule": colours["rule"],
            "frame": colours["frame"],
            "field": colours["field"],
            "strip": colours["strip"],
            "hint": colours["hint"],
            "block-cursor-background": colours["chosen"],
            "block-cursor-foreground": colours["on_chosen"],
            "block-cursor-blurred-background": colours["chosen"],
            "block-cursor-blurred-foreground": colours["on_chosen"],
        },
    )


_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_LIGHT_INK: Colour = (27, 32, 38)
_LIGHT_GROUND: Colour = (247, 248, 250)

LOOKS: Mapping[str, Look] = {
    look.theme.name: look
    for look in (
        Look(
            _theme(
                "dark",
                dark=True,
                ink=INK,
                ground=GROUND,
                surface="#161d24",
                bar="#22303a",
                strip="#1a222a",
                hint="#8a95a0",
                field="#26313b",
                rule="#3a4652",
                frame="#e0a030",
                thumb="#4a5866",
                faint="#8fa2b4",
                chosen="#2f6f9f",
                on_chosen="#ffffff",
            ),
            INK,
            GROUND,
        ),
        Look(
            _theme(
                "light",
                dark=False,
                ink=_LIGHT_INK,
                ground=_LIGHT_GROUND,
                surface="#eef1f4",
                bar="#dbe2e9",
                strip="#e9edf1",
                hint="#5b6670",
                field="#ffffff",
                rule="#b6c0ca",
                frame="#8a5a00",
                thumb="#a3afbb",
                faint="#66727e",
                chosen="#1f5f99",
                on_chosen="#ffffff",
            ),
            _LIGHT_INK,
            _LIGHT_GROUND,
            least=4.5,
            spread=1.7,
        ),
        Look(
            _theme(
                "contrast",
                dark=True,
                ink=_WHITE,
                ground=_BLACK,
                surface="#000000",
                bar="#000000",
                strip="#000000",
                hint="#d0d0d0",
                field="#202020",
                rule="#ffffff",
                frame="#ffe000",
                thumb="#ffffff",
                faint="#ffff00",
                chosen="#ffe000",
                on_chosen="#000000",
            ),
            _WHITE,
            _BLACK,
            least=9.0,
        ),
    )
}
DEFAULT = "dark"
THEME_DEFAULTS = LOOKS[DEFAULT].theme.variables


def register_themes(app: App[Any], name: str) -> None:
    """Give an app the themes, and ``name`` to begin with; an unknown name is the dark one.

    The app must not run yet. What assigning ``app.theme`` does is done by hand, since Textual would
    then read all its style sheets a second time after the start.
    """
    for look in LOOKS.values():
        app.register_theme(look.theme)
    app.set_reactive(App.theme, name if name in LOOKS else DEFAULT)
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


def ground_in(colour: Colour, look: Look) -> Colour:
    """Return a colour that something stands on; dark greys go with the ground of the theme."""
    middle = (max(colour) + min(colour)) / 2
    if look.ground == GROUND or middle > _DARK or max(colour) - min(colour) > _GREY:
        return colour
    apart = [one - other for one, other in zip(colour, GROUND, strict=True)]
    lighter = sum(apart) / 3
    step = -lighter if look.ground > GROUND else lighter
    red, green, blue = (
        min(255, max(0, round(zero + step + (one - lighter) * look.spread)))
        for zero, one in zip(look.ground, apart, strict=True)
    )
    return red, green, blue


def ink_in(colour: Colour, behind: Colour, look: Look) -> Colour:
    """Return a colour that something is written in, so that it can be read on ``behind``."""
    if owner := look.owners.get(colour):
        return owner
    if colour == INK:
        colour = look.ink
    is_dark = luminance(behind) < 0.18
    if not is_dark and max(colour) - min(colour) <= _GREY and look.ground > GROUND:
        red, green, blue = (min(one, 255 - one) for one in colour)
        colour = (red, green, blue)
    target = _WHITE if is_dark else _BLACK
    for step in range(_STEPS + 1):
        found = mix(colour, target, step / _STEPS)
        if contrast(found, behind) >= look.least:
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
    """Return what a style of the dark theme is in the theme ``name``.

    ``on`` is the ground of that theme that the text stands on, where the style has none;
    ``is_picture`` says that the characters are half blocks, whose ink is painted as well.

    >>> styled("bold #dde3ea on #10141a", "light").color.name
    '#1b2026'
    """
    plain = Style.parse(style) if style else Style.null()
    look = LOOKS.get(name, LOOKS[DEFAULT])
    if look.ground == GROUND or (plain.color is None and plain.bgcolor is None):
        return plain
    behind, ground = parts_of(on) if on else look.ground, None
    if plain.bgcolor is not None and not plain.bgcolor.is_default:
        old = parts_of(plain.bgcolor)
        behind = ground_in(old, look)
        ground = Color.from_rgb(*behind)
        if behind == old and look.least < 7 and plain.color is not None and not is_picture:
            return plain  # painted, with ink that was chosen for it
    ink = None
    if plain.color is not None and not plain.color.is_default:
        colour = parts_of(plain.color)
        shown = ground_in(colour, look) if is_picture else ink_in(colour, behind, look)
        ink = Color.from_rgb(*shown)
    return plain + Style(color=ink, bgcolor=ground)


def parts_of(colour: Color) -> Colour:
    """Return red, green and blue of a colour of Rich."""
    red, green, blue = colour.get_truecolor()
    return red, green, blue
