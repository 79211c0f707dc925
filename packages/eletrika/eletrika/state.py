"""The state of a game: the table, the players, the hidden pieces, and the turn.

A cell is a pair ``(q, r)``, a seat an int counted clockwise, a kind an index of KINDS. The caches
at the end can be computed from the rest; tests compare them with the computed values.
"""

from bisect import bisect_left, insort
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from eletrika.ruleset import Ruleset
from eletrika.tables import COLOURS, KINDS, MAY_TOUCH, Kind, Owner, TileNumber
from gridcommon.contract import Seat
from gridcommon.hexes import Hex, neighbours
from gridcommon.pickling import pickle_by_fields

# The task of the seat to act.
SETUP: Final = 0  # lay the set-up tile
MAIN: Final = 1  # act
AFTER: Final = 2  # score or end the turn
OVER: Final = 3  # nothing
PHASES = ("setup", "main", "after", "over")

NO_KIND: Final = -1
NO_TILE: Final = 1000
NO_CELL: Final[Hex] = (1_000_000, 1_000_000)  # beyond any cell that a text can name

_NEIGHBOURS: Final[dict[Hex, tuple[Hex, ...]]] = {}
_CELLS_KEPT: Final = 5000  # more than the tiles of a box can reach


def around_cell(cell: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours of ``cell``, cached."""
    found = _NEIGHBOURS.get(cell)
    if found is None:
        if len(_NEIGHBOURS) == _CELLS_KEPT:
            _NEIGHBOURS.clear()
        found = _NEIGHBOURS[cell] = neighbours(cell)
    return found


# The kinds that fit a cell, as bits, and OPEN unless the cell is closed.
OPEN: Final = 1 << len(KINDS)
ANY_KIND: Final = OPEN | (OPEN - 1)
CLOSED: Final = 0
_MAY_STAND_BESIDE: Final = [
    OPEN | sum([1 << other for other in range(len(KINDS)) if MAY_TOUCH[kind][other]])
    for kind in range(len(KINDS))
]


@dataclass(frozen=True, slots=True)
class Draws:
    """All draws of a game; stack and aside start with the top tile, and include set-up tiles."""

    stack: tuple[TileNumber, ...]
    row: tuple[TileNumber, ...]
    aside: tuple[TileNumber, ...]
    queue: tuple[Kind, ...]
    first: Seat


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A score that depends on undeclared facts: EL-COMP-09.

    ``members`` are its structures, each with cell, kind and pawns. Without them, it is only known
    that the points of ``seat`` may be wrong.
    """

    seat: Seat
    members: tuple[tuple[Hex | None, Kind, int], ...] = ()
    place: int = 0  # the number of the bonus tile in force, from 1; 0 for none
    lands: Mapping[Hex, str] = field(default_factory=dict)  # the tiles that pay, as known then
    points: int = 0  # counted so far


@dataclass(slots=True, repr=False)
class State:
    """The complete state of a game. ``copy`` shares values that are never changed in place."""

    ruleset: Ruleset
    seats: int

    # The table
    source: Hex = (0, 0)  # NO_CELL if it is not on the table
    lands: dict[Hex, str] = field(default_factory=dict)  # edges as they lie
    laid: dict[Hex, tuple[TileNumber, int]] = field(default_factory=dict)  # tile and rotation
    kinds: dict[Hex, Kind] = field(default_factory=dict)  # structures
    owners: dict[Hex, Seat] = field(default_factory=dict)  # of those that carry pawns
    pawns: dict[Hex, int] = field(default_factory=dict)
    markers: dict[Hex, tuple[Seat, int]] = field(default_factory=dict)  # owner and value

    # Beside the table
    reserve: list[int] = field(default_factory=list)  # structures left, by kind
    hands: list[int] = field(default_factory=list)  # pawns in hand, by seat
    markers_in_hand: list[tuple[int, ...]] = field(default_factory=list)  # values, by seat
    scores: list[int] = field(default_factory=list)  # MW, by seat
    bonus: Kind = NO_KIND  # of the bonus tile in force
    queue: tuple[Kind, ...] = ()  # of the bonus tiles after it
    covered: tuple[Kind, ...] = ()  # of the bonus tiles before it, in order
    unsettled: tuple[Unsettled, ...] = ()
    row: list[TileNumber] = field(default_factory=list)  # face up
    stack: list[TileNumber] = field(default_factory=list)  # face down, the top last
    under: int = 0  # the number of tiles at the bottom of the stack that all have seen
    aside: list[TileNumber] = field(default_factory=list)  # the second stack, until it is formed
    discarded: tuple[TileNumber, ...] = ()
    drawn: TileNumber = NO_TILE  # the set-up tile in hand

    # The turn
    first: Seat = 0
    round: int = 0  # 0 in set-up
    turn: int = 0  # turns ended in this round
    actor: Seat = 0
    phase: int = SETUP
    scored: bool = False  # a set was scored this turn
    city_built: bool = False  # this turn
    end_round: int = 0  # the last round, 0 until the stack has run out
    aside_due: bool = False  # the set-aside pieces come back with the next turn
    rng: int = 0
    draws: Draws | None = None  # None in a view, or if the game continues from a position

    # Caches
    frontier: dict[Hex, int] = field(default_factory=dict)  # land codes next to the board
    gaps: list[Hex] = field(default_factory=list)  # the cells of the frontier, sorted
    plots: list[Hex] = field(default_factory=list)  # cells with a tile and no structure, sorted
    fits: dict[Hex, int] = field(default_factory=dict)  # the kinds next to structures
    lit: frozenset[Hex] = frozenset()

    # The box
    colours: tuple[Owner, ...] = tuple(range(len(COLOURS)))  # of all pieces, by seat

    def copy(self) -> "State":
        """Return an independent copy."""
        twin: State = State.__new__(State)
        twin.become(self)
        return twin

    def become(self, other: "State") -> None:
        """Replace all values with copies of those of another state, in place."""
        self.ruleset = other.ruleset
        self.seats = other.seats
        self.colours = other.colours
        self.source = other.source
        self.lands = other.lands.copy()
        self.laid = other.laid.copy()
        self.kinds = other.kinds.copy()
        self.owners = other.owners.copy()
        self.pawns = other.pawns.copy()
        self.markers = other.markers.copy()
        self.reserve = other.reserve.copy()
        self.hands = other.hands.copy()
        self.markers_in_hand = other.markers_in_hand.copy()
        self.scores = other.scores.copy()
        self.bonus = other.bonus
        self.queue = other.queue
        self.covered = other.covered
        self.unsettled = other.unsettled
        self.row = other.row.copy()
        self.stack = other.stack.copy()
        self.under = other.under
        self.aside = other.aside.copy()
        self.discarded = other.discarded
        self.drawn = other.drawn
        self.first = other.first
        self.round = other.round
        self.turn = other.turn
        self.actor = other.actor
        self.phase = other.phase
        self.scored = other.scored
        self.city_built = other.city_built
        self.end_round = other.end_round
        self.aside_due = other.aside_due
        self.rng = other.rng
        self.draws = other.draws
        self.frontier = other.frontier.copy()
        self.gaps = other.gaps.copy()
        self.plots = other.plots.copy()
        self.fits = other.fits.copy()
        self.lit = other.lit

    def put_tile(self, tile: TileNumber, rotation: int, at: Hex) -> None:
        """Put a tile on the table, and update the frontier."""
        edges = self.ruleset.tiles.faces[tile][rotation]
        self.lands[at] = edges
        self.laid[at] = (tile, rotation)
        if at != self.source:
            insort(self.plots, at)
        frontier = self.frontier
        if at in frontier:
            del frontier[at]
            del self.gaps[bisect_left(self.gaps, at)]
        code = self.ruleset.tiles.codes[tile][rotation]
        for direction, beside in enumerate(around_cell(at)):
            if beside not in self.lands:
                asked = frontier.get(beside, -1)
                if asked < 0:
                    asked = 0
                    insort(self.gaps, beside)
                frontier[beside] = asked | (code >> 2 * direction & 3) << 2 * ((direction + 3) % 6)

    def clear_table(self) -> None:
        """Remove everything from the table."""
        for table in (self.lands, self.laid, self.kinds, self.owners, self.pawns):
            table.clear()
        for beside in (self.markers, self.frontier, self.fits):
            beside.clear()
        self.gaps.clear()
        self.plots.clear()
        self.lit = frozenset()

    def put_structure(self, kind: Kind, at: Hex) -> None:
        """Put a structure on the table, and update the kinds that fit around it.

        A cell that touches it and a neighbour of it is closed.
        Rules: EL-CONN-02, EL-SHORT-01, EL-SHORT-02.
        """
        self.kinds[at] = kind
        place = bisect_left(self.plots, at)
        if self.plots[place : place + 1] == [at]:  # the source is not a plot, whatever was declared
            del self.plots[place]
        around = around_cell(at)
        stands = [beside in self.kinds for beside in around]
        for direction, beside in enumerate(around):
            if stands[direction - 1] or stands[(direction + 1) % 6]:
                self.fits[beside] = CLOSED
            else:
                self.fits[beside] = self.fits.get(beside, ANY_KIND) & _MAY_STAND_BESIDE[kind]

    def return_aside(self) -> None:
        """Return the set-aside structures to the reserve, and the tiles to the stack, on top."""
        self.aside_due = False
        self.stack = self.stack + self.aside
        self.aside = []
        self.reserve = [left + 1 for left in self.reserve]

    def own_cells(self, seat: Seat) -> list[Hex]:
        """Return the cells of a seat's structures, sorted."""
        return sorted(cell for cell, owner in self.owners.items() if owner == seat)


def seat_at(state: State, turn: int) -> Seat:
    """Return the seat that takes a turn of the current round, counted from 0.

    Rules: EL-TURN-06, EL-SETUP-07 (A-03).
    """
    begins = state.first
    if state.ruleset.first_player_rotates and state.round > 1:
        begins += state.round - 1
    return (begins + turn) % state.seats


pickle_by_fields(Draws, Unsettled, State)
