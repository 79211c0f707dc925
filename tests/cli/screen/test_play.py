"""Whole games in full screen: by keyboard, by mouse, with bots, undo, hints and refusals."""

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Input

from eletrika.state import AFTER, MAIN
from gridcommon.evaluation import Effort
from gridcommon.records import read_record
from gridgames.desk.game_desk import GameDesk
from gridgames.desk.replay_desk import ReplayDesk
from gridgames.games.registry import Choice
from gridgames.plain.game import PlainGame
from gridgames.plain.replay import PlainReplay
from gridgames.saves.saves import Save
from gridgames.screen.game_screen import METHODS
from gridgames.screen.play import GameApp
from gridgames.screen.replay import ReplayApp
from gridgames.screen.widgets.dialogs import (
    EndDialog,
    HandOver,
    MenuDialog,
    Question,
    RulesDialog,
    TextDialog,
)
from gridgames.screen.widgets.panels import Board
from gridgames.sessions.command_table import Front
from gridgames.sessions.session import Session
from gridgames.system.files import shipped_examples
from plain_games import process
from powergrid.state import AUCTION, BUILDING
from screens import driven, laid, new_session, shown

POWERGRID = Choice("powergrid", flags={"edition": "classic"})
NORDESTE = Choice("powergrid", flags={"map_file": shipped_examples()["nordeste"]})
FIVE = tuple(f"random {number}" for number in range(2, 7))  # so that 14 cities end it
ELETRIKA = Choice("eletrika")
# From the last round on, or with -m long from the beginning
LAST_OR_ALL = pytest.mark.parametrize(
    "ahead", [True, pytest.param(False, marks=pytest.mark.long)], ids=["last round", "whole game"]
)


async def _settled(pilot: Any, session: Session) -> None:
    """Wait until a person is to choose, or the game is over."""
    while not session.waits_for_human and session.result is None:
        await pilot.pause(0.01)
    await pilot.pause()


def _pixel(app: Any, spot: Any) -> tuple[int, int]:
    """Return where on the board a spot is shown now."""
    board = app.query_one(Board)
    x, y = app.table.picture(*board.size).where(spot)
    left, top = board._margin()
    return x + left - board.scroll_offset.x, y + top - board.scroll_offset.y


async def _powergrid_turn(pilot: Any, app: GameApp, *, mouse: bool) -> None:
    """Buy up to three plants, fuel for a run, the cheapest cities; run what pays most."""
    state = app.session.state
    if state.phase == AUCTION and not state.surplus:
        auction = state.auction
        wanted = len(state.plants[0]) < 3 and (not auction or auction.high < auction.plant + 4)
        end = "pass!" if auction else "decline!"
        await pilot.press(*("1" if wanted or state.round == 1 else end), "enter")
    elif state.phase == BUILDING:
        if not app.table.targets() or state.city_count[0] >= 8 * state.round:
            await pilot.press(*"done!", "enter")
        elif mouse:
            app.table.cursor = app.table.targets()[-1]
            await pilot.press("tab")
            spot = app.table.cursor
            before = state.city_count[0]
            await pilot.click(Board, offset=_pixel(app, spot))
            assert app.session.state.city_count[0] == before + 1
        else:
            await pilot.press("tab", "enter")
    else:
        await pilot.press(*"1!", "enter")


async def _play_powergrid(pilot: Any, *, mouse: bool) -> None:
    app = pilot.app
    for _ in range(2000):
        await _settled(pilot, app.session)
        if app.session.result is not None:
            return
        before = len(app.session.moves)
        await _powergrid_turn(pilot, app, mouse=mouse)
        await pilot.pause()
        assert len(app.session.moves) > before, shown(app)
    raise AssertionError("the game does not end")


async def _eletrika_turn(pilot: Any, app: GameApp) -> None:
    if isinstance(app.screen, MenuDialog):
        await pilot.press("1")
        return
    if app.session.state.phase == AFTER:
        await pilot.press(*"score", "enter")
        return
    if app.table.targets():
        await pilot.press("tab", "space", "enter")
        return
    await pilot.press("f4")


async def _play_eletrika(pilot: Any, *, mouse: bool) -> None:
    app = pilot.app
    for turn in range(2000):
        await _settled(pilot, app.session)
        if app.session.result is not None:
            return
        targets = list(app.table.targets())
        free = [cell for cell in targets if cell not in app.session.state.kinds]
        if mouse and free and turn % 2 and app.screen is app.screen_stack[0]:
            app.table.cursor = free[-1]
            await pilot.press("tab")
            spot = app.table.cursor
            if spot in free:
                before = len(app.session.moves)
                await pilot.click(Board, offset=_pixel(app, spot))
                assert len(app.session.moves) > before
            continue
        await _eletrika_turn(pilot, app)
    raise AssertionError("the game does not end")


def _app(
    choice: Choice, *others: str, seed: int = 7, save: Save | None = None, ahead: bool = False
) -> GameApp:
    """Return a game of Ana's, ``ahead`` with the round to play in which a bot ends it."""
    session = new_session(choice, ("Ana", *others), seed)
    if ahead:
        easy = new_session(choice, ("Ana", *others), seed)
        while easy.to_act is not None:
            easy.act(easy.bot_choice(None if easy.to_act else "easy")[0])
        last = easy.state.round - (choice is ELETRIKA)
        count = sum(easy.state_after(place).round < last for place in range(len(easy.moves)))
        session.follow(move.action for move in easy.moves[:count])
    if save:
        save.create(session)
    return GameApp(session, save, pause=0)


def _ends(app: GameApp, play: Any, *, mouse: bool) -> None:
    async def script(pilot: Any) -> None:
        await play(pilot, mouse=mouse)
        await pilot.pause()
        assert isinstance(app.screen, EndDialog)
        assert app.session.result.decided_by in shown(app)
        await pilot.press("escape", "q")

    driven(app, script, (120, 40), is_painted=True)
    assert app.session.result is not None


@LAST_OR_ALL
@pytest.mark.parametrize("choice", [POWERGRID, NORDESTE], ids=["germany", "nordeste"])
def test_power_grid_is_played_to_the_end_by_keyboard_and_saved(
    choice: Choice, ahead: bool, tmp_path: Path
) -> None:
    save = Save(tmp_path / "game.jsonl")
    app = _app(choice, *FIVE, save=save, ahead=ahead)
    _ends(app, _play_powergrid, mouse=False)
    save.close()
    done = process(tmp_path, "verify", tmp_path / "game.jsonl")  # elsewhere, from itself alone
    assert (done.returncode, "holds" in done.stdout) == (0, True), done.stderr
    _, lines = read_record((tmp_path / "game.jsonl").read_bytes().splitlines(True), "game")
    kinds = [line.kind for line in lines]
    assert kinds.count("action") == len(app.session.moves)
    assert kinds[-1] == "result"


@LAST_OR_ALL
def test_power_grid_is_played_to_the_end_by_mouse(ahead: bool) -> None:
    _ends(_app(POWERGRID, *FIVE, seed=3, ahead=ahead), _play_powergrid, mouse=True)


@LAST_OR_ALL
@pytest.mark.parametrize("mouse", [False, True], ids=["keyboard", "mouse"])
def test_eletrika_is_played_to_the_end(mouse: bool, ahead: bool) -> None:
    app = _app(ELETRIKA, *FIVE[:3], seed=9 if mouse else 7, ahead=ahead)
    _ends(app, _play_eletrika, mouse=mouse)


def test_a_refusal_names_its_rule_and_y_explains_it() -> None:
    app = _app(POWERGRID, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        await pilot.press(*"bid 999", "enter")
        assert "Not allowed" in shown(app)
        assert "PG-AUC" in shown(app)
        moves = len(app.session.moves)
        await pilot.press("f3")
        assert isinstance(app.screen, TextDialog)
        assert "Allowed now" in shown(app)
        await pilot.press("escape")
        assert len(app.session.moves) == moves
        await pilot.press(*"bidd 9", "enter")
        assert "Not understood" in shown(app)
        app.show(app.desk.answer("0000000001"))
        assert "Choice 0000000001 does not exist; choose 1 to" in shown(app)
        assert len(app.session.moves) == moves

    driven(app, script, (120, 40))


def test_undo_takes_a_choice_back_and_redo_makes_it_again() -> None:
    app = _app(POWERGRID, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        before = list(app.session.moves)
        await pilot.press("1", "enter")
        await _settled(pilot, app.session)
        after = [move.action for move in app.session.moves]
        assert len(after) > len(before)
        await pilot.press("ctrl+z")
        await _settled(pilot, app.session)
        assert app.session.moves == before
        await pilot.press("ctrl+y")
        await _settled(pilot, app.session)
        assert [move.action for move in app.session.moves] == after

    driven(app, script, (120, 40))


def test_the_command_line_completes_and_takes_the_short_notation() -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        await pilot.press(*"ti", "tab")
        await pilot.pause()
        await pilot.press("escape")
        words = app.session.face.format(app.table.at_cursor())
        moves = len(app.session.moves)
        app.query_one("#command").value = words
        await pilot.press("enter")
        assert len(app.session.moves) > moves
        assert app.session.face.format(app.session.moves[moves].action) == words

    driven(app, script, (120, 40))


def test_the_hint_is_a_legal_action_and_is_shown() -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        await pilot.press("f2")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Hint (Enter accepts it): tile" in shown(app)
        moves = len(app.session.moves)
        await pilot.press("enter")
        assert len(app.session.moves) > moves, "the cursor is where the hint is"

    driven(app, script, (120, 40))


def test_enter_after_a_hint_does_it_where_nothing_is_at_the_cursor() -> None:
    app = _app(POWERGRID, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        assert app.session.state.phase == AUCTION
        moves = len(app.session.moves)
        for keys in (("right", "enter"), ("enter",)):  # going elsewhere forgets the hint
            await pilot.press("f2")
            await app.workers.wait_for_complete()
            await pilot.pause()
            hinted, _ = app._hint
            await pilot.press(*keys)
            assert (len(app.session.moves) > moves) == (keys == ("enter",))
        assert app.session.moves[moves].action == hinted
        assert not app.query_one("#command", Input).value

    driven(app, script, (120, 40))


@pytest.mark.parametrize("choice", [POWERGRID, ELETRIKA], ids=["powergrid", "eletrika"])
def test_the_log_ends_with_the_last_move(choice: Choice) -> None:
    app = _app(choice, "random 2", "random 3")
    app.effort = Effort(1, 1)

    async def script(pilot: Any) -> None:
        for _ in range(4):
            await _settled(pilot, app.session)
            await pilot.press("f2")
            await app.workers.wait_for_complete()
            await pilot.press("enter")
        await _settled(pilot, app.session)
        await pilot.pause(0.1)
        pane = app.query_one("#log-pane")
        assert pane.max_scroll_y > 0
        assert f"{len(app.session.moves):>3} " in shown(app).partition("────")[2]

    driven(app, script, (120, 40))


def test_a_move_that_arrives_while_the_screen_closes_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = new_session(ELETRIKA, ("random 1", "random 2"))
    app = GameApp(session, None, pause=0)
    is_asked, is_closed = Event(), Event()
    move, close = session.next_move, app._close_all

    def late() -> Any:
        is_asked.set()
        is_closed.wait(60)
        return move()

    async def closing() -> None:
        await close()
        is_closed.set()
        await asyncio.sleep(0.2)

    monkeypatch.setattr(session, "next_move", late)
    monkeypatch.setattr(app, "_close_all", closing)

    async def script(pilot: Any) -> None:
        while not is_asked.is_set():
            await pilot.pause(0.01)

    driven(app, script, (80, 24))


def test_a_hint_goes_away_when_something_else_is_chosen() -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        moved = 0
        app.effort = Effort(1, 1)
        for other in ("left", "right", "up", "down"):
            if app._hint == (None, None):
                await pilot.press("f2")
                await app.workers.wait_for_complete()
                await pilot.pause()
            assert "Hint (Enter accepts it): tile" in shown(app)
            before = app.table.cursor
            await pilot.press(other)
            moved += app.table.cursor != before
            assert ("Hint" in shown(app)) is (app.table.cursor == before)
            assert not app.line.value
        assert moved >= 2

    driven(app, script, (120, 40))


@pytest.mark.parametrize(
    ("choice", "size"),
    [(POWERGRID, (80, 20)), (ELETRIKA, (120, 40))],
    ids=["powergrid", "eletrika"],
)
def test_all_of_a_long_text_can_be_reached(choice: Choice, size: tuple[int, int]) -> None:
    app = _app(choice, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        await pilot.press("f1")
        assert "Esc closes" in shown(app)
        seen = [shown(app)]
        pane = app.screen.query_one(VerticalScroll)
        while pane.scroll_y < pane.max_scroll_y:
            await pilot.press("pagedown")
            seen.append(shown(app))
        for line in app.help_lines():
            text = "".join(part for part, _ in line).split()
            pages = (one + other for one, other in zip(seen, [*seen[1:], ""], strict=True))
            assert any(all(word in page for word in text) for page in pages), text
        await pilot.press("home")
        assert shown(app) == seen[0]
        await pilot.press("end")
        assert shown(app) == seen[-1]

    driven(app, script, size)


def test_a_message_does_not_move_the_map() -> None:
    app = _app(POWERGRID, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        before = app.query_one(Board).size
        await pilot.press("enter")
        assert "Type a number or a move" in shown(app)
        assert app.query_one(Board).size == before

    driven(app, script, (80, 24))


@pytest.mark.parametrize("width", [31, 39])
def test_of_a_choice_only_whole_parts_are_cut(width: int) -> None:
    session = new_session(POWERGRID, ("Ana", "Bia", "Caio"))
    table = laid(session)
    cut = 0
    for _ in range(150):
        table.look(session.state)
        lines = [line for line in table.numbered_lines(width) if len(line) == 3]
        for line in lines:
            choice = table.menu.choices[int(line[0][0]) - 1]
            note = choice.short or choice.text
            told = line[2][0].strip()
            assert told
            if told.endswith("…"):
                cut += 1
                told = told.removesuffix("…")
                assert note.startswith(told)
                assert note[len(told)] in ",;"
            else:
                assert told == note
        session.act(session.bot_choice("normal")[0])
    assert cut


def test_a_word_that_cannot_be_used_says_why_and_stays() -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        while app.session.state.phase != MAIN:
            await pilot.press("tab", "enter")
            await _settled(pilot, app.session)
        for word in ("score", "abandon", "end"):
            await pilot.press("escape")
            assert "Not allowed" not in shown(app)
            await pilot.press(*word, "enter")
            assert "Not allowed" in shown(app)
            assert "EL-" in shown(app)
            assert app.line.value == word

    driven(app, script, (120, 40))


COMPLETED = {
    "op": "open 3 3",
    "why op": "why open 3 3",
    "rules PG-AU": "rules PG-AUC-01",
    "und": "undo ",
    "buy u": "buy uranium ",
    "build": None,
}


def test_what_is_allowed_is_completed_first() -> None:
    app = _app(POWERGRID, "random 2", "random 3", seed=3)

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        assert "open 3 3" in app.table.narrowest()
        command = app.query_one("#command", Input)
        for typed, completed in COMPLETED.items():
            assert await command.suggester.get_suggestion(typed) == completed
        await pilot.press("tab")
        assert not command.value

    driven(app, script, (120, 40))


def test_a_tiny_terminal_is_told_so() -> None:
    app = _app(POWERGRID, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await pilot.pause()
        assert "--plain" in shown(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "--plain" not in shown(app)

    driven(app, script, (59, 17))


def test_rules_are_found_by_a_word() -> None:
    app = _app(POWERGRID, "random 2", "random 3")

    async def script(pilot: Any) -> None:
        await pilot.press("f5")
        assert isinstance(app.screen, RulesDialog)
        await pilot.press(*"money end-0", "down", "up")
        await pilot.pause()
        assert "PG-END-04" in shown(app)
        await pilot.press(*"xyzzy")
        await pilot.pause()
        assert "No rule contains this" in shown(app)
        await pilot.press("escape")
        assert app.screen is app.screen_stack[0]

    driven(app, script, (120, 40))


def test_hidden_money_is_covered_until_the_next_person_sits_there() -> None:
    choice = Choice("powergrid", options=("hidden_money=true",), flags={"edition": "classic"})
    app = _app(choice, "Bia", "Caio")

    async def script(pilot: Any) -> None:
        for _ in range(12):
            await pilot.pause()
            seat = app.session.to_act
            if isinstance(app.screen, HandOver):
                text = shown(app)
                assert app.table.names[seat] in text
                assert "money" not in text
                await pilot.press("enter")
            assert app.table.viewer == seat
            others = [money for one, money in enumerate(app.table.state.money) if one != seat]
            assert set(others) == {-1}
            assert app.table.state.money[seat] >= 0
            await pilot.press("1", "enter")
            if isinstance(app.screen, MenuDialog):
                await pilot.press("1")

    driven(app, script, (120, 40))


@pytest.mark.parametrize("keys", [("ctrl+q",), ("ctrl+c", "ctrl+c"), ("f10", "s")])
def test_leaving_asks_and_control_q_leaves_at_once(keys: tuple[str, ...]) -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        await pilot.press("ctrl+c")
        assert isinstance(app.screen, Question)
        await pilot.press("n")
        assert app.screen is app.screen_stack[0]
        assert app.return_code is None
        await pilot.press(*keys)
        assert app.return_code == 0

    driven(app, script, (80, 24))


def test_trouble_with_the_disk_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    save = Save(tmp_path / "game.jsonl")
    app = _app(POWERGRID, "random 2", "random 3", save=save)

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        (tmp_path / "blocked").touch()
        save.path = tmp_path / "blocked" / "game.jsonl"
        await pilot.press("1", "enter")
        await _settled(pilot, app.session)
        assert "Not saved" in shown(app)

    driven(app, script, (120, 40))
    save.close()


def test_only_bots_can_be_watched_and_stopped() -> None:
    session = new_session(ELETRIKA, ("random 1", "random 2"))
    for _ in range(25):
        session.bot_move()
    app = GameApp(session, None, pause=0.01)

    async def script(pilot: Any) -> None:
        while len(session.moves) < 28:
            await pilot.pause(0.01)
        await pilot.press("f9")
        await pilot.pause(0.1)
        moves = len(session.moves)
        await pilot.pause(0.1)
        assert len(session.moves) == moves
        await pilot.press("f9")
        app.desk.pause = 0
        while session.result is None:
            await pilot.pause(0.01)
        await pilot.pause()
        assert isinstance(app.screen, EndDialog)

    driven(app, script, (100, 30))


def test_a_game_of_bots_alone_is_broken_off() -> None:
    session = new_session(POWERGRID, ("random 1", "random 2"))
    session.rounds = 2
    app = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        while "Stopped after round 2: no winner." not in shown(app):
            await pilot.pause(0.01)
        assert (session.state.round, session.result) == (3, None)
        await pilot.press("f9", "f9")
        await pilot.pause()
        assert session.state.round == 3

    driven(app, script, (100, 30))


def test_a_resized_terminal_is_filled_again() -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        for size in ((80, 24), (120, 40), (60, 20), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            while "F1 help" not in shown(app):
                await pilot.pause(0.02)
            lines = shown(app).splitlines()
            assert len(lines) == size[1]
            assert "Eletrika" in lines[0]
            assert "F1 help" in "".join(lines[-2:])

    driven(app, script, (120, 40))


def test_what_lines_of_text_can_show_is_shown_on_the_screen_too(tmp_path: Path) -> None:
    app = _app(ELETRIKA, "random 2")
    copy = tmp_path / "copy.jsonl"

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)
        for typed, told in {"board": "the source", "estado": "Now: Ana", "players": "Ana"}.items():
            await pilot.press(*typed, "enter")
            await pilot.pause()
            assert isinstance(app.screen, TextDialog), typed
            assert told in shown(app), shown(app)
            await pilot.press("escape")
        app.query_one("#command", Input).value = f"save {copy}"
        await pilot.press("enter")
        await pilot.pause()
        assert "A copy is in" in shown(app)
        assert copy.exists()
        await pilot.press(*"save", "enter")
        await pilot.pause()
        assert "Type save and the name" in shown(app)

    driven(app, script, (80, 24))


def test_every_command_has_a_method_in_each_front_end() -> None:
    for app, lines, desk in ((GameApp, PlainGame, GameDesk), (ReplayApp, PlainReplay, ReplayDesk)):
        for command in desk.COMMANDS:
            is_shared = hasattr(desk, f"on_{command.word}")
            if Front.SCREEN in command.front:
                own = f"action_{METHODS.get(command.word, command.word)}"
                assert is_shared or hasattr(app, own), command.word
            if Front.LINES in command.front:
                assert hasattr(lines, f"on_{command.word}") != is_shared, command.word


def test_a_highlight_that_ends_after_the_screen_was_left_is_not_drawn() -> None:
    app = _app(ELETRIKA, "random 2")

    async def script(pilot: Any) -> None:
        await _settled(pilot, app.session)

    driven(app, script, (120, 40))
    app._fade()
    assert app.table.changed == ()
