"""Fair at the table: each question has one answer, and nobody gains by undo, bots or the clock."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from browsers import opened
from gridgames.desk.answers import Confirm, Message
from gridgames.games.registry import Choice
from gridgames.serving.access.limits import ServingLimits
from gridgames.serving.hosting import clocks
from gridgames.serving.hosting.clocks import Clock
from gridgames.serving.hosting.house import Guest, House
from gridgames.serving.hosting.lobby import new_table
from gridgames.serving.hosting.tables import GameTable, UndoAnswered
from gridgames.serving.pages.views import PageView, Parts, Pick
from powergrid.actions import Open
from served import Served, plain_text, running, served_beside

GAMES = ("powergrid", "eletrika")
KEPT = {
    "regions": "northwest,west,southwest",
    "order": "Bia,Ana,Cid",
    "faceup": "3 4 5 7 8 11 13 14",
}


def table_of(
    folder: Path, game: str, seats: str = "Ana,Bia,Cid", clock: Clock | None = None, **flags: str
) -> GameTable:
    """Return a table of a house whose games stand still, so that bots move when a test says so."""
    house = House(ServingLimits(), folder / "tables")
    house.open()
    kept = bool(flags)
    return new_table(
        house, Choice(game, (), flags), "" if kept else seats, seed=None if kept else 7, clock=clock
    )


def kept_table(folder: Path) -> GameTable:
    return table_of(folder, "powergrid", **KEPT, keep="Ana,Bia,Cid")


def acting(table: GameTable) -> int:
    seat = table.session.to_act
    assert seat is not None
    return seat


def first_line(table: GameTable) -> str:
    """Return the first choice as it is typed; ! confirms what would be wasteful."""
    session = table.session
    return f"{session.game.format_action(session.legal_actions()[0])}!"


def tap(table: GameTable, seat: int, line: str, version: int) -> str:
    """Do what a page of this version sends, and return the refusal, or ''."""
    why = table.refusal(seat, version)
    if not why:
        table.answer(seat, line)
    return why


def told(table: GameTable, seat: int) -> str:
    """Return the notices on the page of a person, with the lines of their buttons."""
    view = PageView(Guest(table, table.chairs[seat]), Pick(), Parts())
    return " ".join(" ".join((*one.sentences, one.line)) for one in view.notices)


def bot_moves(table: GameTable, seat: int) -> None:
    """Let a bot make one move for a person."""
    table.pause = 0
    table.stand_in(seat, "easy")
    asyncio.run(table._bot_move())
    table.stand_in(seat, "")


class Watch:
    """A clock on the wall that a test moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(clocks, "monotonic", lambda: self.now)


# One question, one answer


@pytest.mark.parametrize("others", [(0, 1), (1, 0), (2, 2)], ids=["0,1", "1,0", "a double tap"])
def test_two_people_answer_a_question_of_a_kept_table_once(
    tmp_path: Path, others: tuple[int, int]
) -> None:
    table = kept_table(tmp_path)
    first, second = others
    table.answer(0, "3 Bia 3")
    table.answer(0, "reveal 25")
    for line in ("4 Ana 4", "reveal 26"):
        version, moves = table.version, len(table.session.moves)
        assert tap(table, first, line, version) == ""
        assert "answered meanwhile" in tap(table, second, line, version)
        assert (line == "4 Ana 4") == (len(table.session.moves) == moves), "the sale asks first"


def test_a_pass_is_entered_once_by_two_people_on_their_pages(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        flags = {**KEPT, "keep": "Ana,Bia,Cid"}
        table = server.table("powergrid", "", flags=flags, seed=None)
        keys = [table.chairs[seat].key for seat in (0, 1)]
        await server.do(keys[0], "open 3 3")
        version, count = table.version, len(table.session.moves)
        pages = [await server.do(key, "pass", version) for key in keys]
        assert len(table.session.moves) == count + 1
        assert "answered meanwhile" in pages[1]
        await server.do(keys[0], "pass")
        version = table.version
        pages = [
            await server.do(key, line, version)
            for key, line in zip(keys, ("4 Ana 4", "pass"), strict=True)
        ]
        assert "which plant is drawn?" in pages[0]
        assert "answered meanwhile" in pages[1]
        assert "which plant is drawn?" in plain_text(pages[1])

    running(tmp_path, script)


@pytest.mark.slow
def test_a_line_half_typed_is_late_when_another_enters_the_same(tmp_path: Path) -> None:
    with served_beside(tmp_path) as beside, opened(1280, 800) as page:
        flags = {**KEPT, "keep": "Ana,Bia,Cid"}
        table = beside.table("powergrid", "", flags=flags, seed=None)
        beside.call(lambda: table.answer(0, "open 3 3"))
        page.goto(beside.link(table, 0))
        page.locator("#typed").type("pass")
        beside.call(lambda: table.answer(1, "pass"))
        version = str(table.version)
        page.wait_for_selector(f"#page[data-version='{version}']")
        page.locator("#typed").press("Enter")
        page.wait_for_selector(".notice.bad")
        assert "answered meanwhile" in page.locator(".notice.bad").inner_text()
        assert len(table.session.moves) == 2
        page.locator("#typed").press("Enter")
        page.wait_for_selector(".notice.bad", state="detached")
        assert table.session.open_question, "it is about the new question now"


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_a_bot_or_an_order_has_answered_is_late(tmp_path: Path, game: str) -> None:
    table = table_of(tmp_path, game)
    seat, version = acting(table), table.version
    bot_moves(table, seat)
    assert "answered meanwhile" in tap(table, seat, first_line(table), version)


def test_a_page_on_which_another_was_asked_makes_no_choice(tmp_path: Path) -> None:
    table = table_of(tmp_path, "powergrid")
    version, seat = table.version, acting(table)
    table.answer(seat, "open 3 3")
    follower = acting(table)
    assert "answered meanwhile" in tap(table, follower, "pass", version)
    third = next(one for one in table.chairs if one not in (seat, follower))
    assert tap(table, third, "limit all 5", version) == "", "it is asked nothing"


def test_a_button_goes_with_its_question_and_its_words_stay(tmp_path: Path) -> None:
    table = table_of(tmp_path, "powergrid")
    seat, action = acting(table), table.session.legal_actions()[0]
    table.answer(seat, "help")
    table.chairs[seat].answers = [Confirm(action, "A doubt.")]
    assert told(table, seat) == f"A doubt. {first_line(table)}"
    bot_moves(table, seat)
    assert told(table, seat) == "A doubt. "


def test_a_request_for_another_undo_is_not_agreed_to(tmp_path: Path) -> None:
    table = table_of(tmp_path, "powergrid")
    first = acting(table)
    table.answer(first, "open 3 3")
    second = acting(table)
    table.ask_undo(first)
    version = table.version
    table.answer(second, "bid 4")
    assert table.undo is None
    table.ask_undo(second)
    third = next(one for one in table.chairs if one not in (first, second))
    late = table.agree_to_undo(third, agrees=True, version=version)
    assert isinstance(late, Message)
    assert late.is_error
    assert table.undo is not None
    assert not table.undo.agreed


def test_a_tap_on_an_older_page_of_the_editor_changes_nothing(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        key = server.house.host_key
        path, editor = f"{key}/edit?game=eletrika", server.editors.of(key, "eletrika")
        for command in ("take 1", "kind T", "owner W", "undo"):
            form = {"at": "cell_1,0", "command": command, "done": str(editor.done)}
            await server.post(path, form)
            once = editor.text()
            _, page = await server.post(path, form)
            assert "answered meanwhile" in page
            assert editor.text() == once
        assert ":W" not in once
        await server.post(path, form | {"command": "redo", "done": str(editor.done)})
        assert "T:W\n" in editor.text(), "one pawn"

    running(tmp_path, script)


def test_one_person_plays_on_past_forced_moves_of_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tmp_path, "powergrid")
    seat = acting(table)
    other = (seat + 1) % 3
    monkeypatch.setattr(table.session, "legal_actions", lambda: [Open(seat, 3, 3)])
    table.answer(other, "go")
    assert table.waits_for() == seat
    version = table.version
    table.answer(seat, "go")
    assert table.waits_for() is None
    assert table.version > version, "the table goes on"


@pytest.mark.parametrize(("count", "made"), [(20, 0), (19, 1)])
def test_a_line_of_too_many_parts_does_nothing(tmp_path: Path, count: int, made: int) -> None:
    table = table_of(tmp_path, "powergrid")
    [first, *_] = table.answer(acting(table), "open 3 3;" + "log;" * count)
    assert ("at most 20 parts" in getattr(first, "text", "")) == (not made)
    assert len(table.session.moves) == made


def test_who_asks_much_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        monkeypatch.setattr(table, "answer", lambda *_: time.sleep(0.05) or [])
        asked = [asyncio.create_task(server.do(table.chairs[0].key, "rules")) for _ in range(30)]
        await asyncio.sleep(0.1)
        assert (await server.get(f"{table.chairs[1].key}/"))[0] == 200
        assert sum(one.done() for one in asked) < 15
        await asyncio.gather(*asked)

    running(tmp_path, script)


def test_a_page_keeps_so_many_steps_of_a_position(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        editor = server.editors.of(server.house.host_key, "eletrika")
        for number in range(250):
            editor.do(f"text {'TS'[number % 2]}")
        for _ in range(250):
            editor.do("undo")
        assert editor.told.text == "Nothing to undo."
        assert editor.text().count("S") == 1, "the position before the last 200"

    running(tmp_path, script)


# Clocks


def test_time_is_credited_for_turns_that_were_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, clock = Watch(monkeypatch), Clock(60, 30)
    table = table_of(tmp_path, "powergrid", clock=clock)
    seat = acting(table)
    table.changed()
    for _ in range(10):
        watch.now += 1
        table.stand_in(seat, "easy")
        watch.now += 1
        table.stand_in(seat, "")
    assert clock.left(seat) == 40, "a bot that has not moved gives no time"
    table.answer(seat, "open 3 3")
    assert clock.left(seat) == 70
    watch.now += 5
    assert clock.left(seat) == 70
    assert clock.left(acting(table)) == 55


def test_a_turn_is_credited_once_though_it_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, clock = Watch(monkeypatch), Clock(60, 30)
    table = table_of(tmp_path, "powergrid", "Ana,easy,easy", clock=clock)
    session = table.session
    while session.to_act != 0:
        session.act(*session.bot_choice())
    table.changed()
    for _ in range(10):
        watch.now += 1
        table.answer(0, first_line(table))
        assert session.to_act != 0
        table.ask_undo(0)
    assert clock.left(0) == 60 - 10 + 30
    again = Clock.from_json(clock.to_json())
    again.credit(0, clock.credited[0])
    assert again.left(0) == clock.left(0), "nor after a restart"


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_keeps_the_seat_whose_time_is_up_until_the_next_game(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch)
    table = table_of(tmp_path, game, clock=Clock(60))
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


def test_a_seat_is_not_taken_back_and_moved_in_one_write(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia", clock=Clock(0.05))
        table.pause = 1000
        seat = acting(table)
        while not table.chairs[seat].stand_in:
            await asyncio.sleep(0.01)
        link = f"{server.base}/{table.chairs[seat].key}/play"
        async with server.client.ws_connect(link, max_msg_size=0) as socket:
            for message in ({"ask": "seat", "id": 1}, {"do": "open 3 3", "id": 2}):
                await socket.send_json(message)
            answers: list[Any] = []
            while len(answers) < 2:
                found = await socket.receive_json(timeout=10)
                answers += [found] if "id" in found else []
        assert [one["message"] for one in answers] == ["refused", "refused"]
        assert all("time is up" in one["reason"] for one in answers)
        assert not table.session.moves
        _, page = await server.post(
            f"{server.house.host_key}/", {"do": "seat", "person": table.chairs[seat].key}
        )
        assert "time is up" in plain_text(page)

    running(tmp_path, script)


def test_no_bot_plays_at_a_real_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(tmp_path, "powergrid", clock=Clock(60), **KEPT, keep="Ana,Bia,Cid")
    watch, seat = Watch(monkeypatch), acting(table)
    table.changed()
    watch.now += 100
    assert "real table" in table.stand_in(seat, "easy")
    assert tap(table, seat, "open 3 3", table.version) == ""
    assert len(table.session.moves) == 1


# Undo


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", ["Ana,Bia", "Ana,easy,Bia", "easy,Ana,Bia", "Ana,Bia,Cid"])
def test_what_was_turned_up_is_taken_back_only_when_the_others_agree(
    tmp_path: Path, game: str, seats: str
) -> None:
    table = table_of(tmp_path, game, seats)
    session = table.session
    asked = set()
    while len(asked) < len(table.chairs):
        seat, before, known = acting(table), session.state, len(session.moves)
        action, _ = session.bot_choice("easy")
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


def test_alone_with_bots_a_choice_is_taken_back_at_once(tmp_path: Path) -> None:
    table = table_of(tmp_path, "powergrid")
    seat = acting(table)
    table.answer(seat, "open 3 3")
    for other in table.chairs:
        if other != seat:
            table.stand_in(other, "easy")
    table.ask_undo(seat)
    assert not table.session.moves


def test_who_asked_is_told_that_a_choice_stands_and_by_whom(tmp_path: Path) -> None:
    table = table_of(tmp_path, "powergrid")
    seat = acting(table)
    table.answer(seat, "open 3 3")
    follower = acting(table)
    table.chairs[seat].answers = [table.ask_undo(seat)]
    assert told(table, seat).strip() == "The others are asked."
    table.agree_to_undo(follower, agrees=False)
    name = table.names[follower]
    assert told(table, seat).strip() == f"{name} does not agree: your choice stands."
    table.chairs[seat].answers = [table.ask_undo(seat)]
    table.answer(follower, "pass")
    assert told(table, seat).strip() == "The game has gone on: your choice stands."


def test_a_request_is_not_begun_anew_by_a_second_tap_or_by_another_person(tmp_path: Path) -> None:
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
    assert refused.is_error
    assert table.undo.seat == first


def test_the_hosts_button_does_what_it_says_twice(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("powergrid", "Ana,Bia")
        table.pause = 1000
        host, chair = server.house.host_key, table.chairs[1]
        for name, level in (("bot", "normal"), ("bot", "normal"), ("person", ""), ("person", "")):
            _, page = await server.post(f"{host}/", {"do": "seat", name: chair.key})
            assert chair.stand_in == level
            assert f'name="{"person" if level else "bot"}" value="{chair.key}"' in page

    running(tmp_path, script)
