"""The map of Power Grid in characters: cities by longitude and latitude, with separate names.

A city is its name beside up to three columns: the glyphs of the owners of its houses, and a square
for each open slot. Links are braille dots with their cost on them, and networks are closed lines in
the colours of their owners. The ground has a tint of the region. Only the zone is drawn, as large
as the window allows. In a small window the names are shortened.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise

from gridcommon.networks import cheapest_path
from gridgames.show.parts import Marks
from gridgames.show.table import CHANGED
from gridgames.terminal import output
from gridgames.terminal.canvas import Canvas, Dot, line_of_dots
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.screen.map_layout import SLOTS, CitySpot, Layout, layout
from powergrid.board import Board, Place
from powergrid.state import CARTEL, EMPTY, Slots, State

_ROUTE = "bold #ffffff"
_PRICE = "bold #08140e on #7fe0a8"
_OPEN = "▫"
_NARROWEST, _HIGH = 38, 40  # columns and lines of a map between lines of text


@lru_cache(4096)
def network_links(board: Board, network: int) -> frozenset[tuple[Place, Place]]:
    """Return the links, in both directions, that join a network most cheaply, city by city.

    The real paths of the player may differ: they are not recorded, since a path can be used again.
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


def draw(state: State, marks: Marks, width: int, height: int) -> list[Line]:
    """Return the map with its marks as lines."""
    board, step = state.board, max(state.step, 1)
    places = {city_place(city): place for place, city in enumerate(board.cities)}
    plan = layout(board, width, height, step)
    asked = tuple((places[key], price) for key, price in marks.prices.items())
    lists = tuple(state.houses), tuple(state.network), asked
    stage, prices = _stage(board, plan, step, *lists, state.marked)
    canvas = stage.copy()
    _draw_route(canvas, plan, [places[key] for key in marks.path], prices.values())
    for key in marks.changed:
        if key in places:
            spot = plan.spots[places[key]]
            canvas.put(spot.name_x, spot.line, spot.name, CHANGED)
    for key in (*marks.chosen, *marks.planned):
        if key in places:
            spot = plan.spots[places[key]]
            canvas.put(spot.name_x - 1, spot.line, f">{spot.name}", CHANGED)
            if canvas.is_free(spot.name_x + len(spot.name), spot.line):
                canvas.put(spot.name_x + len(spot.name), spot.line, "<", CHANGED)
    if (cursor := places.get(marks.cursor)) is not None:
        spot = plan.spots[cursor]
        canvas.put(spot.name_x, spot.line, spot.name, "bold #101010 on #ffffff")
        if cursor in prices:
            canvas.put(*prices[cursor], f"{_PRICE} reverse")
        for column, arrow in ((spot.name_x - 1, "▶"), (spot.name_x + len(spot.name), "◀")):
            if canvas.is_free(column, spot.line):
                canvas.put(column, spot.line, arrow, "bold #ffffff on #c02020")
    return canvas.lines()


def map_lines(state: State, marks: Marks) -> list[Line]:
    """Return the map of a game as lines, as wide as the terminal."""
    return draw(state, marks, max(output.width(), _NARROWEST), _HIGH)


@lru_cache(1)  # most keys only move the cursor
def _stage(
    board: Board,
    plan: Layout,
    step: int,
    houses: tuple[Slots, ...],
    networks: tuple[int, ...],
    prices: tuple[tuple[Place, str], ...],
    marked: int,
) -> tuple[Canvas, Mapping[Place, tuple[int, int, str]]]:
    """Return a map without cursor and route, and the column, line and text of its prices."""
    canvas = plan.ground.copy()
    _draw_networks(canvas, board, plan, networks)
    priced = dict(prices)
    for place, slots in enumerate(houses):
        spot, style = plan.spots[place], plan.colours[place]
        shown = [*_houses(slots, step, plan.faint[place])]
        for x, (house, look) in enumerate(shown, start=spot.houses_x(len(shown))):
            canvas.put(x, spot.line, house, look)
        if marked >> place & 1:
            far = spot.x + SLOTS - 1 if spot.is_named_left else spot.x
            canvas.put(far, spot.line, "☢", "bold #a0ff60")
        canvas.put(spot.name_x, spot.line, spot.name, "bold underline " * (place in priced) + style)
    written = _draw_prices(canvas, plan, step, priced)
    canvas.lines()  # so that copies have them too
    return canvas, written


def _draw_networks(canvas: Canvas, board: Board, plan: Layout, networks: Sequence[int]) -> None:
    """Draw the links of networks, and their costs on top of them."""
    trees = [network_links(board, network) for network in networks]
    drawn: dict[int, str] = {}  # by link: the style of its cost
    for number, (one, other, _) in enumerate(plan.links):
        owners = [seat for seat, tree in enumerate(trees) if (one, other) in tree]
        if not owners:
            continue
        drawn[number] = seat_style(owners[0])
        # Owners take turns, character by character.
        parts: list[list[Dot]] = [[] for _ in owners]
        cells: dict[Dot, int] = {}
        for x, y in line_of_dots(*plan.ways[number], 1):
            turn = cells.setdefault((x // 2, y // 4), len(cells))
            parts[turn % len(owners)].append((x, y))
        for seat, part in zip(owners, parts, strict=True):
            canvas.dots(part, seat_style(seat))
    for x, y, text, number in plan.costs:
        if number in drawn:
            canvas.put(x, y, text, drawn[number])


def _draw_route(
    canvas: Canvas,
    plan: Layout,
    route: Sequence[Place],
    prices: Iterable[tuple[int, int, str]],
) -> None:
    """Draw a path twice as thick as a network, with the costs that no price covers."""
    taken = {(x + n, y) for x, y, text in prices for n in range(-1, len(text) + 1)}
    way = {*pairwise(route), *pairwise(route[::-1])}
    lit = {n for n, (one, other, _) in enumerate(plan.links) if (one, other) in way}
    for number in lit:
        start, end = plan.ways[number]
        dots = line_of_dots(start, end, 1)
        dx, dy = (0, 1) if abs(end[0] - start[0]) > abs(end[1] - start[1]) else (1, 0)
        canvas.dots([*dots, *((x + dx, y + dy) for x, y in dots)], _ROUTE, below=True)
    for x, y, text, number in plan.costs:
        if number in lit and not any((x + n, y) in taken for n in range(len(text))):
            canvas.put(x, y, text, _ROUTE)
    for place in route:
        canvas.put(plan.spots[place].name_x, plan.spots[place].line, plan.spots[place].name, _ROUTE)


def _houses(slots: Slots, step: int, colour: str) -> Iterator[tuple[str, str]]:
    for slot, house in enumerate(slots):
        if house == CARTEL:
            yield OTHER_GLYPH, "bold #ffffff"
        elif house != EMPTY:
            yield GLYPHS[house], seat_style(house)
        elif slot < step:
            yield _OPEN, colour


def _draw_prices(
    canvas: Canvas, plan: Layout, step: int, prices: Mapping[Place, str]
) -> Mapping[Place, tuple[int, int, str]]:
    """Write prices beside, below or above the names, and return their positions.

    Without room, the price covers the end of the name.
    """
    places: dict[Place, tuple[int, int, str]] = {}
    taken: set[tuple[int, int]] = set()
    for spot in plan.spots:
        line, first, end = spot.bar(step)
        taken |= {(column, line) for column in range(first, end)}
    for place, price in prices.items():
        if not price:
            continue
        spot, text = plan.spots[place], f"={price}"
        x, y = _price_place(canvas, plan, spot, step, len(text), taken)
        taken |= {(column, y) for column in range(x, x + len(text))}
        for cost_x, cost_y, cost, _ in plan.costs:  # remove costs that the price touches
            if cost_y == y and x - len(cost) <= cost_x <= x + len(text):
                canvas.clear(cost_x, y, cost_x + len(cost), y + 1)
        places[place] = x, y, text
    for price_at in places.values():
        canvas.put(*price_at, _PRICE)
    return places


def _price_place(
    canvas: Canvas,
    plan: Layout,
    spot: CitySpot,
    step: int,
    length: int,
    taken: Set[tuple[int, int]],
) -> tuple[int, int]:
    """Return the column and line of a price: on free ground, or else over the cost of a link."""
    y, first, end = spot.bar(step)
    beside, before = (end, y), (first - length, y)
    tries = [beside, before, (spot.name_x, y + 1), (spot.name_x, y - 1)]

    def is_open(x: int, line: int) -> bool:
        on_it = x >= 0 and x + length <= plan.width and 0 <= line < plan.height
        return on_it and not any((x + n, line) in taken for n in range(length))

    for x, line in tries:
        # A figure behind the price would be read as a part of it.
        if is_open(x, line) and canvas.is_free(x, line, min(length + 1, plan.width - x)):
            return x, line
    for x, line in tries:
        if is_open(x, line):
            return x, line
    return max(first, spot.name_x + len(spot.name) - length), y
