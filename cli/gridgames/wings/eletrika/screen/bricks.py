"""A tile in three lines of characters, as in a list of tiles beside the board."""

from eletrika.tables import FIELD
from eletrika.tile_set import TileSet
from gridgames.terminal.canvas import hex_code, mix
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.screen.board import land_colour

WIDTH = 9  # columns of a brick
# The letter of each edge, clockwise from the east: column, line.
_EDGE_PLACES = ((8, 1), (7, 2), (2, 2), (1, 1), (2, 0), (7, 0))


def brick(edges: str, tiles: TileSet, label: str = "", *, is_pale: bool = False) -> list[Line]:
    """Return the lines of a tile with the letters of its edges, a field as a dot, and a label.

    Every other one of many is ``is_pale``.
    """
    ground = "on #3b434e" if is_pale else "on #2b313a"
    lines: list[Line] = [[(" ", ""), *[(" ", ground)] * (WIDTH - 1)] for _ in range(3)]
    for (x, y), letter in zip(_EDGE_PLACES, edges, strict=True):
        colour = mix(land_colour(letter, tiles), (255, 255, 255), 0.3)
        sign = "·" if letter == FIELD else letter
        lines[y][x] = (sign, f"bold {hex_code(colour)} {ground}")
    for x, sign in enumerate(label, start=WIDTH // 2):
        lines[1][x] = (sign, f"bold #ffb347 {ground}")
    return lines
