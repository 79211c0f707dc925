"""Pictures of the map, with houses and networks."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise

import shapely
from shapely import LineString

from gridcommon.contract import Seat
from gridgames.show.drawing.marks import draw_changed, draw_choice, draw_cursor, draw_tag
from gridgames.show.drawing.palette import (
    BLACK,
    CURSOR,
    CURSOR_RIM,
    FAINT,
    GROUND_TONE,
    INK,
    PANEL,
    PLANNED,
    RULE,
)
from gridgames.show.drawing.svg import Group, Value, number, outline, points
from gridgames.show.parts import BoardLayers, Box, Fragment, Marks, Target, View
from gridgames.terminal.canvas import Colour
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.description.situation import describe_cities
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.drawing.chart import (
    BUBBLE,
    NAME,
    SLOT,
    TAG,
    Link,
    MapChart,
    Place,
    beside,
    chart_in,
    chart_of,
    half_size,
)
from gridgames.wings.powergrid.screen.board import network_links
from powergrid.state import EMPTY, State
from powergrid.tables import CITY_NAMES, SLOT_COST, City

STRAND = 5.0  # width of the line of a network
AROUND = 8.0  # pixels of a target around a city
LINK = signs.TONES.mixed("pg-link", FAINT, INK, 0.3)
LINE: Mapping[str, Value] = {"fill": "none", "stroke_linecap": "round"}
_PATH = 8.0  # width of the line of a path
_FRAME = 5.0  # from a city to the cursor around it
_COST = 11.5  # size of the cost of a link


def draw_cost(group: Group, link: Link, *, is_paid: bool = False) -> None:
    """Draw the cost of a link; ``is_paid``: on the path to the cursor."""
    x, y = link.label
    fill, rim, ink = (CURSOR, CURSOR_RIM, CURSOR_RIM) if is_paid else (PANEL, LINK, INK)
    group.circle(x, y, BUBBLE, fill=fill, stroke=rim, stroke_width=1.3)
    group.write_centred(x, y + 4.2, f"{link.cost}", _COST, fill=ink)


def way_box(way: Sequence[Place]) -> Box:
    """Return what the lines of a link, or its cost, may touch."""
    around = BUBBLE + 20
    left, top = min(x for x, _ in way) - around, min(y for _, y in way) - around
    right, bottom = max(x for x, _ in way) + around, max(y for _, y in way) + around
    return left, top, right - left, bottom - top


def city_box(chart: MapChart, city: City) -> Box:
    """Return what a city with its marks, but without its price, may touch."""
    (x, y), (wide, high) = chart.places[city], half_size(city)
    wide, high = max(wide, 1.5 * SLOT + 14) + AROUND, high + AROUND
    return x - wide, y - high, 2 * wide, 2 * high


def city_outline(chart: MapChart, city: City) -> str:
    """Return the path around a city."""
    (x, y), (wide, high) = chart.places[city], half_size(city)
    wide, high = wide + AROUND, high + AROUND
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    return points([(x + dx, y + dy) for dx, dy in corners])


class MapMarks:
    """The marks on a map, as fragments."""

    def __init__(self, state: State, chart: MapChart, marks: Marks) -> None:
        self._state = state
        self._chart = chart
        self._marks = marks
        self._cities = {city_place(city): city for city in state.board.cities}

    def below(self) -> Iterator[Fragment]:
        """Yield what lies under the cities: the path to the cursor, with its costs."""
        steps = set(map(frozenset, pairwise(self._cities[key] for key in self._marks.path)))
        links = [link for link in self._chart.links if frozenset(link.ends) in steps]
        for link in links:
            group, way = Group(), points(link.way, closed=False)
            group.path(way, stroke=CURSOR_RIM, stroke_width=_PATH + 4, **LINE)
            group.path(way, stroke=CURSOR, stroke_width=_PATH, stroke_dasharray="9 5", fill="none")
            yield Fragment(str(group), way_box(link.way))
        for link in links:
            group = Group()
            draw_cost(group, link, is_paid=True)
            yield Fragment(str(group), way_box([link.label]))

    def above(self) -> Iterator[Fragment]:
        """Yield what lies over the cities, the cursor last."""
        marks = self._marks
        for key in (one for one in marks.changed if one in self._cities):
            yield self._framed(key, draw_changed)
        for key, price in marks.prices.items():
            if not price and key != marks.cursor:
                yield self._framed(key, draw_choice)
        for key, seat in marks.planned.items():
            yield self._house(key, seat, is_planned=True)
        if marks.ghost is not None and marks.cursor not in marks.planned:
            yield self._house(marks.cursor, marks.ghost, is_planned=False)
        for key, price in marks.prices.items():
            if price and key != marks.cursor:
                yield self._tag(key, price)
        if marks.cursor:
            yield self._framed(marks.cursor, draw_cursor)
            if here := marks.prices.get(marks.cursor):
                yield self._tag(marks.cursor, here)

    def _framed(self, key: str, draw: Callable[[Group, str], None]) -> Fragment:
        group, city = Group(), self._cities[key]
        draw(group, _rounded(self._chart, city))
        return Fragment(str(group), city_box(self._chart, city))

    def _tag(self, key: str, price: str) -> Fragment:
        group, city = Group(), self._cities[key]
        x, y = self._chart.tags[city]
        draw_tag(group, x, y, price, is_here=key == self._marks.cursor)
        return Fragment(str(group), (x - TAG[0] / 2 - 2, y - TAG[1] - 2, TAG[0] + 4, TAG[1] + 4))

    def _house(self, key: str, seat: Seat, *, is_planned: bool) -> Fragment:
        """Return a house in the first free place of a city."""
        city, state = self._cities[key], self._state
        slots = state.houses[state.board.places[city]]
        slot = next((place for place, house in enumerate(slots) if house == EMPTY), None)
        if slot is None:
            return Fragment("", (0, 0, 0, 0))
        x, y = self._chart.places[city]
        group = Group()
        house = group.at(x + (slot - 1) * SLOT, y + half_size(city)[1] - SLOT / 2)
        house.box(-SLOT / 2 + 1, -SLOT / 2 + 1, SLOT - 2, SLOT - 2, rx=3, fill=PANEL)
        signs.draw_house(house.group(opacity=0.7), 0, 0, seat)
        if is_planned:
            dashes: Mapping[str, Value] = {"stroke_dasharray": "4 3", "fill": "none"}
            house.box(-9.5, -10, 19, 20, rx=3, stroke=PLANNED, stroke_width=2.5, **dashes)
        return Fragment(str(group), city_box(self._chart, city))


def _rounded(chart: MapChart, city: City) -> str:
    """Return the path around a city as the frame of the cursor."""
    (x, y), (wide, high) = chart.places[city], half_size(city)
    wide, high, turn = wide + _FRAME, high + _FRAME - 2, 7.0
    return (
        f"M{number(x - wide + turn)} {number(y - high)}h{number(2 * (wide - turn))}"
        f"q{turn:g} 0 {turn:g} {turn:g}v{number(2 * (high - turn))}"
        f"q0 {turn:g} -{turn:g} {turn:g}h-{number(2 * (wide - turn))}"
        f"q-{turn:g} 0 -{turn:g} -{turn:g}v-{number(2 * (high - turn))}"
        f"q0 -{turn:g} {turn:g} -{turn:g}Z"
    )


_CLOSE_UP = 1.6  # times the whole map
_TONES = signs.TONES
_OUTSIDE = _TONES.mixed("pg-outside", GROUND_TONE, FAINT, 0.12)
_OUTSIDE_INK = _TONES.mixed("pg-outside-ink", FAINT, GROUND_TONE, 0.35)
_START: Colour = (160, 255, 96)  # of a start city
_BORDER: Mapping[str, Value] = {
    "stroke": GROUND_TONE,
    "stroke_width": 4,
    "stroke_linejoin": "round",
}


def board_layers(
    state: State,
    names: Sequence[str],
    targets: Collection[str] | None,
    view: View | None = None,
) -> BoardLayers:
    """Return the map in layers; with ``targets`` only the regions that are played with are seen.

    In a ``view`` all cities of the zone can be pointed at.
    """
    rules, zone = state.terms.ruleset, state.board
    if view:
        times = _CLOSE_UP if view.size else 1.0
        chart = chart_in(zone, round(times * view.width), round(times * view.height))
        targets = {city_place(city) for city in zone.cities}
    else:
        chart = chart_of(zone.map)
    shapes = Group()
    signs.define(shapes)
    marks = MapMarks(state, chart, view.marks) if view else None
    pieces = [*_networks(state, chart)]
    pieces += marks.below() if marks else ()
    for place, city in enumerate(zone.cities):
        group = Group()
        marked = bool(state.marked >> place & 1)
        _draw_city(group.at(*chart.places[city]), state, city, marked=marked)
        pieces.append(Fragment(str(group), city_box(chart, city)))
    pieces += marks.above() if marks else ()
    lines = describe_cities(state, names)
    whole = box = (0.0, 0.0, chart.width, chart.height)
    if view and view.size:
        cities = (city for city in zone.cities if city_place(city) == view.marks.cursor)
        spot = next((city_box(chart, city) for city in cities), whole)
        box = view.window(whole, round(times * view.width) / chart.width, spot)
    elif not view and targets is not None:
        box = _zone_box(state, chart)
    return BoardLayers(
        box,
        ("powergrid", rules.edition, zone.map.name, zone.regions, whole if view else None),
        str(shapes),
        lambda: [Fragment(_land(state, chart, is_pane=bool(view)), whole)],
        [piece for piece in pieces if piece.markup],
        [_target(chart, city) for city in zone.cities if city_place(city) in (targets or ())],
        ["".join(text for text, _ in line).strip() for line in lines],
    )


def _zone_box(state: State, chart: MapChart) -> tuple[float, float, float, float]:
    areas = [chart.regions[region] for region in state.board.regions]
    left, top, right, bottom = map(float, shapely.total_bounds(areas))
    around = AROUND + 2
    return left - around, top - around, right - left + 2 * around, bottom - top + 2 * around


def _target(chart: MapChart, city: City) -> Target:
    return Target(city_place(city), CITY_NAMES[city], city_outline(chart, city), chart.tags[city])


def _land(state: State, chart: MapChart, *, is_pane: bool) -> str:
    """Return the regions, the cities that are not played with, and the links."""
    group = Group()
    board, zone = state.board.map, state.board
    colours = dict(zip(board.regions, board.colours, strict=True))
    for region, area in chart.regions.items():
        fill = signs.REGIONS[colours[region]] if region in zone.regions else _OUTSIDE
        group.path(outline(area), fill=fill, **_BORDER)
    for city in board.cities:
        if city not in zone.places and not is_pane:
            x, y = chart.places[city]
            group.circle(x, y, 3, fill=FAINT, fill_opacity=0.5)
            group.write(x, y - 8, CITY_NAMES[city], 10, fill=_OUTSIDE_INK, anchor="middle")
    links = _links(state, chart)
    for link in links:
        way = points(link.way, closed=False)
        group.path(way, stroke=GROUND_TONE, stroke_width=7, stroke_opacity=0.8, **LINE)
        group.path(way, stroke=LINK, stroke_width=2.6, **LINE)
    for link in links:
        draw_cost(group, link)
    return str(group)


def _links(state: State, chart: MapChart) -> list[Link]:
    places = state.board.places
    return [link for link in chart.links if all(end in places for end in link.ends)]


def _networks(state: State, chart: MapChart) -> Iterator[Fragment]:
    """Yield the networks over their links, and again the costs that they would hide."""
    zone = state.board
    trees = [network_links(zone, network) for network in state.network]
    used: list[LineString] = []
    for link in _links(state, chart):
        here, there = (zone.places[end] for end in link.ends)
        owners = [seat for seat, tree in enumerate(trees) if (here, there) in tree]
        group = Group()
        for row, seat in enumerate(owners):
            off = (row - (len(owners) - 1) / 2) * (STRAND + 1)
            way = points(beside(link.way, off), closed=False)
            group.path(way, stroke=BLACK, stroke_width=STRAND + 1.6, stroke_opacity=0.6, **LINE)
            group.path(way, stroke=signs.OWNERS[seat], stroke_width=STRAND, **LINE)
        if owners:
            used.append(LineString(link.way))
            yield Fragment(str(group), way_box(link.way))
    networks = shapely.union_all(used).buffer(len(trees) * STRAND / 2 + BUBBLE)
    shapely.prepare(networks)
    for link in _links(state, chart):
        if not shapely.contains_xy(networks, *link.label):
            continue
        group = Group()
        draw_cost(group, link)
        yield Fragment(str(group), way_box([link.label]))


def _draw_city(group: Group, state: State, city: City, *, marked: bool) -> None:
    """Draw the places of houses, from the cheapest on, and the name above them."""
    top = half_size(city)[1] - SLOT
    group.write_centred(0, top - 5, CITY_NAMES[city], NAME, fill=INK, halo=GROUND_TONE)
    box: Mapping[str, Value] = {"fill": PANEL, "stroke": FAINT, "stroke_width": 1.2}
    group.box(-1.5 * SLOT, top, 3 * SLOT, SLOT, rx=4, **box)
    y = top + SLOT / 2
    for slot, house in enumerate(state.houses[state.board.places[city]]):
        x = (slot - 1) * SLOT
        if house != EMPTY:
            signs.draw_house(group, x, y, house)
        elif slot < state.step:
            group.write(x, y + 4, f"{SLOT_COST[slot]}", 11.5, fill=FAINT, anchor="middle")
        else:
            group.path(f"M{x - 4:g} {y:g}h8", stroke=RULE, stroke_width=2)
    if marked:
        x = 1.5 * SLOT + 7
        group.circle(x, y, 6.5, fill=_START, stroke=BLACK)
        group.write_centred(x, y + 4, "!", 11, fill=BLACK)
