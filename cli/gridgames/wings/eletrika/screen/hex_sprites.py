"""Hexagons as sprites of pixels on an integer lattice.

A sprite is pointy-top. Its rows widen, stay and narrow so that sprites fill the plane without a
gap and without an overlap; nothing is rounded.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, radians, sin

from gridcommon.hexes import Hex


@dataclass(frozen=True)
class HexSprite:
    """A hexagon: ``slope`` holds the widths of its upper rows, ``upright`` rows are full.

    All in pixels. The widths of the slope and those of the same slope upside down add up to the
    full ``width``, so that sprites fit together.
    """

    width: int
    slope: tuple[int, ...]
    upright: int

    @property
    def step(self) -> int:
        """Pixels from one row of hexagons to the next."""
        return len(self.slope) + self.upright

    @property
    def height(self) -> int:
        """Pixels from the upper tip to the lower."""
        return self.step + len(self.slope)

    @cached_property
    def rows(self) -> tuple[tuple[int, int], ...]:
        """First pixel and number of pixels of each row."""
        widths = (*self.slope, *(self.width,) * self.upright, *reversed(self.slope))
        return tuple(((self.width - width) // 2, width) for width in widths)

    @cached_property
    def border(self) -> frozenset[tuple[int, int]]:
        """The pixels beside another hexagon."""
        inside = set(self.pixels())
        return frozenset(
            (x, y)
            for x, y in inside
            if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= inside
        )

    @cached_property
    def wedges(self) -> tuple[tuple[int, ...], ...]:
        """For each row the edge, clockwise from east, that each of its pixels is nearest to."""
        return tuple(
            tuple(self._nearest_edge(x, y) for x in range(first, first + count))
            for y, (first, count) in enumerate(self.rows)
        )

    def reach(self, x: int, y: int) -> tuple[float, float]:
        """Return how far a pixel is from the middle, and from the way to the middle of its edge.

        Both in widths of a sprite.
        """
        dx, dy = x + 0.5 - self.width / 2, y + 0.5 - self.height / 2
        angle = radians(60 * self._nearest_edge(x, y))
        aside = abs(dx * sin(angle) - dy * cos(angle))
        return hypot(dx, dy) / self.width, aside / self.width

    def _nearest_edge(self, x: int, y: int) -> int:
        # Twice the distance from the middle, so that all are odd and no pixel is on a diagonal.
        dx, dy = 2 * x + 1 - self.width, 2 * y + 1 - self.height
        # A corner is at half a width and a quarter of a height: the east is beyond that line.
        if abs(dx) * self.height >= abs(dy) * 2 * self.width:
            return 0 if dx > 0 else 3
        if dy > 0:
            return 1 if dx > 0 else 2
        return 5 if dx > 0 else 4

    def pixels(self) -> Iterator[tuple[int, int]]:
        """Yield the pixels of a sprite whose upper left is (0, 0)."""
        for y, (first, count) in enumerate(self.rows):
            for x in range(first, first + count):
                yield x, y

    def corner(self, cell: Hex) -> tuple[int, int]:
        """Return the upper left corner of a cell's sprite; cell (0, 0) has it at (0, 0)."""
        return self.width * cell[0] + self.width * cell[1] // 2, self.step * cell[1]

    def cell(self, x: int, y: int) -> Hex:
        """Return the cell whose sprite covers a pixel."""
        r, row = divmod(y, self.step)
        q, column = divmod(x - self.width * r // 2, self.width)
        if row < len(self.slope):
            first, count = self.rows[row]
            if column < first:
                return q, r - 1
            if column >= first + count:
                return q + 1, r - 1
        return q, r

    def box(self, cells: Iterable[Hex]) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the smallest box around the sprites of cells."""
        corners = [self.corner(cell) for cell in cells]
        return (
            min(x for x, _ in corners),
            min(y for _, y in corners),
            max(x for x, _ in corners) + self.width,
            max(y for _, y in corners) + self.height,
        )


# By columns and lines from one hexagon to the next.
SMALL = HexSprite(8, (2, 6), 4)  # 8 and 3
MEDIUM = HexSprite(10, (2, 8), 6)  # 10 and 4
NORMAL = HexSprite(12, (2, 4, 8, 10), 6)  # 12 and 5
ZOOMED = HexSprite(16, (2, 6, 10, 14), 10)  # 16 and 7
SIZES = (ZOOMED, NORMAL, MEDIUM, SMALL)
DOTS = HexSprite(2, (), 1), HexSprite(1, (), 1)  # on a small map of all


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the plane: ``columns`` and ``lines`` of characters from the pixel ``left, top``.

    If it does not show the whole board, ``overview`` is the column and the line of a small map.
    """

    sprite: HexSprite
    left: int
    top: int
    columns: int
    lines: int
    overview: tuple[int, int] | None = None

    def shows(self, cell: Hex) -> bool:
        """Return whether all of a cell is inside."""
        x, y = self.sprite.corner(cell)
        across, down = x - self.left, y - self.top
        return (
            0 <= across <= self.columns - self.sprite.width
            and 0 <= down <= 2 * self.lines - self.sprite.height
        )


def around(sprite: HexSprite, cells: Iterable[Hex]) -> Window:
    """Return the window that shows exactly some cells."""
    left, top, right, bottom = sprite.box(cells)
    return Window(sprite, left, top, right - left, (bottom - top + 1) // 2)
