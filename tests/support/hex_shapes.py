"""Cells as shapes of shapely, on the exact grid: against these, rules of neighbours are tested."""

from shapely import Polygon

from gridcommon.hexes import Hex, grid_corners


def polygon(cell: Hex) -> Polygon:
    """Return a cell as a polygon. Neighbours touch exactly."""
    return Polygon(grid_corners(cell))
