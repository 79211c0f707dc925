"""The end of a game on the full screen: what was, and what can be done next."""

from typing import Any

import pytest
from textual.widgets import Tab

from gridcommon.evaluation import Effort
from gridgames.languages.language import Language
from gridgames.screen.play import GameApp, run_screen
from gridgames.screen.widgets.dialogs import ChartDialog
from gridgames.show.registry import GameChoice
from gridgames.study.review.paired_games import Pairing
from gridgames.study.review.review import ReviewBudget
from gridgames.table.lesson import lesson_session, read_lesson
from gridgames.table.saves.saves import Save
from gridgames.table.settings import Settings
from gridgames.terminal.plots import line_plot
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
    app = GameApp(ended("eletrika"), pause=0)
    titles = ["points", "pawns on the board", "origin", "sets", "pawns"]

    async def script(pilot: Any) -> None:
        await until(pilot, "Moments")
        await pilot.press("x")
        await pilot.pause()
        assert app.line.value == "export "
        name = f"eletrika-{app.session.header.seed}.csv"
        place = shown(app).split(name)[0].splitlines()
        await pilot.click(offset=(len(place[-1]) + 1, len(place) - 1))
        await pilot.pause()
        assert (tmp_path / name).exists()
        assert "Written to" in shown(app)
        await pilot.press("escape", *"export a.xls", "enter")
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
def test_a_review_is_made_on_request_kept_and_told_first(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap = ReviewBudget(Effort(1, 1), Effort(2, 2), Effort(1, 1), draws=2)
    monkeypatch.setattr("gridgames.study.review.review.budget_of", lambda _best, _effort: cheap)
    monkeypatch.setattr(Pairing, "play_pair", lost_pair)
    session = new_session(GameChoice("eletrika"), ("Ana", "easy 2"), 4)
    save = Save(tmp_path / "game.jsonl")
    save.follow(session)
    while session.to_act is not None:
        if session.waits_for_human:
            session.act(session.legal_actions()[0])
        else:
            session.next_move()
    app = GameApp(session, save, pause=0, settings=Settings(motion=False))

    async def script(pilot: Any) -> None:
        await until(pilot, "You lost by")
        assert "Better: " not in shown(app)
        await pilot.press("v")
        await until(pilot, "Looking for the moment that decided")
        await until(pilot, "Ana: ")
        assert "Better: " in shown(app)
        await pilot.press("v")
        await until(pilot, "Review for Ana")

    driven(app, script, (120, 40))
    again = GameApp(session, save, pause=0)
    driven(again, lambda pilot: until(pilot, "Better: "), (120, 40))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take keys at the end at once."""
    monkeypatch.setattr("gridgames.screen.play._GRACE", 0)


def test_the_end_names_all_players_and_a_moment_opens_the_replay_there() -> None:
    session = ended("powergrid")
    app = GameApp(session, pause=0)
    names = session.names
    found: list[tuple[Any, ...]] = []

    async def script(pilot: Any) -> None:
        await until(pilot, "Moments")
        told = shown(app)
        winner, *_ = app.face.narrate_result(session.result, names)
        assert winner in told
        assert all(f" {name}" in told for name in names)
        await pilot.press("tab")
        await until(pilot, "Log")
        assert winner not in shown(app), "the table as it was"
        await pilot.press("tab")
        await until(pilot, winner)
        found.extend(app.ending.moments if app.ending else ())
        lines = shown(app).splitlines()
        row = next(number for number, line in enumerate(lines) if line.startswith("  2  Round"))
        await pilot.click(offset=(7, row))
        await pilot.pause()

    driven(app, script, (120, 40))
    assert app.replays == found[1].place


def test_a_key_of_the_game_is_not_taken_for_one_of_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridgames.screen.play._GRACE", 999)
    app = GameApp(ended("eletrika"), pause=0, again=lambda: pytest.fail("a rematch"))

    async def script(pilot: Any) -> None:
        await until(pilot, "Moments")
        await pilot.press("enter", "r", "escape")
        assert app.replays is None
        assert app.is_running
        assert not app.line.value

    driven(app, script, (120, 40))


def test_the_end_of_a_lesson_asks_for_a_game() -> None:
    for key, plays in (("enter", True), ("escape", False)):
        lesson = read_lesson("eletrika", Language.ENGLISH)
        app = GameApp(lesson_session(lesson, len(lesson.steps)), pause=0)

        async def script(pilot: Any, key: str = key, lesson: Any = lesson) -> None:
            await pilot.press(*lesson.steps[-1].typed, "enter")
            await until(pilot, "Play now?")
            await pilot.press(key)

        driven(app, script, (120, 40))
        assert app.plays_now is plays


def test_ends_in_one_place_of_a_chart_share_a_line() -> None:
    plot = line_plot([1, 2], [[1, 7], [2, 7], [3, 4]], 50, 12, {1: "You"})
    told = ["".join(text for text, _ in line) for line in plot]
    assert told[1].endswith("○ ● You 7")
    assert sum("■ 4" in line for line in told) == 1
    assert "●" in "".join(line[:40] for line in told), "own values are marked"
    assert "■" not in "".join(line[:40] for line in told)


def test_a_replay_opened_at_the_end_returns_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown_replays = []

    def left(app: GameApp) -> None:
        shown_replays.append(app.session.policy.is_replay)
        app.replays = 7 if len(shown_replays) == 1 else None

    monkeypatch.setattr("gridgames.screen.play.run_screen_app", left)
    assert not run_screen(ended("eletrika"), settings=Settings())
    assert shown_replays == [False, True, False]
