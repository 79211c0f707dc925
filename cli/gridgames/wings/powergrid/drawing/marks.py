"""Marks on the map: the path to a city, its price, the cursor, planned and new houses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from gridcommon.contract import Seat
from gridgames.show.drawing.marks import draw_changed, draw_choice, draw_cursor, draw_tag
from gridgames.show.drawing.palette import CURSOR, CURSOR_RIM, FAINT, INK, PANEL, PLANNED
from gridgames.show.drawing.svg import Group, Value, number, points
from gridgames.show.parts import Box, Fragment, Marks
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.drawing.chart import (
    BUBBLE,
    SLOT,
    TAG,
    Chart,
    Link,
    Place,
    half_size,
)
from powergrid.state import EMPTY, State
from powergrid.tables import City

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


def city_box(chart: Chart, city: City) -> Box:
    """Return what a city with its marks, but without its price, may touch."""
    (x, y), (wide, high) = chart.places[city], half_size(city)
    wide, high = max(wide, 1.5 * SLOT + 14) + AROUND, high + AROUND
    return x - wide, y - high, 2 * wide, 2 * high


def city_outline(chart: Chart, city: City) -> str:
    """Return the path around a city."""
    (x, y), (wide, high) = chart.places[city], half_size(city)
    wide, high = wide + AROUND, high + AROUND
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    return points([(x + dx, y + dy) for dx, dy in corners])


class MapMarks:
    """The marks on a map, as fragments."""

    def __init__(self, state: State, chart: Chart, marks: Marks) -> None:
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


def _rounded(chart: Chart, city: City) -> str:
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
