"""The board of Eletrika as hexagons: no holes, and lights."""

from typing import Any

import pytest

from eletrika.actions import Build
from eletrika.game import apply
from eletrika.tables import KINDS
from gridgames.wings.eletrika.description.places import cell_of
from gridgames.wings.eletrika.screen.board import draw
from gridgames.wings.eletrika.screen.hex_sprites import DOTS, SIZES, HexSprite, around
from screens import advanced, laid

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


def _text(lines: Any) -> str:
    return "\n".join("".join(part for part, _ in line) for line in lines)


@pytest.mark.rule("EL-NRG-01")
def test_a_site_and_the_cursor_tell_how_much_would_be_lit() -> None:
    session = advanced("eletrika", 28)  # a Plant would light nine structures
    table: Any = laid(session)
    state, builds = session.state, [one for one in table.offers if isinstance(one, Build)]
    sites = {action: apply(state, action).lit - state.lit for action in builds}
    lights = {action.at for action, lit in sites.items() if lit}
    notes = {cell_of(key): note for key, note in table.marks().notes.items()}
    for action, lit in sites.items():
        if lit:
            assert notes[action.at] == f"{KINDS[action.kind]}+{len(lit)}"
        else:
            assert action.at in lights or "+" not in notes[action.at]
    assert {*sites} > {action for action, lit in sites.items() if lit} > set()
    action, lit = max(sites.items(), key=lambda item: len(item[1]))
    for is_shown, woken in ((False, 0), (True, len(lit) - 1)):
        table.cursor = state.source
        if is_shown:
            table.show(action)
            assert f"lights {len(lit)}:" in _text(table.choice_lines(40))
        for size in SIZES:
            drawn = draw(table.scene, table.marks(), around(size, table.scene.cells))
            assert _text(drawn.lines).count("{") == woken, "all but the structure itself"
