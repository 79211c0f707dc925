"""Typing on the full screen is safe: letters are text, and nothing is thrown away unasked."""

from pathlib import Path
from typing import Any

import pytest

from gridgames.games.registry import Choice
from gridgames.languages.catalogue import read_catalogue
from gridgames.languages.language import folders
from gridgames.languages.messages import use_catalogue
from gridgames.screen.play import GameApp
from gridgames.screen.replay import ReplayApp
from gridgames.screen.widgets.command_line import CommandLine
from gridgames.screen.widgets.dialogs import TypeThroughDialog
from gridgames.sessions.settings import Settings, read_settings
from gridgames.wings.eletrika.screen.table import GameTable as EletrikaTable
from gridgames.wings.powergrid.screen.table import GameTable as PowerGridTable
from powergrid.state import BUILDING
from screens import driven, new_session, shown

PORTUGUESE = read_catalogue(folders()["pt_BR"])


def table_keys() -> list[str]:
    both = (*EletrikaTable.KEYS, *PowerGridTable.KEYS)
    return [key for keys, _, _ in both for key in keys.split(",")]


@pytest.mark.parametrize("app", [GameApp, ReplayApp])
def test_no_key_is_a_letter_a_digit_or_a_sign(app: Any) -> None:
    keys = list(app._merged_bindings.key_to_bindings)
    assert "f1" in keys
    printable = [key for key in [*keys, *table_keys()] if len(key) == 1 or "question" in key]
    assert printable == []


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_what_is_typed_does_nothing_before_enter(game: str) -> None:
    app = GameApp(new_session(Choice(game), ("Ana", "Bia")), None, pause=0)
    letters = "pdtyuqcbsare?:1 U"

    async def script(pilot: Any) -> None:
        picture = shown(app).splitlines()[:-3]
        for key in letters:
            await pilot.press(key)
        assert app.query_one(CommandLine).value == letters
        assert app.session.moves == []
        assert not app.paused
        assert len(app.screen_stack) == 1
        assert shown(app).splitlines()[:-3] == picture
        await pilot.press("enter")
        assert "Not understood" in shown(app)
        assert app.line.value == letters, "it stays to be corrected"
        await pilot.press("x")
        assert app.line.value == "x", "what is typed next replaces it"
        await pilot.press("escape")
        assert app.line.value == ""
        assert "Not understood" not in shown(app)

    driven(app, script, (120, 40))


@pytest.mark.parametrize("opened", ["f1", "f4", "ctrl+l"])
def test_what_is_typed_over_an_open_dialog_goes_into_the_line(opened: str) -> None:
    app = GameApp(new_session(Choice("powergrid"), ("Ana", "Bia")), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(opened)
        await pilot.pause()
        assert isinstance(app.screen, TypeThroughDialog)
        await pilot.press(*"jog 4")
        assert len(app.screen_stack) == 1
        assert app.line.value == "jog 4"

    driven(app, script, (80, 24))


def test_a_command_of_lines_of_text_is_not_taken_for_an_action() -> None:
    app = GameApp(new_session(Choice("powergrid"), ("Ana", "Bia")), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(*"draw", "enter")
        assert "draw can be used only in plain text (--plain)." in shown(app)
        assert app.line.value == "draw"

    driven(app, script, (80, 24))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why opne 3", "unknown action 'opne'"),
        ("y open 41 50", "unknown plant 41"),
        ("log x", "expected a number, found 'x'"),
        ("view x", "expected board, panel, log, found 'x'"),
        ("porque abrir x", "expected a whole number, found 'x'"),
    ],
)
def test_a_text_that_is_refused_stays_to_be_corrected(typed: str, told: str) -> None:
    app = GameApp(new_session(Choice("powergrid"), ("Ana", "Bia")), None, pause=0)

    async def script(pilot: Any) -> None:
        app.line.value = typed
        await pilot.press("enter")
        assert told in " ".join(shown(app).split())
        assert app.line.value == typed
        await pilot.press("x")
        assert app.line.value == "x", "what is typed next replaces it"

    driven(app, script, (80, 24))


def test_a_command_of_the_palette_that_is_refused_stays_in_the_line() -> None:
    app = GameApp(new_session(Choice("powergrid"), ("Ana", "Bia")), None, pause=0)

    async def script(_: Any) -> None:
        app.take_command("rematch", whole=True)
        assert "A rematch is possible only after the game is over." in shown(app)
        assert app.line.value == "rematch"

    driven(app, script, (80, 24))


def test_a_plant_is_opened_at_its_lowest_bid_by_its_number_alone() -> None:
    app = GameApp(new_session(Choice("powergrid"), ("Ana", "Bia", "Caio")), None, pause=0)
    plant = app.session.state.plant_market[1]

    async def script(pilot: Any) -> None:
        app.line.value = f"abrir {plant}"
        await pilot.press("enter")
        assert app.session.moves[0].action.bid == plant
        assert app.line.value == ""

    driven(app, script, (80, 24))


def building() -> GameApp:
    """Return a game in which Ana could build."""
    session = new_session(Choice("powergrid"), ("Ana", "Bia"))
    while session.state.phase != BUILDING or session.to_act != 0:
        session.act(session.bot_choice("normal")[0])
    return GameApp(session, None, pause=0)


def test_all_choices_are_counted_also_those_of_other_pages() -> None:
    app = building()
    assert len(app.table.menu.choices) < len(app.session.legal_actions())

    async def script(_: Any) -> None:
        assert f"F4 all {len(app.session.legal_actions())} choices" in shown(app)

    driven(app, script, (120, 40))


def test_what_throws_something_away_is_asked_once_and_nothing_more() -> None:
    app = building()

    async def script(pilot: Any) -> None:
        moves = len(app.session.moves)
        for answer in ("escape", "enter"):
            await pilot.press(*"done", "enter")
            assert "could still be built" in shown(app)
            assert "Enter: done anyway. Esc: no." in shown(app)
            assert len(app.session.moves) == moves
            await pilot.press(answer)
            assert (len(app.session.moves) > moves) is (answer == "enter")
            assert "could still" not in shown(app)

    driven(app, script, (80, 24))


def test_a_pause_is_told_loudly_and_the_speed_is_remembered(tmp_path: Path) -> None:
    session = new_session(Choice("powergrid"), ("random 1", "random 2"))
    settings = Settings(path=tmp_path / "deep" / "settings.json")
    app = GameApp(session, None, pause=0.2, settings=settings)

    async def script(pilot: Any) -> None:
        await pilot.press("f9")
        assert app.paused
        await app.workers.wait_for_complete()
        await pilot.press("f6")
        (
            first,
            *_,
        ) = shown(app).splitlines()
        assert first.strip().startswith("PAUSED")
        assert "Bots pause for 0.5 s" in shown(app)
        await pilot.press("escape")
        assert "PAUSED: the bots wait. F9: continue." in shown(app)
        assert read_settings(settings.path).pause == 0.5
        await pilot.press(*"confirm off", "enter")
        assert not read_settings(settings.path).confirm
        await pilot.press("f7", "f7", "f7", "f9")
        assert not shown(app).startswith(" PAUSED")
        assert read_settings(settings.path).pause == 0

    driven(app, script, (80, 24))


def test_a_hint_that_comes_too_late_is_not_told() -> None:
    app = GameApp(new_session(Choice("powergrid"), ("Ana", "Bia", "Caio")), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press("f2")
        assert "thinking" in shown(app)
        (worker,) = [one for one in app.workers if one.group == "hint"]
        app.session.act(app.session.legal_actions()[0])  # while the bot thinks
        app.go_on()
        await pilot.pause()
        assert worker.is_cancelled
        assert app._hint == (None, None)
        assert "Hint" not in shown(app)
        assert "thinking" not in shown(app)

    driven(app, script, (120, 40))


def test_limits_are_typed_on_the_screen_and_shown_while_they_hold() -> None:
    session = new_session(Choice("powergrid"), ("Ana", "easy 2", "easy 3"), seed=3)
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press(*"limite 4 6", "enter")
        assert "Queued orders: plant 4: up to 6" in shown(app)
        while not session.waits_for_human:
            await pilot.pause(0.01)
        await pilot.press("f8")
        await pilot.press(*"open 4 up to 30", "enter")
        assert session.moves
        while not session.waits_for_human:
            await pilot.pause(0.01)
        await pilot.pause()
        told = ["".join(part for part, _ in line) for line in app.history.lines]
        contest = [line for line in told if "Plant 4 (" in line]
        assert len(contest) == 1, "one line for a contest"
        assert "sold to" in contest[0]

    driven(app, script, (120, 40))


def test_the_line_speaks_portuguese_and_its_keys_are_the_same() -> None:
    with use_catalogue(PORTUGUESE):
        app = building()

        async def script(pilot: Any) -> None:
            assert "F1 ajuda" in shown(app)
            await pilot.press(*"pronto", "enter")
            assert "ainda poderia ser constru" in shown(app)
            assert "Enter: pronto mesmo assim. Esc: não." in " ".join(shown(app).split())
            await pilot.press("escape", *"pausa", "enter")
            assert shown(app).startswith("  PAUSADO")

        driven(app, script, (80, 24))


def test_a_limit_that_is_typed_while_a_bot_thinks_is_taken_after_its_move() -> None:
    session = new_session(Choice("powergrid"), ("Ana", "Bia"))
    app = GameApp(session, None, pause=0)
    app.desk.is_thinking = True
    app.table.viewer = 0

    async def script(pilot: Any) -> None:
        app.desk.is_thinking = True
        await pilot.press(*"limit 4 6", "enter")
        assert "Queued until the bot has moved: limit 4 6" in shown(app)
        assert app.line.value == ""
        await pilot.press(*"limit x 6", "enter")
        assert "expected: limit PLANT MOST" in shown(app)
        assert not list(session.standing[0].describe(session.state))
        app.desk.is_thinking = False
        app._take_orders()
        assert list(session.standing[0].describe(session.state)) == ["plant 4: up to 6"]

        await pilot.press("escape")
        app.desk.waiting_orders.append((0, "plan back"))
        app._take_orders()
        assert "the plan has no step to take back" in shown(app)
        assert app.line.value == "plan back", "what is refused later stays too"

    driven(app, script, (80, 24))
