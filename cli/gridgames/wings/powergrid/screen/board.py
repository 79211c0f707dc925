"""The map of Power Grid as a picture: cities by longitude and latitude, names that never collide.

A city is up to three columns for its houses, the glyphs of their owners and a square for each open
slot, and its name beside them. Links are dots of braille with their cost on them, networks closed
lines in the colours of their owners. The ground has a tint of the region. Only the zone is drawn,
as large as the window allows; where that is too small for names, they are shortened.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sqrt
from typing import NamedTuple

from gridcommon.networks import cheapest_path
from gridgames.terminal.canvas import (
    GROUND,
    Canvas,
    Colour,
    Dot,
    hex_code,
    line_of_dots,
    mixed,
)
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from powergrid.board import Board, Place
from powergrid.state import CARTEL, EMPTY, Slots
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
_ROUTE = "bold #ffffff"
_PRICE = "bold #9ff0c0"
_OPEN = "▫"
_TINT = 0.13  # how much of the colour of a region its ground has
_LAND = 9.0  # columns from a city to the end of its ground
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
    def is_named_left(self) -> bool:
        """Whether the name stands before the houses."""
        return self.name_x < self.x

    @property
    def anchor(self) -> Dot:
        """The dot where its links meet: at the house beside the name."""
        column = self.x if self.is_named_left else self.x + _SLOTS - 1
        return 2 * column + 1, 4 * self.line + 2

    def houses_x(self, count: int) -> int:
        """Return the first column of so many houses, which stand beside the name."""
        return self.x if self.is_named_left else self.x + _SLOTS - count

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

    ``costs`` holds column, line, text and number of the link; ``left_out`` counts the links without
    room for a cost. ``ground`` is what never changes: tints, links and costs.
    """

    width: int
    height: int
    spots: tuple[Spot, ...]
    links: tuple[tuple[Place, Place, int], ...]
    costs: tuple[tuple[int, int, str, int], ...]
    left_out: int
    ground: Canvas
    colours: tuple[str, ...]  # of the regions of the places

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
    costs, left_out = _cost_places(spots, links, width, height)
    ground = Canvas(width, height)
    _tint(board, spots, ground)
    for one, other, _ in links:
        ground.dots(line_of_dots(spots[one].anchor, spots[other].anchor), _LINK)
    for x, y, text, _ in costs:
        ground.put(x, y, text, _COST)
    colours = tuple(map(hex_code, _region_colours(board)))
    return Layout(width, height, spots, links, costs, left_out, ground, colours)


def _region_colours(board: Board) -> list[Colour]:
    """Return the colour of the region of each place."""
    colours = dict(zip(board.map.regions, board.map.colours, strict=True))
    regions = (board.map.region_of[city] for city in board.cities)
    return [REGION_COLOURS.get(colours[region], _OTHER_REGION) for region in regions]


def _tint(board: Board, spots: Sequence[Spot], ground: Canvas) -> None:
    """Give each character the tint of the nearest city, where one is near enough.

    In one line a city is a parabola over the columns, all of the same shape, so that any two meet
    once: the nearest ones are the lower envelope, from left to right.
    """
    tints = [mixed(GROUND, colour, _TINT) for colour in _region_colours(board)]
    places = sorted(range(len(spots)), key=lambda place: spots[place].anchor[0])
    for line in range(ground.height):
        hull: list[tuple[Place, float]] = []  # places, and the column from which each is nearest
        for place in places:
            down = 4.0 * (spots[place].line - line) ** 2
            if down > _LAND**2:
                continue
            start = 0.0
            while hull:
                start = _meeting(spots, hull[-1][0], place, line)
                if start > hull[-1][1]:
                    break
                hull.pop()
                start = 0.0
            hull.append((place, start))
        for number, (place, start) in enumerate(hull):
            end = hull[number + 1][1] if number + 1 < len(hull) else ground.width
            middle = spots[place].anchor[0] / 2
            far = sqrt(_LAND**2 - 4.0 * (spots[place].line - line) ** 2)
            first = max(0, round(max(start, middle - far)))
            last = min(ground.width, round(min(end, middle + far)))
            for row in (2 * line, 2 * line + 1):
                ground.span(first, row, [tints[place]] * (last - first))


def _meeting(spots: Sequence[Spot], left: Place, right: Place, line: int) -> float:
    """Return the column of a line that is as far from one city as from the other.

    Above all columns for two cities in one column of which the left one is nearer, below otherwise.
    """
    a, b = spots[left].anchor[0] / 2, spots[right].anchor[0] / 2
    down_a, down_b = 4.0 * (spots[left].line - line) ** 2, 4.0 * (spots[right].line - line) ** 2
    if a == b:
        return 1e9 if down_a <= down_b else -1e9
    return (b * b + down_b - a * a - down_a) / (2 * (b - a))


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
) -> tuple[tuple[tuple[int, int, str, int], ...], int]:
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
    for number in sorted(range(len(links)), key=lambda number: _length(spots, links[number])):
        one, other, cost = links[number]
        text = str(cost)
        (ax, ay), (bx, by) = spots[one].anchor, spots[other].anchor
        for x, y in _tries(ax / 2, ay / 4, bx / 2, by / 4, len(text)):
            if is_free(y, x, x + len(text)):
                taken.setdefault(y, []).append((x, x + len(text)))
                found.append((x, y, text, number))
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


@lru_cache(4096)
def network_links(board: Board, network: int) -> frozenset[tuple[Place, Place]]:
    """Return the links, in both directions, that join a network most cheaply, city after city.

    It is a picture of the network, not how it was built: who passed where is not kept, since any
    path may be used again.
    """
    own = [place for place in range(len(board.cities)) if network >> place & 1]
    joined, left = own[:1], set(own[1:])
    links: set[tuple[Place, Place]] = set()
    while left:
        near = min(left, key=lambda place: min(board.costs[one][place] for one in joined))
        path = cheapest_path(board.links, joined, near) or []
        for one, other in pairwise(path):
            links |= {(one, other), (other, one)}
        joined.append(near)
        left.remove(near)
    return frozenset(links)


@dataclass(frozen=True)
class Scene:
    """What stands on the map, by place.

    ``networks`` are those of the seats, as bit masks; ``prices`` the full prices of places that
    may be chosen; ``route`` are places on the way to the one at the cursor; ``marked`` the start
    cities.
    """

    houses: Sequence[Slots]
    step: int
    networks: Sequence[int] = ()
    prices: Mapping[Place, str] = field(default_factory=dict)
    cursor: Place | None = None
    route: Sequence[Place] = ()
    marked: Set[Place] = frozenset()


class _Stage(NamedTuple):
    """A map without cursor and route, and where its prices stand: column, line and text."""

    key: tuple[object, ...]
    canvas: Canvas
    prices: Mapping[Place, tuple[int, int, str]]


_last: list[_Stage] = []  # the one drawn last: a key only moves the cursor on it


def draw(board: Board, scene: Scene, width: int, height: int) -> list[Line]:
    """Return the map as lines."""
    plan = layout(board, width, height)
    stage = _stage(board, plan, scene)
    canvas = stage.canvas.copy()
    _draw_route(canvas, plan, scene.route, stage.prices.values())
    if scene.cursor is not None:
        spot = plan.spots[scene.cursor]
        canvas.put(spot.name_x, spot.line, spot.name, "bold #101010 on #ffffff")
        if scene.cursor in stage.prices:
            canvas.put(*stage.prices[scene.cursor], f"{_PRICE} reverse")
        for column, arrow in ((spot.name_x - 1, "▶"), (spot.name_x + len(spot.name), "◀")):
            if canvas.is_free(column, spot.line):
                canvas.put(column, spot.line, arrow, "bold #ffffff on #c02020")
    return canvas.lines()


def _stage(board: Board, plan: Layout, scene: Scene) -> _Stage:
    key = (
        id(plan),
        tuple(scene.houses),
        scene.step,
        tuple(scene.networks),
        tuple(scene.prices.items()),
        frozenset(scene.marked),
    )
    if not _last or _last[0].key != key:
        canvas = plan.ground.copy()
        _draw_networks(canvas, board, plan, scene.networks)
        for place, (spot, colour) in enumerate(zip(plan.spots, plan.colours, strict=True)):
            _draw_city(canvas, spot, place, scene, colour)
        prices = _draw_prices(canvas, plan, scene)
        canvas.lines()  # which copies keep
        _last[:] = [_Stage(key, canvas, prices)]
    return _last[0]


def _draw_networks(canvas: Canvas, board: Board, plan: Layout, networks: Sequence[int]) -> None:
    """Draw the links of networks, and their costs again on top of them."""
    trees = [network_links(board, network) for network in networks]
    drawn: set[int] = set()
    for number, (one, other, _) in enumerate(plan.links):
        owners = [seat for seat, tree in enumerate(trees) if (one, other) in tree]
        if not owners:
            continue
        drawn.add(number)
        # Owners take turns, character by character.
        parts: list[list[Dot]] = [[] for _ in owners]
        cells: dict[Dot, int] = {}
        for x, y in line_of_dots(plan.spots[one].anchor, plan.spots[other].anchor, 1):
            turn = cells.setdefault((x // 2, y // 4), len(cells))
            parts[turn % len(owners)].append((x, y))
        for seat, part in zip(owners, parts, strict=True):
            canvas.dots(part, seat_style(seat))
    for x, y, text, number in plan.costs:
        if number in drawn:
            canvas.put(x, y, text, _COST)


def _draw_route(
    canvas: Canvas,
    plan: Layout,
    route: Sequence[Place],
    prices: Iterable[tuple[int, int, str]],
) -> None:
    """Draw a way twice as thick as a network, with its costs where no price has their place."""
    taken = {(x + n, y) for x, y, text in prices for n in range(-1, len(text) + 1)}
    way = {*pairwise(route), *pairwise(route[::-1])}
    lit = {n for n, (one, other, _) in enumerate(plan.links) if (one, other) in way}
    for number in lit:
        one, other, _ = plan.links[number]
        start, end = plan.spots[one].anchor, plan.spots[other].anchor
        dots = line_of_dots(start, end, 1)
        dx, dy = (0, 1) if abs(end[0] - start[0]) > abs(end[1] - start[1]) else (1, 0)
        canvas.dots([*dots, *((x + dx, y + dy) for x, y in dots)], _ROUTE, below=True)
    for x, y, text, number in plan.costs:
        if number in lit and not any((x + n, y) in taken for n in range(len(text))):
            canvas.put(x, y, text, _ROUTE)
    for place in route:
        canvas.put(plan.spots[place].name_x, plan.spots[place].line, plan.spots[place].name, _ROUTE)


def _draw_city(canvas: Canvas, spot: Spot, place: Place, scene: Scene, colour: str) -> None:
    houses = list(_houses(scene.houses[place], scene.step, colour))
    for x, (house, style) in enumerate(houses, start=spot.houses_x(len(houses))):
        canvas.put(x, spot.line, house, style)
    if place in scene.marked:
        far = spot.x + _SLOTS - 1 if spot.is_named_left else spot.x
        canvas.put(far, spot.line, "☢", "bold #a0ff60")
    style = f"bold underline {colour}" if place in scene.prices else colour
    canvas.put(spot.name_x, spot.line, spot.name, style)


def _houses(slots: Slots, step: int, colour: str) -> Iterator[tuple[str, str]]:
    for slot, house in enumerate(slots):
        if house == CARTEL:
            yield OTHER_GLYPH, "bold #ffffff"
        elif house != EMPTY:
            yield GLYPHS[house], seat_style(house)
        elif slot < step:
            yield _OPEN, colour


def _draw_prices(
    canvas: Canvas, plan: Layout, scene: Scene
) -> Mapping[Place, tuple[int, int, str]]:
    """Write the price of each place that has one beside, below or above its name; return where.

    Where all of that is taken, the price stands on the end of the name.
    """
    places: dict[Place, tuple[int, int, str]] = {}
    taken: set[tuple[int, int]] = set()
    for spot in plan.spots:
        for line, first, end in spot.boxes:
            taken |= {(column, line) for column in range(first, end)}
    for place, price in scene.prices.items():
        if not price:
            continue
        spot, text = plan.spots[place], f"={price}"
        x, y = _price_place(canvas, plan, spot, len(text), taken)
        taken |= {(column, y) for column in range(x, x + len(text))}
        for cost_x, cost_y, cost, _ in plan.costs:  # no part of one is left beside the price
            if cost_y == y and x - len(cost) <= cost_x <= x + len(text):
                canvas.put(cost_x, cost_y, " " * len(cost), "")
        canvas.put(x, y, text, _PRICE)
        places[place] = x, y, text
    return places


def _price_place(
    canvas: Canvas, plan: Layout, spot: Spot, length: int, taken: Set[tuple[int, int]]
) -> tuple[int, int]:
    """Return the column and line of a price: on free ground, or over the cost of a link."""
    y = spot.line
    first, end = min(spot.x, spot.name_x), max(spot.x + _SLOTS, spot.name_x + len(spot.name))
    beside, before = (end, y), (first - length, y)
    tries = [beside, before, (spot.name_x, y + 1), (spot.name_x, y - 1)]

    def is_open(x: int, line: int) -> bool:
        on_it = x >= 0 and x + length <= plan.width and 0 <= line < plan.height
        return on_it and not any((x + n, line) in taken for n in range(length))

    for x, line in tries:
        # No figure follows, or it would be read as part of the price.
        if is_open(x, line) and canvas.is_free(x, line, min(length + 1, plan.width - x)):
            return x, line
    for x, line in tries:
        if is_open(x, line):
            return x, line
    return spot.name_x + len(spot.name) - length, y
