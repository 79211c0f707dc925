"""Gaps of the board, against trying every tile that is left and counting every draw."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings

from eletrika import observe, to_position
from eletrika.gaps import NEXT, gap_at, gaps, tiles_to_come
from eletrika.tables import LAND_CLASS
from eletrika_states import positions
from gridcommon.hexes import Hex, neighbours, opposite

MOST = 2000  # draws that are counted one by one


def fits(lands: dict[Hex, str], cell: Hex, edges: str) -> bool:
    """Say whether a tile meets like with like on every side."""
    return all(
        LAND_CLASS[edges[side]] == LAND_CLASS[lands[beside][opposite(side)]]
        for side, beside in enumerate(neighbours(cell))
        if beside in lands
    )


def turns(lands: dict[Hex, str], cell: Hex, faces: tuple[str, ...]) -> tuple[int, ...]:
    """Return the turns at which a tile fits, one of those that look alike."""
    different = [turn for turn in range(6) if faces[turn] not in faces[:turn]]
    return tuple(turn for turn in different if fits(lands, cell, faces[turn]))


def counted(left: list[int], wanted: set[int], draws: int) -> float:
    """Return in how many of all draws a tile is one of ``wanted``."""
    found = [bool(wanted & set(drawn)) for drawn in combinations(left, draws)]
    return sum(found) / len(found)


@settings(max_examples=30)
@given(positions())
@pytest.mark.rule("EL-TILE-01", "EL-TILE-02", "EL-COMP-01")
def test_what_fits_a_gap_is_what_fits_it_tile_by_tile_and_draw_by_draw(state):
    lands = {cell: land.edges for cell, land in to_position(state).tiles.items()}
    faces = state.ruleset.tiles.faces
    hidden = [*state.stack[state.under :], *state.aside]
    left = sorted({tile.number for tile in state.ruleset.tiles.tiles} & set(hidden))
    public = observe(state, 0).public
    found = gaps(public)
    assert {gap.at for gap in found} == {
        cell for laid in lands for cell in neighbours(laid) if cell not in lands
    }
    for gap in found:
        assert gap == gap_at(public, gap.at)
        assert gap.beside == sum(beside in lands for beside in neighbours(gap.at))
        for shown, tiles in ((gap.row, state.row), (gap.left, left)):
            tried = {tile: turns(lands, gap.at, faces[tile]) for tile in tiles}
            assert {fit.tile: fit.rotations for fit in shown} == {
                t: at for t, at in tried.items() if at
            }
        if state.under:  # tiles that everybody has seen come last
            continue
        wanted = {fit.tile for fit in gap.left}
        for chance, most in ((gap.soon, NEXT), (gap.by_end, tiles_to_come(public))):
            draws = min(most, len(state.stack) + len(state.aside))
            if comb(len(left), draws) <= MOST:
                assert chance == pytest.approx(counted(left, wanted, draws))
