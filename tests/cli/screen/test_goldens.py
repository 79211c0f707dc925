"""The main screens as text, in two sizes: remade with GRIDGAMES_REMAKE=1, reviewed like code."""

import os
from pathlib import Path
from typing import Any

import pytest

from gridgames.screen.play import GameApp
from screens import advanced, driven, shown

GOLDEN = Path(__file__).parent / "golden"
SIZES = [(80, 24), (120, 40)]
SCREENS = [("powergrid", 0), ("powergrid", 60), ("eletrika", 0), ("eletrika", 40)]


def _screen(game: str, moves: int, size: tuple[int, int]) -> tuple[str, list[Any]]:
    app = GameApp(advanced(game, moves), None, pause=0)
    found: list[Any] = []

    async def script(pilot: Any) -> None:
        before = ""
        while shown(app) != before:  # on a busy machine the log is scrolled later
            before = shown(app)
            await pilot.pause(0.05)
        found.append(before)
        found.append(list(app.screen._compositor.render_strips()))

    driven(app, script, size)
    return found[0], found[1]


@pytest.mark.parametrize(
    ("game", "moves", "size", "colour"),
    [(*screen, size, True) for screen in SCREENS for size in SIZES]
    + [("powergrid", 60, SIZES[0], False), ("eletrika", 40, SIZES[0], False)],
)
def test_a_main_screen_is_as_it_was(
    game: str,
    moves: int,
    size: tuple[int, int],
    colour: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if colour:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", "1")
    text, strips = _screen(game, moves, size)
    file = GOLDEN / f"{game}-{moves}-{size[0]}x{size[1]}.txt"
    if os.environ.get("GRIDGAMES_REMAKE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), "the text is the same with and without colour"
    colours = {
        tuple(ink.triplet)
        for strip in strips
        for segment in strip
        if segment.style
        for ink in (segment.style.color, segment.style.bgcolor)
        if ink is not None and ink.triplet is not None
    }
    greys = {ink for ink in colours if max(ink) == min(ink)}
    assert (greys == colours) is not colour
    assert len(colours) > 4
