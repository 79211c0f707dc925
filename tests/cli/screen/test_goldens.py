"""Screens in other sizes and in Portuguese, as text: ``--write`` writes them anew."""

from pathlib import Path
from typing import Any

import pytest

from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.sessions.settings import Settings
from powergrid.state import AUCTION, BUILDING, RESOURCES
from screens import advanced, driven, recorded, shown

GOLDEN = Path(__file__).parent / "golden"
SIZES = (80, 24), (120, 40), (200, 55)
# What is typed, the language, and whether the terminal has colours
SCREENS = [
    (AUCTION, "", "en", True),
    (RESOURCES, "", "pt_BR", False),
    (BUILDING, "plan Halle, Leipzig, run", "en", True),
    (40, "", "pt_BR", False),
    (42, "plan", "en", True),
]


def game(wanted: int) -> Any:
    """Return Power Grid in a phase well under way, or Eletrika after so many actions."""
    if wanted > BUILDING:
        return advanced("eletrika", wanted)
    return recorded(
        "powergrid/whole 4",
        lambda state: (
            state.phase == wanted
            and state.round >= 6
            and (wanted != AUCTION or state.auction is not None)
        ),
    )


@pytest.mark.parametrize(("wanted", "typed", "language", "colour"), SCREENS)
def test_a_main_screen_is_as_it_was(
    wanted: int,
    typed: str,
    language: str,
    colour: bool,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    found = []

    async def script(pilot: Any) -> None:
        if typed:
            pilot.app.line.value = typed
            await pilot.press("enter")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            before, same = "", 0
            while same < 3 or pilot.app.screen.size != size or "F1" not in before:
                await pilot.pause(0.05)  # on a busy machine the size changes late, the log later
                pilot.app.draw_log()
                now = shown(pilot.app)
                before, same = now, same + 1 if now == before else 0
            found.append(before)
            strips = pilot.app.screen._compositor.render_strips()
            inks = {part.style.color for strip in strips for part in strip if part.style}
            colours = {ink.triplet for ink in inks if ink and ink.triplet}
            assert any(max(ink) != min(ink) for ink in colours) is colour

    with use_language(Language(language)):
        app = GameApp(game(wanted), None, pause=0, settings=Settings(motion=False))
        driven(app, script, SIZES[0], is_painted=True)
    for size, text in zip(SIZES, found, strict=True):
        file = GOLDEN / f"{wanted}-{size[0]}x{size[1]}-{language}.txt"
        if request.config.getoption("--write"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), "the text is the same without colour"
