"""The full screen by the mouse alone: choices, keys, markets and dialogs."""

import re
from typing import Any

from textual.widgets import OptionList

from gridgames.screen.play import GameApp
from gridgames.screen.widgets.dialogs import YesNo
from gridgames.screen.widgets.panels import Board, Panel
from gridgames.terminal.output import Clickable
from powergrid.state import AUCTION, BUILDING, RESOURCES
from screens import builds, driven, recorded, shown


def _opens(state: Any) -> bool:
    return state.phase == AUCTION and not state.auction


async def click(pilot: Any, text: str, number: int = 0) -> None:
    """Click on a text of the screen, on the occurrence of that number."""
    lines = shown(pilot.app).splitlines()
    places = [(line.index(text) + 1, y) for y, line in enumerate(lines) if text in line]
    assert places, shown(pilot.app)
    await pilot.click(offset=places[number])
    await pilot.pause()


async def click_twice(pilot: Any, text: str) -> None:
    """Click on a text, see that nothing is done by that, and click on it again."""
    made = len(pilot.app.session.moves)
    await click(pilot, text)
    assert len(pilot.app.session.moves) == made
    assert "Enter or a second click: " in shown(pilot.app)
    await click(pilot, text)


def opened() -> GameApp:
    return GameApp(recorded("powergrid/option house_limit 20", _opens), None, pause=0)


def test_a_click_confirms_only_what_the_click_before_has_shown() -> None:
    app = opened()

    async def script(pilot: Any) -> None:
        await pilot.pause()
        moves = app.session.moves
        made = len(moves)
        plant = app.session.state.current_market[1]
        await click_twice(pilot, f"from {plant} ")  # on its card: opens it at the lowest bid
        assert app.face.format(moves[made].action).startswith(f"open {plant} ")
        await click(pilot, "^Z undo")
        assert len(moves) == made
        first, second = (app.table.menu.choices[number].action for number in (0, 1))
        await click(pilot, f"{first.plant} open")
        await click(pilot, f"{second.plant} open")
        assert len(app.session.moves) == made
        assert app.face.format(second) in app.line.placeholder
        await pilot.press("enter")
        assert app.session.moves[made].action == second
        await click(pilot, "^Z undo")
        await click(pilot, "F4")
        options = app.screen.query_one(OptionList)
        for number in (1, 0):
            await pilot.click(options, offset=(6, number))
            await pilot.pause()
            assert len(app.session.moves) == made
        await pilot.click(options, offset=(6, 0))  # a list takes the second click on a line
        await pilot.pause()
        assert app.session.moves[made].action == first
        await click(pilot, "^Z undo")
        await click(pilot, "F4")
        await click(pilot, "Esc goes back")
        await click(pilot, "F5 rules")
        await click(pilot, "PG-COMP-02")
        assert shown(app).count("PG-COMP-02") == 2, "in the list, and with its text"
        await click(pilot, "Esc closes")
        await click(pilot, "F10 quit")
        assert isinstance(app.screen, YesNo)
        assert "Leave the game?" not in shown(app).splitlines()[0], "the question is in the middle"
        await click(pilot, "n or Esc: no")
        assert len(app.screen_stack) == 1

    driven(app, script, (120, 40))


async def _click_spot(pilot: Any, spot: Any) -> None:
    app = pilot.app
    board = app.query_one(Board)
    x, y = app.table.picture(*board.size).where(spot)
    left, top = board._margin()
    offset = x + left - board.scroll_offset.x, y + top - board.scroll_offset.y
    await pilot.click(Board, offset=offset)
    await pilot.pause()


def test_enter_makes_only_what_was_pointed_at_since_the_question_and_says_its_price() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", builds), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        best, made = app.table.cursor, len(app.session.moves)
        await pilot.press("enter")
        assert (len(app.session.moves), "Nothing is marked" in shown(app)) == (made, True)
        await pilot.press("tab")
        assert app.table.cursor == best
        price = app.table.marks().prices[app.table.place_of(best)]
        assert re.search(rf"Enter: build \S+ for {price}\b", app.line.placeholder)
        await pilot.press(*"board", "enter", "escape", "enter")
        assert len(app.session.moves) == made, "after a typed command Enter does nothing"
        await pilot.press("tab", "enter", "enter")
        assert len(app.session.moves) == made + 1, "nothing is carried over from the last move"

    driven(app, script, (120, 40))


def test_no_click_builds_where_the_game_has_put_the_cursor_or_answers_what_it_has_asked() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", builds), None, pause=0)

    def built() -> int:
        return sum(app.session.state.city_count)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        first, before = app.table.cursor, built()
        await _click_spot(pilot, first)
        assert built() == before, "the cursor was there, but nobody had put it there"
        await _click_spot(pilot, first)
        assert built() == before + 1, shown(app)
        assert app.table.cursor in app.table.targets(), "at the next city to be built"
        await _click_spot(pilot, app.table.cursor)
        assert built() == before + 1
        await pilot.press("ctrl+z")
        await _click_spot(pilot, app.table.cursor)
        assert built() == before, "what is taken back is not confirmed any more"
        made = len(app.session.moves)
        for _ in range(6):
            app.take_click("done")  # as a part does that types it
            await pilot.pause()
        assert len(app.session.moves) == made
        assert "Enter: done anyway" in shown(app)
        app.on_panel_clicked(Panel.Clicked(Clickable("", typed="done!"), again=True))
        assert len(app.session.moves) == made, "the second half of a double click"
        await click(pilot, "Enter: done anyway")
        assert app.face.format(app.session.moves[made].action) == "done"

    driven(app, script, (80, 24))


def _buys(state: Any) -> bool:
    return state.phase == RESOURCES and state.round > 3


def test_clicks_on_fuel_plan_a_token_each_and_enter_buys_all_of_them_at_once() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", _buys), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        session, made = app.session, len(app.session.moves)
        for row in ("coal    ·", "coal    ·", "oil     ·"):  # they stay where they are
            await click(pilot, row)
        assert len(session.moves) == made
        assert "This round" in shown(app)
        assert "Enter: buy coal 2; buy oil 1" in shown(app)
        for _ in range(9):
            await click(pilot, "oil     ·")
        assert "your plants have room for" in shown(app)
        for _ in range(4):
            await pilot.press("backspace")
        await pilot.press("enter")
        assert [app.face.format(move.action) for move in session.moves[made:]] == ["buy coal 2"]
        assert "This round" not in shown(app)
        await pilot.press("ctrl+z")
        assert "Enter: buy coal 2" in shown(app), "it is planned again"

    driven(app, script, (120, 40))


def _builds_more(state: Any) -> bool:
    return state.phase == BUILDING and state.city_count[state.actor] > 1


def test_a_space_plans_cities_and_enter_builds_them_unless_one_points_elsewhere() -> None:
    session = recorded("powergrid/option house_limit 20", _builds_more)
    session.state.money[session.to_act] = 80
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        made = len(session.moves)
        first, second, third, *_ = app.table.targets()
        for spot in (first, second):
            app.table.point(spot)
            await pilot.press("space")
        assert "This round" in shown(app)
        planned = session.standing[session.to_act].actions
        assert [app.table.spot_of(app.face.place(part)) for part in planned] == [first, second]
        await pilot.press("space")
        assert len(session.standing[session.to_act].actions) == 1, "once more takes it out"
        await pilot.press("backspace")
        both = "; ".join(app.face.format(part) for part in planned)
        assert f"Enter: {both}" in shown(app)
        await _click_spot(pilot, third)
        assert f"Enter: {both}" not in shown(app)
        app.table.point(second)
        await pilot.press("space", "space", "enter")
        assert [move.action for move in session.moves[made:]] == [*planned]

    driven(app, script, (120, 40))
