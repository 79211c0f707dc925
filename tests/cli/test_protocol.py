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

from gridgames.page import protocol
from gridgames.page.house import Guest, House
from gridgames.page.tables import WebTable
from gridgames.show.registry import GameChoice
from gridgames.table.bots.roster import Bots
from gridgames.table.saves.new_games import GameForm
from gridgames.table.session import Session
from plain_games import invoke
from powergrid.tables import STEP3
from samples import difference, read_sample
from served import Served, acting, key_of, limited, until

ROOT = Path(__file__).resolve().parents[2]
PYTHON = (sys.executable, str(ROOT / "examples" / "join_bot.py"))
GAMES = ("powergrid", "eletrika")
TEXT, PING, CLOSE = aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.PING, aiohttp.WSMsgType.CLOSE


class Program:
    """A connected program."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        while True:
            got = await self.socket.receive()
            assert got.type is TEXT, (got, kinds)
            told: dict[str, Any] = json.loads(got.data)
            if told["message"] in kinds:
                return told

    async def ask(self, *kinds: str, **message: Any) -> dict[str, Any]:
        """Send a message, and return the next one of these kinds."""
        await self.socket.send_json(message)
        return await self.next(*kinds)

    async def end(self) -> tuple[Any, Any]:
        """Return what comes after all text: how the host closes the connection."""
        while (got := await self.socket.receive()).type in (TEXT, PING):
            pass
        return got.type, got.data


@asynccontextmanager
async def program(server: Served, key: str, **more: Any) -> AsyncIterator[Program]:
    link = f"{server.base}/{key}/play"
    async with server.client.ws_connect(link, max_msg_size=0, **more) as socket:
        yield Program(socket)


def waiting(table: WebTable) -> str:
    return next(chair.key for seat, chair in table.chairs.items() if seat != table.session.to_act)


def verified(table: WebTable) -> bool:
    """Return whether the record of a table verifies, and holds all its moves."""
    assert table.match.save
    path = table.match.save.path
    assert path.read_bytes().count(b'"do":') == len(table.session.moves)
    return invoke("verify", path).exit_code == 0


def bots_action(session: Session) -> Any:
    assert session.to_act is not None
    bot = session.game.make_bot("easy", len(session.moves))
    view = session.game.observe(session.state, session.to_act)
    return bot.choose(view, session.legal_actions())


@pytest.mark.parametrize("game", GAMES)
async def test_a_greeting_and_a_view_tell_everything(server, game):
    table = server.table(game, "Ana,Bia,Cid")
    session = table.session
    async with program(server, key_of(table)) as mine, program(server, table.watch_key) as all_:
        hello, view = await mine.next("hello"), await mine.next("view")
        assert hello["protocol"] == 1
        assert (hello["game"], hello["names"]) == (game, ["Ana", "Bia", "Cid"])
        assert hello["seat"] == view["turn"] == session.to_act
        assert "seed" not in hello
        legal = session.legal_actions()
        assert view["count"] == len(legal)
        assert view["actions"] == [session.game.action_to_json(one) for one in legal[:200]]
        assert view["view"]["schema"] == 1
        assert view["view"]["facts"] == session.game.facts(session.state)
        watched = await all_.next("view")
        assert (watched["actions"], watched["count"]) == ([], 0)
        done = await mine.ask("done", do=view["actions"][0], version=view["version"], id=7)
        assert done["id"] == 7
        news = await all_.next("view")
        [move] = news["moves"]
        assert (news["first"], move["action"]) == (0, view["actions"][0])
        assert all(move["sentences"])
        assert all(one["event"] and one["rule"] for one in move["events"])


async def test_many_actions_come_in_pages(server):
    session = (table := server.table("eletrika", "Ana,Bia")).session
    while len(session.legal_actions()) <= 400:
        session.act(session.legal_actions()[-1])
    async with program(server, key_of(table)) as mine:
        view = await mine.next("view")
        found = list(view["actions"])
        assert (len(found), view["count"]) == (200, len(session.legal_actions()))
        while len(found) < view["count"]:
            page = await mine.ask("actions", ask="actions", **{"from": len(found)})
            assert (page["first"], page["count"]) == (len(found), view["count"])
            found += page["actions"]
    assert found == [session.game.action_to_json(one) for one in session.legal_actions()]


async def test_the_messages_of_the_page_are_sent(server):
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    shown = page.rpartition("```js\n")[2].partition("\n```")[0]
    view, do, done, ask, error = map(read_sample, re.split(r"\n(?=\{)", shown))
    table = server.table("powergrid", "Ana,Bia,Cid")
    async with program(server, key_of(table)) as mine, program(server, table.watch_key) as all_:
        sent = await mine.next("view")
        assert difference(view, sent) == ""
        told = await mine.ask("done", **do | {"version": sent["version"]})
        assert difference(done, told) == ""
        assert difference(error, await all_.ask("error", **ask)) == ""


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_hidden_is_sent_at_any_point_of_a_game(server, game):
    """All messages are the same for two games that differ only in what is hidden."""
    options = ("hidden_money=true",) if game == "powergrid" else ()
    table = server.table(game, "Ana,Bia,Cid", options=options)
    table.pause = 1000
    session, compared = table.session, 0
    guests = [Guest(table, table.chairs[0]), Guest(table, None)]
    while session.to_act is not None:
        session.act(bots_action(session))
        if len(session.moves) % (23 if options else 11) == 0 and session.to_act is not None:
            found = [all_messages(guest, server.house) for guest in guests]
            state, session.state = session.state, session.state.copy()
            hide_otherwise(session.state, 0, len(session.moves))
            assert [all_messages(guest, server.house) for guest in guests] == found
            session.state = state
            compared += 1
    assert compared > 3


def all_messages(guest: Guest, house: House) -> list[Any]:
    program = protocol.ProgramGuest(guest, house, lambda: True)
    asked = [json.dumps({"ask": word}) for word in ("actions", "record")]
    return [*program.news(), *map(program.answer, asked[: 1 if guest.chair is None else 2])]


def hide_otherwise(state: Any, own: int, other: int) -> None:
    """Change what ``own`` cannot see: the order of the stack, the generator, and others' money."""
    state.rng += 1 + other
    if hasattr(state, "money"):
        hidden = state.stack.index(STEP3) if STEP3 in state.stack else len(state.stack)
        state.stack[1:hidden] = state.stack[1:hidden][::-1]  # the back of the top card is seen
        for seat in range(3):
            state.money[seat] += 0 if seat == own else 3 + other
    else:
        hidden = [*state.stack[state.under :], *state.aside]
        hidden = hidden[1:] + hidden[:1]
        count = len(state.stack) - state.under
        state.stack[state.under :] = hidden[:count]
        state.aside = hidden[count:]


async def test_refusals_have_a_rule_and_a_reason(server):
    table = server.table("powergrid", "Ana,Bia,Cid")
    async with program(server, key_of(table)) as mine, program(server, waiting(table)) as other:
        view = await mine.next("view")
        plant = view["view"]["facts"]["plant_market"][-1]
        refused = await mine.ask("refused", do=f"open {plant} {plant}", id=1)
        assert refused["rule"].startswith("PG-AUC-")
        assert (bool(refused["reason"]), refused["id"]) == (True, 1)
        assert "turn" in (await other.ask("refused", do=view["actions"][0]))["reason"]
        alien = {**view["actions"][0], "seat": (view["turn"] + 1) % 3}
        assert (await mine.ask("refused", do=alien))["reason"]
        assert not table.session.moves
    async with program(server, table.watch_key) as watcher:
        refused = await watcher.ask("refused", do={"do": "pass"})
        assert refused["reason"] == "You only watch this table."


UNREADABLE = {
    "nonsense": "not JSON",
    "[1]": "expected an object",
    "{}": "expected one of",
    '{"do": "pass", "ask": "undo"}': "expected one of",
    '{"do": 3}': "expected an action",
    '{"do": {"do": "fly"}}': "fly",
    '{"do": "fly"}': "fly",
    '{"do": "pass", "version": -1}': "expected a whole number",
    '{"do": "pass", "when": 1}': "unknown key",
    '{"ask": "actions", "from": "a"}': "expected a whole number",
    '{"ask": []}': "expected actions",
    "[" * 5000: "nested too deep",
    '{"do": "' + "x" * 600 + '"}': "too long",
}


async def test_what_cannot_be_read_is_told(server):
    table = server.table("powergrid", "Ana,Bia")
    async with program(server, key_of(table)) as mine:
        for line, found in UNREADABLE.items():
            await mine.socket.send_str(line)
            assert found in (await mine.next("error"))["reason"], line
            assert (await mine.ask("pong", ping=5))["ping"] == 5
        await mine.socket.send_bytes(b"{}")
        assert "line of text" in (await mine.next("error"))["reason"]
    assert not table.session.moves


async def test_other_versions_bytes_and_real_tables_are_turned_away(server):
    table = server.table("powergrid", "Ana,Bia")
    async with program(server, key_of(table)) as mine:
        assert (await mine.ask("done", hello=1))["version"] == table.version
        assert "version 1" in (await mine.ask("bye", hello=True))["reason"]
    async with program(server, key_of(table)) as mine:
        assert "version 1" in (await mine.ask("bye", hello=2))["reason"]
        assert (await mine.end())[0] is CLOSE
    async with program(server, key_of(table)) as mine:
        await mine.socket.send_str(" " * server.house.limits.body * 2)
        assert await mine.end() == (CLOSE, 1009)
    table.session.policy.may_overrule = True
    async with program(server, key_of(table)) as mine:
        assert "its page" in (await mine.next("bye"))["reason"]


@limited(rate=0.1, burst=20)
async def test_somebody_talkative_is_slowed_and_then_sent_away(server):
    async with program(server, key_of(server.table("powergrid", "Ana,Bia"))) as mine:
        for number in range(80):
            await mine.socket.send_json({"ping": number})
        assert "too many" in (await mine.next("error"))["reason"]
        assert await mine.end() == (CLOSE, 1008)


@limited(heartbeat=0.2)
async def test_somebody_who_does_not_read_is_let_go(server, monkeypatch):
    monkeypatch.setattr(
        protocol.ProgramGuest, "news", lambda _: [{"message": "view", "long": "x" * 10**6}]
    )
    table = server.table("eletrika", "easy,Ana")
    async with program(server, table.chairs[1].key) as mine:
        assert mine.socket._response.connection  # the transport below is paused
        transport = mine.socket._response.connection.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()

        def is_gone() -> bool:
            table.changed(is_kept=False)
            return not table.chairs[1].pages

        await until(is_gone)
        transport.abort()


@limited(heartbeat=0.2, streams_each=1)
async def test_somebody_silent_is_let_go(server):
    """A program that hangs does not answer the heartbeat of its socket."""
    chair = server.table("eletrika", "Ana,Bia").chairs[0]
    async with program(server, chair.key, autoping=False) as hung:
        await hung.next("hello")
        assert chair.pages == 1
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):  # one program a seat here
            await program(server, chair.key).__aenter__()
        await hung.end()
        await until(lambda: not chair.pages)
    async with program(server, chair.key) as mine:
        assert (await mine.next("view"))["first"] == 0


async def test_two_answers_to_one_question_make_one_move(server):
    """Two programs at one seat answer at once, and one answers twice."""
    table = server.table("powergrid", "Ana,Bia")
    async with program(server, key_of(table)) as one, program(server, key_of(table)) as other:
        views = [await each.next("view") for each in (one, other)]
        answer = {"do": views[0]["actions"][0], "version": table.version}
        for each in (one, other, one):
            await each.socket.send_json(answer)
        found = [await each.next("done", "refused") for each in (one, other, one)]
        assert sorted(each["message"] for each in found) == ["done", "refused", "refused"]
        assert len(table.session.moves) == 1
        late = await other.ask("refused", **answer | {"version": 10**14})
        assert "answered meanwhile" in late["reason"]


async def test_a_reconnect_brings_everything_and_an_undo_is_told(server):
    table = server.table("powergrid", "Ana,easy")
    key = table.chairs[0].key
    for _ in range(3):
        async with program(server, key) as mine:
            while (view := await mine.next("view"))["turn"] != 0:
                pass
            await mine.ask("done", do=view["actions"][0])
    async with program(server, key) as mine:
        view = await mine.next("view")
        while view["turn"] != 0:
            before = view
            view = await mine.next("view")
            assert view["first"] == before["first"] + len(before["moves"])
        known = len(table.session.moves)
        assert view["first"] + len(view["moves"]) == known
        assert "Undone" in (await mine.ask("done", ask="undo"))["text"]
        assert (await mine.next("view"))["first"] == len(table.session.moves) < known


async def test_a_bot_that_stands_in_gives_the_seat_back_and_a_rematch_greets_again(server):
    table = server.table("eletrika", "Ana,easy")
    async with program(server, table.chairs[0].key) as mine:
        assert (await mine.ask("refused", ask="rematch"))["reason"]
        table.stand_in(0, "easy")
        while (view := await mine.next("view"))["result"] is None:
            assert view["stand_in"] in ("easy", "")
        assert view["stand_in"] == "easy"
        await mine.ask("done", ask="rematch")
        assert (await mine.next("hello"))["seat"] == 0
        view = await mine.next("view")
        assert (view["first"], view["stand_in"], view["result"]) == (0, "", None)
        table.stand_in(0, "easy")
        await mine.ask("done", ask="seat")
        assert not table.chairs[0].stand_in
        server.house.remove(table)
        assert "closed" in (await mine.next("bye"))["reason"]


@pytest.mark.parametrize(
    ("game", "flags"),
    [
        ("powergrid", {}),
        ("powergrid", {"edition": "classic"}),
        ("eletrika", {}),
    ],
)
def test_the_record_of_a_seat_plays_the_same_game(game, flags):
    """What is supposed agrees with the view after every action."""
    choice, seats = GameChoice(game, (), flags), "Ana=human,Bia=human,easy"
    session = GameForm(choice, seats, None, 3, watch=False, bots=Bots(game)).session()
    names = [player.name for player in session.players]
    while session.to_act is not None:
        session.act(bots_action(session))
        if len(session.moves) % 17:
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


def javascript() -> tuple[str, ...]:
    """Return the bot in JavaScript where there is a node with WebSocket, else the one in Python."""
    if path := shutil.which("node"):
        for flags in ([], ["--experimental-websocket"]):
            asked = [path, *flags, "-p", "typeof WebSocket"]
            if subprocess.run(asked, capture_output=True, check=False).stdout == b"function\n":
                return (path, *flags, str(ROOT / "examples" / "join_bot.mjs"))
    return PYTHON


@pytest.mark.slow
async def test_a_terminal_a_page_and_two_programs_play_to_the_end(server):
    table = server.table("eletrika", "Ana,Bia,Cid,Dora")
    links = [f"{server.base}/{table.chairs[seat].key}/" for seat in range(4)]
    words = [sys.executable, "-m", "gridgames", "join", links[0], "--plain", "--lang", "en"]
    terminal = await asyncio.create_subprocess_exec(
        *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert terminal.stdin
    bots = [
        asyncio.create_task(bot(*words, links[seat]))
        for seat, words in ((2, PYTHON), (3, javascript()))
    ]
    page, session = table.chairs[1].key, table.session
    while session.to_act is not None:
        state, seat = session.state, acting(table)
        line = f"{session.game.format_action(bots_action(session))}!"
        if seat == 0:
            terminal.stdin.write(f"{line}\n".encode())
        elif seat == 1:
            await server.do(page, line, table.version)
        await until(lambda state=state: session.state is not state)
    told = (await terminal.communicate(b"\n"))[0].decode()
    assert terminal.returncode == 0, told
    result = session.game.result_facts(session.result)
    assert await asyncio.gather(*bots) == [result] * 2
    assert {move.seat for move in session.moves} == {0, 1, 2, 3}
    for words_told in (
        "Bia",
        "Cid",
        "Dora",
        "Type the number of a moment",
        "The host keeps the game",
    ):
        assert words_told in told
    assert 'data-turn="over"' in (await server.get(f"{page}/"))[1]
    assert verified(table)
