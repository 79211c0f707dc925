"""Which part of the board a pane shows, and how large: it changes as rarely as it can."""

from collections.abc import Sequence
from dataclasses import replace

from gridcommon.hexes import Hex, neighbours
from gridgames.show.parts import Marks
from gridgames.show.table import PaneSize
from gridgames.wings.eletrika.description.places import cell_of
from gridgames.wings.eletrika.description.scene import BoardScene
from gridgames.wings.eletrika.screen.board import overview_size
from gridgames.wings.eletrika.screen.hex_sprites import SIZES, SMALL, HexSprite, Window, around

_SPARE = 2  # hexagons of room across and down before the board is drawn larger again


class Camera:
    """Chooses windows on the board; remembers the last one."""

    def __init__(self) -> None:
        self._room = PaneSize()
        self._sprite = SMALL  # that fits the board
        self.window: Window | None = None
        self._last: Hex | None = None  # the tile laid last, and the cursor
        self._cursor: Hex | None = None

    def look(
        self,
        scene: BoardScene,
        marks: Marks,
        columns: int,
        lines: int,
        zoom: int,
        *,
        is_choice: bool = True,
    ) -> Window:
        """Return the window on a scene for a pane.

        The board is as large as the pane can show all of it, or small. ``zoom`` takes another size.
        The cursor stays in view while it ``is_choice``, or if it was just moved.
        """
        if self._room.take(columns, lines):
            self.window = None
        self._sprite = self._fitting(scene)
        sizes = (self._sprite, *(one for one in SIZES if one is not self._sprite))
        last = next(reversed(scene.lands))
        cursor = cell_of(marks.cursor) if marks.cursor else None
        is_pointing = is_choice or self._cursor not in (None, cursor)
        groups = [[last]] if last != self._last else []
        if cursor is not None and is_pointing:
            beside = [cell for cell in neighbours(cursor) if cell in scene.cells]
            groups += [[cursor, *beside], [cursor]]
        window = self.window = self._placed(scene, sizes[zoom], groups)
        self._last, self._cursor = last, cursor
        return self._cropped(window, columns, lines, cursor if is_pointing else None)

    def _fitting(self, scene: BoardScene) -> HexSprite:
        """Return the largest size at which the pane shows the whole board, or else the least.

        After a step back the board stays as it is, unless there is room to spare.
        """
        columns, lines = self._room.columns, self._room.lines

        def fits(sprite: HexSprite, spare: int) -> bool:
            all_of_it = around(sprite, scene.cells)
            across, down = spare * sprite.width, spare * sprite.step // 2
            return all_of_it.columns + across <= columns and all_of_it.lines + down <= lines

        largest = next((one for one in SIZES if fits(one, 0)), SMALL)
        if self.window is None or largest.width < self._sprite.width:
            return largest
        return next((one for one in SIZES if one is self._sprite or fits(one, _SPARE)), largest)

    def _placed(
        self, scene: BoardScene, sprite: HexSprite, groups: Sequence[Sequence[Hex]]
    ) -> Window:
        """Return the last window of the whole pane, moved as little as it takes to show cells.

        If a group of cells has no room beside those before it, it matters more than they.
        """
        columns, lines = self._room.columns, self._room.lines
        left, top, right, bottom = sprite.box(scene.cells)
        boxes = [sprite.box(group) for group in groups]
        if self.window and self.window.sprite is sprite:
            x, y = self.window.left, self.window.top
        else:  # in the middle
            x = left - (columns - (right - left)) // 2
            y = top - (lines - (bottom - top + 1) // 2) // 2 * 2
        x = _moved(x, columns, (left, right), [(box[0], box[2]) for box in boxes])
        y = _moved(y, 2 * lines, (top, bottom), [(box[1], box[3]) for box in boxes])
        window = Window(sprite, x, y - y % 2, columns, lines)
        if right - left <= columns and bottom - top <= 2 * lines:
            return window
        return replace(window, overview=self._corner(scene, window, groups))

    def _corner(
        self, scene: BoardScene, window: Window, groups: Sequence[Sequence[Hex]]
    ) -> tuple[int, int]:
        """Return the corner for the small map: the last one, unless it hides what matters."""
        wide, high = overview_size(scene, window.columns)
        right, bottom = max(0, window.columns - wide), max(0, window.lines - high)
        before = self.window and self.window.overview

        def hidden(corner: tuple[int, int]) -> tuple[int, bool]:
            cells = (cell for group in groups for cell in group)
            count = sum(covers(corner, (wide, high), window, cell) for cell in cells)
            return count, corner != before

        return min(((right, bottom), (0, bottom), (right, 0), (0, 0)), key=hidden)

    def _cropped(self, window: Window, columns: int, lines: int, cursor: Hex | None) -> Window:
        """Return the part of a window that a panel leaves, scrolled only if it hides the cursor."""
        hidden = 0
        if cursor is not None:
            below = window.sprite.corner(cursor)[1] + window.sprite.height - window.top
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


def _moved(start: int, room: int, whole: tuple[int, int], spans: Sequence[tuple[int, int]]) -> int:
    """Return where a window of ``room`` begins that shows the whole, or the spans, the last first.

    It is as close to ``start`` as possible.
    """
    if whole[1] - whole[0] <= room:
        is_inside = start <= whole[0] and whole[1] <= start + room
        return start if is_inside else (whole[0] + whole[1] - room) // 4 * 2
    for first, end in spans:
        start = min(max(start, end - room), first)
    return min(max(start, whole[0]), whole[1] - room)
