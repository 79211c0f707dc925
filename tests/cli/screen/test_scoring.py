"""Scoring in Eletrika on the full screen: the sets are marked, and keys go from one to another."""

from typing import Any

from eletrika.scoring import items_of_score, legal_scores, possible_scores
from eletrika.state import AFTER
from gridgames.games.registry import Choice
from gridgames.screen.play import GameApp
from gridgames.sessions.settings import Settings
from screens import driven, new_session, shown, until


def test_keys_numbers_and_the_cursor_mark_another_set_and_enter_takes_it() -> None:
    session = new_session(Choice("eletrika"), ("Ana", "normal 2"), 3)
    bots = new_session(Choice("eletrika"), ("normal 1", "normal 2"), 3)
    while not (
        bots.to_act == 0 and bots.state.phase == AFTER and len(legal_scores(bots.state)) > 3
    ):
        bots.next_move()
    session.follow(move.action for move in bots.moves)
    app = GameApp(session, None, pause=0, settings=Settings(motion=False))

    async def script(pilot: Any) -> None:
        await until(pilot, "Ana")
        points = [
            sum(item.points for item in items_of_score(session.state, score))
            for score in possible_scores(session.state, 0)
        ]
        first = app.table.at_cursor()
        assert f"▸1 +{max(points)} MW" in shown(app)
        assert "do not score" in shown(app)
        assert {*app.table.scene().chosen} == {*first.set}
        await pilot.press("shift+down")
        second = app.table.at_cursor()
        assert second != first
        assert {*app.table.scene().chosen} == {*second.set}
        await pilot.press("shift+up")
        assert app.table.at_cursor() == first
        await pilot.press("2", "enter")
        assert app.table.at_cursor() == second
        for other in {cell for one in legal_scores(session.state) for cell in one.set}:
            app.table.cursor = other
            assert other in app.table.at_cursor().set
        await pilot.press("ctrl+r")
        await until(pilot, "Within reach of each player")
        text = " ".join(shown(app).split())
        assert f"= {max(points)} │ │ MW" in text
        assert "Otto: Plant, Tower" in text
        await pilot.press("escape", "1", "enter")
        before, place = session.state.scores[0], len(session.moves)
        await pilot.press("enter")
        await pilot.pause()
        assert session.state_after(place + 1).scores[0] == before + max(points)

    driven(app, script, (120, 40))
