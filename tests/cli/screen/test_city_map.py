"""Every city of every zone has its name on the map, and no text stands on other text."""

import pytest

from gridgames.games.powergrid.city_map import Scene, draw, layout
from powergrid.board import Board, board, zones
from powergrid.state import EMPTY
from powergrid.tables import CITY_NAMES, EDITIONS, MAPS

PANE = (78, 36)  # beside the panels of a terminal of 120 columns and 40 lines
SMALL = (47, 19)  # of 80 and 24

BOARDS = [
    board(chart, edition, zone)
    for chart in MAPS
    for edition in EDITIONS
    for zone in zones(chart, edition, 5)
]


def _name(one: Board) -> str:
    return f"{one.map.name} {' '.join(one.regions)}"


@pytest.mark.parametrize("one", BOARDS, ids=_name)
def test_all_names_are_shown_in_full_and_none_collide(one: Board) -> None:
    plan = layout(one, *PANE)
    assert [spot.name for spot in plan.spots] == [CITY_NAMES[city] for city in one.cities]
    taken: set[tuple[int, int]] = set()
    texts = [(line, first, end) for spot in plan.spots for line, first, end in spot.boxes]
    texts += [(line, x, x + len(text)) for x, line, text in plan.costs]
    for line, first, end in texts:
        assert 0 <= line < PANE[1]
        assert 0 <= first < end <= PANE[0]
        columns = {(line, column) for column in range(first, end)}
        assert not columns & taken
        taken |= columns
    assert plan.left_out <= len(plan.links) // 20, "costs are on nearly all links"


@pytest.mark.parametrize("one", BOARDS[::6], ids=_name)
def test_the_picture_shows_every_name(one: Board) -> None:
    empty = Scene([(EMPTY, EMPTY, EMPTY)] * len(one.cities), 1)
    lines = draw(one, empty, *PANE)
    text = "\n".join("".join(part for part, _ in line) for line in lines)
    for city in one.cities:
        assert CITY_NAMES[city] in text
    assert all(len("".join(part for part, _ in line)) == PANE[0] for line in lines)


@pytest.mark.parametrize("one", BOARDS, ids=_name)
def test_a_small_window_has_a_short_name_for_every_city_each_its_own(one: Board) -> None:
    plan = layout(one, *SMALL)
    names = [spot.name for spot in plan.spots]
    assert len(set(names)) == len(names)
    assert all(spot.name_x + len(spot.name) <= SMALL[0] for spot in plan.spots)


@pytest.mark.parametrize("one", BOARDS[::6], ids=_name)
def test_picking_is_the_inverse_of_drawing(one: Board) -> None:
    plan = layout(one, *PANE)
    for place, spot in enumerate(plan.spots):
        for line, first, end in spot.boxes:
            assert {plan.place(column, line) for column in range(first, end)} == {place}
    assert plan.place(10**6, 10**6) is None
