"""Typing, dialogs and leaving on the full screen: nothing is done or thrown away unasked."""

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gridcommon.spelling import unaccented
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.panels import Board
from gridgames.show.registry import GameChoice
from gridgames.table.saves.saves import Save
from gridgames.table.settings import Settings, read_settings
from powergrid.actions import Bid
from powergrid.tables import CITY_NAMES
from screens import builds, driven, new_session, recorded, shown, until


def app_of(game: str = "powergrid", names: Any = ("Ana", "Bia", "Caio"), **more: Any) -> GameApp:
    return GameApp(new_session(GameChoice(game), names), None, pause=0, **more)


REFUSED = {
    "why opne 3": "unknown action 'opne'",
    "view x": "expected board, panel, log, found 'x'",
    "draw": "draw can be used only in plain text (--plain).",
    "0000000001": "expected a whole number, found '0000000001'. A number is a plant to open:",
}


def test_what_is_typed_does_nothing_before_enter_and_stays_to_be_corrected() -> None:
    app = app_of()
    letters = "pdtyuqcbsare?:1 U"
    completed = {"op": "open 3 3", "rules PG-AU": "rules PG-AUC-01", "und": "undo ", "build": None}

    async def script(pilot: Any) -> None:
        picture, board = shown(app).splitlines()[:-3], app.query_one("#board").size
        await pilot.press("enter")
        assert "A number is a plant to open" in shown(app)
        assert app.query_one("#board").size == board, "a message does not move the map"
        await pilot.press("escape")
        await pilot.press(*letters)
        assert letters in shown(app)
        assert (app.session.moves, app.paused) == ([], False)
        assert shown(app).splitlines()[:-3] == picture
        await pilot.press("enter")
        assert "Not understood" in shown(app)
        assert app.line.value == letters, "it stays to be corrected"
        await pilot.press("x")
        assert app.line.value == "x", "what is typed next replaces it"
        await pilot.press("escape")
        assert app.line.value == ""
        assert "Not understood" not in shown(app)
        for opened in ("f1", "f4", "ctrl+l"):
            await pilot.press(opened)
            await pilot.pause()
            assert len(app.screen_stack) == 2
            await pilot.press(*"jog 4")
            assert (len(app.screen_stack), app.line.value) == (1, "jog 4")
            await pilot.press("escape")
        for typed, told in REFUSED.items():
            app.line.value = typed
            await pilot.press("enter")
            await until(pilot, told.split()[0])
            assert told in " ".join(shown(app).split()), typed
            assert app.line.value == typed
            await pilot.press("escape")
        plant = app.session.state.current_market[0]
        for typed, whole in completed.items():
            found = await app.line.suggester.get_suggestion(typed)
            assert found == whole or (typed == "op" and found.startswith(f"open {plant} "))

    driven(app, script, (120, 40))


def test_a_city_is_found_while_its_name_is_typed_and_enter_builds_it() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", builds), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.pause()
        state, made = app.session.state, len(app.session.moves)
        [*_, dearest] = app.table.targets()
        name = CITY_NAMES[state.board.cities[dearest]]
        await pilot.press(*unaccented(name)[:4])
        assert app.table.cursor == dearest
        assert f"{name}  " in shown(app)
        assert app.line.value == unaccented(name)[:4]
        await pilot.press("tab")
        assert unaccented(app.line.value) == unaccented(name)
        await pilot.press("enter")
        assert app.session.moves[made].action.city == state.board.cities[dearest]

    driven(app, script, (120, 40))


def test_no_command_or_key_is_taken_for_a_city_and_a_question_stays_until_it_is_answered() -> None:
    app = GameApp(recorded("powergrid/option house_limit 20", builds), None, pause=0)
    asked = "Enter: done anyway"

    async def script(pilot: Any) -> None:
        await pilot.pause()
        table, made, first = app.table, len(app.session.moves), app.table.cursor
        for typed in ("d", "p", "pass", "undo", "rules", "hint", "commit", "done"):
            await pilot.press(*typed)
            assert (table.cursor, app.line.value) == (first, typed)
            await pilot.press("escape")
        await pilot.press("tab", "tab")
        second = table.cursor
        await pilot.press(*"dr")
        assert table.cursor not in (first, second)
        assert "Dresden  east" in shown(app)
        await pilot.press("backspace", "backspace")
        assert (table.cursor, app.line.value) == (second, "")
        assert "Enter: build" in app.line.placeholder, "what was pointed at still is"
        await pilot.press("d", "enter")
        await pilot.pause()
        assert asked in shown(app)
        assert not table.is_pointed
        beside = next(spot for spot in table.targets() if spot != table.cursor)
        app.on_board_picked(Board.Picked(beside))
        await pilot.pause()
        assert asked in shown(app)
        await pilot.press("escape", "tab", *"legend", "enter", "escape", "enter")
        assert "Enter: build" not in app.line.placeholder
        assert (asked in shown(app), len(app.session.moves)) == (False, made)
        await pilot.press("d", "enter", "f6", "enter")
        assert len(app.session.moves) == made, "the question was covered, so it is asked again"
        await pilot.pause()
        assert asked in shown(app)
        await pilot.press("enter")
        assert app.face.format(app.session.moves[made].action) == "done"

    driven(app, script, (120, 40))


@pytest.mark.parametrize("key", ["escape", "tab"])
def test_a_key_lays_the_plants_on_sale_over_the_map_again(key: str) -> None:
    app = app_of()

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "from 4" in shown(app)
        await pilot.press("right")
        assert "from 4" not in shown(app)
        await pilot.press(key)
        await pilot.pause()
        assert "from 4" in shown(app)

    driven(app, script, (120, 40))


@pytest.mark.parametrize(
    ("game", "typed", "title"),
    [
        ("powergrid", "plan 4 to 9, coal 2", "This round"),
        ("eletrika", "plan tile", "My next turns"),
    ],
)
def test_a_typed_plan_is_a_panel_that_backspace_empties(game: str, typed: str, title: str) -> None:
    app = app_of(game, names=("Ana", "Bia"))

    async def script(pilot: Any) -> None:
        await pilot.pause()
        first = app.face.format(app.table.offers[0]).removeprefix("tile")
        app.line.value = typed + first * (game == "eletrika")
        await pilot.press("enter")
        assert len(app.screen_stack) == 1
        assert title in shown(app)
        assert len(app.session.standing[app.session.to_act].actions) == 2 - (game == "eletrika")
        await pilot.press("backspace")
        assert title not in shown(app)

    driven(app, script, (120, 40))


def test_bots_alone_are_paused_hurried_and_broken_off(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "deep" / "settings.json")
    app = app_of(names=("random 1", "random 2"), settings=settings)
    app.desk.pause, app.session.rounds = 0.2, 2

    async def script(pilot: Any) -> None:
        await pilot.press("f9")
        await app.workers.wait_for_complete()
        moves = len(app.session.moves)
        await pilot.press("f6")
        assert shown(app).strip().startswith("PAUSED")
        assert "Bots pause for 0.5 s" in shown(app)
        await pilot.press("escape")
        assert "PAUSED: the bots wait. F9: continue." in shown(app)
        assert read_settings(settings.path).pause == 0.5
        await pilot.press(*"confirm off", "enter")
        assert not read_settings(settings.path).confirm
        await pilot.press("f7", "f7", "f7")
        assert len(app.session.moves) == moves
        await pilot.press("f9")
        assert not shown(app).startswith(" PAUSED")
        assert read_settings(settings.path).pause == 0
        await until(pilot, "Stopped after round 2: no winner.")
        assert (app.session.state.round, app.session.result) == (3, None)
        await pilot.press("f9", "f9")
        await pilot.pause()
        assert app.session.state.round == 3

    driven(app, script, (80, 24))


def test_a_hint_is_forgotten_elsewhere_and_never_comes_late() -> None:
    app = app_of()

    async def script(pilot: Any) -> None:
        await pilot.press("f2")
        await app.workers.wait_for_complete()
        await until(pilot, "Hint (Enter accepts it)")
        await pilot.press("right", "enter")
        assert not app.session.moves
        await pilot.press("f2")
        assert "thinking" in shown(app)
        app.session.act(app.session.legal_actions()[0])  # while the bot thinks
        app.go_on()
        await pilot.pause()
        assert "Hint" not in shown(app)
        assert "thinking" not in shown(app)

    driven(app, script, (120, 40))


def test_an_order_that_is_typed_while_a_bot_thinks_is_taken_after_its_move() -> None:
    app = app_of(names=("Ana", "Bia"))
    app.table.viewer = 0
    app.desk.is_thinking = True

    async def script(pilot: Any) -> None:
        app.desk.is_thinking = True
        await pilot.press(*"limit 4 6", "enter")
        assert "Queued until the bot has moved: limit 4 6" in shown(app)
        assert app.line.value == ""
        await pilot.press(*"limit x 6", "enter")
        assert "expected: limit PLANT MOST" in shown(app)
        assert not list(app.session.standing[0].describe(app.session.state))
        app.desk.is_thinking = False
        app._take_orders()
        told = app.session.standing[0].describe(app.session.state)
        assert list(told) == ["plant 4: up to 6"]
        await pilot.press("escape")
        app.desk.waiting_orders.append((0, "plan back"))
        app._take_orders()
        assert "the plan has no step to take back" in shown(app)
        assert app.line.value == "plan back", "what is refused later stays too"

    driven(app, script, (80, 24))


def test_a_move_that_arrives_while_the_screen_closes_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = app_of("eletrika", ("random 1", "random 2"))
    is_asked, is_closed = Event(), Event()
    move, close = app.session.next_move, app._close_all

    def late() -> Any:
        is_asked.set()
        is_closed.wait(60)
        return move()

    async def closing() -> None:
        await close()
        is_closed.set()
        await asyncio.sleep(0.1)  # so that the move arrives

    monkeypatch.setattr(app.session, "next_move", late)
    monkeypatch.setattr(app, "_close_all", closing)

    async def script(pilot: Any) -> None:
        while not is_asked.is_set():
            await pilot.pause(0.01)

    driven(app, script, (80, 24))
    app._fade()  # a highlight that ends after the screen was left
    assert app.table.changed == ()


def test_the_palette_has_the_orders_of_a_game_and_a_question_mark_opens_the_help() -> None:
    app = app_of()

    async def script(pilot: Any) -> None:
        await pilot.press("ctrl+p", *"plan")
        await until(pilot, "the result of a plan")
        await pilot.press("escape", "?")
        assert "Esc closes" in shown(app)

    driven(app, script, (80, 20))


def test_hidden_money_is_covered_until_the_next_person_sits_there() -> None:
    choice = GameChoice("powergrid", options=("hidden_money=true",), flags={"edition": "classic"})
    app = GameApp(new_session(choice, ("Ana", "Bia", "Caio")), None, pause=0)

    async def script(pilot: Any) -> None:
        handed = 0
        for _ in range(6):
            await pilot.pause()
            seat = app.session.to_act
            if len(app.screen_stack) > 1:
                handed += 1
                assert app.table.names[seat] in shown(app)
                assert "money" not in shown(app)
                await pilot.press("enter")
            others = [money for one, money in enumerate(app.table.state.money) if one != seat]
            assert (app.table.viewer, {*others}) == (seat, {-1})
            assert app.table.state.money[seat] >= 0
            await pilot.press(*next(iter(app.table.menu.keys)), "enter")
        assert handed > 2

    driven(app, script, (120, 40))


@pytest.mark.parametrize("keys", [("ctrl+c", "ctrl+c"), ("f10", "s")])
def test_leaving_asks(keys: tuple[str, ...]) -> None:
    app = app_of("eletrika")

    async def script(pilot: Any) -> None:
        await pilot.press("ctrl+c", "n")
        assert (len(app.screen_stack), app.return_code) == (1, None)
        await pilot.press(*keys)
        assert app.return_code == 0

    driven(app, script, (80, 24))


def test_trouble_with_the_disk_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    save = Save(tmp_path / "game.jsonl")
    app = app_of()
    save.create(app.session)
    app = GameApp(app.session, save, pause=0)

    async def script(pilot: Any) -> None:
        (tmp_path / "blocked").touch()
        save.path = tmp_path / "blocked" / "game.jsonl"
        await pilot.press(*next(iter(app.table.menu.keys)), "enter")
        await until(pilot, "Not saved")
        assert app.session.moves

    driven(app, script, (120, 40))
    save.close()


def test_a_window_may_have_any_size() -> None:
    app = app_of("eletrika")

    async def script(pilot: Any) -> None:
        for size in ((1, 1), (20, 5), (59, 17), (45, 70), (300, 1)):  # none ends a game
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert size != (59, 17) or "--plain" in shown(app)
        await pilot.resize_terminal(60, 20)
        await until(pilot, "F1 help")
        assert len(shown(app).splitlines()) == 20

    driven(app, script, (100, 30), is_painted=True)


def test_a_limit_is_set_by_keys_digits_and_mouse_and_enter_bids_up_to_it() -> None:
    app = GameApp(recorded("powergrid/whole 4", lambda state: state.auction is not None), None)
    session, auction = app.session, app.session.state.auction
    least, seat = auction.high + 1, auction.bidder

    async def click(pilot: Any, text: str) -> None:
        lines = shown(app).splitlines()
        [place] = [(line.index(text) + 2, y) for y, line in enumerate(lines) if text in line]
        await pilot.click(offset=place)
        await pilot.pause()

    async def script(pilot: Any) -> None:
        made = len(session.moves)
        assert "Type a number, or press + or −." in shown(app)
        await pilot.press("enter")
        assert len(session.moves) == made, "nothing was pointed at"
        for key, number in (("+", least), ("+", least + 1), ("-", least), ("-", least)):
            await pilot.press(key)
            await pilot.pause()
            assert f" Enter  bid up to {number} " in shown(app)
        await pilot.press("3", "backspace")
        await pilot.pause()
        assert "Enter  bid" not in shown(app)
        await pilot.press("9", "9", "9")
        await pilot.pause()
        assert f"A number is your limit: {least} to" in shown(app)
        assert "Enter  bid" not in shown(app)
        await pilot.press("escape", "tab")
        await pilot.pause()
        assert "Your limit" not in shown(app), "the map is shown"
        await pilot.press("tab")
        await pilot.pause()
        await click(pilot, "│ + │")
        await click(pilot, "│ + │")
        assert len(session.moves) == made
        await click(pilot, " Enter  bid up to")
        assert session.moves[made].action == Bid(seat, least)
        assert session.standing[seat].limits.plants == {auction.plant: least + 1}

    driven(app, script, (120, 40))
