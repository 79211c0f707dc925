"""Hexes on the exact grid, against shapely."""

from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon

from gridcommon import hexes
from gridcommon.hexes import grid_centre, grid_corners

cells = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
directions = st.integers(0, 5)


def polygon(cell: hexes.Hex) -> Polygon:
    """Return a cell as a polygon. Neighbours touch exactly."""
    return Polygon(grid_corners(cell))


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
    ends = {grid_corners(cell)[direction - 1], grid_corners(cell)[direction]}
    assert set(polygon(cell).intersection(polygon(beyond)).coords) == ends


@given(cells, cells, st.integers(-7, 7))
def test_turning_keeps_distances(one: hexes.Hex, other: hexes.Hex, sixths: int) -> None:
    turned = hexes.rotate(one, sixths), hexes.rotate(other, sixths)
    assert hexes.distance(*turned) == hexes.distance(one, other)
    assert hexes.rotate(turned[0], -sixths) == one


@given(cells, cells)
def test_shapely_neighbours_are_table_neighbours(one: hexes.Hex, other: hexes.Hex) -> None:
    shared = polygon(one).intersection(polygon(other))
    assert (shared.length > 0 and shared.area == 0) == (other in hexes.neighbours(one))
