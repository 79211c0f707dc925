"""The main screens as text: remade with GRIDGAMES_REMAKE=1, reviewed like code."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings
from powergrid.state import AUCTION, BUILDING, RESOURCES
from screens import advanced, driven, recorded, shown

GOLDEN = Path(__file__).parent / "golden"
SIZES = (80, 24), (120, 40), (200, 55)
ENGLISH, PORTUGUESE = Language("en"), Language("pt_BR")


def phase(wanted: int) -> Session:
    """Return a game well under way, in a phase where there is a choice."""

    def is_there(state: Any) -> bool:
        in_phase = state.phase == wanted and state.round >= 6
        return in_phase and (wanted != AUCTION or state.auction is not None)

    return recorded("powergrid/whole 4", is_there)


# Each screen: how the game got there, and what is typed then.
POSITIONS: dict[str, tuple[Callable[[], Session], str]] = {
    "auction": (lambda: phase(AUCTION), ""),
    "fuel": (lambda: phase(RESOURCES), ""),
    "building": (lambda: phase(BUILDING), ""),
    "building-plan": (lambda: phase(BUILDING), "plan Halle, Leipzig, run"),
    "eletrika-0": (lambda: advanced("eletrika", 0), ""),
    "eletrika-40": (lambda: advanced("eletrika", 40), ""),
    "eletrika-plan": (lambda: advanced("eletrika", 42), "plan"),
}
# All sizes of a screen are drawn by one program, one after another.
SCREENS = [
    ("auction", ENGLISH, True),
    ("fuel", ENGLISH, False),
    ("fuel", PORTUGUESE, True),
    ("building", ENGLISH, True),
    ("building-plan", PORTUGUESE, False),
    ("eletrika-0", ENGLISH, False),
    ("eletrika-40", ENGLISH, True),
    ("eletrika-40", PORTUGUESE, False),
    ("eletrika-plan", ENGLISH, False),
    ("eletrika-plan", PORTUGUESE, True),
]


def _screens(session: Session, typed: str) -> list[tuple[str, list[Any]]]:
    """Return the text and the strips of the screen in each size."""
    app = GameApp(session, None, pause=0, settings=Settings(motion=False))
    found: list[tuple[str, list[Any]]] = []

    async def script(pilot: Any) -> None:
        if typed:
            app.line.value = typed
            await pilot.press("enter")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            app.draw_log()  # now that it has its size
            before, same = "", 0
            # On a busy machine the size changes late, and the log is scrolled later.
            while same < 2 or app.screen.size != size or "F1" not in before:
                await pilot.pause(0.05)
                now = shown(app)
                before, same = now, same + 1 if now == before else 0
            found.append((before, list(app.screen._compositor.render_strips())))

    driven(app, script, SIZES[0], is_painted=True)
    return found


@pytest.mark.parametrize(("name", "language", "colour"), SCREENS, ids=str)
def test_a_main_screen_is_as_it_was(
    name: str, language: Language, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if colour:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", "1")
    make, typed = POSITIONS[name]
    with use_language(language):
        screens = _screens(make(), typed)
    ending = "" if language is ENGLISH else "-pt"
    for size, (text, strips) in zip(SIZES, screens, strict=True):
        file = GOLDEN / f"{name}-{size[0]}x{size[1]}{ending}.txt"
        if os.environ.get("GRIDGAMES_REMAKE"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), "the text is the same without colour"
        _check_colours(strips, has_colour=colour)


def _check_colours(strips: list[Any], *, has_colour: bool) -> None:
    colours = {
        tuple(ink.triplet)
        for strip in strips
        for segment in strip
        if segment.style
        for ink in (segment.style.color, segment.style.bgcolor)
        if ink is not None and ink.triplet is not None
    }
    greys = {ink for ink in colours if max(ink) == min(ink)}
    assert (greys == colours) is not has_colour
    assert len(colours) > 4
