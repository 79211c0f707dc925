"""Hexagons on a page: an exact grid of ints for geometry, and pixels for drawing.

On the exact grid the centre of ``(q, r)`` is ``(2q + r, 3r)``, and its corners are one or two units
away, so neighbours share their corners exactly. A regular or flattened picture is that grid
multiplied by two lengths, which a :class:`HexLayout` holds.
"""

from dataclasses import dataclass

from gridcommon.hexes import Hex

_CORNERS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))  # numbered as in hexes


def grid_centre(cell: Hex) -> tuple[int, int]:
    """Return the centre of ``cell`` on the exact grid, where y grows downwards."""
    q, r = cell
    return 2 * q + r, 3 * r


def grid_corners(cell: Hex) -> tuple[tuple[int, int], ...]:
    """Return the six corners of ``cell`` on the exact grid, in the order of their numbers."""
    x, y = grid_centre(cell)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


@dataclass(frozen=True, slots=True)
class HexLayout:
    """Hexagons in pixels: the ``width`` and ``height`` of one, with (0, 0) at the origin.

    Rows are three quarters of the height apart. y grows downwards.
    """

    width: float
    height: float

    def _pixel(self, point: tuple[int, int]) -> tuple[float, float]:
        return point[0] * self.width / 2, point[1] * self.height / 4

    def centre(self, cell: Hex) -> tuple[float, float]:
        """Return the centre of ``cell`` in pixels."""
        return self._pixel(grid_centre(cell))

    def corners(self, cell: Hex) -> tuple[tuple[float, float], ...]:
        """Return the six corners of ``cell`` in pixels, in the order of their numbers."""
        return tuple(self._pixel(point) for point in grid_corners(cell))
