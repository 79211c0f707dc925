"""The six edges of a tile: rotating and comparing them, and writing a tile in records and text.

A tile that is known only by its edges, or in part, has a negative number that encodes them.

Rules: EL-TILE-03, EL-TILE-05, EL-COMP-09.
"""

from collections.abc import Iterator
from typing import Any

from eletrika.tables import (
    EDGE_LETTERS,
    FIELD,
    FORESTS,
    HIDDEN,
    LAKE,
    LAND_CLASS,
    MOST_OF_TABLE,
    RIVER,
    UNKNOWN_EDGE,
    WATER,
    TileNumber,
)
from gridcommon.errors import NotationError, errors_under
from gridcommon.spelling import quoted

EDGE_OR_UNKNOWN = UNKNOWN_EDGE + EDGE_LETTERS


def encode_edges(edges: str) -> TileNumber:
    """Return the negative number of a tile that is known only by its edges, some perhaps unknown.

    >>> encode_edges("??????") == HIDDEN, decode_edges(encode_edges("r.t???"))
    (True, 'r.t???')
    """
    number = 0
    for letter in edges:
        number = number * len(EDGE_OR_UNKNOWN) + EDGE_OR_UNKNOWN.index(letter)
    return -1 - number


def decode_edges(tile: TileNumber) -> str:
    """Return the edges of a tile with a negative number."""
    number = -1 - tile
    letters = []
    for _ in range(6):
        number, place = divmod(number, len(EDGE_OR_UNKNOWN))
        letters.append(EDGE_OR_UNKNOWN[place])
    return "".join(reversed(letters))


def tile_to_json(tile: TileNumber) -> int | str:
    """Return a tile as JSON for a record: its number, its edges, or ``?`` if it is unknown."""
    if tile >= 0:
        return tile
    return UNKNOWN_EDGE if tile == HIDDEN else decode_edges(tile)


def tile_from_json(data: Any) -> TileNumber:
    """Return the tile in a record, the inverse of ``tile_to_json``.

    Raises NotationError if ``data`` is neither a number nor six edges nor ``?``.
    """
    if type(data) is int and 0 <= data < MOST_OF_TABLE:
        return data
    if data == UNKNOWN_EDGE:
        return HIDDEN
    if isinstance(data, str) and len(data) == 6 and set(data) <= set(EDGE_OR_UNKNOWN):
        return encode_edges(data)
    raise NotationError(
        "a tile is a number from 0 to {last}, six of the letters {letters}, or ?; found {found}",
        last=MOST_OF_TABLE - 1,
        letters=" ".join(EDGE_OR_UNKNOWN),
        found=quoted(data),
    )


def read_tiles(data: Any, key: str) -> list[TileNumber]:
    """Return the tiles of a JSON list. Raises NotationError naming ``key``."""
    if not isinstance(data, list):
        raise NotationError("expected a list of tiles, found {found}", key=key, found=quoted(data))
    with errors_under(key):
        return [tile_from_json(tile) for tile in data]


def tile_text(tile: TileNumber) -> str:
    """Return a tile in user notation: ``13``, ``r.tr..`` or ``?``."""
    return str(tile_to_json(tile))


def rotated_edges(edges: str, sixths: int) -> str:
    """Return ``edges`` with each one moved ``sixths`` places clockwise.

    >>> rotated_edges("rl....", 1)
    '.rl...'
    """
    sixths %= 6
    return edges[6 - sixths :] + edges[: 6 - sixths]


def forests_on(edges: str) -> Iterator[tuple[str, int]]:
    """Yield the letter and the number of edges of each forest: a run of equal edges."""
    starts = [edge for edge in range(6) if edges[edge] != edges[edge - 1]] or [0]
    for edge, after in zip(starts, [*starts[1:], starts[0] + 6], strict=True):
        if edges[edge] in FORESTS:
            yield edges[edge], after - edge


# The class of land of an edge, as two bits; 0 for an unknown or unrestricted edge.
LAND_CODES = {RIVER: 1, LAKE: 2, FIELD: 3}


def land_code(edges: str) -> int:
    """Return the land classes of six edges, two bits each, the edge to the east lowest.

    Field and forests are one class.  Rules: EL-TILE-03, EL-TILE-05.
    """
    code = 0
    for direction, letter in enumerate(edges):
        if letter != UNKNOWN_EDGE:
            code |= LAND_CODES[LAND_CLASS[letter]] << 2 * direction
    return code


def has_water(edges: str) -> bool:
    """Return whether a tile has river or lake, or may have (EL-BUILD-04, A-10, EL-COMP-09)."""
    return any(edge in WATER or edge == UNKNOWN_EDGE for edge in edges)


def is_known(edges: str) -> bool:
    """Return whether all six edges are known."""
    return UNKNOWN_EDGE not in edges


def is_known_tile(tile: TileNumber) -> bool:
    """Return whether all six edges of a tile are known."""
    return tile >= 0 or (tile != HIDDEN and is_known(decode_edges(tile)))
