"""The colour schemes of pictures: light and dark."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridgames.terminal.canvas import GROUND, Colour, mix
from gridgames.terminal.seat_styles import COLOURS_BY_THEME

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class ColourScheme:
    """The colours of a picture."""

    name: str
    ground: Colour
    panel: Colour  # behind cards and boxes
    ink: Colour
    faint: Colour  # of secondary text
    rule: Colour  # of dividing lines
    accent: Colour  # of headings
    dimmed: float  # share of the ground colour in painted land and water

    @property
    def owners(self) -> Sequence[Colour]:
        """The colours of the players, by seat."""
        return COLOURS_BY_THEME[self.name]

    def painted(self, colour: Colour) -> Colour:
        """Return a colour of land or water, adapted to the ground colour."""
        return mix(colour, self.ground, self.dimmed)


COLOUR_SCHEMES: Mapping[str, ColourScheme] = {
    "light": ColourScheme(
        "light",
        ground=(247, 248, 250),
        panel=(255, 255, 255),
        ink=(27, 32, 38),
        faint=(91, 102, 112),
        rule=(208, 215, 222),
        accent=(138, 90, 0),
        dimmed=0.0,
    ),
    "dark": ColourScheme(
        "dark",
        ground=GROUND,
        panel=(26, 34, 42),
        ink=(221, 227, 234),
        faint=(150, 162, 174),
        rule=(58, 70, 82),
        accent=(224, 160, 48),
        dimmed=0.24,
    ),
}
