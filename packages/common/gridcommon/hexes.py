"""Hexagons as axial pairs ``(q, r)``: pointy-top, ``r`` grows downwards.

Directions and edges are numbered clockwise from east; corner ``k`` lies between the edges ``k``
and ``k + 1``::

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
Edge = tuple[Hex, Direction]
Corner = tuple[Hex, int]

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


def edge(cell: Hex, direction: Direction) -> Edge:
    """Return the canonical name of an edge that two cells share: its western cell and a direction.

    >>> edge((0, 0), 3) == edge((-1, 0), 0)
    True
    """
    direction %= 6
    if direction in (0, 1, 5):
        return cell, direction
    return step(cell, direction), opposite(direction)


def corner(cell: Hex, number: int) -> Corner:
    """Return the canonical name of a corner of three cells: the top (4) or bottom (1) of one.

    >>> corner((0, 0), 0) == corner((1, 0), 2) == ((0, 1), 4)
    True
    """
    number %= 6
    if number in (1, 4):
        return cell, number
    if number in (0, 2):
        return step(cell, 1 if number == 0 else 2), 4
    return step(cell, 4 if number == 3 else 5), 1


def ring(center: Hex, radius: int) -> list[Hex]:
    """Return the cells at a distance from ``center``, clockwise from its north-west corner.

    There are six for each step of the radius; for radius 0 it is the centre alone.

    >>> ring((0, 0), 1)
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    """
    if radius == 0:
        return [center]
    cell = center[0], center[1] - radius
    found = []
    for direction in range(6):
        for _ in range(radius):
            found.append(cell)
            cell = step(cell, direction)
    return found


def spiral(center: Hex, radius: int) -> list[Hex]:
    """Return the cells up to a distance from ``center``: its rings from the inside out.

    >>> len(spiral((0, 0), 3))
    37
    """
    return [cell for distance in range(radius + 1) for cell in ring(center, distance)]


_FINE = 8  # a step in these parts of a cell decides on an edge


def line(start: Hex, end: Hex) -> list[Hex]:
    """Return the cells of the straight line from one cell to another, both included.

    Where it runs along an edge, it keeps to the same side in both directions.

    >>> line((0, 0), (2, -3))
    [(0, 0), (1, -1), (1, -2), (2, -3)]
    """
    steps = distance(start, end)
    parts = max(1, steps) * _FINE
    found = []
    for taken in range(steps + 1):
        q, r = (
            (one * (steps or 1) + (other - one) * taken) * _FINE
            for one, other in zip(start, end, strict=True)
        )
        found.append(_rounded(q + 1, r + 2, parts))
    return found


def _rounded(q: int, r: int, parts: int) -> Hex:
    """Return the cell of a point, whose coordinates are in ``parts`` of a cell."""
    s = -q - r
    near = [(2 * value + parts) // (2 * parts) for value in (q, r, s)]
    off = [abs(value - cell * parts) for value, cell in zip((q, r, s), near, strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        return -near[1] - near[2], near[1]
    if off[1] > off[2]:
        return near[0], -near[0] - near[2]
    return near[0], near[1]
