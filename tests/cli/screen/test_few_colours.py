"""The screen in a terminal of sixteen colours: hues stay."""

from collections import Counter
from typing import Any

import pytest
from rich._palettes import STANDARD_PALETTE

from eletrika.tables import FORESTS
from eletrika.tile_set import shipped_tiles
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.few_colours import of_sixteen
from gridgames.terminal.canvas import GROUND, Colour, mix
from gridgames.wings.eletrika.screen.board import land_colour
from screens import advanced, driven, until

SHADES = range(0, 256, 15)


def test_kinds_of_land_differ_in_sixteen_colours() -> None:
    tiles = shipped_tiles()
    lands = [mix(land_colour(letter, tiles), GROUND, 0.22) for letter in (*FORESTS, "r", "l", ".")]
    shown = {of_sixteen(land) for land in lands}
    assert len(shown) == len(lands)
    greys = [one for one in shown if max(one) == min(one)]
    assert len(greys) == 2, "fields and grey forests"
    assert all(STANDARD_PALETTE.match(one) is not None for one in shown)
    known = {STANDARD_PALETTE[number] for number in range(16)}
    assert {of_sixteen((r, g, b)) for r in SHADES for g in SHADES for b in SHADES} <= known


@pytest.mark.parametrize("terminal", ["screen", "linux", "xterm"])
def test_a_board_is_not_grey_in_sixteen_colours(
    terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", terminal)
    app = GameApp(advanced("eletrika", 40), None, pause=0)
    assert app.console.color_system == "standard"
    found: Counter[Colour] = Counter()

    async def script(pilot: Any) -> None:
        await until(pilot, "F1")
        for strip in app.screen._compositor.render_strips():
            for segment in strip.apply_filter(app._filters[-1], app.screen.background_colors[0]):
                style = segment.style
                ground = style.bgcolor.triplet if style and style.bgcolor else None
                if ground:
                    found[tuple(ground)] += len(segment.text)

    driven(app, script, (120, 40), is_painted=True)
    coloured = {colour: number for colour, number in found.items() if len(set(colour)) > 1}
    assert len(coloured) >= 6, "hues"
    assert sum(coloured.values()) > 2 * found[85, 85, 85], "not grey"
