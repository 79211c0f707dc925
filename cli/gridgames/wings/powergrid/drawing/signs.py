"""The signs of Power Grid's pictures: houses, fuel, plants; each drawn around (0, 0)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from gridcommon.contract import Seat
from gridgames.show.drawing.palette import (
    BLACK,
    FAINT,
    GROUND_TONE,
    INK,
    PALETTE,
    PANEL,
    SEATS,
    WHITE,
    Palette,
    Tone,
)
from gridgames.show.drawing.svg import Group, Value, picture
from gridgames.show.parts import Picture
from gridgames.terminal.canvas import Colour, mix
from gridgames.terminal.seat_styles import GLYPHS
from gridgames.wings.powergrid.description.places import plant_place
from gridgames.wings.powergrid.screen.map_layout import REGION_COLOURS
from powergrid.state import CARTEL
from powergrid.tables import (
    COAL,
    FUELS,
    GARBAGE,
    OIL,
    PLANTS,
    PRICES,
    URANIUM,
    Fuel,
    Plant,
    Tokens,
)

TONES = Palette(PALETTE)

PLATE = 106.0, 60.0  # of a plant in the market
SMALL_PLATE = 106.0, 40.0  # of a plant of a player

REGIONS = {
    name: TONES.tone(
        f"pg-region-{name}",
        mix(colour, GROUND_TONE.light, 0.5),
        mix(colour, GROUND_TONE.dark, 0.68),
    )
    for name, colour in REGION_COLOURS.items()
}
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
_FRAMES = {
    kind: TONES.tone(f"pg-{kind}", colour, mix(colour, WHITE, 0.4) if kind == "oil" else colour)
    for kind, colour in _KINDS.items()
}  # oil is too dark for a line on dark ground
_NO_TOKEN = TONES.mixed("pg-no-token", FAINT, GROUND_TONE, 0.55)
_RIMS = [
    TONES.tone(f"pg-{name}-rim", mix(colour, BLACK, 0.45), mix(colour, WHITE, 0.45))
    for name, (colour, _) in zip(FUELS, _FUELS.values(), strict=True)
]
_CARTEL = TONES.tone("pg-cartel", (120, 126, 134))
OWNERS: Mapping[Seat, Tone] = {**dict(enumerate(SEATS)), CARTEL: _CARTEL}


def _rim(owner: Tone) -> Tone:
    return TONES.tone(f"{owner.name}-rim", mix(owner.light, BLACK, 0.6), BLACK)


def _glyph(owner: Tone) -> Tone:
    light, dark = (BLACK if sum(one) > 380 else WHITE for one in (owner.light, owner.dark))
    return TONES.tone(f"{owner.name}-glyph", light, dark)


_HOUSE_RIMS = {seat: _rim(owner) for seat, owner in OWNERS.items()}
_HOUSE_INKS = {seat: _glyph(owner) for seat, owner in OWNERS.items()}


def define(shared: Group) -> None:
    """Define the tokens, the empty spaces of tokens, and the houses."""
    look: Mapping[str, Value] = {"stroke_width": 1.1, "stroke_linejoin": "round"}
    for fuel, (colour, way) in _FUELS.items():
        shared.path(way, id=f"pg-token-{fuel}", fill=colour, stroke=_RIMS[fuel], **look)
        shared.path(way, id=f"pg-space-{fuel}", fill="none", stroke=_NO_TOKEN)
    roof: Mapping[str, Value] = {"stroke_width": 1.6, "stroke_linejoin": "round"}
    for seat, owner in OWNERS.items():
        house = shared.group(id=f"pg-house-{_code(seat)}")
        way = "M-8.6 8.6V-1.6L0 -9.4L8.6 -1.6V8.6Z"
        house.path(way, fill=owner, stroke=_HOUSE_RIMS[seat], **roof)
        if seat == CARTEL:
            house.path("M-4 -1L4 6M4 -1L-4 6", stroke=_HOUSE_INKS[seat], stroke_width=2)
        else:
            house.write(0, 6.4, GLYPHS[seat], 11, fill=_HOUSE_INKS[seat], anchor="middle")


def _code(seat: Seat) -> str:
    return "cartel" if seat == CARTEL else f"{seat}"


def draw_fuel(group: Group, x: float, y: float, fuel: Fuel, *, is_there: bool = True) -> None:
    """Draw a token, or the empty space of one."""
    group.use(f"pg-{'token' if is_there else 'space'}-{fuel}", x, y)


def draw_house(group: Group, x: float, y: float, seat: Seat) -> None:
    """Draw a house with the glyph of its owner."""
    group.use(f"pg-house-{_code(seat)}", x, y)


@lru_cache(16)
def house(seat: Seat) -> Picture:
    """Return a house as a picture."""
    return picture(lambda group: draw_house(group, 0, 0, seat), (-10, -11, 20, 21))


@lru_cache(8)
def token(fuel: Fuel) -> Picture:
    """Return a token as a picture."""
    return picture(lambda group: draw_fuel(group, 0, 0, fuel), (-8, -9, 16, 18))


def swatch(region: str) -> Picture:
    """Return the colour of a region as a picture; ``region`` is the name of the colour."""
    fill = REGIONS[region]
    return picture(lambda group: group.box(0, 0, 15, 15, rx=3, fill=fill), (0, 0, 15, 15))


@lru_cache(1024)
def plate(plant: Plant, held: Tokens | None = None) -> Picture:
    """Return a plant as a picture; with ``held`` a small one and the fuel on it."""
    card = PLANTS[plant]
    wide, high = PLATE if held is None else SMALL_PLATE

    def draw(group: Group) -> None:
        colour = _FRAMES[card.kind]
        group.box(1, 1, wide - 2, high - 2, rx=6, fill=PANEL, stroke=colour, stroke_width=2)
        if held is None:
            group.write(9, 27, f"{plant}", 23, fill=INK, bold=True)
            _draw_need(group, 12, 46, plant)
            _draw_cities(group, wide - 33, 46, card.cities)
            return
        group.write(6, 16, f"{plant}", 14, fill=INK, bold=True)
        _draw_need(group, 37, 11, plant)
        _draw_cities(group, wide - 21, 12, card.cities)
        tokens = [fuel for fuel, count in enumerate(held) for _ in range(count)]
        for place, fuel in enumerate(tokens):
            draw_fuel(group, 11 + 12 * place, 29, fuel)

    return picture(draw, (0, 0, wide, high), place=plant_place(plant))


@lru_cache(128)
def spaces(
    fuel: Fuel, count: int, prices: tuple[int, ...] = (), added: int | None = None
) -> Picture:
    """Return the spaces of the market, each with its price; tokens are on the ``count`` dearest.

    With ``added`` the number of tokens of the next refill follows.
    """
    prices = prices or PRICES[fuel]
    empty = len(prices) - count
    room = 368.0 / len(prices)

    def draw(group: Group) -> None:
        first = 0
        for price, same in spread(prices):
            middle = 8 + room * (first + (same - 1) / 2)
            group.write(middle, 9, f"{price}", 9.5, fill=FAINT, anchor="middle")
            for place in range(first, first + same):
                draw_fuel(group, 8 + room * place, 19, fuel, is_there=place >= empty)
            first += same
        if added is not None:
            group.write(400, 23, f"+{added}", 12, fill=INK, anchor="end")

    return picture(draw, (0, 0, 376 if added is None else 402, 27))


def _draw_need(group: Group, x: float, y: float, plant: Plant) -> None:
    """Draw the fuel of a plant: a token, with the number if it is not one."""
    card = PLANTS[plant]
    if card.kind == "wind":
        way = "M0 0L-1.4 -8H1.4ZM0 0L7.6 2.8L6.2 5.2ZM0 0L-7.6 2.8L-6.2 5.2Z"
        colour = _KINDS["wind"]
        group.at(x, y).path(way, fill=colour, stroke=colour, stroke_linejoin="round")
        return
    if card.kind == "fusion":
        atom = group.at(x, y)
        for turn in (0, 60, 120):
            ring = atom.group(transform=f"rotate({turn})", fill="none", stroke=_KINDS["fusion"])
            ring.add("ellipse", rx=8, ry=3.2, stroke_width=1.6)
        return
    fuels = (COAL, OIL) if card.kind == "hybrid" else (FUELS.index(card.kind),)
    for place, fuel in enumerate(fuels):
        draw_fuel(group, x + 12 * place, y, fuel)
    group.write(x + 12 * len(fuels) - 4, y + 4.5, f"×{card.fuel}", 11.5, fill=INK)


def _draw_cities(group: Group, x: float, y: float, count: int) -> None:
    """Draw how many cities a plant supplies."""
    group.at(x, y).path("M-6 5.5V-1L0 -6.5L6 -1V5.5Z", fill=INK)
    group.write(x + 9, y + 5, f"{count}", 14, fill=INK, bold=True)


def spread(spaces: Sequence[int]) -> list[tuple[int, int]]:
    """Return how many spaces there are at each price, in the order of the prices.

    >>> spread((1, 1, 2, 4))
    [(1, 2), (2, 1), (4, 1)]
    """
    return [(price, spaces.count(price)) for price in sorted(set(spaces))]
