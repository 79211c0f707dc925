"""Hexagons as axial pairs ``(q, r)``: pointy-top, ``r`` grows downwards.

Directions and edges are numbered clockwise from east; corner ``k`` of a picture lies between the
edges ``k`` and ``k + 1``::

            4
        NW / \\ NE
       3  4   5  5          0 E  (+1, 0)    3 W  (-1, 0)
         |     |            1 SE ( 0,+1)    4 NW ( 0,-1)
      W 3|     |0 E         2 SW (-1,+1)    5 NE (+1,-1)
         |     |
       2  2   1  0
        SW \\ / SE
            1

On a page the centre of ``(q, r)`` is ``(2q + r, 3r)`` of an exact grid, and its corners are one or
two units away, so neighbours share their corners. A picture is that grid multiplied by two lengths,
which a :class:`HexLayout` holds.
"""

from dataclasses import dataclass

Hex = tuple[int, int]
Direction = int  # 0..5, clockwise from east

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_NAMES = ("E", "SE", "SW", "W", "NW", "NE")


def step(cell: Hex, direction: Direction) -> Hex:
    """Return the neighbour of ``cell`` in ``direction``, any int modulo 6."""
    q, r = DIRECTIONS[direction % 6]
    return cell[0] + q, cell[1] + r


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours of ``cell``, in the order of the directions."""
    q, r = cell
    return ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))


def opposite(direction: Direction) -> Direction:
    """Return the opposite direction.

    >>> DIRECTION_NAMES[opposite(DIRECTION_NAMES.index("NE"))]
    'SW'
    """
    return (direction + 3) % 6


def rotate(cell: Hex, sixths: int) -> Hex:
    """Return ``cell`` rotated clockwise about ``(0, 0)`` by this many sixths of a turn.

    >>> rotate((1, 0), 1) == DIRECTIONS[1]
    True
    """
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps from one cell to another."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


_CORNERS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))  # in the order of their numbers


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
