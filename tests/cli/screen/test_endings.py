"""The end of a game on the full screen: what was, and what can be done next."""

from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Tab

from gridgames.games.registry import Choice, register
from gridgames.games.wing import Wing
from gridgames.saves.new_games import Match
from gridgames.screen.play import GameApp
from gridgames.screen.replay import ReplayApp
from gridgames.screen.widgets.charts import ChartDialog
from screens import driven, new_session, shown


def ended(game: str) -> Any:
    session = new_session(Choice(game), ("easy 1", "random 2", "easy 3"), 4)
    while session.to_act is not None:
        session.bot_move()
    return session


@pytest.mark.parametrize(
    ("game", "titles", "size"),
    [
        ("powergrid", ["money", "cities", "powered", "paid for fuel", "plants"], (80, 24)),
        ("eletrika", ["points", "pawns on the board", "origin", "sets", "pawns"], (200, 55)),
    ],
)
def test_the_game_is_charted(game: str, titles: list[str], size: tuple[int, int]) -> None:
    app = ReplayApp(ended(game), pause=0, at=9999)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "The game is over" in shown(app)
        await pilot.press("down", "enter")
        await pilot.pause(0.1)
        assert isinstance(app.screen, ChartDialog)
        tabs = list(app.screen.query(Tab))
        assert [str(tab.label) for tab in tabs] == titles
        text = shown(app)
        assert all(
            f"{glyph} {name}" in text for glyph, name in zip("○●■", app.table.names, strict=True)
        )
        assert "┌───" in text
        await pilot.click(tabs[4])
        await pilot.pause(0.4)
        assert "easy 3" in shown(app)
        assert "┌───" not in shown(app)
        await pilot.press("shift+tab", "tab", "tab")
        await pilot.pause(0.4)
        assert "┌───" in shown(app)
        await pilot.press("escape", "ctrl+g")
        await pilot.pause(0.1)
        assert isinstance(app.screen, ChartDialog)
        await pilot.click("#chart-title", offset=(2, 0))
        await pilot.pause(0.1)
        assert not isinstance(app.screen, ChartDialog)

    driven(app, script, size)


def test_an_export_is_clicked_or_typed_after_the_end(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = ReplayApp(ended("eletrika"), pause=0, at=9999)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        options = app.screen.query_one(OptionList)
        await pilot.click(options, offset=(6, 2))
        await pilot.pause()
        name = f"eletrika-{app.session.header.seed}.csv"
        place = shown(app).split(name)[0].splitlines()
        await pilot.click(offset=(len(place[-1]) + 1, len(place) - 1))
        await pilot.pause()
        assert (tmp_path / name).exists()
        assert "Written to" in shown(app)
        app.line.value = f"export {tmp_path / 'game.csv'}"
        await pilot.press("enter")
        assert "Written to" in shown(app)
        await pilot.press(*"export a.xls", "enter")
        assert "ends with .html, .jsonl, .csv, .json, .txt, .svg or .png" in shown(app)

    driven(app, script, (120, 40))
    assert (tmp_path / "game.csv").read_text().startswith("round,seat,player,points,pawns\n")


def test_a_long_result_is_scrolled_and_keys_do_not_reach_the_board_behind_it() -> None:
    app = ReplayApp(ended("powergrid"), pause=0, at=9999)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        pane = app.screen.query_one(VerticalScroll)
        assert pane.max_scroll_y > 0
        await pilot.press("pagedown")
        assert pane.scroll_y > 0
        await pilot.press("pageup", "right", "home")
        assert (pane.scroll_y, app.place) == (0, len(app.session.moves))
        await pilot.press("escape", *"log 1", "enter")
        await pilot.pause()
        await pilot.press("up", "down", "home", "pageup")
        assert app.place == len(app.session.moves)

    driven(app, script, (40, 18))


def test_a_rematch_begins_on_the_same_screen() -> None:
    with register(Wing("nim", "Nim", engine="toy", package="toy")):
        session = new_session(Choice("nim"), ("Ana", "random 2"), 4)
        sitting = Match(session, None, {})
        app = GameApp(session, None, pause=0, again=sitting.again)

        async def over(pilot: Any) -> None:
            for _ in range(60):
                if app.session.to_act is None:
                    break
                if app.session.waits_for_human:
                    await pilot.press("1", "enter")
                await pilot.pause(0.01)
            await pilot.pause(0.05)

        async def script(pilot: Any) -> None:
            await pilot.press(*"rematch", "enter")
            assert "A rematch is possible" in shown(app)
            await pilot.press("escape")
            await over(pilot)
            assert "The game is over" in shown(app)
            await pilot.press("up", "enter")
            await pilot.pause(0.1)
            assert app.session is sitting.session is not session
            assert app.session.header.seed != session.header.seed
            assert len(app.session.moves) < len(session.moves)
            await over(pilot)
            assert "The game is over" in shown(app)

        driven(app, script, (80, 24))
