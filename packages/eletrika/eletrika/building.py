"""Building a structure, as a main or a bonus action, and its consequences."""

from collections.abc import Sequence
from typing import Final

from eletrika.actions import Build
from eletrika.energy import energized
from eletrika.events import Built, Energized
from eletrika.markers import recall_lost_markers, settle_marker
from eletrika.sites import buildable_kinds, check_builder, check_site, check_taking_over, stock_of
from eletrika.state import State, around_cell
from eletrika.tables import CITY, KINDS, MAY_TOUCH, PLANT, Kind
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridcommon.events import Events
from gridcommon.hexes import Hex
from gridcommon.lazy_actions import LazyActions
from gridcommon.pickling import pickle_by_call


def check_build(state: State, action: Build) -> Refusal | None:
    """Return why a structure may not be built as a main action, or None.

    Rules: EL-TURN-01, EL-BUILD-01, EL-BUILD-02, EL-BUILD-03, EL-ABAN-03.
    """
    if refusal := check_builder(state, action.seat):
        return refusal
    cell, kinds = action.at, state.kinds
    if cell not in state.lands:
        return Refusal("EL-BUILD-01", "no tile lies on {q},{r}", q=cell[0], r=cell[1])
    if cell == state.source:
        return Refusal("EL-BUILD-02", "nothing may be built on the source")
    if cell in kinds:
        has_owner = cell in state.owners
        return check_taking_over(kinds, action.kind, cell, state.ruleset, has_owner=has_owner)
    water = state.ruleset.tiles.water[state.laid[cell][0]]
    return check_site(kinds, action.kind, cell, water, state.reserve, state.ruleset)


class LazyBuilds(LazyActions[Build]):
    """The legal builds, by cell and then kind."""

    __slots__ = ("_parts", "_seat")

    def __init__(self, seat: Seat, parts: list[tuple[Hex, int]], ends: list[int]) -> None:
        self._ends = ends
        self._seat = seat
        self._parts = parts  # the kinds on each cell, as bits

    def _made_at(self, part: int, place: int) -> Build:
        cell, kinds = self._parts[part]
        return Build(self._seat, _KINDS_OF[kinds][place], cell)

    def _may_hold(self, part: int, action: object) -> bool:
        return isinstance(action, Build) and action.at == self._parts[part][0]

    def to_list(self) -> list[Build]:
        seat = self._seat
        return [Build(seat, kind, cell) for cell, kinds in self._parts for kind in _KINDS_OF[kinds]]


pickle_by_call(LazyBuilds, LazyBuilds, lambda one: (one._seat, one._parts, one._ends))

_KINDS_OF: Final[list[tuple[Kind, ...]]] = [
    tuple([kind for kind in range(len(KINDS)) if bits >> kind & 1])
    for bits in range(1 << len(KINDS))
]


def legal_builds(state: State) -> LazyBuilds:
    """Return the builds that may be the main action."""
    seat = state.actor
    parts: list[tuple[Hex, int]] = []
    ends: list[int] = []
    if not state.hands[seat]:
        return LazyBuilds(seat, parts, ends)
    stock = stock_of(state.reserve)
    water = state.ruleset.tiles.water
    end = 0
    for cell in _sites(state):
        if cell in state.kinds:
            kinds = 1 << state.kinds[cell]
        else:
            kinds = buildable_kinds(state, cell, water[state.laid[cell][0]], stock)
        if kinds:
            parts.append((cell, kinds))
            end += len(_KINDS_OF[kinds])
            ends.append(end)
    return LazyBuilds(seat, parts, ends)


def _sites(state: State) -> list[Hex]:
    """Return the free tiles and the structures that may be taken over (A-15), sorted."""
    if not state.ruleset.reoccupy:
        return state.plots
    return sorted(state.plots + [cell for cell in state.kinds if cell not in state.owners])


def can_build(state: State, extra: Sequence[Hex] = ()) -> bool:
    """Return whether anything may be built, given a pawn.

    ``extra`` are structures that will have lost their owner by then (A-15).
    """
    if state.ruleset.reoccupy and (extra or len(state.owners) < len(state.kinds)):
        return True
    stock = stock_of(state.reserve)
    water = state.ruleset.tiles.water
    for cell in state.plots:
        if buildable_kinds(state, cell, water[state.laid[cell][0]], stock):
            return True
    return False


def do_build(state: State, action: Build, events: Events) -> None:
    """Build with one pawn, or put a pawn on a structure without an owner (A-15)."""
    if action.at in state.kinds:
        _own(state, action.seat, action.at, 1)
        events.add(Built, action.seat, action.kind, action.at, 1, "EL-ABAN-03")
    else:
        place_structure(state, action.seat, action.kind, action.at, 1, events)


def _own(state: State, seat: Seat, cell: Hex, pawns: int) -> None:
    state.owners[cell] = seat
    state.pawns[cell] = pawns
    state.hands[seat] -= pawns


def place_structure(
    state: State, seat: Seat, kind: Kind, cell: Hex, pawns: int, events: Events
) -> None:
    """Move a structure from the reserve to a tile, with all immediate consequences.

    Rules: EL-BUILD-01, EL-BUILD-06, EL-CONN-01, EL-CITY-01, EL-CITY-03, EL-MARK-02, EL-MARK-04.
    """
    state.reserve[kind] -= 1
    state.put_structure(kind, cell)
    _own(state, seat, cell, pawns)
    rule = "EL-BUILD-01" if pawns == 1 else "EL-BONUS-03"
    events.add(Built, seat, kind, cell, pawns, rule)
    settle_marker(state, seat, cell, events)
    if kind == CITY:
        state.city_built = True
    lit = newly_lit(state, cell)
    if lit:
        state.lit |= lit
        events.add(Energized, tuple(sorted(lit)))
    recall_lost_markers(state, cell, events)


def lit_by(state: State, kind: Kind, cell: Hex) -> frozenset[Hex]:
    """Return the structures that a build of ``kind`` on a free ``cell`` would energize.

    ``state`` is not modified.  Rules: EL-NRG-01, EL-NRG-05.
    """
    state.kinds[cell] = kind
    lit = newly_lit(state, cell)
    del state.kinds[cell]
    return lit


def newly_lit(state: State, built: Hex) -> frozenset[Hex]:
    """Return the structures that a build on ``built`` has energized.

    Only its own network can have changed, and lit structures stay lit. Rules: EL-NRG-01, EL-NRG-05.
    """
    kinds = state.kinds
    place = {built: 0}
    cells = [built]
    conducting: list[list[int]] = []
    for cell in cells:  # grows while it is walked
        may_touch = MAY_TOUCH[kinds[cell]]
        others = []
        for beside in around_cell(cell):
            other = kinds.get(beside, -1)
            if other >= 0 and may_touch[other]:
                number = place.get(beside)
                if number is None:
                    number = place[beside] = len(cells)
                    cells.append(beside)
                others.append(number)
        conducting.append(others)
    found = [kinds[cell] for cell in cells]
    if PLANT not in found or CITY not in found:
        return frozenset()
    lit = energized(found, conducting, state.ruleset.energized)
    return frozenset(
        cell for cell, is_lit in zip(cells, lit, strict=True) if is_lit and cell not in state.lit
    )


def recompute_lit(state: State) -> frozenset[Hex]:
    """Return the energized structures of the whole board: the slow twin of ``State.lit``."""
    cells = sorted(state.kinds)
    place = {cell: number for number, cell in enumerate(cells)}
    kinds = [state.kinds[cell] for cell in cells]
    conducting = [
        [
            place[beside]
            for beside in around_cell(cell)
            if beside in place and MAY_TOUCH[state.kinds[cell]][state.kinds[beside]]
        ]
        for cell in cells
    ]
    lit = energized(kinds, conducting, state.ruleset.energized)
    return frozenset(cell for cell, is_lit in zip(cells, lit, strict=True) if is_lit)
