"""Hexes on the exact grid, in pixels, and against shapely."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point

from gridcommon import hexes
from gridcommon.hex_layout import HexLayout, grid_centre, grid_corners, polygon

cells = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
directions = st.integers(0, 5)


def test_directions_go_clockwise_from_east() -> None:
    assert [hexes.step((0, 0), d) for d in range(6)] == list(hexes.DIRECTIONS)
    assert [hexes.rotate((1, 0), k) for k in range(6)] == list(hexes.DIRECTIONS)
    # y grows downwards, so clockwise on the page is a growing angle: east, then below
    assert grid_centre(hexes.DIRECTIONS[1])[1] > 0


@given(cells, directions)
def test_an_edge_is_the_same_from_both_cells_and_lies_between_two_corners(
    cell: hexes.Hex, direction: int
) -> None:
    assert hexes.step(hexes.step(cell, direction), hexes.opposite(direction)) == cell
    beyond = hexes.step(cell, direction)
    assert hexes.neighbours(cell)[direction] == beyond
    assert hexes.edge(cell, direction) == hexes.edge(beyond, hexes.opposite(direction))
    ends = {grid_corners(cell)[direction - 1], grid_corners(cell)[direction]}
    assert set(polygon(cell).intersection(polygon(beyond)).coords) == ends


@given(cells, cells, st.integers(-7, 7))
def test_turning_keeps_distances(one: hexes.Hex, other: hexes.Hex, sixths: int) -> None:
    turned = hexes.rotate(one, sixths), hexes.rotate(other, sixths)
    assert hexes.distance(*turned) == hexes.distance(one, other)
    assert hexes.rotate(turned[0], -sixths) == one


@given(cells, directions)
def test_a_corner_has_one_name_seen_from_three_cells(cell: hexes.Hex, number: int) -> None:
    name = hexes.corner(cell, number)
    meeting = {cell, hexes.step(cell, number), hexes.step(cell, number + 1)}
    point = grid_corners(cell)[number]
    assert all(point in grid_corners(other) for other in meeting)
    for other in meeting:
        assert hexes.corner(other, grid_corners(other).index(point)) == name


@given(cells, cells)
def test_shapely_neighbours_are_table_neighbours(one: hexes.Hex, other: hexes.Hex) -> None:
    shared = polygon(one).intersection(polygon(other))
    assert (shared.length > 0 and shared.area == 0) == (other in hexes.neighbours(one))


@given(cells, st.floats(0.5, 40), st.floats(0.5, 40), st.floats(0, 1), st.integers(0, 5))
def test_pixels_lead_back_to_their_cell(
    cell: hexes.Hex, width: float, height: float, share: float, towards: int
) -> None:
    layout = HexLayout(width, height, 17.25, -3.5)
    x, y = layout.centre(cell)
    corner_x, corner_y = layout.corners(cell)[towards]
    inside = share * 0.99
    assert layout.cell(x + (corner_x - x) * inside, y + (corner_y - y) * inside) == cell


def test_a_regular_layout_has_equal_sides() -> None:
    corners = HexLayout.regular(10).corners((0, 0))
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        assert Point(one).distance(Point(other)) == pytest.approx(10)


@given(cells, st.integers(0, 8))
def test_a_ring_is_all_that_is_so_far_away_and_a_spiral_its_rings(
    center: hexes.Hex, radius: int
) -> None:
    q, r = center
    square = [(q + x, r + y) for x in range(-9, 10) for y in range(-9, 10)]
    ring = hexes.ring(center, radius)
    assert sorted(ring) == sorted(at for at in square if hexes.distance(center, at) == radius)
    for one, other in zip(ring, ring[1:] + ring[:1] if radius else (), strict=False):
        assert other in hexes.neighbours(one)
    rings = [at for part in range(radius + 1) for at in hexes.ring(center, part)]
    assert hexes.spiral(center, radius) == rings


@given(cells, cells)
def test_a_line_goes_straight_there_and_the_same_way_back(one: hexes.Hex, other: hexes.Hex) -> None:
    """As drawn on paper: each of its cells touches the segment between the two centres."""
    line = hexes.line(one, other)
    assert (line[0], line[-1], len(line)) == (one, other, hexes.distance(one, other) + 1)
    assert all(b in hexes.neighbours(a) for a, b in pairwise(line))
    assert hexes.line(other, one) == line[::-1]
    q, r = other
    shifted = [(a + q, b + r) for a, b in line]
    assert hexes.line((one[0] + q, one[1] + r), (2 * q, 2 * r)) == shifted
    segment = LineString([grid_centre(one), grid_centre(other)])
    assert all(polygon(cell).distance(segment) < 1e-9 for cell in line)
