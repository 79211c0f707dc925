"""Hexagons on a page: an exact grid of ints for geometry, and pixels for drawing.

On the exact grid the centre of ``(q, r)`` is ``(2q + r, 3r)``, and its corners are one or two units
away, so neighbours share their corners exactly. A regular or flattened picture is that grid
multiplied by two lengths, which a :class:`HexLayout` holds.
"""

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from gridcommon.hexes import Hex

if TYPE_CHECKING:
    from shapely import Polygon

_CORNERS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))  # numbered as in hexes


def grid_centre(cell: Hex) -> tuple[int, int]:
    """Return the centre of ``cell`` on the exact grid, where y grows downwards."""
    q, r = cell
    return 2 * q + r, 3 * r


def grid_corners(cell: Hex) -> tuple[tuple[int, int], ...]:
    """Return the six corners of ``cell`` on the exact grid, in the order of their numbers."""
    x, y = grid_centre(cell)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS)


def polygon(cell: Hex) -> "Polygon":
    """Return ``cell`` as a shapely polygon on the exact grid, where neighbours touch exactly."""
    from shapely import Polygon

    return Polygon(grid_corners(cell))


@dataclass(frozen=True, slots=True)
class HexLayout:
    """Hexagons in pixels: the ``width`` and ``height`` of one, and the centre of (0, 0).

    Rows are three quarters of the height apart. y grows downwards.
    """

    width: float
    height: float
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def regular(cls, size: float, x: float = 0.0, y: float = 0.0) -> "HexLayout":
        """Return the layout of regular hexagons with sides of ``size`` pixels."""
        return cls(sqrt(3) * size, 2 * size, x, y)

    def _pixel(self, point: tuple[int, int]) -> tuple[float, float]:
        return self.x + point[0] * self.width / 2, self.y + point[1] * self.height / 4

    def centre(self, cell: Hex) -> tuple[float, float]:
        """Return the centre of ``cell`` in pixels."""
        return self._pixel(grid_centre(cell))

    def corners(self, cell: Hex) -> tuple[tuple[float, float], ...]:
        """Return the six corners of ``cell`` in pixels, in the order of their numbers."""
        return tuple(self._pixel(point) for point in grid_corners(cell))

    def cell(self, x: float, y: float) -> Hex:
        """Return the cell at a pixel; on a border, one of those that share it."""
        r = (y - self.y) / (self.height * 3 / 4)
        q = (x - self.x) / self.width - r / 2
        whole = [round(q), round(r), round(-q - r)]
        off = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] + q + r)]
        if off[0] > off[1] and off[0] > off[2]:
            whole[0] = -whole[1] - whole[2]
        elif off[1] > off[2]:
            whole[1] = -whole[0] - whole[2]
        return whole[0], whole[1]
