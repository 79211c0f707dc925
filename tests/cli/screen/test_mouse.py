"""The full screen by the mouse alone: choices, keys, markets, dialogs, and the command palette."""

from typing import Any

import pytest
from textual.command import CommandPalette

from gridgames.games.registry import Choice
from gridgames.languages.language import Language
from gridgames.play.lesson import LessonSession, read_lesson
from gridgames.screen.dialogs import MenuDialog, Question, RulesDialog, TextDialog
from gridgames.screen.lesson import LessonApp
from gridgames.screen.play import GameApp
from gridgames.screen.widgets import Panel, folded
from gridgames.terminal.output import Clickable
from gridgames.wings.powergrid.glance import plant_line
from powergrid.state import AUCTION, RESOURCES
from screens import driven, new_session, recorded, shown

NAMES = ("Ana", "Bia")


def _opens(state: Any) -> bool:
    return state.phase == AUCTION and not state.auction


def _app(game: str) -> GameApp:
    return GameApp(new_session(Choice(game), NAMES), None, pause=0)


async def click(pilot: Any, text: str, number: int = 0) -> None:
    """Click on a text of the screen, on the occurrence of that number."""
    lines = shown(pilot.app).splitlines()
    places = [(line.index(text) + 1, y) for y, line in enumerate(lines) if text in line]
    assert places, shown(pilot.app)
    await pilot.click(offset=places[number])
    await pilot.pause()


def test_clicks_choose_open_and_press() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", _opens), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        moves = app.session.moves
        made = len(moves)
        plant = app.session.state.current_market[1]
        await click(
            pilot, "".join(text for text, _ in plant_line(plant))
        )  # in the market: opens it at the lowest bid
        assert app.face.format(moves[made].action).startswith(f"open {plant} ")
        await click(pilot, "^Z undo")
        assert len(moves) == made
        await click(pilot, "F4")
        assert isinstance(app.screen, MenuDialog)
        await click(pilot, "Esc goes back")
        await click(pilot, "F5 rules")
        assert isinstance(app.screen, RulesDialog)
        await click(pilot, "PG-COMP-02")
        assert shown(app).count("PG-COMP-02") == 2, "in the list, and with its text"
        await click(pilot, "Esc closes")
        await click(pilot, "F10 quit")
        assert isinstance(app.screen, Question)
        await click(pilot, "n or Esc: no")
        assert len(app.screen_stack) == 1

    driven(app, script, (120, 40))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_click_on_a_fuel_buys_one(size: tuple[int, int]) -> None:
    session = recorded("powergrid/option house_limit 20", lambda state: state.phase == RESOURCES)
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        before = session.state.market[0]
        await click(pilot, "coal    ")
        assert session.state.market[0] == before - 1

    driven(app, script, size)


def test_clicks_turn_a_tile_and_take_another_bonus() -> None:
    app = _app("eletrika")

    async def script(pilot: Any) -> None:
        await pilot.pause()
        before = app.table.at_cursor()
        await click(pilot, "→ turn")
        assert app.table.at_cursor() != before
        await click(pilot, "⏎")
        assert len(app.session.moves) == 1

    driven(app, script, (120, 40))


def test_a_part_that_does_something_does_it_on_each_of_its_lines() -> None:
    line = [("say ", ""), (Clickable("this or another thing", typed="x"), "bold"), (" now", "")]
    parts = [part for piece in folded(line, 10) for part, _ in piece if "o" in part]
    assert len(parts) > 2
    does = [part.typed if isinstance(part, Clickable) else "" for part in parts]
    assert does == ["x"] * (len(parts) - 1) + [""]


def test_the_palette_offers_the_commands_of_the_table() -> None:
    app = _app("eletrika")

    async def script(pilot: Any) -> None:
        await pilot.pause()
        await click(pilot, "^P")
        assert isinstance(app.screen, CommandPalette)
        await pilot.press(*"light")
        await pilot.pause(0.3)
        assert "theme light" in shown(app)
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert app.theme == "light"
        await pilot.press("ctrl+p", *"save")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert app.line.value == "save "
        assert not isinstance(app.screen, TextDialog)
        assert isinstance(app.query_one("#keys"), Panel)

    driven(app, script, (120, 40))


def test_a_phone_shows_the_parts_in_turn() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", _opens), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "[board]" in shown(app)
        assert "Players" not in shown(app)
        await click(pilot, " panel")
        await pilot.pause()
        assert "Players" in shown(app)
        made = len(app.session.moves)
        await click(pilot, "1 open")
        assert len(app.session.moves) == made + 1
        await click(pilot, " log")
        await pilot.pause()
        assert "Lübeck" in shown(app)
        assert "Players" not in shown(app)

    driven(app, script, (45, 30))


def test_what_a_lesson_asks_to_type_is_done_by_a_click() -> None:
    lesson = LessonSession(read_lesson("powergrid", Language.ENGLISH))
    app = LessonApp(lesson)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        first = lesson.step
        await click(pilot, "Type:")
        assert lesson.step is not first

    driven(app, script, (45, 40))
