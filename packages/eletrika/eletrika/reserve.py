"""The pieces that are not on the table: the stack and the reserve that a position implies.

Rules: EL-BUILD-03, EL-SETUP-04, EL-SETUP-05, EL-END-01, EL-END-02.
"""

from collections import Counter

from eletrika.position import Position
from eletrika.ruleset import Ruleset
from eletrika.tables import ASIDE, ROW, STRUCTURES
from eletrika.tile_set import TileSet


def has_run_out(position: Position, tiles: TileSet) -> bool:
    """Return whether the stack has run out; the set-aside pieces are back then: see `aside_waits`.

    It has if the last round is given, or if the stack is said to hold all unseen tiles.
    Rules: EL-END-01, EL-END-02.
    """
    if position.last is not None:
        return True
    return position.stack == unseen_tiles(position, tiles)


def aside_waits(position: Position, ruleset: Ruleset) -> bool:
    """Return whether the set-aside pieces come back only with the next turn, by an option.

    The stack does not hold them yet then. Under ``row_redraw`` that cannot be counted, since tiles
    may have left the game: they are taken to be back.

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
    row = ROW if position.row is None else len(position.row)
    return len(tiles.tiles) - len(position.tiles) - row


def reserve_of(position: Position, ruleset: Ruleset) -> list[int]:
    """Return what is left of each kind: the box, less what stands.

    One of each kind is set aside too, if the position has a stack that has not run out, or they
    are still to come back.
    Rules: EL-BUILD-03, EL-SETUP-04, EL-SETUP-05, EL-END-02.
    """
    standing = Counter(position.kinds().values())
    run_out = has_run_out(position, ruleset.tiles) and not aside_waits(position, ruleset)
    aside = int(position.stack is not None and not run_out)
    return [max(0, count - aside - standing[kind]) for kind, count in enumerate(STRUCTURES)]
