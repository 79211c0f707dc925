"""The pieces in the box: how many there are, their names, and the letters printed on tiles.

The tiles themselves are in :mod:`eletrika.tile_set`, the points in :mod:`eletrika.scoring_table`.

Rules: EL-COMP-01, EL-COMP-02, EL-COMP-03, EL-COMP-04, EL-COMP-05.
"""

from typing import Any, Final

from gridcommon.caveats import read_caveats

Kind = int  # of structure: an index of KINDS
Owner = int  # an index of COLOURS
TileNumber = int  # an index of a tile set, or negative: see eletrika.tile_edges

KINDS = "UTSPC"
KIND_NAMES = ("Plant", "Tower", "Substation", "Pole", "City")
PLANT: Final = 0
TOWER: Final = 1
SUBSTATION: Final = 2
POLE: Final = 3
CITY: Final = 4

UNKNOWN_KIND: Final = -2  # of a bonus tile not declared yet: EL-COMP-09
UNKNOWN_LETTER = "?"

CAVEATS = read_caveats("eletrika")

SEATS = range(2, 5)  # numbers of players
COLOURS = "WKRG"
COLOUR_NAMES = ("White", "Black", "Red", "Green")

RECONSTRUCTED = "reconstructed"  # the shipped tables, and values without a source

STRUCTURES = (4, 11, 5, 13, 6)  # of each kind in the box: EL-COMP-04
SIDES: Final = 6  # of a tile: EL-CONN-05
PAWNS = 5  # of each colour; one more is on the score track: EL-COMP-02
MARKERS = (1, 2)  # values; each colour has one of each: EL-COMP-03
BONUS_TILES = 5  # EL-COMP-05
MOST_OF_TABLE = 39  # tiles of a set whose source is not among the 38: A-01
ROW: Final = 3  # face-up tiles: EL-SETUP-03
ASIDE = 4  # tiles set aside together with one structure of each kind: EL-SETUP-04
FINAL_ROUNDS: Final = 2  # EL-END-03

# The kinds that may touch, a symmetric matrix: EL-CONN-02
CONNECTIONS = (
    # U T S P C
    ". x . . .",  # U
    "x x x . .",  # T
    ". x . x .",  # S
    ". . x x x",  # P
    ". . . x .",  # C
)
MAY_TOUCH: Final[tuple[tuple[bool, ...], ...]] = tuple(
    [tuple([mark == "x" for mark in row.split()]) for row in CONNECTIONS]
)

RIVER, LAKE, FIELD = "rl."
WATER = "rl"
FORESTS = "utspc"  # the forest that pays for each of KINDS: EL-FOREST-01
EDGE_LETTERS = WATER + FIELD + FORESTS
LAND_NAMES = ("", "river", "lake", "land")  # by land code; see eletrika.tile_edges
LAND_CLASS = {letter: letter if letter in WATER else FIELD for letter in EDGE_LETTERS}

UNKNOWN_EDGE = "?"
HIDDEN: Final = -1  # a tile of which nothing is known


def kind_text(kind: Kind) -> str:
    """Return the letter of a kind in texts and records, ``?`` for UNKNOWN_KIND.

    >>> kind_text(TOWER), kind_text(UNKNOWN_KIND)
    ('T', '?')
    """
    return UNKNOWN_LETTER if kind == UNKNOWN_KIND else KINDS[kind]


def kind_from_json(data: Any) -> Kind | None:
    """Return the kind in a record, UNKNOWN_KIND for ``?``, or None if it is not one."""
    if data == UNKNOWN_LETTER:
        return UNKNOWN_KIND
    is_kind = isinstance(data, str) and len(data) == 1 and data in KINDS
    return KINDS.index(data) if is_kind else None
