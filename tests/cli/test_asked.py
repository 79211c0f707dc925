"""A number that is typed belongs to the question that was on the screen then."""

from typing import Any

import pytest

from gridgames.games.registry import Choice
from gridgames.plain import game as plain
from gridgames.plain.game import PlainGame
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import MenuDialog
from gridgames.sessions.session import Session
from powergrid.actions import Build, Open, Run
from powergrid.state import BUILDING, BUREAUCRACY
from screens import driven, new_session, shown

OTHER = "1 was typed for another question"


def running() -> Session:
    """Return a game in which Ana runs plants, last of all, and then opens the first auction."""
    session = new_session(Choice("powergrid"), ("Ana", "Bia", "Caio"))
    state = session.state
    for seat, plant in enumerate((30, 5, 7)):
        state.plants[seat] = (plant,)
        state.plant_market = [one for one in state.plant_market if one != plant]
    state.turn_order, state.actor = (1, 2, 0), 0
    state.phase, state.in_auction = BUREAUCRACY, 0
    assert session.check(Run(0)) is None
    return session


def building() -> Session:
    """Return a game in which Ana may build in many cities."""
    session = new_session(Choice("powergrid"), ("Ana", "Bia", "Caio"))
    session.state.phase, session.state.in_auction = BUILDING, 0
    session.state.turn_order, session.state.actor = (2, 1, 0), 0
    return session


def lines_of_text(monkeypatch: Any, session: Session, *typed: str, ahead: int = 0) -> None:
    """Play in lines of text until nothing is typed; the first ``ahead`` lines came too early."""
    left = list(typed)
    monkeypatch.setattr(plain, "read_line", lambda _: left.pop(0) if left else None)
    monkeypatch.setattr(plain, "has_line", lambda: len(left) > len(typed) - ahead)
    PlainGame(session, None, 0).play()


def test_a_number_after_an_order_that_answers_the_question_is_for_no_other(
    monkeypatch: Any, capsys: Any
) -> None:
    session = running()
    lines_of_text(monkeypatch, session, "plan run; commit; 1")
    told = " ".join(capsys.readouterr().out.split())
    assert [type(move.action) for move in session.moves] == [Run]
    assert session.to_act == 0, "asked what to open"
    assert OTHER in told


def test_on_the_screen_such_a_number_stays_and_is_taken_once_the_question_is_seen() -> None:
    session = running()
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(*"plan run; commit; 1", "enter")
        assert [type(move.action) for move in session.moves] == [Run]
        assert OTHER in " ".join(shown(app).split())
        assert app.line.value == "1"
        await pilot.press("enter")
        assert isinstance(session.moves[1].action, Open)

    driven(app, script, (120, 40))


def test_a_question_that_is_answered_while_a_number_stands_in_the_line_keeps_it() -> None:
    session = running()
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press("1")
        session.order(0, "plan run")
        session.order(0, "commit")
        app.go_on()
        await pilot.press("enter")
        assert [type(move.action) for move in session.moves] == [Run]
        assert OTHER in " ".join(shown(app).split())

    driven(app, script, (120, 40))


def test_a_line_that_was_typed_before_the_question_chooses_nothing(
    monkeypatch: Any, capsys: Any
) -> None:
    session = building()
    lines_of_text(monkeypatch, session, "1", "1", ahead=1)
    assert OTHER in " ".join(capsys.readouterr().out.split())
    assert [type(move.action) for move in session.moves] == [Build]


def test_numbers_of_a_line_are_those_of_the_list_that_is_seen(monkeypatch: Any) -> None:
    session = building()
    seen = session.face.menu(session.state, session.legal_actions()).choices
    lines_of_text(monkeypatch, session, "1; 3")
    assert [move.action for move in session.moves] == [seen[0].action, seen[2].action]


def test_a_number_after_one_that_opens_a_list_is_not_one_of_either(
    monkeypatch: Any, capsys: Any
) -> None:
    session = building()
    lines_of_text(monkeypatch, session, "11; 1", "2")
    told = " ".join(capsys.readouterr().out.split())
    assert OTHER in told
    assert len(session.moves) == 1, "the second line chooses from the list"
    app = GameApp(building(), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(*"11; 1", "enter")
        assert isinstance(app.screen, MenuDialog)
        assert app.session.moves == []
        await pilot.press("2")
        assert len(app.session.moves) == 1
        assert app.line.value == "1", "it waits"

    driven(app, script, (120, 40))


@pytest.mark.parametrize("typed", ["done!; done!", "done!; 1"])
def test_the_rest_of_a_line_is_not_for_the_next_player(typed: str) -> None:
    app = GameApp(building(), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(*typed, "enter")
        assert len(app.session.moves) == 1
        assert "It is Bia's turn." in shown(app)
        assert app.line.value == typed.partition("; ")[2]

    driven(app, script, (120, 40))
