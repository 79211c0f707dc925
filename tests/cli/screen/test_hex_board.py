"""The board of Eletrika as hexagons: no holes, and no pixel of two cells."""

import pytest

from gridgames.wings.eletrika.screen.hex_sprites import DOTS, SIZES, HexSprite

CELLS = [(q, r) for q in range(-4, 5) for r in range(-4, 5)]


@pytest.mark.parametrize("stamp", [*SIZES, *DOTS])
def test_every_pixel_is_covered_once_and_belongs_to_the_cell_that_covers_it(
    stamp: HexSprite,
) -> None:
    covered = {}
    for cell in CELLS:
        left, top = stamp.corner(cell)
        for x, y in stamp.pixels():
            assert (left + x, top + y) not in covered
            covered[left + x, top + y] = cell
    for (x, y), cell in covered.items():
        assert stamp.cell(x, y) == cell
    # A hole would be a pixel whose cell was drawn and that nothing covers.
    left, top, right, bottom = stamp.box(CELLS)
    for x in range(left, right):
        for y in range(top, bottom):
            assert ((x, y) in covered) == (stamp.cell(x, y) in CELLS)
