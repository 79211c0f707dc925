"""What has happened since one's own last move: short lines, alike in every front end."""

from typing import Any

import pytest

from gridgames.screen.play import GameApp
from gridgames.show.registry import GameChoice
from gridgames.table.narration import news
from gridgames.table.settings import Settings, read_settings
from gridgames.terminal.seat_styles import GLYPHS
from screens import driven, new_session, shown, until


def test_a_game_of_eletrika_names_tiles_structures_lights_and_scores():
    session = new_session(GameChoice("eletrika"), ("easy 1", "normal 2"), 3)
    while session.to_act is not None:
        session.next_move()
    told = list(session.face.recap(session.moves, session.names))
    for seat in (0, 1):
        parts = dict(told)[seat].split("; ")
        assert all(word in dict(told)[seat] for word in ("tile ", " on ", "lights ", "scores "))
        gains = [one.split()[1] for one in parts if one.startswith(("scores ", "marker: "))]
        assert sum(map(int, gains)) == session.result.scores[seat]
    assert any(seat is None and "high demand" in words for seat, words in told)


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
