"""The protocol for programs: what is sent, what is refused, and two bots at each game."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from typer.testing import CliRunner

from gridgames.app import app
from gridgames.bots.roster import Bots
from gridgames.games.registry import Choice
from gridgames.saves.new_games import new_session
from gridgames.serving.access.limits import ServingLimits
from gridgames.serving.hosting.clocks import Clock
from gridgames.serving.hosting.house import Guest
from gridgames.serving.hosting.tables import GameTable
from gridgames.serving.protocol.messages import Narrator
from gridgames.sessions.session import Session
from powergrid.tables import STEP3
from samples import difference, read_sample
from served import Served, running

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PING = aiohttp.WSMsgType.PING


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "saves"


class Program:
    """A connected program, which keeps every byte that it is sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.lines: list[str] = []

    async def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        while True:
            got = await self.socket.receive(10)
            assert got.type is aiohttp.WSMsgType.TEXT, (got, kinds)
            self.lines.append(got.data)
            told: dict[str, Any] = json.loads(got.data)
            if told["message"] in kinds:
                return told

    async def ask(self, *kinds: str, **message: Any) -> dict[str, Any]:
        """Send a message, and return the next one of these kinds."""
        await self.socket.send_json(message)
        return await self.next(*kinds)


@asynccontextmanager
async def program(server: Served, key: str, **headers: str) -> AsyncIterator[Program]:
    async with server.client.ws_connect(
        f"{server.base}/{key}/play", max_msg_size=0, headers=headers
    ) as socket:
        yield Program(socket)


def acting(table: GameTable) -> str:
    seat = table.session.to_act
    assert seat is not None
    return table.chairs[seat].key


def verified(table: GameTable) -> bool:
    """Return whether the record of a table verifies, and holds all its moves."""
    assert table.match.save
    path = table.match.save.path
    assert path.read_bytes().count(b'"do":') == len(table.session.moves)
    return CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0


def waiting(table: GameTable) -> str:
    return next(chair.key for seat, chair in table.chairs.items() if seat != table.session.to_act)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_greeting_and_a_view_tell_everything(saves: Path, game: str) -> None:
    async def script(server: Served) -> None:
        table = server.table(game, "Ana,Bia,Cid")
        async with program(server, acting(table)) as mine, program(server, table.watch_key) as all_:
            hello, view = await mine.next("hello"), await mine.next("view")
            assert hello["protocol"] == 1
            assert (hello["game"], hello["names"]) == (game, ["Ana", "Bia", "Cid"])
            assert hello["seat"] == view["turn"] == table.session.to_act
            assert "seed" not in hello
            legal = table.session.legal_actions()
            assert view["count"] == len(legal)
            game_of = table.session.game
            assert view["actions"] == [game_of.action_to_json(one) for one in legal[:200]]
            assert view["view"]["schema"] == 1
            assert view["view"]["facts"] == table.session.game.facts(table.session.state)
            watched = await all_.next("view")
            assert (watched["actions"], watched["count"]) == ([], 0)
            done = await mine.ask("done", do=view["actions"][0], version=view["version"], id=7)
            assert done["id"] == 7
            news = await all_.next("view")
            assert news["first"] == 0
            [move] = news["moves"]
            assert move["action"] == view["actions"][0]
            assert move["sentences"]
            assert all(one["event"] and one["rule"] for one in move["events"])

    running(saves, script)


def test_many_actions_come_in_pages(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,Bia")
        while len(table.session.legal_actions()) <= 400:
            table.session.act(table.session.legal_actions()[-1])
        async with program(server, acting(table)) as mine:
            view = await mine.next("view")
            found = list(view["actions"])
            assert (len(found), view["count"]) == (200, len(table.session.legal_actions()))
            while len(found) < view["count"]:
                page = await mine.ask("actions", ask="actions", **{"from": len(found)})
                assert (page["first"], page["count"]) == (len(found), view["count"])
                found += page["actions"]
        to_json = table.session.game.action_to_json
        assert found == [to_json(one) for one in table.session.legal_actions()]

    running(saves, script)


def test_the_messages_of_the_page_are_sent(saves: Path) -> None:
    page = (EXAMPLES.parent / "docs" / "formats.md").read_text(encoding="utf-8")
    shown = page.rpartition("```js\n")[2].partition("\n```")[0]
    view, do, done, ask, error = map(read_sample, re.split(r"\n(?=\{)", shown))

    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia,Cid")
        async with program(server, acting(table)) as mine, program(server, table.watch_key) as all_:
            sent = await mine.next("view")
            assert difference(view, sent) == ""
            told = await mine.ask("done", **do | {"version": sent["version"]})
            assert difference(done, told) == ""
            assert difference(error, await all_.ask("error", **ask)) == ""

    running(saves, script)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_nothing_hidden_is_sent(saves: Path, game: str) -> None:
    """All bytes to a seat are the same for two games that differ only in what is hidden."""

    async def everything(server: Served, key: str) -> list[str]:
        async with program(server, key) as one:
            await one.next("view")
            await one.ask("record", "error", ask="record")
            await one.ask("actions", ask="actions")
            return one.lines

    async def script(server: Served) -> None:
        flags = {"edition": "recharged"} if game == "powergrid" else {}
        options = ("hidden_money=true",) if game == "powergrid" else ()
        table = server.table(game, "Ana,Bia,Cid", flags=flags, options=options)
        session = table.session
        for _ in range(40):
            view = session.game.observe(session.state, session.to_act)
            session.act(session.game.make_bot("easy", 1).choose(view, session.legal_actions()))
        own = 0
        keys = (table.chairs[own].key, table.watch_key)
        before = [await everything(server, key) for key in keys]
        for other in range(3):
            hide_otherwise(session.state, own, other)
            after = [await everything(server, key) for key in keys]
            for lines, again in zip(before, after, strict=True):
                assert [without_version(one) for one in lines] == [
                    without_version(one) for one in again
                ]

    running(saves, script)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_nothing_hidden_is_sent_at_any_point_of_a_game(saves: Path, game: str) -> None:
    async def script(server: Served) -> None:
        options = ("hidden_money=true",) if game == "powergrid" else ()
        table = server.table(game, "Ana,Bia,Cid", options=options)
        table.pause = 1000
        session, compared = table.session, 0
        guests = [Guest(table, table.chairs[0]), Guest(table, None)]
        while session.to_act is not None:
            view = session.game.observe(session.state, session.to_act)
            bot = session.game.make_bot("easy", len(session.moves))
            session.act(bot.choose(view, session.legal_actions()))
            if len(session.moves) % 5 == 0 and session.to_act is not None:
                found = [all_messages(guest) for guest in guests]
                state, session.state = session.state, session.state.copy()
                hide_otherwise(session.state, 0, len(session.moves))
                assert [all_messages(guest) for guest in guests] == found
                session.state = state
                compared += 1
        assert compared > 8

    running(saves, script)


def all_messages(guest: Guest) -> list[Any]:
    narrator = Narrator(guest)
    found = [*narrator.news(), narrator.actions(0)]
    return found if guest.chair is None else [*found, narrator.record()]


def hide_otherwise(state: Any, own: int, other: int) -> None:
    """Change what ``own`` cannot see: the order of the stack, the generator, and others' money."""
    state.rng += 1 + other
    if hasattr(state, "money"):
        hidden = state.stack.index(STEP3) if STEP3 in state.stack else len(state.stack)
        turned = state.stack[1:hidden]  # the back of the top card is seen
        state.stack[1:hidden] = turned[::-1]
        for seat in range(3):
            state.money[seat] += 0 if seat == own else 3 + other
    else:
        hidden = [*state.stack[state.under :], *state.aside]
        hidden = hidden[1:] + hidden[:1]
        count = len(state.stack) - state.under
        state.stack[state.under :] = hidden[:count]
        state.aside = hidden[count:]


def without_version(line: str) -> str:
    found = json.loads(line)
    found.pop("version", None)
    return json.dumps(found)


def test_refusals_have_a_rule_and_a_reason(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia,Cid")
        first = server.table("powergrid", "Ana,Bia,Cid")
        async with program(server, acting(table)) as mine, program(server, waiting(table)) as other:
            view = await mine.next("view")
            plant = view["view"]["facts"]["plant_market"][-1]
            refused = await mine.ask("refused", do=f"open {plant} {plant}", id=1)
            assert refused["rule"].startswith("PG-AUC-")
            assert refused["reason"]
            assert refused["id"] == 1
            not_mine = await other.ask("refused", do=view["actions"][0])
            assert "turn" in not_mine["reason"]
            alien = {**view["actions"][0], "seat": (view["turn"] + 1) % 3}
            assert (await mine.ask("refused", do=alien))["reason"]
            assert not table.session.moves
            await mine.ask("done", do=view["actions"][0], version=view["version"])
            second = await mine.ask("refused", do=view["actions"][0], version=view["version"])
            assert "answered meanwhile" in second["reason"]
            assert len(table.session.moves) == 1
        async with program(server, first.watch_key) as watcher:
            refused = await watcher.ask("refused", do={"do": "pass"})
            assert refused["reason"] == "You only watch this table."

    running(saves, script)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "expected an object"),
        ("{}", "expected one of"),
        ('{"do": "pass", "ask": "undo"}', "expected one of"),
        ('{"do": 3}', "expected an action"),
        ('{"do": {"do": "fly"}}', "fly"),
        ('{"do": "fly"}', "fly"),
        ('{"do": "pass", "version": -1}', "expected a whole number"),
        ('{"do": "pass", "when": 1}', "unknown key"),
        ('{"ask": "actions", "from": "a"}', "expected a whole number"),
        ('{"ask": []}', "expected actions"),
        ("[" * 5000, "nested too deep"),
        ('{"do": "' + "x" * 600 + '"}', "too long"),
    ],
)
def test_what_cannot_be_read_is_told(saves: Path, line: str, found: str) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        async with program(server, acting(table)) as mine:
            await mine.next("view")
            await mine.socket.send_str(line)
            assert found in (await mine.next("error"))["reason"]
            assert (await mine.ask("pong", ping=5))["ping"] == 5
            assert not table.session.moves

    running(saves, script)


def test_other_versions_bytes_and_real_tables_are_turned_away(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        async with program(server, acting(table)) as mine:
            assert (await mine.ask("done", hello=1))["version"] == table.version
            assert "version 1" in (await mine.ask("bye", hello=True))["reason"]
        async with program(server, acting(table)) as mine:
            assert "version 1" in (await mine.ask("bye", hello=2))["reason"]
            assert (await mine.socket.receive(5)).type is aiohttp.WSMsgType.CLOSE
        async with program(server, acting(table)) as mine:
            await mine.socket.send_bytes(b"{}")
            assert "line of text" in (await mine.next("error"))["reason"]
        async with program(server, acting(table)) as mine:
            await mine.socket.send_str(" " * server.house.limits.body * 2)
            while (got := await mine.socket.receive(5)).type is aiohttp.WSMsgType.TEXT:
                pass
            assert (got.type, got.data) == (aiohttp.WSMsgType.CLOSE, 1009)
        table.session.may_overrule = True
        async with program(server, acting(table)) as mine:
            assert "its page" in (await mine.next("bye"))["reason"]

    running(saves, script)


def test_somebody_talkative_is_slowed_and_then_sent_away(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        async with program(server, acting(table)) as mine:
            for number in range(80):
                await mine.socket.send_json({"ping": number})
            assert "too many" in (await mine.next("error"))["reason"]
            while (got := await mine.socket.receive(5)).type is aiohttp.WSMsgType.TEXT:
                pass
            assert (got.type, got.data) == (aiohttp.WSMsgType.CLOSE, 1008)

    running(saves, script, ServingLimits(rate=0.1, burst=20))


def test_somebody_who_does_not_read_is_let_go(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "easy,Ana")
        link = f"{server.base}/{table.chairs[1].key}/play"
        async with server.client.ws_connect(link, max_msg_size=0) as socket:
            assert socket._response.connection  # the transport below is paused
            transport = socket._response.connection.transport
            assert isinstance(transport, asyncio.Transport)
            transport.pause_reading()
            for _ in range(600):
                table.changed(is_kept=False)
                await asyncio.sleep(0.01)
                if not table.chairs[1].pages:
                    break
            assert not table.chairs[1].pages

    running(saves, script, ServingLimits(rate=1000, burst=1000, heartbeat=1))


def test_somebody_silent_is_let_go(saves: Path) -> None:
    """A program that hangs does not answer the heartbeat of its socket."""

    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,Bia")
        chair = table.chairs[0]
        link = f"{server.base}/{chair.key}/play"
        async with server.client.ws_connect(link, autoping=False) as socket:
            assert json.loads((await socket.receive(5)).data)["message"] == "hello"
            assert chair.pages == 1
            async with asyncio.timeout(10):
                while (await socket.receive()).type in (aiohttp.WSMsgType.TEXT, PING):
                    pass
                while chair.pages:
                    await asyncio.sleep(0.01)
        async with program(server, chair.key) as mine:
            assert (await mine.next("view"))["first"] == 0

    running(saves, script, ServingLimits(rate=1000, burst=1000, heartbeat=0.4))


def test_two_answers_to_one_question_make_one_move(saves: Path) -> None:
    """Two programs at one seat answer at once, and one answers twice."""

    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        key = acting(table)
        async with program(server, key) as one, program(server, key) as other:
            views = [await each.next("view") for each in (one, other)]
            version = table.version
            for each in (one, other, one):
                await each.socket.send_json({"do": views[0]["actions"][0], "version": version})
            found = [await each.next("done", "refused") for each in (one, other, one)]
            assert sorted(each["message"] for each in found) == ["done", "refused", "refused"]
            assert len(table.session.moves) == 1
            late = await other.ask("refused", do=views[0]["actions"][0], version=10**14)
            assert "answered meanwhile" in late["reason"]

    running(saves, script)


def test_a_clock_runs_out_while_a_program_sleeps(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,Bia", clock=Clock(0.3))
        asleep, awake = acting(table), waiting(table)
        async with program(server, asleep) as mine, program(server, awake) as other:
            asked = await mine.next("view")
            while (view := await other.next("view"))["turn"] == asked["turn"]:
                pass  # the other plays with the bot
            while not (view := await mine.next("view"))["stand_in"]:
                pass
            assert view["actions"] == []
            late = await mine.ask("refused", do=asked["actions"][0], version=asked["version"])
            assert late["reason"]
            refused = await mine.ask("refused", do=asked["actions"][0])
            assert "until the next game" in refused["reason"]
            while view["result"] is None:
                view = await mine.next("view")
        assert verified(table)

    running(saves, script)


def test_many_reconnects_leave_nothing_behind(saves: Path) -> None:
    """Half of them say goodbye, the others are gone; another seat plays meanwhile."""

    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,easy")
        chair = table.chairs[0]
        made = 0
        for number in range(100):
            async with program(server, chair.key) as mine:
                view = await mine.next("view")
                if number % 5 == 0 and view["actions"]:
                    await mine.ask("done", do=view["actions"][0], version=view["version"])
                    made += 1
                if number % 2:
                    assert mine.socket._response.connection
                    assert mine.socket._response.connection.transport
                    mine.socket._response.connection.transport.abort()
        async with asyncio.timeout(10):
            while chair.pages or server.streams():
                await asyncio.sleep(0.01)
        assert made > 3
        assert sum(move.seat == 0 for move in table.session.moves) == made
        assert verified(table)

    running(saves, script)


def test_a_seat_has_so_many_programs(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        async with program(server, acting(table)) as mine, program(server, acting(table)):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                async with program(server, acting(table)):
                    pass
            assert (await mine.next("view"))["actions"]

    running(saves, script, ServingLimits(streams_each=2))


def test_a_reconnect_brings_everything_and_an_undo_is_told(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,easy")
        key = table.chairs[0].key
        for _ in range(3):
            async with program(server, key) as mine:
                view = await mine.next("view")
                while view["turn"] != 0:
                    view = await mine.next("view")
                await mine.ask("done", do=view["actions"][0])
        async with program(server, key) as mine:
            await mine.next("hello")
            view = await mine.next("view")
            while view["turn"] != 0:
                before = view
                view = await mine.next("view")
                assert view["first"] == before["first"] + len(before["moves"])
            assert view["first"] + len(view["moves"]) == len(table.session.moves)
            known = len(table.session.moves)
            done = await mine.ask("done", ask="undo")
            assert "Undone" in done["text"]
            view = await mine.next("view")
            assert view["first"] == len(table.session.moves) < known

    running(saves, script)


def test_a_bot_that_stands_in_gives_the_seat_back_and_a_rematch_greets_again(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,easy")
        async with program(server, table.chairs[0].key) as mine:
            assert (await mine.ask("refused", ask="rematch"))["reason"]
            table.stand_in(0, "easy")
            view = await mine.next("view")
            while view["result"] is None:
                assert view["stand_in"] == "easy"
                view = await mine.next("view")
            await mine.ask("done", ask="rematch")
            assert (await mine.next("hello"))["seat"] == 0
            view = await mine.next("view")
            assert (view["first"], view["stand_in"], view["result"]) == (0, "", None)
            table.stand_in(0, "easy")
            await mine.ask("done", ask="seat")
            assert not table.chairs[0].stand_in
            server.house.remove(table)
            assert "closed" in (await mine.next("bye"))["reason"]

    running(saves, script)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_record_of_a_seat_plays_the_same_game(game: str) -> None:
    """What is supposed agrees with the view after every action, in both editions."""
    for edition in ("recharged", "classic") if game == "powergrid" else ("",):
        choice = Choice(game, (), {"edition": edition} if edition else {})
        session = new_session(
            choice, "Ana=human,Bia=human,easy", None, 3, watch=False, bots=Bots(game)
        )
        names = [player.name for player in session.players]
        while session.to_act is not None:
            view = session.game.observe(session.state, session.to_act)
            bot = session.game.make_bot("easy", len(session.moves))
            session.act(bot.choose(view, session.legal_actions()))
            if len(session.moves) % 7:
                continue
            setup = session.face.supposed_setup(session.state, 0).to_json()
            twin = Session(replace(session.header, setup=setup), session.players)
            twin.follow([move.action for move in session.moves])
            assert twin.moves == session.moves
            seen = [one.face.view(one.state, 0, names) for one in (session, twin)]
            assert seen[0] == seen[1]
            assert session.face.supposed_setup(twin.state, 0).to_json() == setup


async def bot(*words: str) -> dict[str, Any]:
    made = await asyncio.create_subprocess_exec(
        *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, errors = await made.communicate()
    assert made.returncode == 0, errors
    return dict(json.loads(out))


def node() -> list[str]:
    """Return how to start node with its WebSocket; skips the test without one."""
    path = shutil.which("node")
    if path is None:
        pytest.skip("node")
    for flags in ([], ["--experimental-websocket"]):
        asked = subprocess.run(
            [path, *flags, "-p", "typeof WebSocket"], capture_output=True, check=False
        )
        if asked.stdout.strip() == b"function":
            return [path, *flags]
    pytest.skip("a node with WebSocket")


@pytest.mark.parametrize(("game", "language"), [("powergrid", "python"), ("eletrika", "node")])
def test_a_bot_in_forty_lines_plays_to_the_end(saves: Path, game: str, language: str) -> None:
    if language == "python":
        words = [sys.executable, str(EXAMPLES / "join_bot.py")]
    else:
        words = [*node(), str(EXAMPLES / "join_bot.mjs")]

    async def script(server: Served) -> None:
        table = server.table(game, "Ana,Bia,easy" if game == "powergrid" else "Ana,Bia")
        links = [f"{server.base}/{chair.key}/" for chair in table.chairs.values()]
        results = await asyncio.gather(*(bot(*words, link) for link in links))
        session = table.session
        assert results == [session.game.result_facts(session.result)] * 2
        made = {move.seat for move in session.moves}
        assert made == set(range(len(session.players)))

    running(saves, script)


class Terminal:
    """A person at ``gridgames join LINK --plain``, whose lines come through a pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def do(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()

    async def end(self) -> str:
        """Leave, and return everything that was printed."""
        out, _ = await self.process.communicate()
        assert self.process.returncode == 0, out.decode()
        return out.decode()


async def at_terminal(link: str) -> Terminal:
    words = [sys.executable, "-m", "gridgames", "join", link, "--plain", "--lang", "en"]
    return Terminal(
        await asyncio.create_subprocess_exec(
            *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    )


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("powergrid", marks=pytest.mark.long),
        pytest.param("eletrika", marks=pytest.mark.slow),
    ],
)
def test_a_terminal_a_page_and_two_programs_play_to_the_end(saves: Path, game: str) -> None:
    """The second program is the one in JavaScript where there is node."""
    python = [sys.executable, str(EXAMPLES / "join_bot.py")]
    second = [*node(), str(EXAMPLES / "join_bot.mjs")] if shutil.which("node") else python

    async def script(server: Served) -> None:
        table = server.table(game, "Ana,Bia,Cid,Dora")
        links = [f"{server.base}/{table.chairs[seat].key}/" for seat in range(4)]
        terminal = await at_terminal(links[0])
        bots = [
            asyncio.create_task(bot(*words, links[seat]))
            for seat, words in ((2, python), (3, second))
        ]
        page, session = table.chairs[1].key, table.session
        while session.to_act is not None:
            state, seat = session.state, session.to_act
            if seat < 2:
                easy = session.game.make_bot("easy", len(session.moves))
                choice = easy.choose(session.game.observe(state, seat), session.legal_actions())
                line = f"{session.game.format_action(choice)}!"
                if seat == 0:
                    await terminal.do(line)
                else:
                    await server.do(page, line, table.version)
            while session.state is state:
                await asyncio.sleep(0.01)
        await terminal.do("")
        told = await terminal.end()
        result = session.game.result_facts(session.result)
        assert await asyncio.gather(*bots) == [result] * 2
        assert {move.seat for move in session.moves} == {0, 1, 2, 3}
        for name in ("Bia", "Cid", "Dora"):
            assert name in told
        assert "Type rematch" in told
        assert "The host keeps the game" in told
        _, shown = await server.get(f"{page}/")
        assert 'data-turn="over"' in shown
        assert verified(table)

    running(saves, script, seconds=110)
