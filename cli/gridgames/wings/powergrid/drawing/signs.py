"""The signs of Power Grid's pictures: houses, fuel, plants; each drawn around (0, 0)."""

from collections.abc import Mapping, Sequence

from gridcommon.contract import Seat
from gridgames.games.drawing.colour_scheme import BLACK, WHITE, ColourScheme
from gridgames.games.drawing.svg import Group
from gridgames.terminal.canvas import Colour, mix
from gridgames.terminal.seat_styles import GLYPHS
from powergrid.state import CARTEL
from powergrid.tables import COAL, FUELS, GARBAGE, OIL, PLANTS, URANIUM, Fuel, Plant, Tokens

PLATE = 106.0, 60.0  # of a plant in the market
SMALL_PLATE = 106.0, 40.0  # of a plant of a player

# Fuels differ in shape as they do in colour.
_FUELS: Mapping[Fuel, tuple[Colour, str]] = {
    COAL: ((154, 98, 52), "M-5.5 -5.5H5.5V5.5H-5.5Z"),
    OIL: (
        (58, 62, 72),
        "M0 -7.4C2.2 -3.4 5.4 -1 5.4 2A5.4 5.4 0 0 1 -5.4 2C-5.4 -1 -2.2 -3.4 0 -7.4Z",
    ),
    GARBAGE: ((236, 196, 40), "M0 -6.6L6.6 5.4H-6.6Z"),
    URANIUM: ((214, 52, 60), "M-3.2 -5.8H3.2L6.4 0L3.2 5.8H-3.2L-6.4 0Z"),
}
_KINDS: Mapping[str, Colour] = {
    **{name: _FUELS[fuel][0] for fuel, name in enumerate(FUELS)},
    "hybrid": (120, 96, 84),
    "wind": (58, 160, 90),
    "fusion": (70, 120, 210),
}
_CARTEL: Colour = (120, 126, 134)


def owner_colour(seat: Seat, look: ColourScheme) -> Colour:
    """Return the colour of a player's houses."""
    return _CARTEL if seat == CARTEL else look.owners[seat]


def draw_fuel(group: Group, fuel: Fuel, look: ColourScheme, *, there: bool = True) -> None:
    """Draw a token, or the empty space of one."""
    colour, way = _FUELS[fuel]
    if there:
        rim = mix(colour, BLACK if look.name == "light" else WHITE, 0.45)
        group.path(way, fill=colour, stroke=rim, stroke_width=1.1, stroke_linejoin="round")
    else:
        group.path(way, fill="none", stroke=mix(look.faint, look.ground, 0.55))


def draw_house(group: Group, seat: Seat, look: ColourScheme) -> None:
    """Draw a house with the glyph of its owner."""
    colour = owner_colour(seat, look)
    ink = BLACK if sum(colour) > 380 else WHITE
    rim = mix(colour, BLACK, 0.6) if look.name == "light" else BLACK
    way = "M-8.6 8.6V-1.6L0 -9.4L8.6 -1.6V8.6Z"
    group.path(way, fill=colour, stroke=rim, stroke_width=1.6, stroke_linejoin="round")
    if seat == CARTEL:
        group.path("M-4 -1L4 6M4 -1L-4 6", stroke=ink, stroke_width=2)
    else:
        glyph = GLYPHS[seat]
        group.write(0, 6.4, glyph, 11, fill=ink, anchor="middle")


def draw_plate(
    group: Group,
    plant: Plant,
    look: ColourScheme,
    *,
    held: Tokens | None = None,
    faded: bool = False,
) -> None:
    """Draw a plant from (0, 0) down to the right; with ``held`` a small one and the fuel on it."""
    card = PLANTS[plant]
    wide, high = PLATE if held is None else SMALL_PLATE
    colour = _KINDS[card.kind]
    plate = group.group(opacity=0.62) if faded else group
    plate.box(0, 0, wide, high, rx=6, fill=look.panel, stroke=colour, stroke_width=2)
    if held is None:
        plate.write(9, 27, f"{plant}", 23, fill=look.ink, bold=True)
        _draw_need(plate.at(12, 46), plant, look)
        _draw_cities(plate.at(wide - 33, 46), card.cities, look)
    else:
        plate.write(6, 16, f"{plant}", 14, fill=look.ink, bold=True)
        _draw_need(plate.at(37, 11), plant, look)
        _draw_cities(plate.at(wide - 21, 12), card.cities, look)
        x = 11
        for fuel, count in enumerate(held):
            for _ in range(count):
                draw_fuel(plate.at(x, 29), fuel, look)
                x += 12


def _draw_need(group: Group, plant: Plant, look: ColourScheme) -> None:
    """Draw the fuel of a plant: a token, with the number if it is not one."""
    card = PLANTS[plant]
    if card.kind == "wind":
        way = "M0 0L-1.4 -8H1.4ZM0 0L7.6 2.8L6.2 5.2ZM0 0L-7.6 2.8L-6.2 5.2Z"
        group.path(way, fill=_KINDS["wind"], stroke=_KINDS["wind"], stroke_linejoin="round")
        return
    if card.kind == "fusion":
        for turn in (0, 60, 120):
            ring = group.group(transform=f"rotate({turn})", fill="none", stroke=_KINDS["fusion"])
            ring.add("ellipse", rx=8, ry=3.2, stroke_width=1.6)
        return
    fuels = (COAL, OIL) if card.kind == "hybrid" else (FUELS.index(card.kind),)
    for number, fuel in enumerate(fuels):
        draw_fuel(group.at(12 * number, 0), fuel, look)
    group.write(12 * len(fuels) - 4, 4.5, f"×{card.fuel}", 11.5, fill=look.ink)


def _draw_cities(group: Group, count: int, look: ColourScheme) -> None:
    """Draw how many cities a plant supplies."""
    group.path("M-6 5.5V-1L0 -6.5L6 -1V5.5Z", fill=look.ink)
    group.write(9, 5, f"{count}", 14, fill=look.ink, bold=True)


def spread(spaces: Sequence[int]) -> list[tuple[int, int]]:
    """Return how many spaces there are at each price, in the order of the prices.

    >>> spread((1, 1, 2, 4))
    [(1, 2), (2, 1), (4, 1)]
    """
    return [(price, spaces.count(price)) for price in sorted(set(spaces))]
