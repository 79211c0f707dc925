"""A number that is typed belongs to the question that was on the screen then."""

from typing import Any

from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import MenuDialog
from gridgames.show.registry import Choice
from gridgames.table.session import Session
from powergrid.actions import Open, Run
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


def test_on_the_screen_the_rest_of_a_line_waits_for_its_list_and_for_its_player() -> None:
    app = GameApp(building(), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(*"11; 1", "enter")
        assert isinstance(app.screen, MenuDialog)
        assert app.session.moves == []
        await pilot.press("2")
        assert len(app.session.moves) == 1
        assert app.line.value == "1", "it waits"
        await pilot.press("backspace", *"done!; done!", "enter")
        assert len(app.session.moves) == 2
        assert "It is Bia's turn." in shown(app)
        assert app.line.value == "done!"

    driven(app, script, (120, 40))
