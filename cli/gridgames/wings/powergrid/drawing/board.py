"""Pictures of the map, with houses and networks."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import shapely
from shapely import LineString

from gridgames.show.drawing.palette import BLACK, FAINT, GROUND_TONE, INK, PANEL, RULE
from gridgames.show.drawing.svg import Group, Value, outline, points
from gridgames.show.parts import BoardLayers, Fragment, Target, View
from gridgames.terminal.canvas import Colour
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.description.situation import describe_cities
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.drawing.chart import (
    BUBBLE,
    NAME,
    SLOT,
    Chart,
    Link,
    beside,
    chart_in,
    chart_of,
    half_size,
)
from gridgames.wings.powergrid.drawing.marks import (
    AROUND,
    LINE,
    LINK,
    STRAND,
    MapMarks,
    city_box,
    city_outline,
    draw_cost,
    way_box,
)
from gridgames.wings.powergrid.screen.board import network_links
from powergrid.state import EMPTY, State
from powergrid.tables import CITY_NAMES, SLOT_COST, City

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


def _zone_box(state: State, chart: Chart) -> tuple[float, float, float, float]:
    areas = [chart.regions[region] for region in state.board.regions]
    left, top, right, bottom = map(float, shapely.total_bounds(areas))
    around = AROUND + 2
    return left - around, top - around, right - left + 2 * around, bottom - top + 2 * around


def _target(chart: Chart, city: City) -> Target:
    return Target(city_place(city), CITY_NAMES[city], city_outline(chart, city), chart.tags[city])


def _land(state: State, chart: Chart, *, is_pane: bool) -> str:
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


def _links(state: State, chart: Chart) -> list[Link]:
    places = state.board.places
    return [link for link in chart.links if all(end in places for end in link.ends)]


def _networks(state: State, chart: Chart) -> Iterator[Fragment]:
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
