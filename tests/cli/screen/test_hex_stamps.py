"""Stamps fill the plane, and picking is the inverse of drawing."""

import pytest

from gridgames.wings.eletrika.screen.hex_sprites import DOTS, SIZES, HexSprite

STAMPS = pytest.mark.parametrize("stamp", SIZES)
ALL_STAMPS = pytest.mark.parametrize("stamp", [*SIZES, *DOTS])
CELLS = [(q, r) for q in range(-4, 5) for r in range(-4, 5)]


@ALL_STAMPS
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


@STAMPS
def test_the_wedges_are_six_of_about_the_same_size(stamp: HexSprite) -> None:
    edges = [edge for row in stamp.wedges for edge in row]
    sizes = [edges.count(edge) for edge in range(6)]
    assert min(sizes) >= stamp.width * stamp.step / 6 * 0.75, sizes
    middle = stamp.wedges[stamp.height // 2]
    assert (middle[-1], middle[0]) == (0, 3)
    assert {stamp.wedges[0][0], stamp.wedges[0][-1]} == {4, 5}
    assert {stamp.wedges[-1][0], stamp.wedges[-1][-1]} == {1, 2}
