"""Actions: one frozen record for each kind of action.

Main actions and the free scoring have separate classes.  Rules: EL-COMP-08, EL-TURN-05.
"""

from dataclasses import dataclass
from typing import get_args

from eletrika.tables import Kind, TileNumber
from gridcommon.contract import Seat
from gridcommon.hexes import Hex
from gridcommon.pickling import pickle_by_fields


@dataclass(frozen=True, slots=True)
class LayTile:
    """Lay a tile, with its bonus action: a marker (by its value), a build, or neither."""

    seat: Seat
    tile: TileNumber
    rotation: int  # sixths clockwise, 0..5
    at: Hex
    marker: int | None = None
    build: Kind | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """Build a structure on a free tile, with one pawn."""

    seat: Seat
    kind: Kind
    at: Hex


@dataclass(frozen=True, slots=True)
class Abandon:
    """Take all own pawns back from some structures."""

    seat: Seat
    at: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Score one set of own energized structures."""

    seat: Seat
    set: tuple[Hex, ...]
    forests: bool = True  # False declines the forests: A-18 only


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn without scoring, although a set could be scored."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because no action is possible: EL-STUCK-02."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Recall:
    """Take back an own marker from a closed tile, at any time: A-11 ``owner`` only."""

    seat: Seat
    at: Hex


Action = LayTile | Build | Abandon | Score | EndTurn | Pass | Recall

pickle_by_fields(*get_args(Action))
