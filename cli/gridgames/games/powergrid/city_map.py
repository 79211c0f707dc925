"""The map of Power Grid as a picture: cities by longitude and latitude, names that never collide.

A city is three columns for its houses, the glyphs of their owners and a ring for each slot that is
open, and its name beside them. Links are dots of braille with their cost on them. Only the zone is
drawn, as large as the window allows; where that is too small for names, they are shortened.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import cos, radians

from gridgames.terminal.canvas import Canvas, Colour, hex_code, line_of_dots
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from powergrid.board import Board, Place
from powergrid.state import CARTEL, EMPTY, Slots
from powergrid.tables import CITY_NAMES

_REGION_COLOURS: Mapping[str, Colour] = {
    "yellow": (224, 208, 96),
    "brown": (222, 166, 104),
    "teal": (96, 206, 196),
    "purple": (200, 150, 226),
    "blue": (130, 178, 240),
    "red": (240, 140, 140),
    "green": (140, 214, 130),
}
_OTHER_REGION: Colour = (200, 200, 200)
_LINK = "#8894a2"
_COST = "#b4bec8"
_ROUTE = "bold #ffffff"
_RING = "·"
_SLOTS = 3  # columns for houses
_SHORT_NAMES = 66  # columns below which names are shortened
_SETTLING = 4  # times each city looks for a better spot

_Box = tuple[int, int, int]  # line, first column, column after the last


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a city is drawn: its houses from column ``x`` of ``line`` on, and its name."""

    x: int
    line: int
    name_x: int
    name: str

    @property
    def anchor(self) -> tuple[int, int]:
        """The dot where its links meet."""
        return 2 * self.x + 3, 4 * self.line + 2

    @property
    def boxes(self) -> tuple[_Box, _Box]:
        """The places of the houses and of the name."""
        return (
            (self.line, self.x, self.x + _SLOTS),
            (self.line, self.name_x, self.name_x + len(self.name)),
        )


@dataclass(frozen=True)
class Layout:
    """A map in a window: a spot for each place, and where the cost of each link stands.

    ``costs`` holds column, line and text; ``left_out`` counts the links without room for a cost.
    """

    width: int
    height: int
    spots: tuple[Spot, ...]
    links: tuple[tuple[Place, Place, int], ...]
    costs: tuple[tuple[int, int, str], ...]
    left_out: int
    base: tuple[tuple[tuple[int, int], ...], ...]  # the dots of each link

    def place(self, column: int, line: int) -> Place | None:
        """Return the place whose houses or name stand at a character, or nearly so."""
        best, best_far = None, 4
        for place, spot in enumerate(self.spots):
            first = min(spot.x, spot.name_x)
            last = max(spot.x + _SLOTS, spot.name_x + len(spot.name)) - 1
            far = max(first - column, column - last, 0) + 3 * abs(line - spot.line)
            if far < best_far:
                best, best_far = place, far
        return best


def short_name(name: str) -> str:
    """Return about four letters of a city's name.

    >>> [short_name(name) for name in ("Essen", "New York", "Frankfurt-M")]
    ['Esse', 'NeYo', 'FrM']
    """
    words = name.replace("-", " ").split()
    if len(words) == 1:
        return name[:4]
    return words[0][:2] + words[1][:2]


_layouts: dict[tuple[object, ...], Layout] = {}


def layout(board: Board, width: int, height: int) -> Layout:
    """Return the map of a zone for a window of so many columns and lines, remembered."""
    key = (board.cities, board.map.links, width, height)
    if key not in _layouts:
        _layouts[key] = _layout(board, width, height)
    return _layouts[key]


def _layout(board: Board, width: int, height: int) -> Layout:
    names = [CITY_NAMES[city] for city in board.cities]
    if width < _SHORT_NAMES:
        names = [short_name(name) for name in names]
    wanted = _wanted(board, width, height, max(len(name) for name in names))
    spots = _arranged(names, wanted, width, height)
    links = tuple(
        (board.places[one], board.places[other], cost)
        for one, other, cost in board.map.links
        if one in board.places and other in board.places
    )
    costs, left_out = _cost_places(spots, links, width, height)
    base = tuple(
        tuple(line_of_dots(spots[one].anchor, spots[other].anchor)) for one, other, _ in links
    )
    return Layout(width, height, spots, links, costs, left_out, base)


def _wanted(board: Board, width: int, height: int, longest: int) -> list[tuple[float, float]]:
    """Return where the houses of each city would best begin."""
    where = [board.map.place[city] for city in board.cities]
    west, east = min(x for x, _ in where), max(x for x, _ in where)
    south, north = min(y for _, y in where), max(y for _, y in where)
    across = (width - _SLOTS - min(longest, 9) - 2) / max(east - west, 0.1)
    down = (height - 1) / max(north - south, 0.1)
    # A line is twice as high as a column is wide; nothing is stretched to more than double.
    true = down * 2 * cos(radians((north + south) / 2))
    across = min(across, 2 * true)
    left = (width - across * (east - west) - _SLOTS - min(longest, 9)) / 2
    return [(left + (x - west) * across, (north - y) * down) for x, y in where]


def _arranged(
    names: Sequence[str], wanted: Sequence[tuple[float, float]], width: int, height: int
) -> tuple[Spot, ...]:
    """Return spots that do not touch each other, each near to where it is wanted."""

    def crowd(place: Place) -> tuple[float, str]:
        x, y = wanted[place]
        near = sum(abs(x - a) / 2 + 2 * abs(y - b) < 12 for a, b in wanted)
        return -near, names[place]

    order = sorted(range(len(names)), key=crowd)
    spots: dict[Place, Spot] = {}
    for _ in range(_SETTLING):
        for place in order:
            others = [spot for other, spot in spots.items() if other != place]
            spots[place] = _best_spot(names[place], wanted[place], others, width, height)
    return tuple(spots[place] for place in range(len(names)))


def _best_spot(
    name: str, wanted: tuple[float, float], others: Sequence[Spot], width: int, height: int
) -> Spot:
    taken: dict[int, list[tuple[int, int]]] = {}
    for spot in others:
        for line, first, end in spot.boxes:
            taken.setdefault(line, []).append((first, end))
    # From where it is wanted outwards, so that the first spots found end the search.
    lines = sorted(range(height), key=lambda line: abs(line - wanted[1]))
    columns = sorted(range(width - _SLOTS + 1), key=lambda x: abs(x - wanted[0]))
    best: tuple[float, Spot] | None = None
    for line in lines:
        off = (line - wanted[1]) ** 2 * 4
        if best and off >= best[0]:
            break
        for x in columns:
            cost = off + (x - wanted[0]) ** 2 / 2
            if best and cost >= best[0]:
                break
            for side, name_x in ((0.0, x + _SLOTS + 1), (1.5, x - len(name) - 1)):
                if best and cost + side >= best[0]:
                    continue
                first, end = min(x, name_x), max(x + _SLOTS, name_x + len(name))
                if first < 0 or end > width:
                    continue
                if all(end < a or first > b for a, b in taken.get(line, ())):
                    best = cost + side, Spot(x, line, name_x, name)
    if best is None:
        raise ValueError(f"no room for {name} in {width}x{height}")
    return best[1]


_ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8)
_ASIDE = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-2, 0), (2, 0), (-3, 0), (3, 0))


def _cost_places(
    spots: Sequence[Spot], links: Sequence[tuple[Place, Place, int]], width: int, height: int
) -> tuple[tuple[tuple[int, int, str], ...], int]:
    taken: dict[int, list[tuple[int, int]]] = {}

    def is_free(line: int, first: int, end: int) -> bool:
        if not 0 <= line < height or first < 0 or end > width:
            return False
        return all(end < a or first > b for a, b in taken.get(line, ()))

    for spot in spots:
        for line, first, end in spot.boxes:
            taken.setdefault(line, []).append((first, end))
    found = []
    left_out = 0
    # Short links have the fewest places to choose from.
    for one, other, cost in sorted(links, key=lambda link: _length(spots, link)):
        text = str(cost)
        (ax, ay), (bx, by) = spots[one].anchor, spots[other].anchor
        for x, y in _tries(ax / 2, ay / 4, bx / 2, by / 4, len(text)):
            if is_free(y, x, x + len(text)):
                taken.setdefault(y, []).append((x, x + len(text)))
                found.append((x, y, text))
                break
        else:
            left_out += 1
    return tuple(found), left_out


def _length(spots: Sequence[Spot], link: tuple[Place, Place, int]) -> float:
    (ax, ay), (bx, by) = spots[link[0]].anchor, spots[link[1]].anchor
    return abs(ax - bx) + abs(ay - by)


def _tries(ax: float, ay: float, bx: float, by: float, length: int) -> Iterator[tuple[int, int]]:
    """Yield columns and lines for a cost, the best first."""
    for dx, dy in _ASIDE:
        for part in _ALONG:
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            yield int(x - (length - 1) / 2) + dx, int(y) + dy


@dataclass(frozen=True)
class Scene:
    """What stands on the map, by place.

    ``prices`` are the full prices of places that may be chosen; ``route`` are places on the way to
    the one at the cursor; ``marked`` the start cities.
    """

    houses: Sequence[Slots]
    step: int
    prices: Mapping[Place, str] = field(default_factory=dict)
    cursor: Place | None = None
    route: Sequence[Place] = ()
    marked: Set[Place] = frozenset()


def draw(board: Board, scene: Scene, width: int, height: int) -> list[Line]:
    """Return the map as lines."""
    plan = layout(board, width, height)
    canvas = Canvas(width, height)
    way = set(zip(scene.route, scene.route[1:], strict=False))
    on_way = []
    for (one, other, _), dots in zip(plan.links, plan.base, strict=True):
        if (one, other) in way or (other, one) in way:
            on_way.append((one, other))
        else:
            canvas.dots(dots, _LINK)
    for one, other in on_way:
        canvas.dots(line_of_dots(plan.spots[one].anchor, plan.spots[other].anchor), _ROUTE)
    for x, y, text in plan.costs:
        canvas.put(x, y, text, _COST)
    colours = dict(zip(board.map.regions, board.map.colours, strict=True))
    for place, spot in enumerate(plan.spots):
        region = board.map.region_of[board.cities[place]]
        colour = hex_code(_REGION_COLOURS.get(colours[region], _OTHER_REGION))
        _city(canvas, spot, place, scene, colour)
    for place, price in scene.prices.items():
        spot = plan.spots[place]
        after = max(spot.x + _SLOTS, spot.name_x + len(spot.name))
        if price and canvas.is_free(after, spot.line, len(price) + 2):
            canvas.put(after, spot.line, f"={price}", "bold #9ff0c0")
    return canvas.lines()


def _city(canvas: Canvas, spot: Spot, place: Place, scene: Scene, colour: str) -> None:
    x = spot.x
    for house, style in _houses(scene.houses[place], scene.step):
        canvas.put(x, spot.line, house, style)
        x += 1
    if place in scene.marked:
        canvas.put(spot.x + _SLOTS - 1, spot.line, "☢", "bold #a0ff60")
    style = f"bold underline {colour}" if place in scene.prices else colour
    if place == scene.cursor:
        style = "bold #101010 on #ffffff"
        beside = (spot.name_x - 1, "▶"), (spot.name_x + len(spot.name), "◀")
        for column, arrow in beside:
            if canvas.is_free(column, spot.line):
                canvas.put(column, spot.line, arrow, "bold #ffffff on #c02020")
    canvas.put(spot.name_x, spot.line, spot.name, style)


def _houses(slots: Slots, step: int) -> Iterator[tuple[str, str]]:
    for slot, house in enumerate(slots):
        if house == CARTEL:
            yield OTHER_GLYPH, "bold #ffffff"
        elif house != EMPTY:
            yield GLYPHS[house], seat_style(house)
        elif slot < step:
            yield _RING, "#ffffff"
        else:
            yield " ", ""
