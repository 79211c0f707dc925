"""Laying a tile with its bonus action, and the set-up tile of each player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from eletrika.actions import LayTile
from eletrika.building import place_structure
from eletrika.events import TileLaid
from eletrika.markers import check_marker, is_lost, put_marker
from eletrika.sites import buildable_kinds, check_site, stock_of
from eletrika.stack import reserve_after_drawing
from eletrika.state import ANY_KIND, MAIN, NO_TILE, SETUP, State, around_cell
from eletrika.tables import KINDS, LAND_NAMES, MARKERS, PLANT, Kind, TileNumber
from eletrika.tile_edges import tile_text
from eletrika.tile_set import TileSet
from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridcommon.events import Events
from gridcommon.hexes import Hex
from gridcommon.lazy_actions import LazyActions
from gridcommon.pickling import pickle_by_call

_SIDES = ("east", "southeast", "southwest", "west", "northwest", "northeast")


def check_tile(state: State, action: LayTile) -> Refusal | None:
    """Return why a tile may not be laid, or its bonus action may not be taken, or None.

    Rules: EL-TILE-01, EL-TILE-02, EL-TILE-03, EL-TILE-04, EL-TILE-07, EL-BONUS-01, EL-SETUP-08,
    EL-TURN-01.
    """
    if state.phase == SETUP:
        refusal = _check_setup_tile(state, action)
    elif state.phase != MAIN:
        return Refusal("EL-TURN-01", "the main action of this turn is done")
    elif action.tile not in state.row:
        refusal = _not_face_up(state, action.tile) or _check_told(state, action.tile)
    else:
        refusal = None
    return refusal or _check_cohesion(state, action) or _check_bonus(state, action)


def _not_face_up(state: State, tile: TileNumber) -> Refusal | None:
    """Return why ``tile`` cannot be a tile of the row, or None."""
    tiles = state.ruleset.tiles
    if tile < len(tiles.tiles) and place_in(state.row, tile, tiles) is not None:
        return None
    return Refusal(
        "EL-TILE-01",
        "tile {tile} is not face up; the row holds {row}",
        tile=tile_text(tile),
        row=", ".join(map(tile_text, sorted(state.row))) or Word("none"),
    )


def _check_told(state: State, tile: TileNumber) -> Refusal | None:
    """Return why a tile cannot be the face of an unknown one, or None.

    Rules: EL-COMP-01, EL-COMP-09.
    """
    seen = (*(laid for laid, _ in state.laid.values()), *state.row, *state.discarded)
    if tile >= 0 and tile in seen:
        return Refusal("EL-COMP-01", "tile {tile} was seen already", tile=tile)
    return None


def place_in(row: Sequence[TileNumber], tile: TileNumber, tiles: TileSet) -> int | None:
    """Return the index of a tile in a row, or None.

    A tile given by its edges matches the same tile of the table, and partly known tiles.  Rules:
    EL-TILE-06, EL-COMP-09.
    """
    if tile in row:
        return row.index(tile)
    return next((place for place, other in enumerate(row) if tiles.agree(other, tile)), None)


def _check_setup_tile(state: State, action: LayTile) -> Refusal | None:
    """Rules: EL-SETUP-08 (A-04)."""
    if action.tile != state.drawn:
        tiles = state.ruleset.tiles
        if action.tile >= len(tiles.tiles) or not tiles.agree(state.drawn, action.tile):
            drawn = tile_text(state.drawn)
            return Refusal("EL-SETUP-08", "the tile drawn is {tile}", tile=drawn)
        if refusal := _check_told(state, action.tile):
            return refusal
    if action.marker is not None or action.build is not None:
        return Refusal("EL-SETUP-08", "no bonus action goes with a set-up tile")
    touches_source = state.source in around_cell(action.at)
    if state.ruleset.setup_touch == "source" and not touches_source:
        return Refusal("EL-SETUP-08", "a set-up tile must touch the source (A-04)")
    return None


def check_cell(state: State, cell: Hex) -> Refusal | None:
    """Return why no tile may be laid on ``cell``, or None.  Rules: EL-TILE-01."""
    q, r = cell
    if cell in state.lands:
        return Refusal("EL-TILE-01", "there is already a tile on {q},{r}", q=q, r=r)
    if cell not in state.frontier:
        return Refusal("EL-TILE-01", "{q},{r} touches no tile on the table", q=q, r=r)
    return None


def _check_cohesion(state: State, action: LayTile) -> Refusal | None:
    if refusal := check_cell(state, action.at):
        return refusal
    asked = state.frontier[action.at]
    code = state.ruleset.tiles.codes[action.tile][action.rotation]
    for direction, name in enumerate(_SIDES):
        wanted, shown = asked >> 2 * direction & 3, code >> 2 * direction & 3
        if wanted and shown and wanted != shown:
            return Refusal(
                "EL-TILE-02",
                "{shown} would meet {wanted} to the {direction}",
                shown=Word(LAND_NAMES[shown]),
                wanted=Word(LAND_NAMES[wanted]),
                direction=Word(name),
            )
    return None


def _check_bonus(state: State, action: LayTile) -> Refusal | None:
    """Rules: EL-BONUS-01, EL-BONUS-02, EL-BONUS-03, EL-BONUS-04."""
    if action.marker is None and action.build is None:
        return None
    if action.marker is not None and action.build is not None:
        return Refusal("EL-BONUS-01", "one bonus action only: a marker or a build")
    water = state.ruleset.tiles.water[action.tile]
    reserve = reserve_after_drawing(state)
    if action.marker is not None:
        stock = stock_of(reserve)
        return check_marker(state, action.seat, action.marker, action.at, water, stock)
    if refusal := check_pawns_of_bonus(state.hands[action.seat]):
        return refusal
    if action.build is None:
        raise AssertionError("a bonus action is a marker or a build")
    return check_site(state.kinds, action.build, action.at, water, reserve, state.ruleset)


def check_pawns_of_bonus(held: int) -> Refusal | None:
    """Return why a hand has too few pawns for a bonus build, or None.  Rules: EL-BONUS-03."""
    if held < 2:
        return Refusal("EL-BONUS-03", "a bonus build takes two pawns; you hold {pawns}", pawns=held)
    return None


Bonus = tuple[int | None, Kind | None]  # a marker by its value, or a build, or neither

# The bits of bonus actions: none, a marker by its value, a build by its kind.
_NO_BONUS: Final = 1
_MARKER_BITS: Final = {value: 1 << value for value in MARKERS}
_KIND_SHIFT: Final = 1 + len(MARKERS)
_BONUSES: Final[tuple[Bonus, ...]] = (
    (None, None),
    *[(value, None) for value in MARKERS],
    *[(None, kind) for kind in range(len(KINDS))],
)
_BITS: Final[list[tuple[int, ...]]] = [
    tuple([bit for bit in range(len(_BONUSES)) if mask >> bit & 1])
    for mask in range(1 << len(_BONUSES))
]
_COUNTS: Final = [len(bits) for bits in _BITS]
_BONUSES_OF: Final = [tuple([_BONUSES[bit] for bit in bits]) for bits in _BITS]


@dataclass(frozen=True, slots=True)
class TilePlacements:
    """The placements of one tile on one cell: each rotation with each bonus action."""

    at: Hex
    tile: TileNumber
    rotations: tuple[int, ...]
    bonuses: tuple[Bonus, ...]


_Part = tuple[Hex, TileNumber, int, int]  # TilePlacements with bit masks for rotations and bonuses


class LazyTilePlacements(LazyActions[LayTile]):
    """The legal tile placements, by cell, tile, rotation and bonus action."""

    __slots__ = ("_parts", "_seat")

    def __init__(self, seat: Seat, parts: list[_Part], ends: list[int]) -> None:
        self._ends = ends
        self._seat = seat
        self._parts = parts

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LazyTilePlacements) and self._seat == other._seat:
            return self._parts == other._parts
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def parts(self) -> Iterator[TilePlacements]:
        """Yield the placements cell by cell and tile by tile, without creating their actions."""
        for cell, tile, rotations, bonuses in self._parts:
            yield TilePlacements(cell, tile, _BITS[rotations], _BONUSES_OF[bonuses])

    def _made_at(self, part: int, place: int) -> LayTile:
        cell, tile, rotations, bonuses = self._parts[part]
        rotation, bonus = divmod(place, _COUNTS[bonuses])
        marker, kind = _BONUSES_OF[bonuses][bonus]
        return LayTile(self._seat, tile, _BITS[rotations][rotation], cell, marker, kind)

    def _may_hold(self, part: int, action: object) -> bool:
        cell, tile, _, _ = self._parts[part]
        return isinstance(action, LayTile) and action.at == cell and action.tile == tile

    def to_list(self) -> list[LayTile]:
        seat = self._seat
        return [
            LayTile(seat, tile, rotation, cell, marker, kind)
            for cell, tile, rotations, bonuses in self._parts
            for rotation in _BITS[rotations]
            for marker, kind in _BONUSES_OF[bonuses]
        ]


pickle_by_call(
    LazyTilePlacements, LazyTilePlacements, lambda one: (one._seat, one._parts, one._ends)
)


class _BonusActions:
    """The bonus actions that a seat may take with a tile, as bits, cached where possible.

    Cells that allow the same kinds allow the same actions, unless more than neighbours matter
    (A-25).
    """

    __slots__ = ("_depends_on_cell", "_found", "_markers", "_pawns", "_state", "_stock")

    def __init__(self, state: State) -> None:
        seat = state.actor
        self._state = state
        self._markers = 0
        self._pawns = self._stock = 0
        if state.phase != SETUP:
            for value in state.markers_in_hand[seat]:
                self._markers |= _MARKER_BITS[value]
            self._pawns = state.hands[seat]
            self._stock = stock_of(reserve_after_drawing(state))
        self._depends_on_cell = state.ruleset.plant_towers == "one"
        self._found: dict[int, tuple[int, int]] = {}

    def on(self, cell: Hex) -> tuple[int, int]:
        """Return the actions for a tile without water on ``cell``, and for one with water.

        Rules: EL-BONUS-01, EL-BONUS-02, EL-BONUS-03, EL-BONUS-04.
        """
        fits = self._state.fits.get(cell, ANY_KIND)
        found = self._found.get(fits)
        if found is None:
            kinds = buildable_kinds(self._state, cell, True, self._stock)
            found = self._with(cell, kinds & ~(1 << PLANT)), self._with(cell, kinds)
            if not self._depends_on_cell:
                self._found[fits] = found
        return found

    def _with(self, cell: Hex, kinds: int) -> int:
        """Return the actions if these kinds may be built."""
        found = _NO_BONUS
        if self._markers and not is_lost(self._state, cell, kinds):
            found |= self._markers
        if self._pawns >= 2:
            found |= kinds << _KIND_SHIFT
        return found


def legal_tiles(state: State) -> LazyTilePlacements:
    """Return the legal tile placements, with only the lowest of the rotations that look alike.

    Rules: EL-TILE-01, EL-TILE-02, EL-BONUS-01.
    """
    tiles = state.ruleset.tiles
    frontier = state.frontier
    # Tiles with the same known edges look alike
    row = [state.drawn] if state.phase == SETUP else sorted(set(state.row))
    known = [(tile, tiles.water[tile], tiles.fitting[tile]) for tile in row]
    bonuses = _BonusActions(state)
    parts: list[_Part] = []
    ends: list[int] = []
    end = 0
    for cell in _cells(state):
        asked = frontier[cell]
        dry = wet = 0
        for tile, water, fitting in known:
            rotations = fitting[asked]
            if rotations:
                if not dry:
                    dry, wet = bonuses.on(cell)
                bonus = wet if water else dry
                parts.append((cell, tile, rotations, bonus))
                end += _COUNTS[rotations] * _COUNTS[bonus]
                ends.append(end)
    return LazyTilePlacements(state.actor, parts, ends)


def _cells(state: State) -> list[Hex]:
    """Return the cells that may take a tile now, sorted."""
    if state.phase == SETUP and state.ruleset.setup_touch == "source":
        return sorted([cell for cell in around_cell(state.source) if cell in state.frontier])
    return state.gaps


def fits_somewhere(state: State, row: list[TileNumber]) -> bool:
    """Return whether any tile of ``row`` may be laid anywhere now.  Rules: EL-TILE-08."""
    tiles = state.ruleset.tiles
    frontier = state.frontier
    cells = _cells(state)
    for tile in row:
        fitting = tiles.fitting[tile]
        for cell in cells:
            if fitting[frontier[cell]]:
                return True
    return False


def do_tile(state: State, action: LayTile, events: Events) -> None:
    """Move the tile from the row, or from the hand in set-up, to the table.

    Rules: EL-TILE-01, EL-SETUP-08.
    """
    if state.phase == SETUP:
        state.drawn = NO_TILE
    else:
        row = state.row
        place = place_in(row, action.tile, state.ruleset.tiles)
        if place is None:
            raise AssertionError("a tile that is laid was face up")
        del row[place]
    state.put_tile(action.tile, action.rotation, action.at)
    rule = "EL-SETUP-08" if state.phase == SETUP else "EL-TILE-01"
    events.add(TileLaid, action.seat, action.tile, action.rotation, action.at, rule)


def do_bonus(state: State, action: LayTile, events: Events) -> None:
    """Take the bonus action of a laid tile, after the row was refilled.

    Rules: EL-BONUS-01, EL-BONUS-03, EL-BONUS-04.
    """
    if action.marker is not None:
        put_marker(state, action.seat, action.marker, action.at, events)
    elif action.build is not None:
        place_structure(state, action.seat, action.build, action.at, 2, events)
