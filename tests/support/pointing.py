"""Key scripts: how a person who sees a table points its position into the editor."""

from collections import deque
from collections.abc import Iterator

from eletrika.position import Position
from eletrika.tables import COLOURS, KINDS
from gridcommon.hexes import Hex, neighbours, step
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor

STEPS = ("right", "pagedown", "end", "left", "home", "pageup")  # by direction
_SIGNS = {".": "full_stop", "?": "question_mark"}


def keys_for(editor: PositionEditor, wanted: Position, *, faces: bool = True) -> Iterator[str]:
    """Yield keys, press each in ``editor``, and stop when its board is that of ``wanted``.

    It begins with the source, as a person would, and always goes to the nearest tile that is
    missing. Without ``faces`` only places and pieces are entered.
    """

    def press(key: str) -> str:
        assert editor.press(key), (key, editor.cursor)
        assert editor.told.tone != "bad", (key, editor.told)
        return key

    if not faces:
        yield press("f")
    missing = [cell for cell, land in wanted.tiles.items() if not land.source]
    heading = 0
    while missing:
        way = _way(editor, {*missing}, heading)
        for direction in way:
            heading = direction
            yield press(STEPS[direction])
        cell = editor.cursor
        missing.remove(cell)
        is_built = cell in wanted.structures or cell in wanted.markers
        if faces:
            yield from map(press, _face_keys(editor, wanted, cell))
        elif not is_built:
            yield press("space")
        yield from map(press, _piece_keys(editor, wanted, cell))


def _way(editor: PositionEditor, missing: set[Hex], heading: int) -> list[int]:
    """Return the shortest way from the cursor to a missing cell, straight on if possible."""
    ways: dict[Hex, list[int]] = {editor.cursor: []}
    queue = deque([editor.cursor])
    reached: list[Hex] = []
    while queue:
        cell = queue.popleft()
        if reached and len(ways[cell]) > len(ways[reached[0]]):
            break
        if cell in missing and cell not in editor.position.tiles:
            reached.append(cell)
        for turn in range(6):
            direction = (heading + turn) % 6
            beside = step(cell, direction)
            if beside not in ways and editor.is_spot(beside):
                ways[beside] = [*ways[cell], direction]
                queue.append(beside)

    def lonely(cell: Hex) -> tuple[int, bool]:
        """Prefer tiles with few others left around them, which would be left behind."""
        way = ways[cell]
        return sum(one in missing for one in neighbours(cell)), bool(way) and way[0] != heading

    return ways[min(reached, key=lonely)]


def _face_keys(editor: PositionEditor, wanted: Position, cell: Hex) -> Iterator[str]:
    """Yield the edges of a tile until its face is among those with a number."""
    land = wanted.tiles[cell]
    while editor.position.tiles.get(cell) is None:
        assert editor.faces is not None
        assert land.edges is not None
        shown = [(one.tile, one.edges) for one in editor.shown_faces()]
        if (land.tile, land.edges) in shown:
            yield str(shown.index((land.tile, land.edges)) + 1)
        else:
            letter = land.edges[editor.faces.asked or 0]
            yield _SIGNS.get(letter, letter)


def _piece_keys(editor: PositionEditor, wanted: Position, cell: Hex) -> Iterator[str]:
    if structure := wanted.structures.get(cell):
        while cell not in editor.position.structures:  # the first may be the tile's next edge
            yield KINDS[structure.kind].lower()
        for _ in range(structure.pawns):
            assert structure.owner is not None
            yield COLOURS[structure.owner].lower()
    if marker := wanted.markers.get(cell):
        while editor.position.markers.get(cell) != marker:
            yield COLOURS[marker.owner].lower()
