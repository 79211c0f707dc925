"""Scoring in Eletrika on the full screen: the best set is marked, and Enter takes it."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from eletrika.actions import EndTurn, LayTile, Score
from eletrika.scoring import items_of_score, legal_scores, possible_scores
from eletrika.state import AFTER, MAIN
from gridgames.games.registry import Choice
from gridgames.screen.play import GameApp
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings
from plain_games import gridgames
from screens import driven, new_session, shown, until


@cache  # three searches
def _scoring(phase: int, least: int) -> tuple[int, list[Any]]:
    """Return the seed and the actions of a game up to where the first seat has the sets."""
    for seed in range(1, 40):
        bots = new_session(Choice("eletrika"), ("normal 1", "normal 2", "normal 3"), seed)
        while bots.to_act is not None:
            state = bots.state
            if bots.to_act == 0 and state.phase == phase and len(legal_scores(state)) >= least:
                return seed, [move.action for move in bots.moves]
            bots.next_move()
    raise AssertionError("no game has so many sets")


def scoring(phase: int, least: int) -> Session:
    """Return a game in which Ana may score one of several sets."""
    seed, actions = _scoring(phase, least)
    session = new_session(Choice("eletrika"), ("Ana", "normal 2", "normal 3"), seed)
    session.follow(actions)
    return session


def points(state: Any, score: Score) -> int:
    return sum(item.points for item in items_of_score(state, score))


def played(session: Session, script: Callable[[GameApp, Any], Any], size=(120, 40)) -> None:
    app = GameApp(session, None, pause=0, settings=Settings(motion=False))

    async def run(pilot: Any) -> None:
        await until(pilot, "Ana")
        await script(app, pilot)

    driven(app, run, size=size)


def test_enter_takes_the_best_set() -> None:
    session = scoring(AFTER, 4)
    before = session.state
    best = max(points(before, score) for score in legal_scores(before))

    async def script(app: GameApp, pilot: Any) -> None:
        assert f"▸1 +{best} MW" in shown(app)
        assert set(app.table.scene().chosen) == set(app.table.at_cursor().set)
        await pilot.press("enter")
        await pilot.pause()

    played(session, script)
    assert session.state_after(len(session.moves)).scores[0] >= before.scores[0] + best


def test_keys_numbers_and_the_cursor_mark_another_set() -> None:
    session = scoring(AFTER, 4)

    async def script(app: GameApp, pilot: Any) -> None:
        first = app.table.at_cursor()
        await pilot.press("shift+down")
        second = app.table.at_cursor()
        assert second != first
        assert set(app.table.scene().chosen) == set(second.set)
        await pilot.press("shift+up")
        assert app.table.at_cursor() == first
        await pilot.press("2", "enter")
        assert app.table.at_cursor() == second
        await pilot.press("1", "enter")
        for other in {cell for one in legal_scores(session.state) for cell in one.set}:
            app.table.cursor = other
            assert other in app.table.at_cursor().set

    played(session, script)


def test_a_set_can_be_scored_before_the_main_action() -> None:
    session = scoring(MAIN, 1)

    async def script(app: GameApp, pilot: Any) -> None:
        assert "^S Score" in shown(app)
        assert not isinstance(app.table.at_cursor(), Score)
        await pilot.press("ctrl+s")
        assert isinstance(app.table.at_cursor(), Score)
        assert "▸1 +" in shown(app)
        await pilot.press("ctrl+s")
        assert not isinstance(app.table.at_cursor(), Score)
        await pilot.press("ctrl+s", "enter")
        await pilot.pause()

    played(session, script)
    assert any(isinstance(move.action, Score) for move in session.moves[-3:])


def test_the_turn_can_end_without_scoring() -> None:
    session = scoring(AFTER, 2)
    place = len(session.moves)

    async def script(app: GameApp, pilot: Any) -> None:
        assert "do not score" in shown(app)
        await pilot.press(*"end!", "enter")
        await pilot.pause()

    played(session, script)
    assert isinstance(session.moves[place].action, EndTurn)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_items_of_the_best_set_are_seen_without_a_key(size) -> None:
    session = scoring(AFTER, 4)

    async def script(app: GameApp, pilot: Any) -> None:
        del pilot
        text = " ".join(shown(app).split())
        assert "set " in text
        assert "forest" in text or "high demand" in text
        assert app.table.scene().chosen

    played(session, script, size)


def test_the_list_of_choices_has_the_sets() -> None:
    session = scoring(AFTER, 4)

    async def script(app: GameApp, pilot: Any) -> None:
        assert next(one.action for one in app.table.menu.choices) == app.table.at_cursor()
        await pilot.press("f4")
        await until(pilot, "Which set?")
        await pilot.press("escape")

    played(session, script)


def test_without_a_set_the_key_does_nothing() -> None:
    session = new_session(Choice("eletrika"), ("Ana", "easy 2"), 3)

    async def script(app: GameApp, pilot: Any) -> None:
        await pilot.press("ctrl+s")
        assert isinstance(app.table.at_cursor(), LayTile)

    played(session, script)


def test_what_each_rival_could_score_is_one_key_away() -> None:
    session = scoring(AFTER, 4)
    best = max(points(session.state, score) for score in possible_scores(session.state, 0))

    async def script(app: GameApp, pilot: Any) -> None:
        await pilot.press("ctrl+r")
        await until(pilot, "Within reach of each player")
        text = " ".join(shown(app).split())
        assert f"= {best} MW" in text
        for name in ("Ana:", "Otto:", "Mabel:"):
            assert name in text

    played(session, script)


def test_possible_scores_are_the_legal_ones_of_the_seat_to_act() -> None:
    session = scoring(AFTER, 4)
    assert possible_scores(session.state, 0) == legal_scores(session.state)
    for seat in (1, 2):
        for score in possible_scores(session.state, seat):
            assert {session.state.owners[cell] for cell in score.set} == {seat}
            assert set(score.set) <= session.state.lit


@pytest.mark.parametrize(("language", "typed"), [("en", "rivals"), ("pt_BR", "rivais")])
@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_plain_text_says_what_is_within_reach(tmp_path, game, language, typed) -> None:
    words = ("play", game, "--seats", "Ana=human,easy,easy", "--seed", "5", "--plain", "--no-save")
    done = gridgames(tmp_path, "--lang", language, *words, typed=[typed])
    assert done.exit_code == 0
    expected = {
        ("powergrid", "en"): "powers 0 of 0 for 10",
        ("powergrid", "pt_BR"): "supre 0 de 0 por 10",
        ("eletrika", "en"): "Ana: no set of energized structures",
        ("eletrika", "pt_BR"): "Ana: nenhum conjunto",
    }[game, language]
    assert expected in done.stdout
