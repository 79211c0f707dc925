"""A tile in three lines of characters, as in a list of tiles beside the board."""

from eletrika.tables import FIELD
from eletrika.tile_set import TileSet
from gridgames.terminal.canvas import hex_code, mix
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.screen.board import land_colour

WIDTH = 9  # columns of a brick
# The letter of each edge, clockwise from the east: column, line.
_EDGE_PLACES = ((8, 1), (7, 2), (2, 2), (1, 1), (2, 0), (7, 0))


def brick(edges: str, tiles: TileSet, *, is_chosen: bool = False) -> list[Line]:
    """Return the lines of a tile with the letters of its edges, a field as a dot."""
    side = ("▌", "bold #ffffff") if is_chosen else (" ", "bold #ffffff")
    lines: list[Line] = [[side, *[(" ", "on #2b313a")] * (WIDTH - 1)] for _ in range(3)]
    for (x, y), letter in zip(_EDGE_PLACES, edges, strict=True):
        colour = mix(land_colour(letter, tiles), (255, 255, 255), 0.3)
        sign = "·" if letter == FIELD else letter
        lines[y][x] = (sign, f"bold {hex_code(colour)} on #2b313a")
    return lines
