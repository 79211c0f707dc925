"""Gaps of the board: the unplaced tiles that fit one, and the chance that they turn up.

A gap is an empty cell that touches the board. Unseen tiles are equally likely to be anywhere in the
stack, aside, or in the place of another unknown tile.

Rules: EL-TILE-01, EL-TILE-02, EL-TILE-06, EL-SETUP-04, EL-COMP-09.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from eletrika.state import AFTER, OVER, SETUP, State, around_cell
from eletrika.tables import ROW, TileNumber
from eletrika.tile_edges import is_known_tile
from eletrika.view import unseen
from gridcommon.hexes import Hex

NEXT = ROW  # the number of tiles ahead that ``soon`` covers


@dataclass(frozen=True, slots=True)
class Fit:
    """A tile that fits, and the rotations at which it fits, in sixths of a turn clockwise."""

    tile: TileNumber
    rotations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """The tiles that fit an empty cell.

    ``row`` are the known face-up tiles that fit, with the set-up tile in hand, ``left`` the unseen
    ones. ``soon`` is the chance that one of the next three tiles fits, ``by_end`` the chance over
    all :func:`tiles_to_come`.
    """

    at: Hex
    beside: int  # adjacent tiles
    row: tuple[Fit, ...]
    left: tuple[Fit, ...]
    soon: float
    by_end: float

    @property
    def is_dead(self) -> bool:
        """Whether no remaining tile could ever fill it, as far as is known."""
        return not self.row and not self.left


def gap_at(state: State, cell: Hex) -> Gap:
    """Return the gap at ``cell``. :func:`check_cell` returns whether a cell is one."""
    return _gap(state, cell, unseen(state))


def gaps(state: State) -> list[Gap]:
    """Return all gaps, those with the fewest fitting tiles first, then by cell."""
    left = unseen(state)
    found = [_gap(state, cell, left) for cell in state.gaps]
    found.sort(key=lambda gap: len(gap.row) + len(gap.left))
    return found


def tiles_to_come(state: State) -> int:
    """Return the number of tiles turned up by the end of the game, including those set aside.

    In the last rounds it is at most one per turn, unless ``row_redraw`` replaces a row. Before,
    there are always enough turns for all. The tile laid in the open turn may not be replaced yet.
    Rules: EL-END-01, EL-END-02, EL-END-03, EL-TILE-06 (A-07).
    """
    face_down = len(state.stack) + len(state.aside)
    if not state.end_round:
        return face_down
    if state.phase == OVER:
        return 0
    turns = (state.end_round - state.round + 1) * state.seats - state.turn
    if state.phase == AFTER:
        turns += ROW - len(state.row) - 1
    return min(face_down, turns)


def chance_of(
    state: State, wanted: Sequence[TileNumber], draws: int, left: Sequence[TileNumber]
) -> float:
    """Return the chance that one of the next ``draws`` tiles is one of ``wanted``.

    ``left`` are the unseen tiles. They come from the stack, then from those set aside. Partly known
    tiles count as unknown.
    """
    face_down = [*state.aside, *state.stack]
    coming = face_down[max(0, len(face_down) - draws) :]
    if any(tile in wanted for tile in coming if is_known_tile(tile)):
        return 1.0
    others = sum(tile not in wanted for tile in left)
    unknown = min(len(left), sum(not is_known_tile(tile) for tile in coming))
    return 1 - comb(others, unknown) / comb(len(left), unknown)


def _gap(state: State, cell: Hex, left: Sequence[TileNumber]) -> Gap:
    fits = tuple(_fits(state, cell, left))
    shown = [*state.row, state.drawn] if state.phase == SETUP else state.row
    to_come = tiles_to_come(state)
    wanted = [fit.tile for fit in (*fits, *_fits(state, cell, state.stack[: state.under]))]
    return Gap(
        cell,
        sum(beside in state.lands for beside in around_cell(cell)),
        tuple(_fits(state, cell, sorted(filter(is_known_tile, shown)))),
        fits,
        chance_of(state, wanted, min(NEXT, to_come), left),
        chance_of(state, wanted, to_come, left),
    )


def _fits(state: State, cell: Hex, tiles: Sequence[TileNumber]) -> Iterator[Fit]:
    asked = state.frontier[cell]
    for tile in tiles:
        turns = state.ruleset.tiles.fitting[tile][asked]
        if turns:
            yield Fit(tile, tuple(turn for turn in range(6) if turns >> turn & 1))
