"""What has happened since one's own last move, beside the board of the full screen."""

from typing import Any

import pytest

from gridgames.screen.play import GameApp
from gridgames.show.registry import GameChoice
from gridgames.table.narration import news
from gridgames.table.settings import Settings, read_settings
from gridgames.terminal.seat_styles import GLYPHS
from screens import driven, new_session, shown, until


@pytest.mark.parametrize(("game", "moves"), [("powergrid", False), ("eletrika", True)])
def test_the_news_stand_beside_the_board_and_changes_are_highlighted(
    game, moves, monkeypatch, tmp_path
):
    """The highlight lasts for a moment, unless motion is off, which is remembered."""
    monkeypatch.setattr("gridgames.screen.play._MOMENT", 0.3)
    session = new_session(GameChoice(game), ("Ana", "easy 2", "easy 3"), 5)
    settings = Settings(path=tmp_path / "settings.json", motion=moves)
    app = GameApp(session, None, pause=0, settings=settings)
    seen: list[bool] = []

    async def script(pilot: Any) -> None:
        if session.waits_for_human:
            app.make(session.legal_actions()[0])
        while not session.waits_for_human or not session.moves:
            await pilot.pause(0.02)
        await pilot.pause()
        seen.append(bool(app.table.changed))
        await until(pilot, "Since your last move")
        seat, words = next((seat, words) for seat, words in news(session, 0) if seat)
        assert f"{GLYPHS[seat]} {app.table.names[seat]} {words.split(';')[0]}"[:25] in shown(app)
        await pilot.pause(0.4)
        seen.append(bool(app.table.changed))
        assert not app.do_line("motion maybe")
        assert "expected on or off" in shown(app)
        assert app.do_line("motion off")

    driven(app, script, size=(130, 50))
    assert seen == [moves, False]
    assert read_settings(tmp_path / "settings.json").motion is False
