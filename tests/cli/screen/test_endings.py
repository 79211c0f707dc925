"""The end of a game on the full screen: what was, and what can be done next."""

from functools import cache
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Tab

from eletrika.ending import Result
from gridgames.games.registry import Choice, face_of
from gridgames.games.winning import margin
from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.screen.replay import ReplayApp
from gridgames.screen.widgets.charts import ChartDialog
from gridgames.sessions.settings import Settings
from gridgames.terminal.seat_styles import GLYPHS
from screens import driven, new_session, shown, until


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


@cache  # two games
def _lost(game: str) -> tuple[int, list[Any]]:
    """Return the seed and the actions of a game that the first seat has lost."""
    for seed in range(1, 20):
        bots = new_session(Choice(game), ("easy 1", "easy 2", "easy 3"), seed)
        while bots.to_act is not None:
            bots.next_move()
        if 0 not in bots.result.winners:
            return seed, [move.action for move in bots.moves]
    raise AssertionError(game)


def lost(game: str) -> Any:
    """Return a game of Ana's that is over, and that she has lost."""
    seed, actions = _lost(game)
    session = new_session(Choice(game), ("Ana", "normal 2", "easy 3"), seed)
    session.follow(actions)
    return session


@pytest.mark.parametrize(
    ("game", "language"), [("powergrid", Language("pt_BR")), ("eletrika", Language("en"))]
)
def test_the_end_says_by_how_much_and_plots_how_it_went(game: str, language: Language) -> None:
    session = lost(game)
    with use_language(language):
        told = session.face.outcome(session.result, session.names, 0)
        assert told.startswith(("You lost by ", "Você perdeu por "))
        app = GameApp(session, None, pause=0, settings=Settings(motion=False))

        async def script(pilot: Any) -> None:
            await until(pilot, told)
            text = shown(app)
            measures = {"powergrid": 2, "eletrika": 1}[game]
            assert "┌───" in text
            width = app.screen.query_one(VerticalScroll).size.width
            lines = ["".join(part for part, _ in line) for line in app.result_lines(width)]
            assert sum("┌───" in line for line in lines) == measures
            for seat, name in enumerate(session.names):
                assert any(line.startswith(f"{GLYPHS[seat]} {name}") for line in lines)
            await pilot.press("escape")
            await pilot.pause(0.1)
            assert told in shown(app)  # and not what could be chosen before the end

        driven(app, script, (120, 40))


def test_the_winner_hears_by_how_much_and_ties_are_shared() -> None:
    assert margin([("A", (3, 5, 4))], [1], "A", 1) == ("A", 1)
    assert margin([("A", (3, 5, 4))], [1], "A", 0) == ("A", -2)
    assert margin([("A", (5, 5, 4)), ("B", (1, 2, 9))], [1], "B", 0) == ("B", -1)
    assert margin([("A", (5, 5, 4)), ("B", (2, 2, 9))], [0, 1], "C", 0) is None
    face = face_of("eletrika")
    shared = Result((0, 1), (5, 5, 4), (1, 1, 1), "EL-WIN-03", (1, 1, 1))
    assert face.outcome(shared, ["Ana", "Otto", "Mabel"], 0) == "You share first place with Otto"
    assert face.outcome(shared, ["Ana", "Otto", "Mabel"], 2) == "You lost by 1 MW"
