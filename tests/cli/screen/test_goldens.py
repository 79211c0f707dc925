"""Screens in other sizes and in Portuguese, as text: ``--write`` writes them anew."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.containers import VerticalScroll

from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.table.settings import Settings
from powergrid.game import legal_actions
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES
from screens import advanced, driven, recorded, shown

GOLDEN = Path(__file__).parent / "golden"
SIZES = (80, 24), (120, 40), (200, 55)
# What is typed, the language, whether the terminal has colours, and the sizes
SCREENS = [
    ("2", "+", "en", True, SIZES),
    ("3", "", "pt_BR", False, SIZES),
    ("4", "plan Halle, Leipzig, run", "en", True, SIZES),
    ("40", "", "pt_BR", False, SIZES),
    ("42", "plan", "en", True, SIZES),
    ("opening", "", "pt_BR", True, SIZES[:1]),
    ("much-fuel", "", "pt_BR", True, SIZES[:1]),
    ("running", "", "en", True, SIZES[:1]),
    ("0", "", "en", True, SIZES[:1]),
]
PHASES: dict[str, Callable[[Any], bool]] = {
    "2": lambda state: state.auction and state.money[state.auction.bidder] > state.auction.high,
    "3": lambda state: state.phase == RESOURCES,
    "4": lambda state: state.phase == BUILDING,
    "opening": lambda state: state.phase == AUCTION and state.auction is None,
    "much-fuel": lambda state: state.phase == RESOURCES and len(legal_actions(state)) > 12,
    "running": lambda state: state.phase == BUREAUCRACY,
}


def game(wanted: str) -> Any:
    """Return Power Grid in a phase well under way, or Eletrika after so many actions."""
    if wanted not in PHASES:
        return advanced("eletrika", int(wanted))
    return recorded("powergrid/whole 4", lambda state: state.round >= 6 and PHASES[wanted](state))


@pytest.mark.parametrize(("wanted", "typed", "language", "colour", "sizes"), SCREENS)
def test_a_main_screen_is_as_it_was(
    wanted: str,
    typed: str,
    language: str,
    colour: bool,
    sizes: tuple[tuple[int, int], ...],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    found = []

    async def script(pilot: Any) -> None:
        if typed == "+":
            await pilot.press(typed)
        elif typed:
            pilot.app.line.value = typed
            await pilot.press("enter")
        for size in sizes:
            await pilot.resize_terminal(*size)
            before, same = "", 0
            while same < 3 or pilot.app.screen.size != size or "F1" not in before:
                await pilot.pause(0.05)  # on a busy machine the size changes late, the log later
                pilot.app.draw_log()
                now = shown(pilot.app)
                before, same = now, same + 1 if now == before else 0
            found.append(before)
            assert " F1 " in f" {before.splitlines()[-1]}", "one line of keys"
            panels = pilot.app.query_one("#panels", VerticalScroll)
            assert panels.max_scroll_y == 0, "nothing that decides a choice is out of view"
            strips = pilot.app.screen._compositor.render_strips()
            inks = {part.style.color for strip in strips for part in strip if part.style}
            colours = {ink.triplet for ink in inks if ink and ink.triplet}
            assert any(max(ink) != min(ink) for ink in colours) is colour

    with use_language(Language(language)):
        app = GameApp(game(wanted), None, pause=0, settings=Settings(motion=False))
        driven(app, script, sizes[0], is_painted=True)
    for size, text in zip(sizes, found, strict=True):
        file = GOLDEN / f"{wanted}-{size[0]}x{size[1]}-{language}.txt"
        if request.config.getoption("--write"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), "the text is the same without colour"


@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize(
    ("game", "panels"), [("powergrid", ("Players", "Fuel")), ("eletrika", ("Players", "High"))]
)
def test_the_panels_keep_their_places_over_a_game(
    game: str, panels: tuple[str, str], size: tuple[int, int]
) -> None:
    session, phases, titles = advanced(game, 0), set(), [*panels, "(Since your last move|Log)"]
    places: dict[str, set[tuple[int, int]]] = {title: set() for title in titles}

    async def script(pilot: Any) -> None:
        while session.to_act is not None and len(session.moves) < 300:
            offers = session.legal_actions()
            session.act(offers[31 * len(session.moves) % len(offers)])
            phases.add(session.state.phase)
            if len(session.moves) % 4:
                continue
            pilot.app.go_on()
            await pilot.pause()
            side = pilot.app.query_one("#side").region
            lines = [line[side.x :] for line in shown(pilot.app).splitlines()]
            for title, found in places.items():
                rows = (y for y, line in enumerate(lines) if re.search(f"─ ?{title}", line))
                found.update((side.x, y) for y in rows)

    driven(GameApp(session, None, pause=0, settings=Settings(motion=False)), script, size)
    assert len(phases) > 2
    assert [len(found) for found in places.values()] == [1, 1, 1]
