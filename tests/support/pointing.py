"""Key scripts: how a person who sees a table points its position into a draft."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from eletrika.position import Position
from eletrika.tables import COLOURS, KINDS
from gridcommon.hexes import Hex, neighbours, step
from gridgames.page.drafts import Draft
from gridgames.show.draft import DraftTable
from gridgames.table.command_table import Front
from gridgames.table.desk import Desk
from gridgames.table.draft import DraftPolicy

STEPS = ("right", "pagedown", "end", "left", "home", "pageup")  # by direction
SIGNS = {".": "full_stop", "?": "question_mark"}
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def draft_at(table: DraftTable[Any]) -> Draft:
    """Return a draft of a table, as a page has it."""
    policy = DraftPolicy(table)
    return Draft(Desk(policy.session, Front.PAGE, table=table))


def press(draft: Draft, key: str) -> bool:
    """Do what the full screen does with a key; return whether it means anything."""
    if key in _ARROWS:
        draft.table.move(*_ARROWS[key])
        return True
    command = draft.table.command_of(SIGNS.get(key, key))
    if command is not None:
        draft.do(command)
    return command is not None


def keys_for(draft: Draft, wanted: Position, *, faces: bool = True) -> Iterator[str]:
    """Yield keys, press each in ``draft``, and stop when its board is that of ``wanted``.

    It begins with the source, as a person would, and always goes to the nearest tile that is
    missing. Without ``faces`` only places and pieces are entered.
    """

    def pressed(key: str) -> str:
        assert press(draft, key), (key, draft.table.cursor)
        assert not draft.reply.is_error, (key, draft.reply)
        return key

    if not faces:
        yield pressed("f")
    missing = [cell for cell, land in wanted.tiles.items() if not land.source]
    heading = 0
    while missing:
        way = _way(draft, {*missing}, heading)
        for direction in way:
            heading = direction
            yield pressed(STEPS[direction])
        cell = draft.table.cursor
        missing.remove(cell)
        is_built = cell in wanted.structures or cell in wanted.markers
        if faces:
            yield from map(pressed, _face_keys(draft, wanted, cell))
        elif not is_built:
            yield pressed("space")
        yield from map(pressed, _piece_keys(draft, wanted, cell))


def _way(draft: Draft, missing: set[Hex], heading: int) -> list[int]:
    """Return the shortest way from the cursor to a missing cell, straight on if possible."""
    ways: dict[Hex, list[int]] = {draft.table.cursor: []}
    queue = deque([draft.table.cursor])
    reached: list[Hex] = []
    while queue:
        cell = queue.popleft()
        if reached and len(ways[cell]) > len(ways[reached[0]]):
            break
        if cell in missing and cell not in draft.desk.session.state.tiles:
            reached.append(cell)
        for turn in range(6):
            direction = (heading + turn) % 6
            beside = step(cell, direction)
            if beside not in ways and draft.table.is_spot(beside):
                ways[beside] = [*ways[cell], direction]
                queue.append(beside)

    def lonely(cell: Hex) -> tuple[int, bool]:
        """Prefer tiles with few others left around them, which would be left behind."""
        way = ways[cell]
        return sum(one in missing for one in neighbours(cell)), bool(way) and way[0] != heading

    return ways[min(reached, key=lonely)]


def _face_keys(draft: Draft, wanted: Position, cell: Hex) -> Iterator[str]:
    """Yield the edges of a tile until its face is among those with a number."""
    land = wanted.tiles[cell]
    while draft.desk.session.state.tiles.get(cell) is None:
        assert draft.table.faces is not None
        assert land.edges is not None
        shown = [(one.tile, one.edges) for one in draft.table.shown_faces()]
        if (land.tile, land.edges) in shown:
            yield str(shown.index((land.tile, land.edges)) + 1)
        else:
            letter = land.edges[draft.table.faces.asked or 0]
            yield SIGNS.get(letter, letter)


def _piece_keys(draft: Draft, wanted: Position, cell: Hex) -> Iterator[str]:
    if structure := wanted.structures.get(cell):
        while (
            cell not in draft.desk.session.state.structures
        ):  # the first may be the tile's next edge
            yield KINDS[structure.kind].lower()
        for _ in range(structure.pawns):
            assert structure.owner is not None
            yield COLOURS[structure.owner].lower()
    if marker := wanted.markers.get(cell):
        while draft.desk.session.state.markers.get(cell) != marker:
            yield COLOURS[marker.owner].lower()
