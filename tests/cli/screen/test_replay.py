"""Looking at a game again: forward, back, to a round, by itself."""

from typing import Any

from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import EndDialog
from gridgames.screen.widgets.panels import Timeline
from gridgames.show.registry import Choice
from gridgames.table.replay import ReplayPolicy
from screens import advanced, driven, new_session, shown


async def _slide(pilot: Any) -> None:
    """Drag along the line of rounds, to the end and back."""
    app, session = pilot.app, pilot.app.session
    last = len(session.moves)
    timeline = app.query_one(Timeline)
    begin, end = len("points "), len("points ") + timeline._columns * session.state.round - 1
    await pilot.mouse_down(timeline, offset=(begin, 0))
    await pilot.pause()
    assert session.state_after(app.place).round == 1
    seen = [app.place]
    for x in (*range(begin + 1, end, 10), end):
        await pilot.hover(timeline, offset=(x, 0))
        await pilot.pause()
        seen.append(app.place)
    assert seen == sorted(seen)
    assert len({*seen}) > 6, "it stops within a round too"
    assert app.place == last
    assert not isinstance(app.screen, EndDialog), "the result waits for the button"
    await pilot.hover(timeline, offset=(begin, 0))
    await pilot.pause()
    assert session.state_after(app.place).round == 1
    await pilot.hover(timeline, offset=(end, 0))
    await pilot.mouse_up(timeline, offset=(end, 0))
    await pilot.pause()
    assert isinstance(app.screen, EndDialog)
    await pilot.press("escape")
    await pilot.hover(timeline, offset=(begin, 0))
    await pilot.pause()
    assert app.place == last, "the button is up"


def test_a_replay_steps_jumps_slides_and_plays_to_the_end() -> None:
    session = new_session(Choice("eletrika"), ("random 1", "random 2", "random 3"), 4)
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
        dialog = {word for line in shown(app).splitlines() for word in line[74:].split()}
        for sentence in app.face.narrate_result(session.result, app.table.names):
            assert {*sentence.split()} <= dialog, sentence
        await pilot.press("escape", "home", "backspace")
        assert app.place == 0
        app.action_jump(last - 3)
        await pilot.press("space")
        while app.playing:
            await pilot.pause(0.01)
        assert app.place == last
        await pilot.press("escape")
        await _slide(pilot)

    driven(app, script, (120, 40))
    assert len(session.moves) == last


def test_a_replay_jumps_by_phase_sale_and_player() -> None:
    session = advanced("powergrid", 120)
    app = GameApp(ReplayPolicy(session).session, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        await pilot.press("f7")
        first = app.place
        assert session.state_after(first).phase != session.state_after(first - 1).phase
        await pilot.press("f7", "f6")
        assert app.place == first
        await pilot.press("home", "f4")
        sold = app.place
        assert any(type(one).__name__ == "PlantSold" for one in session.moves[sold - 1].events)
        await pilot.press("f4", "f3")
        assert app.place == sold
        name = session.players[2].name
        await pilot.press(*f"next {name}".replace(" ", "_").split("_")[0], "space", *name, "enter")
        assert session.moves[app.place - 1].action.seat == 2
        await pilot.press(*"back fly", "enter")
        assert "expected round, phase, sale, step" in " ".join(shown(app).split())

    driven(app, script, (120, 40))
