"""Looking at a game again: forward, back, to a round, by itself."""

from typing import Any

from gridgames.screen.play import GameApp
from gridgames.screen.widgets.panels import Timeline
from gridgames.show.registry import GameChoice
from gridgames.table.replay import ReplayPolicy
from screens import driven, new_session, shown, until


async def _slide(pilot: Any) -> None:
    """Drag along the line of rounds, to the end and back."""
    app, session = pilot.app, pilot.app.session
    last = len(session.moves)
    timeline = app.query_one(Timeline)
    begin, end = len("points "), len("points ") + timeline._columns * session.state.round - 1
    await pilot.mouse_down(timeline, offset=(begin, 0))
    await pilot.pause()
    assert session.state_after(app.place).round == 1
    await pilot.hover(timeline, offset=(end // 2, 0))
    await pilot.pause()
    assert 1 < session.state_after(app.place).round < session.state.round
    await pilot.hover(timeline, offset=(end, 0))
    await pilot.pause()
    assert app.place == last
    assert app.ending is None, "the result waits for the button"
    await pilot.mouse_up(timeline, offset=(end, 0))
    await pilot.pause()
    assert app.ending


def test_a_replay_steps_jumps_slides_and_plays_to_the_end() -> None:
    session = new_session(GameChoice("eletrika"), ("random 1", "random 2", "random 3"), 4)
    while session.to_act is not None:
        session.next_move()
    app = GameApp(ReplayPolicy(session).session, pause=0)
    last = len(session.moves)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert f"Move 0 of {last}" in shown(app)
        await pilot.press("enter", "enter", "backspace")
        await pilot.press("pagedown", "pagedown", "enter", "pageup")
        assert session.state_after(app.place).round == 2
        assert session.state_after(app.place - 1).round == 1
        await pilot.press(*"round 4", "enter")
        assert session.state_after(app.place).round == 4
        await pilot.press(*"7", "enter")
        assert app.place == 7
        assert "Move 7 of" in shown(app)
        await pilot.press(*"round 999", "enter")
        assert app.place == 7
        assert "round 999 was requested; the last is" in shown(app)
        assert app.line.value == "round 999", "it stays to be corrected"
        await pilot.press("escape", "end")
        assert app.place == last
        await until(pilot, next(app.face.narrate_result(session.result, app.table.names)))
        await pilot.press("escape", "home", "backspace")
        assert app.place == 0
        app.action_jump(last - 3)
        await pilot.press("space")
        while app.playing:
            await pilot.pause(0.01)
        assert app.place == last
        await pilot.press("escape", "home", "f7", "f7", "f6")
        first = app.place
        assert session.state_after(first).phase != session.state_after(first - 1).phase
        await pilot.press(*"back fly", "enter")
        assert "found 'fly'" in shown(app)
        await pilot.press("escape", "end", "escape")
        await _slide(pilot)

    driven(app, script, (120, 40))
    assert len(session.moves) == last
