"""Fair at the table: each question has one answer, and nobody gains by undo, bots or the clock."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gridgames.page import tables
from gridgames.page.access import ServingLimits
from gridgames.page.house import House
from gridgames.page.lobby import new_table
from gridgames.page.tables import Clock, UndoAnswered, WebTable
from gridgames.show.registry import GameChoice
from gridgames.table.answers import Message
from powergrid.actions import Open
from served import acting, plain_text, until

GAMES = ("powergrid", "eletrika")
KEPT = {
    "regions": "northwest,west,southwest",
    "order": "Bia,Ana,Cid",
    "faceup": "3 4 5 7 8 11 13 14",
    "keep": "Ana,Bia,Cid",
}


def table_of(
    folder: Path, game: str, seats: str = "Ana,Bia,Cid", clock: Clock | None = None, **flags: str
) -> WebTable:
    """Return a table of a house whose games stand still, so that bots move when a test says so."""
    house = House(ServingLimits(), folder / "tables")
    house.open()
    who, seed = ("", None) if flags else (seats, 7)
    return new_table(house, GameChoice(game, (), flags), who, seed=seed, clock=clock)


@pytest.fixture
def power(tmp_path):
    return table_of(tmp_path, "powergrid")


def first_line(table: WebTable) -> str:
    """Return the first choice as it is typed; ! confirms what would be wasteful."""
    return f"{table.session.game.format_action(table.session.legal_actions()[0])}!"


def tap(table: WebTable, seat: int, line: str, version: int) -> str:
    """Do what a page of this version sends, and return the refusal, or ''."""
    why = table.refusal(seat, version)
    if not why:
        table.answer(seat, line)
    return why


def bot_moves(table: WebTable, seat: int) -> None:
    """Let a bot make one move for a person."""
    table.pause = 0
    table.stand_in(seat, "easy")
    asyncio.run(table._bot_move())
    table.stand_in(seat, "")


class Watch:
    """A clock on the wall that a test moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(tables, "monotonic", lambda: self.now)


# One question, one answer


@pytest.mark.parametrize("others", [(0, 1), (2, 2)], ids=["two people", "a double tap"])
def test_a_question_of_a_kept_table_is_answered_once(tmp_path, others):
    table = table_of(tmp_path, "powergrid", **KEPT)
    table.answer(0, "open 3 3")
    version = table.version
    table.answer(0, "pass")
    assert "answered meanwhile" in tap(table, others[1], "pass", version)
    table.answer(0, "pass")
    for line in ("4 Ana 4", "reveal 26"):
        version, moves = table.version, len(table.session.moves)
        assert tap(table, others[0], line, version) == ""
        assert "answered meanwhile" in tap(table, others[1], line, version)
        assert (line == "4 Ana 4") == (len(table.session.moves) == moves), "the sale asks first"


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_a_bot_or_an_order_has_answered_is_late(tmp_path, game):
    table = table_of(tmp_path, game)
    seat, version = acting(table), table.version
    bot_moves(table, seat)
    assert "answered meanwhile" in tap(table, seat, first_line(table), version)
    follower = acting(table)
    assert "answered meanwhile" in tap(table, follower, first_line(table), version)
    if game == "powergrid":
        (third,) = table.chairs.keys() - {seat, follower}
        assert tap(table, third, "limit all 5", version) == "", "it is asked nothing"


async def test_the_draft_obeys_no_older_page_and_keeps_200_steps(server):
    key = server.house.host_key
    path, draft = f"{key}/edit?game=eletrika", server.drafts.of(key, "eletrika")
    for command in ("take 1", "kind T", "owner W", "undo"):
        form = {"at": "cell_1,0", "command": command, "done": str(draft.done)}
        await server.post(path, form)
        once = draft.table.text()
        assert "answered meanwhile" in (await server.post(path, form))[1]
        assert draft.table.text() == once
    assert ":W" not in once
    await server.post(path, form | {"command": "redo", "done": str(draft.done)})
    assert "T:W\n" in draft.table.text(), "one pawn"
    for number in range(250):
        draft.do("TS"[number % 2], is_whole=True)
    for _ in range(250):
        draft.do("undo")
    assert draft.reply.text == "There is nothing to undo."
    assert draft.table.text().count("S") == 1, "the position before the last 200"


def test_one_person_plays_on_past_forced_moves_of_nobody_else(power, monkeypatch):
    seat = acting(power)
    monkeypatch.setattr(power.session, "legal_actions", lambda: [Open(seat, 3, 3)])
    power.answer((seat + 1) % 3, "go")
    assert power.waits_for() == seat
    version = power.version
    power.answer(seat, "go")
    assert power.waits_for() is None
    assert power.version > version, "the table goes on"


@pytest.mark.parametrize(("count", "made"), [(20, 0), (19, 1)])
def test_a_line_of_too_many_parts_does_nothing(power, count, made):
    [first, *_] = power.answer(acting(power), "open 3 3;" + "log;" * count)
    assert ("at most 20 parts" in getattr(first, "text", "")) == (not made)
    assert len(power.session.moves) == made


# Clocks


def test_time_is_credited_for_turns_that_were_played(tmp_path, monkeypatch):
    watch, clock = Watch(monkeypatch), Clock(60, 30)
    table = table_of(tmp_path, "powergrid", clock=clock)
    seat = acting(table)
    table.changed()
    for level in ("easy", "") * 10:
        watch.now += 1
        table.stand_in(seat, level)
    assert clock.left(seat) == 40, "a bot that has not moved gives no time"
    table.answer(seat, "open 3 3")
    assert clock.left(seat) == 70
    watch.now += 5
    assert (clock.left(seat), clock.left(acting(table))) == (70, 55)


def test_a_turn_is_credited_once_though_it_is_taken_back(tmp_path, monkeypatch):
    watch, clock = Watch(monkeypatch), Clock(60, 30)
    table = table_of(tmp_path, "powergrid", "Ana,easy,easy", clock=clock)
    while table.session.to_act != 0:
        table.session.act(*table.session.policy.choice())
    table.changed()
    for _ in range(10):
        watch.now += 1
        table.answer(0, first_line(table))
        assert table.session.to_act != 0
        table.ask_undo(0)
    assert clock.left(0) == 60 - 10 + 30
    again = Clock.from_json(clock.to_json())
    again.credit(0, clock.credited[0])
    assert again.left(0) == clock.left(0), "nor after a restart"


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_keeps_the_seat_whose_time_is_up_until_the_next_game(tmp_path, game, monkeypatch):
    watch, table = Watch(monkeypatch), table_of(tmp_path, game, clock=Clock(60))
    seat = acting(table)
    table.changed()
    watch.now += 61
    assert "time is up" in tap(table, seat, first_line(table), table.version), "too late already"
    assert table.stand_in(seat, "easy") == ""
    for level in ("", "normal"):
        assert "time is up" in table.stand_in(seat, level)
    assert "time is up" in tap(table, seat, first_line(table), table.version)
    assert table.chairs[seat].stand_in == "easy"
    assert not table.session.moves
    table.rematch()
    assert table.refusal(acting(table), table.version) == ""


async def test_a_seat_is_not_taken_back_and_moved_in_one_write(server):
    table = server.table("powergrid", "Ana,Bia", clock=Clock(0.05))
    table.pause = 1000
    chair = table.chairs[acting(table)]
    await until(lambda: chair.stand_in)
    link = f"{server.base}/{chair.key}/play"
    async with server.client.ws_connect(link, max_msg_size=0) as socket:
        for message in ({"ask": "seat", "id": 1}, {"do": "open 3 3", "id": 2}):
            await socket.send_json(message)
        answers: list[Any] = []
        while len(answers) < 2:
            found = await socket.receive_json()
            answers += [found] if "id" in found else []
    assert [one["message"] for one in answers] == ["refused", "refused"]
    assert all("time is up" in one["reason"] for one in answers)
    assert not table.session.moves
    form = {"do": "seat", "person": chair.key}
    assert "time is up" in plain_text((await server.post(f"{server.house.host_key}/", form))[1])


def test_no_bot_plays_at_a_real_table(tmp_path, monkeypatch):
    table = table_of(tmp_path, "powergrid", clock=Clock(60), **KEPT)
    watch, seat = Watch(monkeypatch), acting(table)
    table.changed()
    watch.now += 100
    assert "real table" in table.stand_in(seat, "easy")
    assert tap(table, seat, "open 3 3", table.version) == ""
    assert len(table.session.moves) == 1


# Undo


@pytest.mark.parametrize(
    ("game", "seats"), [("powergrid", "easy,Ana,Bia"), ("eletrika", "Ana,Bia,Cid")]
)
def test_what_was_turned_up_is_taken_back_only_when_the_others_agree(tmp_path, game, seats):
    table = table_of(tmp_path, game, seats)
    session = table.session
    asked = set()
    while len(asked) < len(table.chairs):
        seat, before, known = acting(table), session.state, len(session.moves)
        action, _ = session.policy.choice("easy")
        if seat not in table.chairs:
            session.act(action)
            continue
        line = f"{session.game.format_action(action)}!"
        table.answer(seat, line)
        if len(session.state.stack) == len(before.stack):
            continue
        made = list(session.moves)
        table.ask_undo(seat)
        others = [*table.others_present(seat)]
        assert others
        for other in others:
            assert session.moves == made
            table.agree_to_undo(other, agrees=True)
        assert len(session.moves) == known
        assert table.chairs[seat].answers == [UndoAnswered(is_taken_back=True)]
        table.answer(seat, line)
        asked.add(seat)


def test_a_request_for_undo_is_one_question(tmp_path):
    """It is not begun anew by a second tap or another person, and agreed to while it stands."""
    table = table_of(tmp_path, "powergrid", "Ana,Bia,Cid,Dora")
    first = acting(table)
    table.answer(first, "open 3 3")
    second = acting(table)
    table.answer(second, "bid 4")
    table.ask_undo(first)
    table.agree_to_undo(second, agrees=True)
    table.ask_undo(first)
    assert table.undo is not None
    assert table.undo.agreed == {second}
    refused = table.ask_undo(second)
    assert isinstance(refused, Message)
    assert (refused.is_error, table.undo.seat) == (True, first)
    third, version = acting(table), table.version
    table.answer(third, "bid 5")
    assert table.undo is None
    table.ask_undo(second)
    late = table.agree_to_undo(third, agrees=True, version=version)
    assert isinstance(late, Message)
    assert (late.is_error, table.undo.agreed) == (True, set())
