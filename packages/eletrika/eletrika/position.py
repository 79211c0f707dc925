"""A position: the pieces on the table, and the known values beside it.

A :class:`Position` has a cell for every piece. A :class:`Network` has only the neighbours of each
structure; every position has one, and it is all that the wire form describes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from eletrika.ruleset import Ruleset
from eletrika.state import AFTER, MAIN, NO_KIND, OVER, SETUP, State
from eletrika.tables import (
    ASIDE,
    HIDDEN,
    MAY_TOUCH,
    ROW,
    STRUCTURES,
    WATER,
    Kind,
    Owner,
    TileNumber,
)
from eletrika.tile_edges import decode_edges, has_water, is_known, rotated_edges
from eletrika.tile_set import TileSet
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex, neighbours, rotate
from gridcommon.networks import Neighbours
from gridcommon.pickling import pickle_by_fields


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure with 1 or 2 pawns of one owner, or without pawns."""

    kind: Kind
    owner: Owner | None = None
    pawns: int = 0


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A laid tile: its edges clockwise from east, or None if they are unknown.

    ``?`` is an unknown edge of a partly known tile. ``tile`` and ``rotation`` are given if the tile
    was named by its number in the tile table.
    """

    edges: str | None = None
    tile: TileNumber | None = None
    rotation: int = 0
    source: bool = False

    @property
    def has_water(self) -> bool:
        """Whether a Plant may be built here, as far as is known (EL-BUILD-04, A-10)."""
        return self.edges is None or has_water(self.edges)

    @property
    def water_is_sure(self) -> bool:
        """Whether the known edges decide if the tile has water."""
        if self.edges is None:
            return False
        return is_known(self.edges) or any(edge in WATER for edge in self.edges)

    def rotated(self, sixths: int) -> "PlacedTile":
        """Return the tile rotated clockwise by ``sixths``."""
        edges = None if self.edges is None else rotated_edges(self.edges, sixths)
        rotation = self.rotation if self.tile is None else (self.rotation + sixths) % 6
        return PlacedTile(edges, self.tile, rotation, self.source)


UNKNOWN_TILE = PlacedTile()


@dataclass(frozen=True, slots=True)
class Marker:
    """An influence marker on a tile: EL-COMP-03."""

    owner: Owner
    value: int


class Turn(NamedTuple):
    """Whose turn it is, and how far it is: see :class:`Position`."""

    to_act: Owner | None
    phase: int = MAIN
    scored: bool = False
    city_built: bool = False
    drawn: PlacedTile | None = None


@dataclass(slots=True)
class Position:
    """The board and the values beside it. None and missing keys are unknown.

    Owners are indexes of COLOURS. ``hands`` counts pawns in hand, ``markers_in_hand`` lists values,
    ``bonus`` and ``queue`` may have UNKNOWN_KIND. ``row`` has the face-up tiles, and ``stack`` is
    the number of face-down tiles. ``phase`` is that of a state: in SETUP ``to_act`` lays the tile
    ``drawn``, in AFTER its main action is done. ``remarks`` point out doubtful spots of the text.
    """

    tiles: dict[Hex, PlacedTile] = field(default_factory=dict)
    structures: dict[Hex, Structure] = field(default_factory=dict)
    markers: dict[Hex, Marker] = field(default_factory=dict)
    bonus: Kind | None = None
    queue: tuple[Kind, ...] | None = None
    hands: dict[Owner, int] = field(default_factory=dict)
    markers_in_hand: dict[Owner, tuple[int, ...]] = field(default_factory=dict)
    scores: dict[Owner, int] = field(default_factory=dict)
    to_act: Owner | None = None
    stack: int | None = None
    row: tuple[PlacedTile, ...] | None = None
    round: int | None = None
    first: Owner | None = None
    last: int | None = None  # the number of the last round, once the stack has run out
    unsure: frozenset[Owner] = frozenset()  # owners whose points depend on undeclared facts
    remarks: tuple[NotationError, ...] = field(default=(), compare=False)  # on the notation
    phase: int = MAIN
    scored: bool = False  # a set, in the open turn
    city_built: bool = False  # in the open turn
    drawn: PlacedTile | None = None  # None is also an unknown tile

    def kinds(self) -> dict[Hex, Kind]:
        """Return the kind of structure on each cell that holds one."""
        return {cell: structure.kind for cell, structure in self.structures.items()}

    def owners(self) -> list[Owner]:
        """Return the owners that the position names, some more than once, hands left out."""
        named = [
            self.to_act,
            self.first,
            *(structure.owner for structure in self.structures.values()),
            *(marker.owner for marker in self.markers.values()),
            *self.scores,
            *self.markers_in_hand,
        ]
        return [owner for owner in named if owner is not None]

    def network(self) -> "Network":
        """Return the structures as a network, named ``q,r``, in the order of ``structures``."""
        place = {cell: number for number, cell in enumerate(self.structures)}
        return Network(
            tuple(f"{q},{r}" for q, r in self.structures),
            tuple(self.structures.values()),
            tuple(
                tuple(place[beside] for beside in neighbours(cell) if beside in place)
                for cell in self.structures
            ),
            tuple(self.structures),
        )

    def moved(self, sixths: int, by: Hex = (0, 0)) -> "Position":
        """Return the position rotated clockwise about (0, 0), then shifted."""

        def there(cell: Hex) -> Hex:
            q, r = rotate(cell, sixths)
            return q + by[0], r + by[1]

        return replace(
            self,
            tiles={there(cell): land.rotated(sixths) for cell, land in self.tiles.items()},
            structures={there(cell): one for cell, one in self.structures.items()},
            markers={there(cell): marker for cell, marker in self.markers.items()},
            hands=dict(self.hands),
            markers_in_hand=dict(self.markers_in_hand),
            scores=dict(self.scores),
            remarks=(),
        )

    @property
    def is_open(self) -> bool:
        """Whether the position is elsewhere than at the start of a turn."""
        return self.phase != MAIN or self.scored

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is and how far it is, or None if that is unknown."""
        if self.to_act is None and self.phase != OVER:
            return None
        return Turn(self.to_act, self.phase, self.scored, self.city_built, self.drawn)

    @turn.setter
    def turn(self, told: Turn | None) -> None:
        told = told or Turn(None)
        self.to_act, self.phase, self.scored, self.city_built, self.drawn = told

    @property
    def scores_and_certainty(self) -> dict[Owner, tuple[int, bool]]:
        """The points of each owner, and whether they are sure."""
        return {owner: (points, owner not in self.unsure) for owner, points in self.scores.items()}

    @scores_and_certainty.setter
    def scores_and_certainty(self, told: Mapping[Owner, tuple[int, bool]]) -> None:
        self.scores = {owner: points for owner, (points, _) in told.items()}
        self.unsure = frozenset(owner for owner, (_, is_sure) in told.items() if not is_sure)


@dataclass(frozen=True)
class Network:
    """Structures and their neighbours, in the order in which they were named.

    ``remarks`` point out doubtful spots of the text. ``beside`` is a position without a board: all
    that lies beside it.
    """

    names: tuple[str, ...]
    structures: tuple[Structure, ...]
    neighbours: tuple[tuple[int, ...], ...]
    cells: tuple[Hex | None, ...]
    remarks: tuple[NotationError, ...] = field(default=(), compare=False)  # on the notation
    beside: Position = field(default_factory=Position, hash=False)

    @cached_property
    def conducting(self) -> Neighbours:
        """The neighbours that conduct: pairs of kinds that may touch (EL-CONN-01)."""
        kinds = [structure.kind for structure in self.structures]
        return [
            [other for other in others if MAY_TOUCH[kinds[here]][kinds[other]]]
            for here, others in enumerate(self.neighbours)
        ]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield each pair of neighbours once."""
        for one, others in enumerate(self.neighbours):
            for other in others:
                if one < other:
                    yield one, other

    def count_triples(self) -> int:
        """Return the number of :meth:`triples`, without listing them."""
        beside = [sum(1 << other for other in others) for others in self.neighbours]
        return sum((beside[one] & beside[other]).bit_count() for one, other in self.pairs()) // 3

    def triples(self) -> Iterator[tuple[int, int, int]]:
        """Yield each triple of pairwise neighbours once (EL-SHORT-01)."""
        beside = [set(others) for others in self.neighbours]
        for one, other in self.pairs():
            for third in sorted(beside[one] & beside[other]):
                if third > other:
                    yield one, other, third


def to_position(state: State) -> Position:
    """Return the position of a game. Hidden tiles are only counted."""
    tiles, colours = state.ruleset.tiles, state.colours

    def land(tile: TileNumber, rotation: int) -> PlacedTile:
        if tile == HIDDEN:
            return UNKNOWN_TILE
        if tile < 0:
            return PlacedTile(rotated_edges(decode_edges(tile), rotation))
        return PlacedTile(tiles.faces[tile][rotation], tile, rotation, tile == tiles.source)

    in_set_up = state.phase == SETUP
    return Position(
        {cell: land(*laid) for cell, laid in state.laid.items()},
        {
            cell: Structure(kind, colours[state.owners[cell]], state.pawns[cell])
            if cell in state.owners
            else Structure(kind)
            for cell, kind in state.kinds.items()
        },
        {cell: Marker(colours[seat], value) for cell, (seat, value) in state.markers.items()},
        bonus=None if state.bonus == NO_KIND else state.bonus,
        queue=state.queue,
        hands=dict(zip(colours, state.hands, strict=False)),
        markers_in_hand=dict(zip(colours, state.markers_in_hand, strict=False)),
        scores=dict(zip(colours, state.scores, strict=False)),
        to_act=None if state.phase == OVER else colours[state.actor],
        stack=len(state.stack),
        row=tuple(land(tile, 0) for tile in state.row),
        round=None if in_set_up else state.round,
        first=colours[state.first],
        last=state.end_round or None,
        unsure=frozenset(colours[one.seat] for one in state.unsettled),
        phase=state.phase,
        scored=state.scored and state.phase == MAIN,
        city_built=state.city_built and state.phase == AFTER,
        drawn=land(state.drawn, 0) if in_set_up else None,
    )


pickle_by_fields(Structure, PlacedTile, Marker, Network, Position)


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
