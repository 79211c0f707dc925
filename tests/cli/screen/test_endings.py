"""The end of a game on the full screen: what was, and what can be done next."""

from typing import Any

import pytest
from textual.widgets import OptionList, Tab

from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import ChartDialog
from gridgames.show.registry import GameChoice
from gridgames.table.replay import ReplayPolicy
from screens import driven, new_session, shown


def ended(game: str) -> Any:
    session = new_session(GameChoice(game), ("easy 1", "random 2", "easy 3"), 4)
    while session.to_act is not None:
        session.next_move()
    return session


def test_the_end_is_charted_and_an_export_is_clicked_or_typed(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = GameApp(ReplayPolicy(ended("eletrika"), 9999).session, pause=0)
    titles = ["points", "pawns on the board", "origin", "sets", "pawns"]

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "The game is over" in shown(app)
        await pilot.click(app.screen.query_one(OptionList), offset=(6, 2))
        await pilot.pause()
        name = f"eletrika-{app.session.header.seed}.csv"
        place = shown(app).split(name)[0].splitlines()
        await pilot.click(offset=(len(place[-1]) + 1, len(place) - 1))
        await pilot.pause()
        assert (tmp_path / name).exists()
        assert "Written to" in shown(app)
        await pilot.press(*"export a.xls", "enter")
        assert "ends with .html, .jsonl, .csv, .json, .txt, .svg or .png" in shown(app)
        await pilot.press("escape", "ctrl+g")
        await pilot.pause(0.1)
        tabs = list(app.screen.query(Tab))
        assert [str(tab.label) for tab in tabs] == titles
        assert "┌───" in shown(app)
        await pilot.click(tabs[4])
        await pilot.pause(0.4)
        assert "┌───" not in shown(app), "a table"
        await pilot.click("#chart-title", offset=(2, 0))
        await pilot.pause(0.1)
        assert not isinstance(app.screen, ChartDialog)

    driven(app, script, (120, 40))


def test_the_palette_does_what_the_line_does_and_refuses_what_comes_after_the_end() -> None:
    app = GameApp(new_session(GameChoice("eletrika"), ("Ana", "easy 2"), 4), None, pause=0)

    async def chosen(pilot: Any, letters: str) -> None:
        await pilot.press("ctrl+p", *letters)
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause(0.1)

    async def script(pilot: Any) -> None:
        for word in ("review", "replay", "rematch"):
            assert not app.do_line(word)
            assert "after" in shown(app)
        await chosen(pilot, "theme light")
        assert app.theme == "light"
        await chosen(pilot, "bar o")
        assert app.desk.has_bar
        await chosen(pilot, "save")
        assert app.line.value == "save "

    driven(app, script, (120, 40))
