"""``gridgames join``: a terminal at a table of another computer."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from typer.testing import CliRunner

from gridcommon.errors import IllegalAction, NotationError, Refusal
from gridgames.app import app as app_of_commands
from gridgames.joining.links import socket_address
from gridgames.joining.plain import JoinedGame
from gridgames.joining.screen import JoinedApp
from gridgames.joining.session import JoinedSession
from gridgames.joining.wire import Wire
from gridgames.plain import game as plain_game
from gridgames.serving.hosting.tables import GameTable
from gridgames.sessions.settings import Settings
from screens import driven
from served import PATIENCE, Beside, served_beside
from terminals import rest_of, terminal

LONG_AND_SHORT = [pytest.param("powergrid", marks=pytest.mark.long), "eletrika"]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Beside]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with served_beside(tmp_path / "saves") as found:
        yield found


@pytest.fixture
def wires() -> Iterator[list[Wire]]:
    """Wires that are closed in the end."""
    found: list[Wire] = []
    yield found
    for wire in found:
        wire.close()


def joined(link: str, wires: list[Wire]) -> JoinedSession:
    wire = Wire(socket_address(link))
    wires.append(wire)
    return JoinedSession(wire)


def bots_choice(session: JoinedSession) -> Any:
    game, state = session.game, session.state
    bot = game.make_bot("easy", len(session.moves))
    return bot.choose(game.observe(state, session.own), session.legal_actions())


def views(session: JoinedSession, table: GameTable) -> list[Any]:
    """Return what the seat sees here and at the host."""
    names = table.names
    face, own = session.face, session.own
    return [face.view(one.state, own, names) for one in (session, table.session)]


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_two_seats_see_what_the_host_shows_until_the_end(
    beside: Beside, wires: list[Wire], game: str
) -> None:
    table = beside.table(game, "Ana,Bia,easy")
    seats = [joined(beside.link(table, seat), wires) for seat in (0, 1)]
    deadline = time.monotonic() + PATIENCE
    while any(one.to_act is not None for one in seats):
        assert time.monotonic() < deadline
        for one in seats:
            one.poll(0.005)
            while one.has_news:
                one.next_move()
            if one.waits_for_human and one.to_act == one.own:
                one.act(bots_choice(one))
            here, there = views(one, table)
            if len(one.moves) == len(table.session.moves):  # a bot may have moved meanwhile
                assert here == there
    for one in seats:
        while one.poll(0.1):
            pass
        assert [move.action for move in one.moves] == [move.action for move in table.session.moves]
        assert one.result == table.session.result
        assert [move.events for move in one.moves] == [move.events for move in table.session.moves]


@pytest.mark.parametrize("game", LONG_AND_SHORT)
def test_a_game_is_played_to_the_end_in_plain_mode(
    beside: Beside,
    wires: list[Wire],
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = beside.table(game, "Ana,easy")
    session = joined(beside.link(table, 0), wires)

    def read_line(prompt: str) -> str:
        if prompt.startswith("over"):
            return ""
        return f"{session.game.format_action(bots_choice(session))}!"

    monkeypatch.setattr(plain_game, "read_line", read_line)
    shown = JoinedGame(session, None, 0, None, session.again)
    assert shown.play()
    assert not shown.continues_after_end()
    told = capsys.readouterr().out
    assert "Ana" in told
    assert "Type rematch" in told
    assert table.names[1] in told
    assert [move.action for move in session.moves] == [move.action for move in table.session.moves]


@pytest.mark.parametrize("game", LONG_AND_SHORT)
def test_a_game_is_played_to_the_end_on_the_full_screen(
    beside: Beside, wires: list[Wire], game: str
) -> None:
    table = beside.table(game, "Ana,easy")
    session = joined(beside.link(table, 0), wires)
    app = JoinedApp(session, Settings())

    async def script(pilot: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while session.to_act is not None:
            assert time.monotonic() < deadline
            if session.waits_for_human:
                app.line_begins()
                action = bots_choice(session)
                assert app.do_line(f"{session.game.format_action(action)}!")
            app.listen()
            await asyncio.sleep(0)
        await pilot.pause()
        assert len(app.history.lines) > len(session.moves) / 3
        await pilot.press("escape")
        app.action_command("undo")
        assert session.to_act is not None
        assert len(session.moves) == len(table.session.moves)
        app.action_ask_to_leave()
        await pilot.pause()
        await pilot.press("enter")

    driven(app, script, (120, 40))
    assert app.faults == []


def settle(session: JoinedSession, until: Callable[[], Any]) -> None:
    """Follow the host until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline
        session.poll(0.1)
        while session.has_news:
            session.next_move()


def test_what_the_host_refuses_has_its_rule_and_reason(beside: Beside, wires: list[Wire]) -> None:
    table = beside.table("powergrid", "Ana,Bia")
    sessions = [joined(beside.link(table, seat), wires) for seat in (0, 1)]
    seat = table.session.to_act
    assert seat is not None
    mine, other = sessions[seat], sessions[1 - seat]
    action = mine.legal_actions()[0]
    refusal = Refusal("PG-AUC-03", "the host says no")
    beside.call(lambda: setattr(table.session, "check", lambda _: refusal))
    with pytest.raises(IllegalAction) as refused:
        mine.act(action)
    assert (refused.value.refusal.rule, refused.value.refusal.why) == (
        "PG-AUC-03",
        "the host says no",
    )
    with pytest.raises(NotationError, match="turn"):
        other.act(action)
    assert not table.session.moves


def test_a_choice_is_taken_back_once_the_others_agree(beside: Beside, wires: list[Wire]) -> None:
    table = beside.table("powergrid", "Ana,Bia")
    sessions = [joined(beside.link(table, seat), wires) for seat in (0, 1)]
    seat = table.session.to_act
    assert seat is not None
    mine, other = sessions[seat], sessions[1 - seat]
    mine.act(mine.legal_actions()[0])
    settle(other, lambda: len(other.moves) == 1)
    with pytest.raises(NotationError, match="The others are asked"):
        mine.undo()
    settle(other, lambda: other.notices)
    assert "type agree or disagree" in other.hear()[0]
    other.request("disagree")
    settle(mine, lambda: mine.notices)
    assert "your choice stands" in mine.hear()[0]
    with pytest.raises(NotationError, match="The others are asked"):
        mine.undo()
    assert "Undone" in other.request("agree")
    for one in sessions:
        settle(one, lambda one=one: not one.moves)  # type: ignore[misc]
        assert one.is_rewritten
    assert mine.hear() == []
    with pytest.raises(NotationError, match="nothing can be redone"):
        mine.redo()


def test_one_person_takes_back_at_once_and_a_bot_stands_in(
    beside: Beside, wires: list[Wire]
) -> None:
    table = beside.table("eletrika", "Ana,easy")
    session = joined(beside.link(table, 0), wires)
    settle(session, lambda: session.waits_for_human)
    session.act(bots_choice(session))
    settle(session, lambda: session.waits_for_human)
    known = len(session.moves)
    taken = session.undo()
    assert taken[0].seat == 0
    assert len(session.moves) == known - len(taken) == len(table.session.moves)
    beside.call(lambda: table.stand_in(0, "easy"))
    settle(session, lambda: session.notices)
    assert "A bot plays for you" in session.hear()[0]
    settle(session, lambda: session.to_act is None)
    beside.call(lambda: table.stand_in(0, ""))
    again, _ = session.again()
    assert again is session
    assert len(session.moves) <= 1
    settle(session, lambda: session.waits_for_human)
    session.act(bots_choice(session))


def test_orders_in_advance_are_followed_here(beside: Beside, wires: list[Wire]) -> None:
    table = beside.table("powergrid", "Ana,easy,easy")
    session = joined(beside.link(table, 0), wires)
    settle(session, lambda: session.waits_for_human)
    ordered = 0
    deadline = time.monotonic() + PATIENCE
    while not ordered:
        assert time.monotonic() < deadline
        session.poll(0.05)
        if session.waits_for_human:
            moves = len(session.moves)
            for plant in session.state.plant_market[:4]:
                with suppress(NotationError, IllegalAction):
                    session.order(0, f"limit {plant} {session.state.money[0]}")
            if len(session.moves) == moves:
                session.act(bots_choice(session))
        elif session.has_news:
            session.next_move()
        elif session.is_ours_to_move:
            assert session.orders()
            ordered += session.next_move().seat == 0
    made = [move.action for move in session.moves]
    assert made == [move.action for move in table.session.moves[: len(made)]]


def test_a_broken_line_is_told_and_joined_again(beside: Beside, wires: list[Wire]) -> None:
    table = beside.table("powergrid", "Ana,Bia")
    seat = table.session.to_act
    assert seat is not None
    session = joined(beside.link(table, seat), wires)
    for _ in range(3):
        beside.call(lambda: [task.cancel() for task in beside.server.streams()])
        settle(session, lambda: len(session.notices) == 2)
        lost, back = session.hear()
        assert "Trying again" in lost
        assert back == "The host is back."
    session.act(session.legal_actions()[0])
    assert len(table.session.moves) == 1
    beside.call(lambda: beside.server.house.remove(table))
    settle(session, lambda: session.wire.ended)
    assert "closed" in session.wire.ended
    with pytest.raises(NotationError, match="closed"):
        session.act(session.legal_actions()[0])


def test_links_that_lead_to_no_seat(beside: Beside, wires: list[Wire]) -> None:
    table = beside.table("powergrid", "Ana,Bia")
    with pytest.raises(NotationError, match="for spectators"):
        joined(f"{beside.server.base}/{table.watch_key}/", wires)
    with pytest.raises(NotationError, match="does not exist"):
        joined(f"{beside.server.base}/{'x' * 24}/", wires)
    with pytest.raises(NotationError, match="cannot be joined"):
        joined("http://127.0.0.1:9/KEY/", wires)


def test_a_host_that_leads_elsewhere_is_not_followed(beside: Beside, wires: list[Wire]) -> None:
    """The address of a table without its last slash leads to the one with it."""
    table = beside.table("powergrid", "Ana,Bia")
    address = f"{beside.server.base}/{table.chairs[0].key}".replace("http", "ws")
    wires.append(Wire(address))
    with pytest.raises(NotationError, match="another address"):
        wires[-1].open()


def test_the_command_tells_what_is_wrong() -> None:
    for link, words in (("KEY", "link of a seat"), ("http://127.0.0.1:9/KEY/", "cannot be joined")):
        done = CliRunner().invoke(app_of_commands, ["join", link, "--plain"])
        assert done.exit_code == 2
        assert words in done.stderr


@pytest.mark.parametrize("game", LONG_AND_SHORT)
def test_a_terminal_a_page_and_two_bots_play_to_the_end(
    beside: Beside, game: str, wires: list[Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = beside.table(game, "Ana,Bia,Cid,Dora")
    session = joined(beside.link(table, 0), wires)

    async def page() -> None:
        while table.session.to_act is not None:
            if table.waits_for() == 1:
                state, rules = table.session.state, table.session.game
                bot = rules.make_bot("easy", len(table.session.moves))
                action = bot.choose(rules.observe(state, 1), table.session.legal_actions())
                line = f"{rules.format_action(action)}!"
                await beside.server.do(table.chairs[1].key, line, table.version)
            await asyncio.sleep(0.002)

    def read_line(prompt: str) -> str:
        del prompt
        return f"{session.game.format_action(bots_choice(session))}!"

    bot = [sys.executable, str(EXAMPLES / "join_bot.py")]
    programs = [subprocess.Popen([*bot, beside.link(table, seat)]) for seat in (2, 3)]
    pages = beside.start(page())
    monkeypatch.setattr(plain_game, "read_line", read_line)
    assert JoinedGame(session, None, 0, None, session.again).play()
    pages.result(PATIENCE)
    assert [one.wait(PATIENCE) for one in programs] == [0, 0]
    assert {move.seat for move in table.session.moves} == {0, 1, 2, 3}
    assert session.result == table.session.result


@contextmanager
def host(port: int, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run ``gridgames serve`` as people do, and kill it without a warning."""
    command = [sys.executable, "-m", "gridgames", "serve", *words, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_host_that_is_killed_and_started_again_is_joined_again(
    tmp_path: Path, wires: list[Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with host(port, "powergrid", "--seats", "Ana,easy", "--seed", "3") as first:
        assert first.stdout
        link = next(word for line in first.stdout for word in line.split() if f":{port}/" in word)
        session = joined(link, wires)
        settle(session, lambda: session.waits_for_human)
        session.act(bots_choice(session))
        made = [move.action for move in session.moves]
    settle(session, lambda: session.notices)
    assert "Trying again" in session.hear()[0]
    with pytest.raises(NotationError, match="broken"):
        session.act(session.legal_actions()[0])
    with host(port):
        settle(session, lambda: session.notices)
        assert session.hear() == ["The host is back."]
        settle(session, lambda: session.waits_for_human)
        session.act(bots_choice(session))
        assert [move.action for move in session.moves][: len(made)] == made


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
def test_the_command_is_the_full_screen_at_a_terminal(beside: Beside, tmp_path: Path) -> None:
    import pexpect

    table = beside.table("eletrika", "Ana,easy")
    with terminal(tmp_path, "join", beside.link(table, 0), size=(40, 120)) as child:
        child.expect("Ana")
        deadline = time.monotonic() + PATIENCE
        while not any(move.seat == 0 for move in table.session.moves):
            assert time.monotonic() < deadline
            if table.waits_for() == 0:
                action = table.session.legal_actions()[0]
                child.send(f"{table.session.game.format_action(action)}!\r")
            child.expect([pexpect.TIMEOUT], timeout=1)
        child.send("\x03\x03")
        assert "The host keeps the game" in rest_of(child)
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"message": "hello"}',
        '{"message": "hello", "protocol": 2, "names": [], "seat": 0}',
        '{"message": "hello", "protocol": 1, "names": "Ana", "seat": 0}',
        '{"message": "view"}',
        '{"message": "view", "version": 1, "view": {}, "first": 0, "moves": [3],'
        ' "stand_in": "", "undo": null, "fault": ""}',
        '{"message": "bye", "reason": "\\u001b[2J"}',
    ],
)
def test_a_host_that_makes_no_sense_is_left(line: str) -> None:
    wire = Wire("ws://127.0.0.1:9/KEY/play")
    wire.take(line)
    assert wire.ended
    assert "\x1b" not in wire.ended
    assert wire.wait(0) is None
    wire.take('{"message": "something new"}')


def test_a_host_with_another_game_is_left(beside: Beside, wires: list[Wire]) -> None:
    table = beside.table("powergrid", "Ana,Bia")
    seat = table.session.to_act
    assert seat is not None
    session = joined(beside.link(table, seat), wires)
    session._lines.append({"seat": 1 - seat, "do": "build", "city": "Essen"})
    with pytest.raises(NotationError, match="does not speak"):
        session.next_move()
    assert session.wire.ended
    assert not session.moves


def test_links() -> None:
    assert socket_address("http://a:8000/KEY/") == "ws://a:8000/KEY/play"
    assert socket_address("https://a/KEY") == "wss://a/KEY/play"
    for link in ("", "KEY", "ftp://a/KEY", "http://a", "http://a/b/c", "http://[/", "http://a:x/K"):
        with pytest.raises(NotationError, match="expected the link of a seat"):
            socket_address(link)
