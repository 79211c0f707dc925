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

Everything here is exact; pixels and characters are in :mod:`gridcommon.hex_layout`.
"""

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
