"""The main screens as text: remade with GRIDGAMES_REMAKE=1, reviewed like code."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gridgames.languages.language import Language, speaking
from gridgames.play.session import Session
from gridgames.screen.play import GameApp
from powergrid.state import AUCTION, BUILDING, RESOURCES
from screens import advanced, driven, recorded, shown

GOLDEN = Path(__file__).parent / "golden"
SMALL, MIDDLE, LARGE = (80, 24), (120, 40), (200, 55)
ENGLISH, PORTUGUESE = Language("en"), Language("pt_BR")


def phase(wanted: int) -> Session:
    """Return a game well under way, in a phase where there is a choice."""

    def is_there(state: Any) -> bool:
        in_phase = state.phase == wanted and state.round >= 6
        return in_phase and (wanted != AUCTION or state.auction is not None)

    return recorded("powergrid/whole 4", is_there)


POSITIONS: dict[str, Callable[[], Session]] = {
    "auction": lambda: phase(AUCTION),
    "fuel": lambda: phase(RESOURCES),
    "building": lambda: phase(BUILDING),
    "eletrika-0": lambda: advanced("eletrika", 0),
    "eletrika-40": lambda: advanced("eletrika", 40),
}
SCREENS = [
    *((name, size, ENGLISH, True) for name in POSITIONS for size in (SMALL, MIDDLE)),
    *((name, LARGE, ENGLISH, True) for name in ("auction", "fuel", "building")),
    *(("fuel", size, PORTUGUESE, True) for size in (SMALL, MIDDLE, LARGE)),
    *((name, SMALL, PORTUGUESE, False) for name in ("auction", "building")),
    *((name, SMALL, ENGLISH, False) for name in ("building", "eletrika-40")),
]


def _screen(session: Session, size: tuple[int, int]) -> tuple[str, list[Any]]:
    app = GameApp(session, None, pause=0)
    found: list[Any] = []

    async def script(pilot: Any) -> None:
        before, same = "", 0
        while same < 2 or "F1" not in before:  # on a busy machine the log is scrolled later
            await pilot.pause(0.05)
            now = shown(app)
            before, same = now, same + 1 if now == before else 0
        found.append(before)
        found.append(list(app.screen._compositor.render_strips()))

    driven(app, script, size)
    return found[0], found[1]


@pytest.mark.parametrize(
    ("name", "size", "language", "colour"),
    SCREENS,
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else str(value),
)
def test_a_main_screen_is_as_it_was(
    name: str,
    size: tuple[int, int],
    language: Language,
    colour: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if colour:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", "1")
    with speaking(language):
        text, strips = _screen(POSITIONS[name](), size)
    ending = "" if language is ENGLISH else "-pt"
    file = GOLDEN / f"{name}-{size[0]}x{size[1]}{ending}.txt"
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
