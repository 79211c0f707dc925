"""The places of the cities on the screen: by longitude and latitude, without collisions.

A city is a bar of houses and name. A link joins the nearest points of two bars, and cities that are
linked leave room for its cost. Names are shortened if the window is too small for them.
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
_COST = "#aab4be"
_TINT = 0.175  # how much of the colour of a region its ground has
_SHORE = 0.5  # how much darker the edge of a region is
_FAINT = 0.4
_LAND = 8  # pixels from a city to the edge of its ground
_PASSAGE = 5  # pixels from a link to the edge of its ground
SLOTS = 3  # columns for houses
_SHORT_NAMES = 66  # columns below which names are shortened
_SETTLING = 4  # times that each city looks for a better spot

_GAP = 7  # pixels of sea that become land
_ROOM = 30  # columns and lines of a map, multiplied, that a city needs
_SPREAD = 0.5  # how much crowded parts are drawn larger than others, at most
# In the arrangement: how bad is a link without room for its cost, a link that leads to another side
# than in the world, and a name on the left.
_CRAMPED, _TURNED, _NAMED_LEFT = 14.0, 12.0, 5.0
_TIGHT = 20.0  # how bad is a single column between two bars, which read as one
_CROSSED = 1.2  # what a cost on another link is worth, in columns from the middle of its own

_Box = tuple[int, int, int]  # line, first column, column after the last
_Way = tuple[Dot, Dot]


@dataclass(frozen=True, slots=True)
class CitySpot:
    """The position of a city: its houses start at column ``x`` of ``line``."""

    x: int
    line: int
    name_x: int
    name: str

    @property
    def is_named_left(self) -> bool:
        """Whether the name is left of the houses."""
        return self.name_x < self.x

    def bar(self, slots: int = SLOTS) -> _Box:
        """Return the line, first column and end of the name and the houses beside it."""
        first = self.houses_x(slots)
        return (
            self.line,
            min(first, self.name_x),
            max(first + slots, self.name_x + len(self.name)),
        )

    def houses_x(self, count: int) -> int:
        """Return the first column of ``count`` houses beside the name."""
        return self.x if self.is_named_left else self.x + SLOTS - count


@dataclass(frozen=True)
class Layout:
    """A map in a window: a spot for each place, and the position of the cost of each link.

    ``costs`` holds column, line, text and number of a link, without the links that have no room for
    a cost, and ``ways`` the first and last dot of each link. ``ground`` holds the parts that never
    change: tints, links and costs.
    """

    width: int
    height: int
    spots: tuple[CitySpot, ...]
    links: tuple[tuple[Place, Place, int], ...]
    costs: tuple[tuple[int, int, str, int], ...]
    ways: tuple[_Way, ...]
    ground: Canvas
    colours: tuple[str, ...]  # of the regions of the places
    faint: tuple[str, ...]  # the same for what is empty

    def place(self, column: int, line: int) -> Place | None:
        """Return the place whose houses or name are at a character or very near, or None."""
        best, best_far = None, 4
        for place, spot in enumerate(self.spots):
            _, first, end = spot.bar()
            far = max(first - column, column - end + 1, 0) + 3 * abs(line - spot.line)
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
def layout(board: Board, width: int, height: int, slots: int = SLOTS) -> Layout:
    """Return the map of a zone for a window of ``width`` columns and ``height`` lines.

    ``slots`` are the houses shown beside a name; without a third, no city is elsewhere.
    """
    links = tuple(
        (board.places[one], board.places[other], cost)
        for one, other, cost in board.map.links
        if one in board.places and other in board.places
    )
    spots = _arrangement(board, width, height, links)
    ways = tuple(_way(spots[one].bar(slots), spots[other].bar(slots)) for one, other, _ in links)
    costs = _cost_places(spots, links, ways, width, height)
    ground = Canvas(width, height)
    _tint(board, spots, links, ways, ground)
    for start, end in ways:
        ground.dots(line_of_dots(start, end), _LINK)
    for x, y, text, _ in costs:
        ground.put(x, y, text, _COST)
    colours = _region_colours(board)
    bright = tuple(map(hex_code, colours))
    faint = tuple(hex_code(mix(colour, GROUND, _FAINT)) for colour in colours)
    return Layout(width, height, spots, links, costs, ways, ground, bright, faint)


@lru_cache(64)  # for all steps of a game
def _arrangement(
    board: Board, width: int, height: int, links: tuple[tuple[Place, Place, int], ...]
) -> tuple[CitySpot, ...]:
    names = [CITY_NAMES[city] for city in board.cities]
    if width < _SHORT_NAMES:
        names = [short_name(name) for name in names]
    wanted = _wanted(board, width, height, max(len(name) for name in names))
    return _arranged(names, wanted, links, width, height)


def _way(one: _Box, other: _Box) -> _Way:
    """Return the first and the last dot between two bars."""
    (line, first, end), (far_line, far_first, far_end) = one, other
    low, high = max(first, far_first), min(end, far_end)
    if low < high:  # one above the other
        upper, lower = min(line, far_line), max(line, far_line)
        ends = (low + high, 4 * upper + 4), (low + high, 4 * lower - 1)
        return ends if line == upper else ends[::-1]
    if end <= far_first:
        return (2 * end, 4 * line + 2), (2 * far_first - 1, 4 * far_line + 2)
    return (2 * first - 1, 4 * line + 2), (2 * far_end, 4 * far_line + 2)


def _strain(one: _Box, other: _Box, length: int, apart: tuple[float, float]) -> float:
    """Return how bad it is for a link with a cost of ``length`` to join two bars.

    It needs room for the cost, and the bars should be ``apart`` to the side that they are.
    """
    (line, first, end), (far_line, far_first, far_end) = one, other
    gap = max(first - far_end, far_first - end)
    has_room = gap >= length + 2 or abs(line - far_line) >= 2
    across, down = (first + end - far_first - far_end) / 2, line - far_line
    turned = (abs(apart[0]) > 4 and apart[0] * across < 0) + (
        abs(apart[1]) > 1 and apart[1] * down < 0
    )
    return (0.0 if has_room else _CRAMPED) + _TURNED * turned


def _region_colours(board: Board) -> list[Colour]:
    colours = dict(zip(board.map.regions, board.map.colours, strict=True))
    regions = (board.map.region_of[city] for city in board.cities)
    return [REGION_COLOURS.get(colours[region], _OTHER_REGION) for region in regions]


def _tint(
    board: Board,
    spots: Sequence[CitySpot],
    links: Sequence[tuple[Place, Place, int]],
    ways: Sequence[_Way],
    ground: Canvas,
) -> None:
    """Give the land the tints of its regions, around the cities and along the links."""
    nearest: dict[Dot, tuple[float, Place]] = {}  # by pixel: distance squared, and city

    def claim(place: Place, first: int, end: int, row: float, reach: int, lead: int) -> None:
        """Give a city what is nearest to a horizontal line of pixels, others have a ``lead``."""
        for y in range(max(0, round(row) - reach), min(2 * ground.height, round(row) + reach + 1)):
            down = (y + 0.5 - row) ** 2
            side = sqrt(max(0.0, reach**2 - down))
            for x in range(max(0, round(first - side)), min(ground.width, round(end + side))):
                far = lead + down + max(first - x - 0.5, x + 0.5 - end, 0) ** 2
                if (x, y) not in nearest or far < nearest[x, y][0]:
                    nearest[x, y] = far, place

    for place, spot in enumerate(spots):
        line, first, end = spot.bar()
        claim(place, first, end, 2 * line + 1, _LAND, 0)
    for (one, other, _), ((ax, ay), (bx, by)) in zip(links, ways, strict=True):
        steps = max(abs(bx - ax) // 6, abs(by - ay) // 6, 1)
        for step in range(steps + 1):
            part = step / steps
            x, y = (ax + (bx - ax) * part) / 2, (ay + (by - ay) * part) / 2
            claim(one if part < 0.5 else other, int(x), int(x) + 1, y, _PASSAGE, 2 * _LAND**2)
    _fill_gaps(nearest, ground.width, 2 * ground.height)
    colours = _region_colours(board)
    tints = [mix(GROUND, colour, _TINT) for colour in colours]
    shores = [mix(GROUND, colour, _TINT * _SHORE) for colour in colours]
    for (x, y), (_, place) in nearest.items():
        beside = ((x + 1, y), (x, y + 1))
        others = (nearest[one][1] for one in beside if one in nearest)
        is_shore = any(colours[other] != colours[place] for other in others)
        ground.pixel(x, y, (shores if is_shore else tints)[place])


def _fill_gaps(nearest: dict[Dot, tuple[float, Place]], width: int, height: int) -> None:
    """Give small gaps between land to the land before them."""
    rows = [[(x, y) for x in range(width)] for y in range(height)]
    for line in (*rows, *zip(*rows, strict=True)):
        last = -1
        for place, pixel in enumerate(line):
            if pixel in nearest:
                if 0 <= last < place - 1 <= last + _GAP:
                    for gap in line[last + 1 : place]:
                        nearest[gap] = nearest[line[last]]
                last = place


def _wanted(board: Board, width: int, height: int, longest: int) -> list[tuple[float, float]]:
    """Return the ideal position of each city's houses."""
    where = [board.map.place[city] for city in board.cities]
    spread = min(_SPREAD, _ROOM * len(where) / (width * height))
    xs, ys = (_spread([place[axis] for place in where], spread) for axis in (0, 1))
    where = list(zip(xs, ys, strict=True))
    west, east = min(x for x, _ in where), max(x for x, _ in where)
    south, north = min(y for _, y in where), max(y for _, y in where)
    across = (width - SLOTS - min(longest, 9) - 2) / max(east - west, 0.1)
    down = (height - 1) / max(north - south, 0.1)
    # A line is twice as high as a column is wide; nothing is stretched to more than double.
    true = down * 2 * cos(radians((north + south) / 2))
    across = min(across, 2 * true)
    left = (width - across * (east - west) - SLOTS - min(longest, 9)) / 2
    return [(left + (x - west) * across, (north - y) * down) for x, y in where]


def _spread(values: Sequence[float], part: float) -> list[float]:
    """Return values in the same order and range, moved by a ``part`` towards equal distances."""
    low, high = min(values), max(values)
    order = sorted(range(len(values)), key=lambda number: values[number])
    moved = list(values)
    for rank, number in enumerate(order):
        even = low + (high - low) * rank / max(len(values) - 1, 1)
        moved[number] += part * (even - values[number])
    return moved


def _arranged(
    names: Sequence[str],
    wanted: Sequence[tuple[float, float]],
    links: Sequence[tuple[Place, Place, int]],
    width: int,
    height: int,
) -> tuple[CitySpot, ...]:
    """Return spots that do not touch each other, each near its ideal position."""
    lengths: list[dict[Place, int]] = [{} for _ in names]  # of the costs of links
    for one, other, cost in links:
        lengths[one][other] = lengths[other][one] = len(str(cost))

    def crowd(place: Place) -> tuple[float, str]:
        x, y = wanted[place]
        near = sum(abs(x - a) / 2 + 2 * abs(y - b) < 12 for a, b in wanted)
        return -near, names[place]

    order = sorted(range(len(names)), key=crowd)
    spots: dict[Place, CitySpot] = {}
    for _ in range(_SETTLING):
        for place in order:
            others = [spot for other, spot in spots.items() if other != place]
            x, y = wanted[place]
            linked = [
                (spots[other].bar(), length, (x - wanted[other][0], y - wanted[other][1]))
                for other, length in lengths[place].items()
                if other in spots
            ]
            spots[place] = _best_spot(names[place], wanted[place], others, linked, width, height)
    return tuple(spots[place] for place in range(len(names)))


def _best_spot(
    name: str,
    wanted: tuple[float, float],
    others: Sequence[CitySpot],
    linked: Sequence[tuple[_Box, int, tuple[float, float]]],
    width: int,
    height: int,
) -> CitySpot:
    taken: dict[int, list[tuple[int, int]]] = {}
    for spot in others:
        line, first, end = spot.bar()
        taken.setdefault(line, []).append((first, end))
    # From the ideal position outwards, so that the first spots found end the search.
    lines = sorted(range(height), key=lambda line: abs(line - wanted[1]))
    columns = sorted(range(width - SLOTS + 1), key=lambda x: abs(x - wanted[0]))
    best: tuple[float, CitySpot] | None = None
    for line in lines:
        off = (line - wanted[1]) ** 2 * 4
        if best and off >= best[0]:
            break
        for x in columns:
            cost = off + (x - wanted[0]) ** 2 / 2
            if best and cost >= best[0]:
                break
            for side, name_x in ((0.0, x + SLOTS + 1), (_NAMED_LEFT, x - len(name) - 1)):
                if best and cost + side >= best[0]:
                    continue
                first, end = min(x, name_x), max(x + SLOTS, name_x + len(name))
                if first < 0 or end > width:
                    continue
                if any(end >= a and first <= b for a, b in taken.get(line, ())):
                    continue
                bar = line, first, end
                total = cost + side + sum(_strain(bar, *other) for other in linked)
                if any(end + 1 >= a and first - 1 <= b for a, b in taken.get(line, ())):
                    total += _TIGHT
                if best is None or total < best[0]:
                    best = total, CitySpot(x, line, name_x, name)
    if best is None:
        raise ValueError(f"no room for {name} in {width}x{height}")
    return best[1]


_ALONG = tuple(0.5 + sign * step / 24 for step in range(11) for sign in ((1, -1) if step else (1,)))
_ASIDE = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-2, 0), (2, 0), (-3, 0), (3, 0))


def _cost_places(
    spots: Sequence[CitySpot],
    links: Sequence[tuple[Place, Place, int]],
    ways: Sequence[_Way],
    width: int,
    height: int,
) -> tuple[tuple[int, int, str, int], ...]:
    """Return where the costs stand: on their links, if possible on no other."""
    taken: dict[int, list[tuple[int, int]]] = {}

    def is_free(line: int, first: int, end: int) -> bool:
        if not 0 <= line < height or first < 0 or end > width:
            return False
        return all(end < a or first > b for a, b in taken.get(line, ()))

    for spot in spots:
        line, first, end = spot.bar()
        taken.setdefault(line, []).append((first, end))
    crossing: dict[Dot, set[int]] = {}  # by column and line: the links there
    for number, way in enumerate(ways):
        for x, y in line_of_dots(*way, 1):
            crossing.setdefault((x // 2, y // 4), set()).add(number)

    def length(number: int) -> int:
        (ax, ay), (bx, by) = ways[number]
        return abs(ax - bx) + abs(ay - by)

    found = []
    for number in sorted(range(len(links)), key=length):  # short links have the fewest places
        text = str(links[number][2])
        best, least = None, 1e9
        for worth, x, y in _tries(*ways[number], len(text)):
            if worth >= least:
                break
            if not is_free(y, x, x + len(text)):
                continue
            under = {one for n in range(len(text)) for one in crossing.get((x + n, y), ())}
            total = worth + _CROSSED * len(under - {number})
            if total < least:
                best, least = (x, y), total
        if best:
            x, y = best
            taken.setdefault(y, []).append((x, x + len(text)))
            found.append((x, y, text, number))
    return tuple(found)


def _tries(start: Dot, end: Dot, length: int) -> Iterator[tuple[float, int, int]]:
    """Yield columns and lines for a cost, the best first, with how bad each is."""
    (ax, ay), (bx, by) = start, end
    for aside, (dx, dy) in enumerate(_ASIDE):
        for part in _ALONG:
            x, y = (ax + (bx - ax) * part) / 2, (ay + (by - ay) * part) / 4
            yield aside + abs(part - 0.5), int(x + (1 - length) / 2) + dx, int(y) + dy
