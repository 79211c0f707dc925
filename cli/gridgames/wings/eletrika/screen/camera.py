"""Which part of the board a pane shows, and how large: it changes as rarely as it can."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from gridcommon.hexes import Hex, neighbours
from gridgames.show.table import Room
from gridgames.wings.eletrika.screen.board import BoardScene, overview_size
from gridgames.wings.eletrika.screen.hex_sprites import SIZES, SMALL, HexSprite, Window, around

_SPARE = 2  # hexagons of room across and down before the board is drawn larger again

# How much it matters that the pane shows a cell, and what scrolling by one hexagon costs.
_CURSOR, _BESIDE, _LAST, _FITS, _SPOT, _TILE = 10_000, 60, 120, 8, 2, 1
_STEP = 4


class Camera:
    """Chooses windows on the board; remembers the last one."""

    def __init__(self) -> None:
        self._room = Room()
        self._sprite = SMALL  # that fits the board
        self.window: Window | None = None
        self._last: Hex | None = None  # the tile laid last, and the cursor
        self._cursor: Hex | None = None

    def look(self, scene: BoardScene, columns: int, lines: int, zoom: int) -> Window:
        """Return the window on a scene for a pane.

        The board is as large as the pane can show all of it, or small. ``zoom`` takes another size.
        """
        if self._room.take(columns, lines):
            self.window = None
        self._sprite = self._fitting(scene)
        sizes = (self._sprite, *(one for one in SIZES if one is not self._sprite))
        window = self.window = self._placed(scene, sizes[zoom])
        cropped = self._cropped(scene, window, columns, lines)
        self._last, self._cursor = scene.last, scene.cursor
        return cropped

    def _fitting(self, scene: BoardScene) -> HexSprite:
        """Return the largest size at which the pane shows the whole board, or else the least.

        After a step back the board stays as it is, unless there is room to spare.
        """
        columns, lines = self._room.columns, self._room.lines
        cells = scene.cells

        def fits(sprite: HexSprite, spare: int) -> bool:
            all_of_it = around(sprite, cells)
            across, down = spare * sprite.width, spare * sprite.step // 2
            return all_of_it.columns + across <= columns and all_of_it.lines + down <= lines

        largest = next((one for one in SIZES if fits(one, 0)), SMALL)
        if self.window is None or largest.width < self._sprite.width:
            return largest
        return next((one for one in SIZES if one is self._sprite or fits(one, _SPARE)), largest)

    def _placed(self, scene: BoardScene, sprite: HexSprite) -> Window:
        """Return the window of the whole pane, the last one if that still shows what matters."""
        columns, lines = self._room.columns, self._room.lines
        whole = around(sprite, scene.cells)
        before = self.window
        is_new = before is None or before.sprite is not sprite
        if before is None or is_new:  # in the middle
            left = whole.left - (columns - whole.columns) // 2
            top = whole.top - (lines - whole.lines) // 2 * 2
            before = Window(sprite, left, top, columns, lines)
        before = replace(before, columns=columns, lines=lines)
        lefts = _offsets(before.left, whole.left, whole.columns, columns, sprite.width // 2)
        tops = _offsets(before.top, whole.top, 2 * whole.lines, 2 * lines, sprite.step)
        worth = self._worth(scene)

        def value(window: Window) -> float:
            seen = sum(worth[cell] for cell in worth if window.shows(cell))
            across = abs(window.left - before.left) / sprite.width
            down = abs(window.top - before.top) / sprite.step
            return seen - _STEP * (across + down)

        window = before
        may_stay = not is_new and before.left in lefts and before.top in tops
        if not (may_stay and self._is_enough(scene, before)):
            tries = [replace(before, left=x, top=y) for x, y in product(lefts, tops)]
            window = max(tries, key=value)
        fits = whole.columns <= columns and whole.lines <= lines
        return replace(window, overview=None if fits else self._corner(scene, window, worth))

    def _is_enough(self, scene: BoardScene, window: Window) -> bool:
        """Return whether a window shows the cursor, a new tile, and a place for the next one."""
        near = _near(scene, scene.cursor) if self._is_pointing(scene) else []
        new = [scene.last] if scene.last is not None and scene.last != self._last else []
        places = [cell for cell, fits in scene.spots.items() if fits]
        return all(map(window.shows, (*near, *new))) and (
            not places or any(map(window.shows, places))
        )

    def _worth(self, scene: BoardScene) -> dict[Hex, int]:
        worth = dict.fromkeys(scene.lands, _TILE)
        for cell, fits in scene.spots.items():
            worth[cell] = _FITS if fits else _SPOT
        if scene.last is not None and scene.last != self._last:
            worth[scene.last] = _LAST
        if scene.cursor is not None:
            if self._is_pointing(scene):
                worth |= dict.fromkeys(_near(scene, scene.cursor), _BESIDE)
            worth[scene.cursor] = _CURSOR if self._is_pointing(scene) else _BESIDE
        return worth

    def _is_pointing(self, scene: BoardScene) -> bool:
        """Return whether the cursor has to be seen: it chooses, or was just moved."""
        has_moved = self._cursor is not None and scene.cursor != self._cursor
        return scene.cursor is not None and (scene.is_choice or has_moved)

    def _corner(
        self, scene: BoardScene, window: Window, worth: Mapping[Hex, int]
    ) -> tuple[int, int]:
        """Return the corner for the small map: the last one, unless it hides what matters."""
        wide, high = overview_size(scene, window.columns)
        right, bottom = max(0, window.columns - wide), max(0, window.lines - high)
        corners = [(right, bottom), (0, bottom), (right, 0), (0, 0)]
        before = self.window and self.window.overview
        if before in corners:
            corners.sort(key=lambda corner: corner != before)

        def hidden(corner: tuple[int, int]) -> int:
            return sum(
                worth[cell]
                for cell in worth
                if window.shows(cell) and covers(corner, (wide, high), window, cell)
            )

        found = [hidden(corner) for corner in corners]
        least = min(found)
        return corners[0] if found[0] < least + _FITS else corners[found.index(least)]

    def _cropped(self, scene: BoardScene, window: Window, columns: int, lines: int) -> Window:
        """Return the part of a window that a panel leaves, scrolled only if it hides the cursor."""
        hidden = 0
        if scene.cursor is not None and self._is_pointing(scene):
            below = window.sprite.corner(scene.cursor)[1] + window.sprite.height - window.top
            hidden = max(0, (below + 1) // 2 - lines)
        overview = window.overview
        if overview and overview[1]:
            overview = overview[0], max(0, overview[1] + lines - window.lines)
        top = window.top + 2 * hidden
        return replace(window, top=top, columns=columns, lines=lines, overview=overview)


def covers(corner: tuple[int, int], size: tuple[int, int], window: Window, cell: Hex) -> bool:
    """Return whether a rectangle of characters touches a cell."""
    x, y = window.sprite.corner(cell)
    across, down = x - window.left - corner[0], (y - window.top) // 2 - corner[1]
    return -window.sprite.width < across < size[0] and -(window.sprite.height // 2) < down < size[1]


def _near(scene: BoardScene, cell: Hex | None) -> list[Hex]:
    """Return a cell, and those beside it that belong to the board."""
    around_it = () if cell is None else (cell, *neighbours(cell))
    return [one for one in around_it if one in scene.cells]


def _offsets(before: int, first: int, length: int, room: int, step: int) -> list[int]:
    """Return where a window of ``room`` may begin, so that it shows as much as it can."""
    if length <= room:
        is_inside = before <= first and first + length <= before + room
        return [before if is_inside else first - (room - length) // 4 * 2]
    last = first + length - room
    found: Iterator[int] = iter(range(first, last, step))
    return [*found, last, *([before] if first <= before <= last else [])]
