"""Events, for narration, logs and statistics, each with the rule it follows."""

from dataclasses import dataclass, field
from typing import get_args

from eletrika.tables import Kind, TileNumber
from gridcommon.caveats import Caveat
from gridcommon.contract import Seat
from gridcommon.hexes import Hex
from gridcommon.pickling import pickle_by_fields


@dataclass(frozen=True, slots=True)
class Item:
    """Points and their source: ``set``, ``high_demand`` or the ``forest`` on a tile.

    ``open_demand`` and ``open_forest`` have no points: they represent undeclared facts.
    """

    what: str
    points: int  # MW
    at: Hex | None = None
    caveat: Caveat | None = field(default=None, compare=False)  # why the points may be wrong


pickle_by_fields(Item)


@dataclass(frozen=True, slots=True)
class TileLaid:
    """A tile was laid on the table."""

    seat: Seat
    tile: TileNumber
    rotation: int
    at: Hex
    rule: str = "EL-TILE-01"


@dataclass(frozen=True, slots=True)
class TilePutUnder:
    """A set-up tile fitted nowhere and went under the stack."""

    seat: Seat
    tile: TileNumber
    rule: str = "EL-SETUP-08"


@dataclass(frozen=True, slots=True)
class TileRevealed:
    """A tile was turned face up into the row."""

    tile: TileNumber
    rule: str = "EL-TILE-06"


@dataclass(frozen=True, slots=True)
class RowDiscarded:
    """No face-up tile fitted anywhere, so all of them left the game (A-08)."""

    tiles: tuple[TileNumber, ...]
    rule: str = "EL-TILE-08"


@dataclass(frozen=True, slots=True)
class StackRanOut:
    """The final phase began."""

    rule: str = "EL-END-01"


@dataclass(frozen=True, slots=True)
class AsideReturned:
    """The set-aside structures joined the reserve, and the set-aside tiles became the stack."""

    rule: str = "EL-END-02"


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A marker was placed on the tile just laid."""

    seat: Seat
    value: int
    at: Hex
    rule: str = "EL-MARK-01"


@dataclass(frozen=True, slots=True)
class MarkerReturned:
    """A marker returned to the hand. ``points`` were scored for it at once (MW)."""

    seat: Seat
    value: int
    at: Hex
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Built:
    """A structure was built, or has an owner again (A-15)."""

    seat: Seat
    kind: Kind
    at: Hex
    pawns: int
    rule: str = "EL-BUILD-01"


@dataclass(frozen=True, slots=True)
class Energized:
    """Dark structures were lit."""

    cells: tuple[Hex, ...]
    rule: str = "EL-NRG-01"


@dataclass(frozen=True, slots=True)
class PawnsReturned:
    """Pawns returned to the hand, and their structure has no owner."""

    seat: Seat
    at: Hex
    pawns: int
    rule: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A set was scored: its members, and the points of each item (MW)."""

    seat: Seat
    set: tuple[Hex, ...]
    items: tuple[Item, ...]
    rule: str = "EL-SCORE-01"

    @property
    def points(self) -> int:
        """The total points of the set."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class BonusChanged:
    """Another kind is in high demand, or none (A-13); UNKNOWN_KIND if it was not declared."""

    kind: Kind | None
    rule: str = "EL-CITY-02"


@dataclass(frozen=True, slots=True)
class BonusTold:
    """The order of the bonus tiles was declared; UNKNOWN_KIND for those left open."""

    kinds: tuple[Kind, ...]
    rule: str = "EL-COMP-09"


@dataclass(frozen=True, slots=True)
class ScoreSettled:
    """A declaration changed an earlier score by ``points`` (MW)."""

    seat: Seat
    points: int
    rule: str = "EL-COMP-09"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over."""

    seat: Seat
    round: int
    rule: str = "EL-TURN-06"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The second final round is over."""

    rule: str = "EL-END-03"


@dataclass(frozen=True, slots=True)
class Corrected:
    """The people at the table corrected the game, without a check of the rules."""

    keys: tuple[str, ...]
    rule: str = "EL-COMP-09"


Event = (
    TileLaid
    | TilePutUnder
    | TileRevealed
    | RowDiscarded
    | StackRanOut
    | AsideReturned
    | MarkerPlaced
    | MarkerReturned
    | Built
    | Energized
    | PawnsReturned
    | Scored
    | BonusChanged
    | BonusTold
    | ScoreSettled
    | TurnEnded
    | GameEnded
    | Corrected
)

pickle_by_fields(*get_args(Event))
