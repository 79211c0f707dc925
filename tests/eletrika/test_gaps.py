"""Gaps of the board, against trying every tile that is left and counting every draw."""

from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings

import eletrika
from eletrika import (
    Ruleset,
    advance,
    legal_actions,
    make_bot,
    new_game,
    observe,
    to_position,
)
from eletrika.actions import EndTurn, LayTile, Score
from eletrika.events import TileRevealed
from eletrika.gaps import NEXT, gap_at, gaps, tiles_to_come
from eletrika.ruleset import OPTIONS
from eletrika.state import AFTER, OVER, SETUP
from eletrika.tables import LAND_CLASS
from eletrika_states import positions
from gridcommon.game_loop import play
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
        row = [*state.row, state.drawn] if state.phase == SETUP else state.row
        for shown, tiles in ((gap.row, row), (gap.left, left)):
            tried = {tile: turns(lands, gap.at, faces[tile]) for tile in tiles}
            assert {fit.tile: fit.rotations for fit in shown} == {
                t: at for t, at in tried.items() if at
            }
        if state.under:  # tiles that everybody has seen come last
            continue
        wanted = {fit.tile for fit in gap.left}
        to_come = tiles_to_come(public)
        for chance, most in ((gap.soon, min(NEXT, to_come)), (gap.by_end, to_come)):
            draws = min(most, len(state.stack) + len(state.aside))
            if comb(len(left), draws) <= MOST:
                assert chance == pytest.approx(counted(left, wanted, draws))


def turned_up(state):
    """Return how many tiles are turned up by the end, and whether each turn to come lays one."""
    found, lays_all = 0, True
    while (actions := legal_actions(state)) or state.phase != OVER:
        wanted = EndTurn if state.phase == AFTER else LayTile
        kind = next((kind for kind in actions.kinds if isinstance(kind[0], wanted)), None)
        if kind is None:
            lays_all = False
            kind = next(kind for kind in actions.kinds if not isinstance(kind[0], Score))
        events = []
        advance(state, kind[0], events)
        found += sum(isinstance(event, TileRevealed) for event in events)
    return found, lays_all


ENDINGS = [
    dict(zip(("refill", "end_trigger", "aside_from"), values, strict=True))
    for values in product(*(OPTIONS[n].values for n in ("refill", "end_trigger", "aside_from")))
]


@pytest.mark.rule("EL-TILE-06", "EL-END-01", "EL-END-02", "EL-END-03")
@pytest.mark.parametrize("options", ENDINGS, ids=lambda options: " ".join(options.values()))
def test_the_tiles_to_come_are_those_that_are_turned_up(options):
    exact = 0
    for seed in range(2):
        state = new_game(Ruleset(**options), 2 + seed, seed)
        bots = [make_bot("easy", seat) for seat in range(state.seats)]
        for _ in play(eletrika, state, bots):
            if state.phase == SETUP or len(state.stack) > 3:
                continue
            found, lays_all = turned_up(state.copy())
            assert found <= tiles_to_come(state)
            if lays_all:
                assert found == tiles_to_come(state)
                exact += state.phase == AFTER
    assert exact
