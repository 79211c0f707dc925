"""The pieces that are not on the table: the stack and the reserve that a position implies.

Rules: EL-BUILD-03, EL-SETUP-04, EL-SETUP-05, EL-END-01, EL-END-02.
"""

from collections import Counter

from eletrika.position import Position
from eletrika.ruleset import Ruleset
from eletrika.state import SETUP
from eletrika.tables import ASIDE, ROW, STRUCTURES
from eletrika.tile_set import TileSet


def has_run_out(position: Position, tiles: TileSet) -> bool:
    """Return whether the stack has run out, so that the set-aside pieces are back.

    This is so if the last round is given, or if the stack holds all unseen tiles. See
    :func:`aside_waits`. Rules: EL-END-01, EL-END-02.
    """
    if position.last is not None:
        return True
    return position.stack == unseen_tiles(position, tiles)


def aside_waits(position: Position, ruleset: Ruleset) -> bool:
    """Return whether an option delays the return of the set-aside pieces to the next turn.

    The stack does not contain them yet then. Under ``row_redraw`` tiles may have left the game, so
    counting cannot decide, and they are assumed to be back.
    Rules: EL-END-02 (A-21).
    """
    return (
        ruleset.aside_from == "next_turn"
        and not ruleset.row_redraw
        and position.last is not None
        and position.stack is not None
        and position.stack + ASIDE == unseen_tiles(position, ruleset.tiles)
    )


def unseen_tiles(position: Position, tiles: TileSet) -> int:
    """Return the number of tiles that are neither on the table, nor in the row or a hand."""
    row = ROW if position.row is None else len(position.row)
    return len(tiles.tiles) - len(position.tiles) - row - (position.phase == SETUP)


def reserve_of(position: Position, ruleset: Ruleset) -> list[int]:
    """Return the number of pieces left of each kind: those in the box, except those on the board.

    One of each kind is set aside too, until the stack has run out and they come back.
    Rules: EL-BUILD-03, EL-SETUP-04, EL-SETUP-05, EL-END-02.
    """
    standing = Counter(position.kinds().values())
    run_out = has_run_out(position, ruleset.tiles) and not aside_waits(position, ruleset)
    aside = int(position.stack is not None and not run_out)
    return [max(0, count - aside - standing[kind]) for kind, count in enumerate(STRUCTURES)]
