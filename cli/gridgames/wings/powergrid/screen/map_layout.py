"""The places of the cities on the screen: by longitude and latitude, without collisions.

Names are shortened if the window is too small for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sqrt

from gridgames.terminal.canvas import GROUND, Canvas, Colour, Dot, hex_code, line_of_dots, mix
from powergrid.board import Board, Place
from powergrid.tables import CITY_NAMES

REGION_COLOURS: Mapping[str, Colour] = {
    "yellow": (224, 208, 96),
    "brown": (222, 166, 104),
    "teal": (96, 206, 196),
    "purple": (200, 150, 226),
    "blue": (130, 178, 240),
    "red": (240, 140, 140),
    "green": (140, 214, 130),
}
_OTHER_REGION: Colour = (200, 200, 200)
_LINK = "#75818e"
COST_STYLE = "#aab4be"
_TINT = 0.13  # how much of the colour of a region its ground has
_LAND = 9  # columns from a city to the edge of its ground
SLOTS = 3  # columns for houses
_SHORT_NAMES = 66  # columns below which names are shortened
_SETTLING = 4  # times that each city looks for a better spot

_Box = tuple[int, int, int]  # line, first column, column after the last


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a city: its houses start at column ``x`` of ``line``."""

    x: int
    line: int
    name_x: int
    name: str

    @property
    def is_named_left(self) -> bool:
        """Whether the name is left of the houses."""
        return self.name_x < self.x

    @property
    def anchor(self) -> Dot:
        """The dot where its links meet: at the house beside the name."""
        column = self.x if self.is_named_left else self.x + SLOTS - 1
        return 2 * column + 1, 4 * self.line + 2

    def houses_x(self, count: int) -> int:
        """Return the first column of ``count`` houses beside the name."""
        return self.x if self.is_named_left else self.x + SLOTS - count

    @property
    def boxes(self) -> tuple[_Box, _Box]:
        """The places of the houses and of the name."""
        return (
            (self.line, self.x, self.x + SLOTS),
            (self.line, self.name_x, self.name_x + len(self.name)),
        )


@dataclass(frozen=True)
class Layout:
    """A map in a window: a spot for each place, and the position of the cost of each link.

    ``costs`` holds column, line, text and number of a link, without the links that have no room for
    a cost. ``ground`` holds the parts that never change: tints, links and costs.
    """

    width: int
    height: int
    spots: tuple[Spot, ...]
    links: tuple[tuple[Place, Place, int], ...]
    costs: tuple[tuple[int, int, str, int], ...]
    ground: Canvas
    colours: tuple[str, ...]  # of the regions of the places

    def place(self, column: int, line: int) -> Place | None:
        """Return the place whose houses or name are at a character or very near, or None."""
        best, best_far = None, 4
        for place, spot in enumerate(self.spots):
            first = min(spot.x, spot.name_x)
            last = max(spot.x + SLOTS, spot.name_x + len(spot.name)) - 1
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


@lru_cache(256)
def layout(board: Board, width: int, height: int) -> Layout:
    """Return the map of a zone for a window of ``width`` columns and ``height`` lines."""
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
    costs = _cost_places(spots, links, width, height)
    ground = Canvas(width, height)
    _tint(board, spots, ground)
    for one, other, _ in links:
        ground.dots(line_of_dots(spots[one].anchor, spots[other].anchor), _LINK)
    for x, y, text, _ in costs:
        ground.put(x, y, text, COST_STYLE)
    colours = tuple(map(hex_code, _region_colours(board)))
    return Layout(width, height, spots, links, costs, ground, colours)


def _region_colours(board: Board) -> list[Colour]:
    colours = dict(zip(board.map.regions, board.map.colours, strict=True))
    regions = (board.map.region_of[city] for city in board.cities)
    return [REGION_COLOURS.get(colours[region], _OTHER_REGION) for region in regions]


def _tint(board: Board, spots: Sequence[Spot], ground: Canvas) -> None:
    """Give each character near a city the tint of the nearest city's region."""
    tints = [mix(GROUND, colour, _TINT) for colour in _region_colours(board)]
    nearest: dict[Dot, tuple[float, Place]] = {}  # by column and line: distance squared, and city
    for place, spot in enumerate(spots):
        middle = spot.anchor[0] / 2
        for line in range(spot.line - _LAND // 2, spot.line + _LAND // 2 + 1):
            down = 4 * (line - spot.line) ** 2
            reach = sqrt(_LAND**2 - down)
            for x in range(round(middle - reach), round(middle + reach)):
                far = (x + 0.5 - middle) ** 2 + down
                if (x, line) not in nearest or far < nearest[x, line][0]:
                    nearest[x, line] = far, place
    for (x, line), (_, place) in nearest.items():
        for row in (2 * line, 2 * line + 1):
            ground.pixel(x, row, tints[place])


def _wanted(board: Board, width: int, height: int, longest: int) -> list[tuple[float, float]]:
    """Return the ideal position of each city's houses."""
    where = [board.map.place[city] for city in board.cities]
    west, east = min(x for x, _ in where), max(x for x, _ in where)
    south, north = min(y for _, y in where), max(y for _, y in where)
    across = (width - SLOTS - min(longest, 9) - 2) / max(east - west, 0.1)
    down = (height - 1) / max(north - south, 0.1)
    # A line is twice as high as a column is wide; nothing is stretched to more than double.
    true = down * 2 * cos(radians((north + south) / 2))
    across = min(across, 2 * true)
    left = (width - across * (east - west) - SLOTS - min(longest, 9)) / 2
    return [(left + (x - west) * across, (north - y) * down) for x, y in where]


def _arranged(
    names: Sequence[str], wanted: Sequence[tuple[float, float]], width: int, height: int
) -> tuple[Spot, ...]:
    """Return spots that do not touch each other, each near its ideal position."""

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
    # From the ideal position outwards, so that the first spots found end the search.
    lines = sorted(range(height), key=lambda line: abs(line - wanted[1]))
    columns = sorted(range(width - SLOTS + 1), key=lambda x: abs(x - wanted[0]))
    best: tuple[float, Spot] | None = None
    for line in lines:
        off = (line - wanted[1]) ** 2 * 4
        if best and off >= best[0]:
            break
        for x in columns:
            cost = off + (x - wanted[0]) ** 2 / 2
            if best and cost >= best[0]:
                break
            for side, name_x in ((0.0, x + SLOTS + 1), (1.5, x - len(name) - 1)):
                if best and cost + side >= best[0]:
                    continue
                first, end = min(x, name_x), max(x + SLOTS, name_x + len(name))
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
) -> tuple[tuple[int, int, str, int], ...]:
    taken: dict[int, list[tuple[int, int]]] = {}

    def is_free(line: int, first: int, end: int) -> bool:
        if not 0 <= line < height or first < 0 or end > width:
            return False
        return all(end < a or first > b for a, b in taken.get(line, ()))

    for spot in spots:
        for line, first, end in spot.boxes:
            taken.setdefault(line, []).append((first, end))

    def length(number: int) -> float:
        one, other, _ = links[number]
        (ax, ay), (bx, by) = spots[one].anchor, spots[other].anchor
        return abs(ax - bx) + abs(ay - by)

    found = []
    for number in sorted(range(len(links)), key=length):  # short links have the fewest places
        one, other, cost = links[number]
        text = str(cost)
        (ax, ay), (bx, by) = spots[one].anchor, spots[other].anchor
        for x, y in _tries(ax / 2, ay / 4, bx / 2, by / 4, len(text)):
            if is_free(y, x, x + len(text)):
                taken.setdefault(y, []).append((x, x + len(text)))
                found.append((x, y, text, number))
                break
    return tuple(found)


def _tries(ax: float, ay: float, bx: float, by: float, length: int) -> Iterator[tuple[int, int]]:
    """Yield columns and lines for a cost, the best first."""
    for dx, dy in _ASIDE:
        for part in _ALONG:
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            yield int(x - (length - 1) / 2) + dx, int(y) + dy
