"""An Eletrika board in characters: each tile a brick, each row shifted by half a brick.

A brick touches the same six neighbours as a hexagon. Its letters are the edges of the tile, each
where the neighbour lies; in the middle are the cell, the structure and the marker.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from eletrika.position import Marker, Structure
from eletrika.tables import COLOURS, FORESTS, KINDS
from eletrika.tile_set import TileSet
from gridcommon.errors import Word
from gridcommon.hexes import Hex
from gridgames.languages.caveats import marked
from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.canvas import Canvas
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.eletrika.description.scene import BoardScene, is_far_flung
from gridgames.wings.eletrika.description.words import cell_words, piece_style

_EDGE_STYLES = {"r": "blue", "l": "bright_blue", ".": "dim", "?": "dim"}
_COLOURS = {"blue": "cyan", "yellow": "yellow", "purple": "magenta", "orange": "dark_orange"}
_CHOSEN = "bold reverse"
_LIT, _DARK = "bold bright_yellow", "dim"

_WIDE = 10  # columns from one brick to the next
_HIGH = 4  # lines from one row to the next

# By the directions in which a line leaves: up 1, right 2, down 4, left 8.
_LINES = dict(zip((5, 10, 6, 12, 3, 9, 7, 13, 14, 11, 15), "│─┌┐└┘├┤┬┴┼", strict=True))
_PLAIN = {5: "|", 10: "-"}

# The place of the letter of each edge in a brick, clockwise from the east: column, line.
_EDGE_PLACES = ((9, 2), (8, 3), (2, 3), (1, 2), (2, 1), (8, 1))
_EDGE_PLACES_APART = (*_EDGE_PLACES[:4], (1, 1), (9, 1))  # if the name of the cell is long
_LONGEST_LABEL = 7


def board_lines(scene: BoardScene, chosen: Collection[Hex] = ()) -> Iterator[Line]:
    """Yield the board, as large as the terminal allows, with marks at the chosen tiles."""
    tiles = scene.ruleset.tiles
    if is_far_flung(scene.position.tiles):
        yield [(say("The tiles are too far apart to be drawn."), "")]
        return
    columns = [*map(_column, scene.lands)]
    is_long = any(len(cell_words(cell)) > _LONGEST_LABEL for cell in scene.lands)
    if is_long or max(columns) - min(columns) + _WIDE + 1 > output.width():
        yield from small(scene, output.width(), chosen)
        yield []
    else:
        yield from _bricks(scene, chosen)
        if any(land.edges for land in scene.position.tiles.values()):
            yield []
            forests = ", ".join(
                marked(
                    say("{letter} {colour} forest", letter=letter, colour=Word(forest.colour)),
                    (forest.caveat,),
                )
                for letter, forest in zip(FORESTS, tiles.forests, strict=True)
            )
            yield from wrapped(
                say("Edges: r river, l lake, . field, {forests}.", forests=forests), style="dim"
            )
    if None in scene.lit.values():
        legend = say("T a structure, then owner and pawns; *W2 marker.")
    else:
        legend = say(
            "[T] energized, (T) dark, then owner and pawns; letters alone: may be built there; "
            "x closed, - nothing fits; *W2 marker."
        )
    yield from wrapped(legend, style="dim")


def _bricks(scene: BoardScene, chosen: Collection[Hex]) -> list[Line]:
    """Return the board in bricks. The ``chosen`` tiles have a ``>`` and a ``<``."""
    position, tiles = scene.position, scene.ruleset.tiles
    left, top = min(map(_column, scene.lands)), min(r for _, r in scene.lands)
    width = max(map(_column, scene.lands)) - left + _WIDE + 1
    canvas = Canvas(width, (max(r for _, r in scene.lands) - top + 1) * _HIGH + 1)
    frames: Counter[tuple[int, int]] = Counter()
    for cell, land in position.tiles.items():
        x, y = _column(cell) - left, (cell[1] - top) * _HIGH
        _add_frame(frames, x, y)
        label = cell_words(cell)
        canvas.put_centred(x + 5, y + 1, label, "dim")
        places = _EDGE_PLACES if len(label) <= 5 else _EDGE_PLACES_APART
        for (dx, dy), letter in zip(places, land.edges or "", strict=False):
            canvas.put(x + dx, y + dy, letter, _edge_style(letter, tiles))
        text, style = _content(scene, cell)
        start = x + 5 - len(text) // 2
        canvas.put(start, y + 2, text, style)
        structure = position.structures.get(cell)
        if structure and structure.owner is not None:
            owner = text.strip("[()]")[1:]
            canvas.put(start + text.index(owner), y + 2, owner, piece_style(structure.owner))
        if cell in chosen:
            for dx, sign in ((2, ">"), (8, "<")):
                canvas.put(x + dx, y + 2, sign, _CHOSEN)
        if marker := position.markers.get(cell):
            style = piece_style(marker.owner)
            canvas.put_centred(x + 5, y + 3, _marker(marker), style)
    box_lines = output.has_box_lines()
    for (x, y), ways in frames.items():
        canvas.put(x, y, _LINES[ways] if box_lines else _PLAIN.get(ways, "+"), "dim")
    return canvas.lines()


def small(scene: BoardScene, columns: int, chosen: Collection[Hex] = ()) -> list[Line]:
    """Return the board with one word per tile, for boards wider than the terminal.

    Where ``columns`` are too few, no space is left between the longest words. Before each
    ``chosen`` tile is a ``>``.
    """
    left, top = min(2 * q + r for q, r in scene.lands), min(r for _, r in scene.lands)
    halves = max(2 * q + r for q, r in scene.lands) - left
    apart = 6 if 3 * halves + 5 <= columns else 5
    canvas = Canvas(3 * halves + _WIDE + 1, max(r for _, r in scene.lands) - top + 1)
    first = 1 if chosen else 0
    for q, r in scene.lands:
        text, style = _content(scene, (q, r))
        marker = scene.position.markers.get((q, r))
        if marker and (q, r) not in scene.position.structures:
            text, style = _marker(marker), piece_style(marker.owner)
        column = first + apart * (2 * q + r - left) // 2
        canvas.put(column, r - top, text or ".", style or "dim")
        if (q, r) in chosen:
            canvas.put(column - 1, r - top, ">", _CHOSEN)
    return canvas.lines()


def _content(scene: BoardScene, cell: Hex) -> tuple[str, str]:
    """Return the structure of a tile, or what may be built on it, with its style."""
    if structure := scene.position.structures.get(cell):
        is_lit = scene.lit[cell]
        return _piece(structure, is_lit=is_lit), _DARK if is_lit is False else _LIT
    return say("src") if scene.position.tiles[cell].source else scene.sites.get(cell, ""), ""


def _marker(marker: Marker) -> str:
    """Return a marker as the full form writes it, as in ``*W2``."""
    return f"*{COLOURS[marker.owner]}{marker.value}"


def _piece(structure: Structure, *, is_lit: bool | None) -> str:
    """Return a structure in brackets, as in ``[TR2]``; square brackets if it is lit.

    It has none if ``is_lit`` is None.
    """
    owner = "" if structure.owner is None else COLOURS[structure.owner]
    text = KINDS[structure.kind] + owner + ("2" if structure.pawns == 2 else "")
    if is_lit is None:
        return text
    return f"[{text}]" if is_lit else f"({text})"


def _column(cell: Hex) -> int:
    return _WIDE * cell[0] + _WIDE // 2 * cell[1]


def _edge_style(letter: str, tiles: TileSet) -> str:
    """Return the style of the letter of an edge."""
    if letter in _EDGE_STYLES:
        return _EDGE_STYLES[letter]
    return _COLOURS.get(tiles.forests[FORESTS.index(letter)].colour, "bright_black")


def _add_frame(frames: Counter[tuple[int, int]], x: int, y: int) -> None:
    """Add the frame of a brick: to each character the directions in which a line leaves it."""
    for line in (y, y + _HIGH):
        for column in range(x, x + _WIDE):
            frames[column, line] |= 2
            frames[column + 1, line] |= 8
    for column in (x, x + _WIDE):
        for line in range(y, y + _HIGH):
            frames[column, line] |= 4
            frames[column, line + 1] |= 1
