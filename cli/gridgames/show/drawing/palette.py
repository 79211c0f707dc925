"""The palette of pictures: named tones, each with a colour on light ground and one on dark.

Markup names tones as variables of a style sheet, so one drawing suits both; a file has colours in
their place.
"""

import re
from typing import Literal

from gridgames.terminal.canvas import GROUND, Colour, hex_code, mix
from gridgames.terminal.seat_styles import COLOURS_BY_THEME

Theme = Literal["light", "dark"]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

_DIMMED = 0.24  # share of the ground in land and water that is painted on dark ground
_VARIABLE = re.compile(r'"var\(--([\w-]+)\)"')  # text has no quotes: they are escaped


class Tone(str):
    """A named colour; as text it is a variable of the style sheet."""

    __slots__ = ("dark", "light", "name")
    name: str
    light: Colour
    dark: Colour

    def __new__(cls, name: str, light: Colour, dark: Colour) -> "Tone":
        """Return a tone from its two colours."""
        tone = super().__new__(cls, f"var(--{name})")
        tone.name, tone.light, tone.dark = name, light, dark
        return tone


class Palette:
    """The tones of pictures; those of a game come after the ones that all games share."""

    def __init__(self, base: "Palette | None" = None) -> None:
        self._tones: dict[str, Tone] = dict(base._tones) if base else {}

    def tone(self, name: str, light: Colour, dark: Colour | None = None) -> Tone:
        """Add a tone; without ``dark`` it is the same colour on both grounds."""
        assert name not in self._tones, name
        self._tones[name] = tone = Tone(name, light, light if dark is None else dark)
        return tone

    def mixed(self, name: str, one: Tone, other: Tone | Colour, share: float) -> Tone:
        """Add a mixture of a tone with a share of another, from 0 to 1."""
        lights, darks = (other.light, other.dark) if isinstance(other, Tone) else (other, other)
        return self.tone(name, mix(one.light, lights, share), mix(one.dark, darks, share))

    def painted(self, name: str, colour: Colour) -> Tone:
        """Add a colour of land or water, which is dimmed on dark ground."""
        return self.tone(name, colour, mix(colour, GROUND, _DIMMED))

    def colours(self, theme: Theme) -> list[Colour]:
        """Return the colours of a theme."""
        return [getattr(tone, theme) for tone in self._tones.values()]

    def stylesheet(self, page: str = ":root") -> str:
        """Return the tones as CSS: as the system has it, or as ``data-theme`` of the page says.

        ``page`` selects the element that has this attribute. Paper is light.
        """
        light, dark = (
            "".join(f"--{name}:{hex_code(getattr(tone, theme))};" for name, tone in rows)
            for rows, theme in ((self._tones.items(), "light"), (self._tones.items(), "dark"))
        )
        return (
            f"{page}{{color-scheme:light;{light}}}\n"
            "@media screen and (prefers-color-scheme:dark){"
            f"{page}:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
            f"@media screen{{{page}[data-theme=dark]{{color-scheme:dark;{dark}}}}}\n"
        )

    def resolved(self, markup: str, theme: Theme) -> str:
        """Return markup with the colours of a theme in the place of the variables."""
        plain = {name: hex_code(getattr(tone, theme)) for name, tone in self._tones.items()}
        return _VARIABLE.sub(lambda found: f'"{plain[found[1]]}"', markup)


PALETTE = Palette()
GROUND_TONE = PALETTE.tone("ground", (247, 248, 250), GROUND)
PANEL = PALETTE.tone("panel", WHITE, (26, 34, 42))  # behind cards and boxes
INK = PALETTE.tone("ink", (27, 32, 38), (221, 227, 234))
FAINT = PALETTE.tone("faint", (91, 102, 112), (150, 162, 174))  # of secondary text
RULE = PALETTE.tone("rule", (208, 215, 222), (58, 70, 82))  # of dividing lines
ACCENT = PALETTE.tone("accent", (138, 90, 0), (224, 160, 48))  # of headings
TO_ACT = PALETTE.mixed("to-act", PANEL, ACCENT, 0.12)  # behind the player to act
# Of marks on a board. No colour is free beside six players, so shapes and rims make them distinct.
CURSOR = PALETTE.tone("cursor", BLACK, WHITE)
CURSOR_RIM = PALETTE.tone("cursor-rim", WHITE, BLACK)
GO = PALETTE.tone("go", (11, 107, 79), (95, 211, 164))  # of choices, and of prices
GO_INK = PALETTE.tone("go-ink", WHITE, (6, 37, 27))
CHANGED = PALETTE.tone("changed", (0, 128, 190), (90, 220, 255))
PLANNED = PALETTE.tone("planned", (110, 60, 200), (196, 168, 255))
SEATS = [
    PALETTE.tone(f"seat-{seat}", light, dark)
    for seat, (light, dark) in enumerate(
        zip(COLOURS_BY_THEME["light"], COLOURS_BY_THEME["dark"], strict=True)
    )
]
