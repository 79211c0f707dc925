"""Every city of every zone has its name on the map, and no text stands on other text."""

import re
from itertools import pairwise
from typing import Any

import pytest

from gridgames.show.parts import Marks
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import seat_style
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.screen.board import draw
from gridgames.wings.powergrid.screen.map_layout import layout
from powergrid import Ruleset, Setup, new_game
from powergrid.board import Board, board, zones
from powergrid.state import EMPTY, State
from powergrid.tables import CITY_NAMES, CITY_OF, EDITIONS, MAPS

PANE = (76, 34)  # beside the panels of a terminal of 120 columns and 40 lines
SMALL = (47, 19)  # of 80 and 24
SMALLEST = (40, 19)  # of 73

BOARDS = [
    board(chart, edition, zone)
    for chart in MAPS
    for edition in EDITIONS
    for zone in zones(chart, edition, 5)
]
# Each zone once, each edition; all of both by -m long
SOME_OR_ALL = [
    pytest.param(board(chart, edition, zone), marks=() if at % 2 == odd else pytest.mark.long)
    for chart in MAPS
    for odd, edition in enumerate(EDITIONS)
    for at, zone in enumerate(zones(chart, edition, 5))
]


def on(one: Board, step: int) -> State:
    """Return a state with an empty map."""
    state = new_game(Ruleset(), 3, 1, Setup())
    state.board, state.step = one, step
    state.houses = [(EMPTY, EMPTY, EMPTY)] * len(one.cities)
    return state


def _name(one: Board) -> str:
    return f"{one.map.name} {' '.join(one.regions)}"


@pytest.mark.parametrize("one", SOME_OR_ALL, ids=_name)
def test_all_names_are_shown_in_full_and_none_collide(one: Board) -> None:
    plan = layout(one, *PANE)
    assert [spot.name for spot in plan.spots] == [CITY_NAMES[city] for city in one.cities]
    taken: set[tuple[int, int]] = set()
    texts = [(line, first, end) for line, first, end in (spot.bar() for spot in plan.spots)]
    texts += [(line, x, x + len(text)) for x, line, text, _ in plan.costs]
    for line, first, end in texts:
        assert 0 <= line < PANE[1]
        assert 0 <= first < end <= PANE[0]
        columns = {(line, column) for column in range(first, end)}
        assert not columns & taken
        taken |= columns
    assert len(plan.links) - len(plan.costs) <= len(plan.links) // 16, (
        "costs are on nearly all links"
    )
    for window in (SMALL, SMALLEST):
        spots = layout(one, *window).spots
        bars = sorted(spot.bar() for spot in spots)
        near = [b for a, b in pairwise(bars) if a[0] == b[0] and b[1] - a[2] < 2]
        assert not near or window == SMALLEST, "no name runs into the next city"
        names = [(spot.name, spot.name_x) for spot in spots]
        assert len({name for name, _ in names}) == len(names), "short, but each its own"
        assert all(x + len(name) <= window[0] for name, x in names)


@pytest.mark.parametrize(
    ("one", "windows"),
    [(one, (PANE, SMALL) if at % 2 else (SMALL, PANE)) for at, one in enumerate(BOARDS[::3])],
    ids=lambda one: _name(one) if isinstance(one, Board) else "",
)
def test_every_price_stands_whole_on_the_map(one: Board, windows: tuple[Any, Any]) -> None:
    """With prices all over the map, each one a figure of its own."""
    prices = {city_place(city): str(100 + city) for city in one.cities}
    for step, window in zip((1, 3), windows, strict=True):
        text = _text(draw(on(one, step), Marks(prices=prices), *window))
        assert sorted(re.findall(r"=(\d+)(?!\d)", text)) == sorted(prices.values())


def _text(lines: list[Line]) -> str:
    return "\n".join("".join(part for part, _ in line) for line in lines)


RUHR = board("germany", "recharged", ("northwest", "southwest", "west"))


def test_the_route_to_the_cursor_is_lit_with_its_cities_and_costs() -> None:
    route = [city_place(CITY_OF[name]) for name in ("Münster", "Osnabrück", "Hannover")]
    lines = draw(on(RUHR, 1), Marks(route[-1], path=route), *PANE)
    lit = "".join(part for line in lines for part, style in line if style.startswith("bold #fff"))
    for told in ("Münster", "Osnabrück", "7", "16"):
        assert told in lit


def test_a_network_is_drawn_in_the_colour_of_its_owner() -> None:
    state = on(RUHR, 1)
    state.network[1] = sum(1 << RUHR.places[CITY_OF[name]] for name in ("Osnabrück", "Essen"))
    styles = {style for line in draw(state, Marks(), *PANE) for _, style in line}
    assert any(style.startswith(seat_style(1)) for style in styles)
    assert not any(style.startswith(seat_style(0)) for style in styles)
