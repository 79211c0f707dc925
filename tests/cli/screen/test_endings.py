"""The end of a game on the full screen: what was, and what can be done next."""

from typing import Any

import pytest
from textual.widgets import OptionList, Tab

from gridcommon.evaluation import Effort
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import ChartDialog
from gridgames.show.registry import GameChoice
from gridgames.study.review.paired_games import Pairing
from gridgames.study.review.review import ReviewBudget
from gridgames.table.replay import ReplayPolicy
from gridgames.table.settings import Settings
from screens import driven, new_session, shown, until


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


def lost_pair(comparison: Pairing) -> None:
    """Count a pair that was lost after what was done, and won after what was better."""
    comparison.tried += 1
    comparison._pairs.append((0.0, 2.0, 0.0, 1.0, 9.0))


@pytest.mark.slow
def test_the_moment_that_decided_is_found_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = ReviewBudget(Effort(1, 1), Effort(2, 2), Effort(1, 1), draws=2)
    monkeypatch.setattr("gridgames.study.review.review.budget_of", lambda _best, _effort: cheap)
    monkeypatch.setattr(Pairing, "play_pair", lost_pair)
    session = new_session(GameChoice("eletrika"), ("Ana", "easy 2"), 4)
    while session.to_act is not None:
        if session.waits_for_human:
            session.act(session.legal_actions()[0])
        else:
            session.next_move()
    app = GameApp(session, None, pause=0, settings=Settings(motion=False))

    async def script(pilot: Any) -> None:
        await until(pilot, "You lost by")
        await pilot.press("1")
        await until(pilot, "Looking for the moment that decided")
        await until(pilot, "better: ")
        await pilot.press("1")
        await until(pilot, "Review for Ana")

    driven(app, script, (120, 40))
