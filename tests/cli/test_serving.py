"""The page of ``gridgames serve``: tables, seats, late answers, undo, clocks and restarts."""

import asyncio
import json
import os
import re
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import segno

from gridcommon.errors import NotationError
from gridgames.games.registry import register
from gridgames.games.wing import Wing
from gridgames.saves.saves import Save
from gridgames.serving.access.connections import allow_open_files
from gridgames.serving.access.keys import Guard, is_key, new_key, origin_of
from gridgames.serving.access.limits import Allowances, ServingLimits
from gridgames.serving.hosting.clocks import Clock
from gridgames.serving.hosting.tables import GameTable
from plain_games import PROGRAM, environment, process
from served import Served, plain_text, running


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "saves"


def key_of(table: GameTable, seat: int) -> str:
    return table.chairs[seat].key


def acting(table: GameTable) -> int:
    seat = table.session.to_act
    assert seat is not None
    return seat


async def settle(table: GameTable) -> None:
    """Wait until the table waits for a person, or the game is over."""
    for _ in range(2000):
        if table.waits_for() is not None or table.session.to_act is None:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("bots did not move")


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_each_person_has_a_page_and_only_one_may_choose(saves: Path, game: str) -> None:
    async def script(server: Served) -> None:
        table = server.table(game, "Ana,Bia,Cid")
        seat = acting(table)
        status, mine = await server.get(f"{key_of(table, seat)}/")
        assert status == 200
        assert "Your turn" in mine
        assert "You: " in mine
        assert 'id="choice-1"' in mine
        _, other = await server.get(f"{key_of(table, (seat + 1) % 3)}/")
        _, watched = await server.get(f"{table.watch_key}/")
        for page in (other, watched):
            assert f"{table.names[seat]} is to act" in page
            assert 'id="choice-1"' not in page
        assert 'id="typed"' in other
        assert "<form" not in watched
        line = table.session.game.format_action(table.session.legal_actions()[0])
        refused = await server.do(key_of(table, (seat + 1) % 3), line)
        assert f"It is {table.names[seat]}" in refused
        assert not table.session.moves
        await server.do(key_of(table, seat), line)
        assert len(table.session.moves) == 1

    running(saves, script)


def test_a_game_is_played_to_the_end_by_its_buttons(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,easy")
        key = key_of(table, 0)
        for _ in range(400):
            await settle(table)
            if table.session.to_act is None:
                break
            _, page = await server.get(f"{key}/")
            for _ in range(8):
                if found := re.search(r'name="line" value="([^"]+)" class="choice', page):
                    break
                opened = re.search(r'class="choice more[^"]*" href="([^"]+)"', page)
                assert opened, plain_text(page)
                _, page = await server.get(f"{key}/{opened[1].replace('&amp;', '&')}")
            assert found
            await server.do(key, found[1])
        assert table.session.result is not None
        _, page = await server.get(f"{key}/")
        assert "Play again" in page
        _, log = await server.get(f"{key}/log")
        assert log.count("<li") > 20
        save = table.match.save
        assert save is not None
        assert Save(save.path).read().result == table.session.result

    running(saves, script)


def test_a_game_without_a_wing_is_played_on_the_page(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("nim", "Ana,Bia", seed=1)
        for _ in range(100):
            seat = table.session.to_act
            if seat is None:
                break
            _, page = await server.get(f"{key_of(table, seat)}/")
            found = re.search(r'name="line" value="([^"]+)" class="choice', page)
            assert found, page
            assert "left" in plain_text(page)
            await server.do(key_of(table, seat), found[1])
        assert table.session.result is not None

    with register(Wing("nim", "Nim", "toy")):
        running(saves, script)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_any_pick_in_an_address_is_answered(saves: Path, game: str) -> None:
    async def script(server: Served) -> None:
        table = server.table(game, "Ana,Bia,Cid")
        picks = ("menu=1.1", "menu=9999", "menu=1.1.1.1.1", "menu=a", "menu=.", "at=", "zoom=1")
        for key in (*(key_of(table, seat) for seat in table.chairs), table.watch_key):
            for pick in (*picks, "at=x&menu=2", f"at={'y' * 4000}", "at=%00%ff", "v=1&zoom"):
                assert (await server.get(f"{key}/?{pick}"))[0] == 200

    running(saves, script, ServingLimits(burst=500))


def test_the_second_of_two_taps_is_late(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        seat = acting(table)
        _, page = await server.get(f"{key_of(table, seat)}/")
        version = int(re.search(r'data-version="(\d+)"', page)[1])  # type: ignore[index]
        line = "open 3 3"
        assert "answered meanwhile" not in await server.do(key_of(table, seat), line, version)
        assert "answered meanwhile" in await server.do(key_of(table, seat), line, version)
        assert len(table.session.moves) == 1

    running(saves, script)


def test_a_line_of_chat_makes_no_choice_late(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        seat, version = acting(table), table.version
        await server.post(f"{key_of(table, (seat + 1) % 3)}/do/say", {"text": "<b>Hello</b>"})
        page = await server.do(key_of(table, seat), "open 3 3", version)
        assert len(table.session.moves) == 1
        assert "&lt;b&gt;Hello&lt;/b&gt;" in page

    running(saves, script)


def test_a_choice_is_taken_back_when_the_others_agree(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        seat = acting(table)
        await server.do(key_of(table, seat), "open 3 3")
        assert "The others are asked" in await server.do(key_of(table, seat), "undo")
        others = [other for other in table.chairs if other != seat]
        for other in others:
            assert len(table.session.moves) == 1
            _, page = await server.get(f"{key_of(table, other)}/")
            assert "asks to take a choice back" in page
            await server.post(f"{key_of(table, other)}/do/undo", {"answer": "yes"})
        assert not table.session.moves
        await server.do(key_of(table, seat), "open 3 3")
        await server.do(key_of(table, seat), "undo")
        await server.post(f"{key_of(table, others[0])}/do/undo", {"answer": "no"})
        assert len(table.session.moves) == 1
        assert table.undo is None

    running(saves, script)


def test_one_person_with_bots_takes_back_at_once(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,easy", seed=3)
        await settle(table)
        before = len(table.session.moves)
        _, page = await server.get(f"{key_of(table, 0)}/")
        while not (found := re.search(r'name="line" value="([^"]+)" class="choice', page)):
            opened = re.search(r'class="choice more[^"]*" href="([^"]+)"', page)
            assert opened
            _, page = await server.get(f"{key_of(table, 0)}/{opened[1].replace('&amp;', '&')}")
        await server.do(key_of(table, 0), found[1])
        await settle(table)
        assert len(table.session.moves) > before
        assert "Undone" in await server.do(key_of(table, 0), "undo")
        assert len(table.session.moves) == before

    running(saves, script)


def test_hints_asked_for_at_once_are_one(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,Bia", seed=3)
        asked = []

        def rank(*_: object, **__: object) -> list[object]:
            asked.append(1)
            return []

        monkeypatch.setattr("gridgames.serving.hosting.tables.rank_candidates", rank)
        key = key_of(table, acting(table))
        pages = await asyncio.gather(*(server.do(key, "hint") for _ in range(10)))
        assert all("not enough time" in page for page in pages)
        assert len(asked) == 1

    running(saves, script)


def test_one_hint_is_thought_about_though_pages_leave(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,Bia", seed=3)
        thinking, most, go_on = [], [], threading.Event()

        def rank(*_: object, **__: object) -> list[object]:
            thinking.append(1)
            most.append(len(thinking))
            go_on.wait(60)
            thinking.pop()
            return []

        monkeypatch.setattr("gridgames.serving.hosting.tables.rank_candidates", rank)
        key = key_of(table, acting(table))
        for _ in range(4):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(server.do(key, "hint"), 0.2)
        go_on.set()
        assert "not enough time" in await server.do(key, "hint")
        assert most == [1]

    running(saves, script)


def test_a_game_that_stops_by_a_fault_says_so(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(server: Served) -> None:
        monkeypatch.setattr("gridgames.sessions.session.Session.act", lambda *_: 1 / 0)
        table = server.table("eletrika", "Ana,easy,easy")
        key = key_of(table, 0)
        table.stand_in(0, "easy")
        for _ in range(500):
            if table.fault:
                break
            await asyncio.sleep(0.01)
        _, page = await server.get(f"{key}/")
        assert "ZeroDivisionError" in page

    running(saves, script)


def test_there_are_files_enough_for_all_connections() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_open_files(ServingLimits())
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(1500, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_pages_do_not_wait_for_bots_that_think(saves: Path) -> None:
    async def script(server: Served) -> None:
        key = key_of(server.table(), 0)
        is_over = threading.Event()
        thinking = [asyncio.create_task(asyncio.to_thread(is_over.wait, 20)) for _ in range(64)]
        await asyncio.sleep(0.05)
        try:
            for path in (f"{key}/", "static/htmx.js"):
                status, _ = await asyncio.wait_for(server.get(path), 10)
                assert status == 200
        finally:
            is_over.set()
        await asyncio.gather(*thinking)

    running(saves, script)


def test_a_bot_plays_for_a_while(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,easy", seed=3)
        key = key_of(table, 0)
        await server.post(f"{key}/do/seat", {"level": "easy"})
        for _ in range(500):
            if len(table.session.moves) > 6:
                break
            await asyncio.sleep(0.01)
        assert len(table.session.moves) > 6
        assert "A bot plays for you" in await server.do(key, "hint")
        await server.post(f"{key}/do/seat", {"level": ""})
        await settle(table)
        moves = len(table.session.moves)
        await asyncio.sleep(0.05)
        assert len(table.session.moves) == moves
        assert table.session.header.players[0] == "Ana"
        _, page = await server.post(f"{key}/do/seat", {"level": "god"})
        assert "This bot does not exist" in page

    running(saves, script)


def test_a_seat_is_taken_back_while_its_bot_waits(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        seat = acting(table)
        table.pause = 0.05
        for _ in range(3):
            table.stand_in(seat, "easy")
            await asyncio.sleep(0.01)
            table.stand_in(seat, "")
            await asyncio.sleep(0.1)
        assert table.fault == ""
        assert not table.session.moves

    running(saves, script)


def test_when_the_time_is_up_a_bot_plays_on(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "Ana,easy", clock=Clock(0.2))
        for _ in range(500):
            if table.chairs[0].stand_in:
                break
            await asyncio.sleep(0.01)
        assert table.chairs[0].stand_in == "normal"
        _, page = await server.get(f"{key_of(table, 0)}/")
        assert "0:00" in page

    running(saves, script)


def test_everything_goes_on_after_a_restart(saves: Path) -> None:
    kept: dict[str, str] = {}

    async def first(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid", clock=Clock(3600, 5))
        kept["host"] = server.house.host_key
        kept["key"] = key_of(table, acting(table))
        kept["watch"] = table.watch_key
        await server.do(kept["key"], "open 3 3")
        await server.post(f"{kept['key']}/do/say", {"text": "until tomorrow"})
        await server.post(f"{kept['key']}/do/language", {"language": "pt_BR"})

    async def second(server: Served) -> None:
        assert server.house.host_key == kept["host"]
        status, page = await server.get(f"{kept['key']}/")
        assert status == 200
        assert "until tomorrow" in page
        assert 'lang="pt-BR"' in page
        (table,) = server.house.tables.values()
        assert len(table.session.moves) == 1
        assert table.clock is not None
        assert (table.clock.allowed, table.clock.added) == (3600, 5)
        assert (await server.get(f"{kept['watch']}/"))[0] == 200
        await server.do(key_of(table, acting(table)), "bid 4")
        assert len(table.session.moves) == 2

    running(saves, first)
    running(saves, second)


def test_a_broken_file_of_a_table_is_told_and_left_alone(saves: Path) -> None:
    folder = saves / "tables"
    folder.mkdir(parents=True)
    (folder / "table-x.json").write_text('{"version": 1}')
    (folder / "table-y.json").write_text("{")
    old, new = (folder / f".gridgames-{digit * 16}.new" for digit in "01")
    for unfinished in (old, new):
        unfinished.write_text("a key")
    os.utime(old, (0, 0))

    async def script(server: Served) -> None:
        assert not server.house.tables
        _, page = await server.get(f"{server.house.host_key}/")
        assert (old.exists(), new.exists()) == (False, True)
        assert "table-x.json" in page
        assert "table-y.json" in page

    running(saves, script)
    assert (folder / "table-y.json").read_text() == "{"


def test_the_host_sets_tables_up_and_closes_them(saves: Path) -> None:
    async def script(server: Served) -> None:
        host = server.house.host_key
        form = {"do": "new", "game": "powergrid", "seats": "Ana, Bia, normal", "edition": "classic"}
        status, page = await server.post(f"{host}/", form | {"clock": "30+10"})
        assert status == 200
        (table,) = server.house.tables.values()
        assert table.session.header.ruleset["edition"] == "classic"
        assert [player.name for player in table.session.players] == ["Ana", "Bia", "normal 3"]
        assert all(key_of(table, seat) in page for seat in table.chairs)
        _, page = await server.post(f"{host}/", form | {"seats": "Ana,Ana"})
        assert "listed twice" in page
        for bad in ({"do": "new", "game": "chess"}, form | {"clock": "soon"}, {"do": "fly"}):
            _, page = await server.post(f"{host}/", bad)
            assert 'role="alert"' in page
        assert len(server.house.tables) == 1
        record = table.match.save
        assert record is not None
        await server.post(f"{host}/", {"do": "remove", "table": table.ident})
        assert (await server.get(f"{key_of(table, 0)}/"))[0] == 404
        assert record.path.exists()

    running(saves, script)


def test_everybody_enters_what_happens_at_a_real_table(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table("eletrika", "", flags={"keep": "Ana,Bea"}, seed=None)
        seat = acting(table)
        for entry, who in (("20 e", seat), ("1 se", seat)):
            await server.do(key_of(table, who), entry)
        assert table.session.may_overrule
        _, page = await server.get(f"{key_of(table, 1 - seat)}/")
        assert "is to act" in page
        assert 'id="choice-1"' in page
        assert "Let a bot play" not in page
        moves = len(table.session.moves)
        assert moves > 0
        assert "Undone" in await server.do(key_of(table, 1 - seat), "undo")
        assert len(table.session.moves) < moves

    running(saves, script)


REAL_BOX = {
    "regions": "northwest,west,southwest",
    "order": "Bia,Ana",
    "faceup": "3 4 5 7 8 11 13 14",
}


def test_the_host_sets_up_a_game_on_a_real_table(saves: Path) -> None:
    async def script(server: Served) -> None:
        host = f"{server.house.host_key}/"
        form = {
            "do": "new",
            "game": "powergrid",
            "seats": "Ana, Bia",
            "edition": "recharged",
            "keep": "yes",
        }
        _, page = await server.post(host, form)
        assert "Missing: the regions in play." in page
        _, page = await server.post(host, form | REAL_BOX | {"faceup": "3 4"})
        assert "found 2" in page
        assert not server.house.tables
        await server.post(host, form | REAL_BOX)
        (table,) = server.house.tables.values()
        assert table.session.may_overrule
        assert table.session.state.turn_order == (1, 0)
        await server.post(
            host, {"do": "new", "game": "eletrika", "seats": "Ana, Bia", "keep": "yes"}
        )
        assert all(one.session.may_overrule for one in server.house.tables.values())

    running(saves, script)


def test_a_drawn_plant_is_asked_for_and_entered_with_a_tap(saves: Path) -> None:
    async def script(server: Served) -> None:
        flags = {**REAL_BOX, "keep": "Ana,Bia,Caio", "order": "Bia,Ana,Caio"}
        table = server.table("powergrid", "", flags=flags, seed=None)
        page = await server.do(key_of(table, 0), "7 Caio 9")
        assert "7 Caio 9: which plant is drawn?" in page
        assert page.count('class="choice pictured"') == 34
        assert 'value="reveal 25"' in page
        assert not table.session.moves
        _, other = await server.get(f"{key_of(table, 1)}/")
        assert 'value="reveal 25"' in other
        page = await server.do(key_of(table, 1), "reveal 25")
        assert table.session.state.plants[2] == (7,)
        assert "Which plant is sold?" in page
        assert 'value="worth"' in page
        page = await server.do(key_of(table, 0), "13 Ana 2")
        assert "PG-AUC-02" in page
        assert "correct the table" in page
        assert "Do it anyway" not in page
        await server.do(key_of(table, 0), "4 4")
        page = await server.do(key_of(table, 0), "undo")
        assert "Which plant is sold?" in page
        await server.do(key_of(table, 0), "undo")
        assert not table.session.moves

    running(saves, script)


FORM = {"do": "new", "game": "powergrid", "seats": "Ana, Bia", "edition": "classic"}
BOX = FORM | REAL_BOX | {"keep": "yes", "edition": "recharged"}
ELETRIKA = FORM | {"game": "eletrika"}


REFUSED = [
    (FORM | {"clock": "abc"}, "clock", "Write minutes, hours", "Escreva minutos, horas"),
    (FORM | {"seats": "Ana, Ana"}, "seats", "listed twice", "duas vezes"),
    (FORM | {"seats": "Ana,,Bia"}, "seats", "A name is missing", "Falta um nome"),
    (FORM | {"seats": ","}, "seats", "A name is missing", "Falta um nome"),
    (FORM | {"seats": "Ana"}, "seats", "2 to 6 players", "2 a 6 jogadores"),
    (FORM | {"seats": "Ana=chess, Bia"}, "seats", "Unknown player", "não é um jogador"),
    (FORM | {"seats": "x" * 90}, "seats", "at most 60 letters", "no máximo 60 letras"),
    (FORM | {"seats": "normal 2, Bia"}, "seats", "mean normal?", "normal?"),
    (FORM | {"seats": "Ana, nromal"}, "seats", "Did you mean normal?", "normal?"),
    (FORM | {"seats": "Ana, EASY"}, "seats", "Did you mean easy?", "easy?"),
    (FORM | {"seats": "normal-mizer,Bia"}, "seats", "mean normal-miser?", "normal-miser?"),
    (FORM | {"regions": "west"}, "keep", "Tick this", "Marque isto"),
    (ELETRIKA | {"seats": "A,B,C,D,E"}, "seats", "2 to 4 players", "2 a 4 jogadores"),
    (ELETRIKA | {"seats": "normal", "keep": "y"}, "seats", "name of a bot", "robô"),
    (BOX | {"regions": "nowhere"}, "regions", "Unknown region", "nowhere"),
    (BOX | {"regions": "west,west"}, "regions", "3 different regions", "3 regiões"),
    (BOX | {"order": "Bia"}, "order", "each player once", "cada jogador"),
    (BOX | {"order": ""}, "order", "Missing", "Falta"),
    (BOX | {"faceup": "3 x"}, "faceup", "Found &#39;x&#39;", "&#39;x&#39;"),
]


def test_a_refused_form_is_shown_again_as_it_was(saves: Path) -> None:
    async def script(server: Served) -> None:
        home = f"{server.house.host_key}/"
        _, before = await server.get(home)
        assert before.count('action="./') == 2
        assert "action=" not in before.replace('action="./', "")
        assert 'class="why"' not in before
        for form, field, *told in REFUSED:
            for language, words in zip(("en", "pt-BR"), told, strict=True):
                status, page = await server.post(home, form, **{"Accept-Language": language})
                assert status == 200
                assert not server.house.tables
                check_refused(page, form, field, words)

    running(saves, script)


def check_refused(page: str, form: dict[str, str], field: str, words: str) -> None:
    """Check that a page shows a form as it was sent, with a message just behind a field."""
    (about,) = re.findall(r'<p class="why"[^>]*>([^<]*)<', page)
    assert words in about
    assert not re.search("key &#39;|chave &#39;", about)
    shown = page[page.index(f'id="new-{form["game"]}"') :].partition("</form>")[0]
    for name, value in form.items():
        if name == "edition":
            assert form["game"] == "eletrika" or f'value="{value}" selected' in shown
        elif name == "keep":
            assert re.search('name="keep" value="yes" checked', shown)
            assert '<details class="kept" open' in shown
        elif name != "do":
            assert f'name="{name}" value="{value}"' in shown, shown
    behind = shown[shown.index(f'name="{field}"') :]
    assert behind.index(about) < (behind + "<input").index("<input")


def test_a_name_that_is_nearly_a_bots_is_one_or_the_other(saves: Path) -> None:
    async def script(server: Served) -> None:
        home = f"{server.house.host_key}/"
        form = FORM | {"seats": "Ana, nromal, Bia"}
        _, page = await server.post(home, form)
        for answer in re.findall(r'name="meant" value="([^"]*)"', page):
            await server.post(home, form | {"meant": answer})
        found = [[one.name for one in t.session.players] for t in server.house.tables.values()]
        assert found == [["Ana", "normal 2", "Bia"], ["Ana", "nromal", "Bia"]]
        for typed in ("fácil", "Difícil"):
            _, page = await server.post(
                home, FORM | {"seats": f"Ana,{typed}"}, **{"Accept-Language": "pt"}
            )
            assert "Did you" not in page
            assert 'name="meant"' in page

    running(saves, script)


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_misspelt_bot_of_the_command_line_is_asked_about(tmp_path: Path, command: str) -> None:
    done = process(tmp_path, command, "powergrid", "--seats", "Ana=human,nromal")
    assert done.returncode == 2
    assert "did you mean normal?" in done.stderr
    assert "nromal=human" in done.stderr
    assert not [*tmp_path.rglob("*.jsonl")]


@pytest.mark.parametrize(
    ("words", "links"),
    [
        ("", 1),
        ("powergrid", 3),
        ("eletrika --players 3", 3),
        ("eletrika --seats human,Ana,easy", 4),
        ("eletrika --seats easy,easy", 2),
        ("eletrika --keep Ana,Bea --clock 30+10", 4),
    ],
)
def test_a_service_serves_without_a_terminal(tmp_path: Path, words: str, links: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    log = tmp_path / "log"
    with log.open("w") as file:
        program = subprocess.Popen(
            [*PROGRAM, "serve", *words.split(), "--port", port],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=environment(tmp_path),
        )
        try:
            for _ in range(600):
                if "Ctrl-C" in log.read_text() or program.poll() is not None:
                    break
                time.sleep(0.1)
            found = re.findall(r"http://\S+", log.read_text())
            assert len(found) == links, log.read_text()
            with urlopen(found[0], timeout=20) as page:
                assert page.status == 200
        finally:
            program.terminate()
        assert program.wait(20) == 0
    assert "Traceback" not in log.read_text()


def test_seats_and_players_of_a_table_exclude_each_other(tmp_path: Path) -> None:
    done = process(tmp_path, "serve", "eletrika", "--seats", "Ana,Bia", "--players", "2")
    assert done.returncode == 2
    assert "leave out --players" in done.stderr


def test_a_port_in_use_leaves_no_table(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = ["serve", "eletrika", "--seats", "Ana,easy", "--port", str(taken.getsockname()[1])]
        done = process(tmp_path, *words)
    assert done.returncode == 2
    assert "cannot listen" in done.stderr
    assert not [*tmp_path.rglob("table-*.json"), *tmp_path.rglob("*.jsonl")]


def test_news_reach_a_page_that_waits(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        seat = acting(table)
        url = f"{server.base}/{key_of(table, (seat + 1) % 3)}/events?v={table.version}"
        async with server.client.get(url) as stream:
            assert stream.content_type == "text/event-stream"
            await asyncio.sleep(0.05)
            await server.do(key_of(table, seat), "open 3 3")
            text = ""
            while f"id: {table.version}" not in text:
                text += (await stream.content.readany()).decode()
            assert table.chairs[(seat + 1) % 3].pages == 1

    running(saves, script)


def test_pages_that_have_gone_make_room(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        url = f"{server.base}/{key_of(table, 0)}/events"
        async with server.client.get(url) as one, server.client.get(url) as other:
            assert (one.status, other.status) == (200, 200)
            assert (await server.get(f"{key_of(table, 0)}/events"))[0] == 503
        for _ in range(50):
            if not table.chairs[0].pages:
                break
            await asyncio.sleep(0.1)
        async with server.client.get(url) as stream:
            assert stream.status == 200

    running(saves, script, ServingLimits(streams_each=2))


def test_nothing_hidden_is_sent(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid", flags={})
        pages = [
            (await server.get(f"{key}/"))[1]
            for key in (key_of(table, 0), key_of(table, 1), table.watch_key)
        ]
        state = table.session.state
        state.stack[1], state.stack[2] = state.stack[2], state.stack[1]
        state.rng += 1
        again = [
            (await server.get(f"{key}/"))[1]
            for key in (key_of(table, 0), key_of(table, 1), table.watch_key)
        ]
        assert pages == again
        assert not any(key_of(table, 0) in page for page in pages[1:])

    running(saves, script)


def test_the_language_is_the_seats_or_the_browsers(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        key = key_of(table, acting(table))
        _, page = await server.get(f"{key}/", **{"Accept-Language": "pt-BR,pt;q=0.9"})
        assert "Sua vez" in page
        await server.post(f"{key}/do/language", {"language": "en"})
        _, page = await server.get(f"{key}/", **{"Accept-Language": "pt-BR,pt;q=0.9"})
        assert "Your turn" in page

    running(saves, script)


def test_strangers_learn_nothing(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        key = key_of(table, 0)
        assert (await server.get(""))[0] == 404
        assert (await server.get(f"{new_key()}/"))[0] == 404
        assert (await server.get(f"{key}/", Host="evil.example"))[0] == 403
        foreign = {"Origin": "http://evil.example"}
        assert (await server.post(f"{key}/do/say", {"text": "x"}, **foreign))[0] == 403
        assert not table.chat
        assert (await server.post(f"{key}/do/say", {"text": "x"}, Origin="null"))[0] == 200
        assert (await server.post(f"{table.watch_key}/do/say", {"text": "x"}))[0] == 403
        assert (await server.get(f"{table.watch_key}/static/../page.css"))[0] == 404
        statuses = {(await server.get("guess/"))[0] for _ in range(60)}
        assert statuses == {404, 429}
        assert (await server.get(f"{key}/"))[0] == 200

    running(saves, script)


def test_what_is_too_much_is_refused(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        key = key_of(table, 0)
        assert (await server.post(f"{key}/do/say", {"text": "x" * 20_000}))[0] == 413
        statuses = [(await server.get(f"{key}/log"))[0] for _ in range(12)]
        assert statuses.count(429) > 1

    running(saves, script, ServingLimits(rate=0.1, burst=8))


async def raw(server: Served, data: bytes, wait: float = 10) -> bytes:
    """Send bytes on a connection of their own, and return what comes back until it is closed."""
    port = int(server.base.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    try:
        return await asyncio.wait_for(reader.read(), wait)
    finally:
        writer.transport.abort()


@pytest.mark.parametrize(
    "data",
    [
        b"\0" * 100 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
        b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0",
    ],
    ids=["noise", "version", "hosts", "header", "smuggling"],
)
def test_broken_http_is_answered_with_the_headers_of_any_page(saves: Path, data: bytes) -> None:
    async def script(server: Served) -> None:
        found = await raw(server, data)
        assert found.startswith((b"HTTP/1.0 400 ", b"HTTP/1.1 400 "))
        head, _, body = found.decode().partition("\r\n\r\n")
        assert "Content-Security-Policy" in head
        assert "Referrer-Policy: no-referrer" in head
        assert "aiohttp" not in head
        assert body == "Bad Request\n"  # nothing of what was sent
        assert found.count(b"HTTP/1.") == 1

    running(saves, script)


def test_an_address_of_another_server_is_refused(saves: Path) -> None:
    async def script(server: Served) -> None:
        key = key_of(server.table(), 0)
        host = server.base.removeprefix("http://")
        asked = f"GET http://evil.example/{key}/ HTTP/1.1\r\nHost: {host}\r\n\r\n"
        assert (await raw(server, asked.encode())).startswith(b"HTTP/1.1 403")

    running(saves, script)


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b'{"line": "pass"}', 415),
        ("multipart/form-data; boundary=b", b"--b--\r\n", 415),
        ("multipart/form-data", b"x", 415),
        ("application/x-www-form-urlencoded", b"text=\xff\xfe", 400),
        ("application/x-www-form-urlencoded", b"a=1&" * 1000, 400),
        ("application/x-www-form-urlencoded; charset=klingon", b"text=%ff", 200),
    ],
)
def test_a_body_is_a_form_or_refused(saves: Path, kind: str, body: bytes, status: int) -> None:
    async def script(server: Served) -> None:
        url = f"{server.base}/{key_of(server.table(), 0)}/do/say"
        async with server.client.post(url, data=body, headers={"Content-Type": kind}) as answer:
            assert answer.status == status
            assert "Content-Security-Policy" in answer.headers
        zipped = {"Content-Type": "application/x-www-form-urlencoded", "Content-Encoding": "gzip"}
        async with server.client.post(url, data=body, headers=zipped) as answer:
            assert answer.status == 415

    running(saves, script)


def test_who_is_too_slow_is_cut_off(saves: Path) -> None:
    async def script(server: Served) -> None:
        key = key_of(server.table(), 0)
        host = f"Host: {server.base.removeprefix('http://')}\r\n"
        form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\n"
        assert await raw(server, b"") == b""
        assert await raw(server, b"\r\n\r\nGET / HTTP/1.1\r\nX: ") == b""
        found = await raw(server, f"POST /{key}/do/say HTTP/1.1\r\n{host}{form}text=".encode())
        assert found.startswith(b"HTTP/1.1 408 ")

    running(saves, script, ServingLimits(patience=0.2))


def test_connections_are_counted_by_address(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table()
        port = int(server.base.rpartition(":")[2])
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(6)]
        await asyncio.sleep(0.1)
        assert sum(reader.at_eof() or bool(reader.exception()) for reader, _ in opened) == 2
        for _, writer in opened:
            writer.transport.abort()
        await asyncio.sleep(0.1)
        assert (await server.get(f"{key_of(table, 0)}/"))[0] == 200

    running(saves, script, ServingLimits(connections_each=2, connections_here=4))


def test_all_tables_can_be_full_at_once() -> None:
    limits = ServingLimits()
    assert limits.streams >= 4 * limits.tables
    assert limits.connections_here >= limits.streams
    assert limits.connections >= limits.connections_here


def test_the_lobby_draws_a_code_once(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    make = segno.make

    def noted(text: str, **more: Any) -> Any:
        drawn.append(text)
        return make(text, **more)

    monkeypatch.setattr(segno, "make", noted)

    async def script(server: Served) -> None:
        table = server.table()
        for _ in range(3):
            _, page = await server.get(f"{server.house.host_key}/")
            assert page.count('class="code"') == len(table.chairs) + 1
        assert len(drawn) == len(table.chairs) + 1

    running(saves, script)


def test_a_player_does_nothing_that_is_no_doing(saves: Path) -> None:
    async def script(server: Served) -> None:
        key = key_of(server.table(), 0)
        for what in ("as_host", "new", "__class__", "x" * 500):
            assert (await server.post(f"{key}/do/{what}", {"game": "eletrika"}))[0] == 404
        for line in ("", "0", "1", "9" * 400, ";;", "go", "!", "quit", "export x.svg"):
            assert (await server.post(f"{key}/do/line", {"line": line}))[0] == 200

    running(saves, script)


def test_only_the_files_of_the_page_are_sent(saves: Path) -> None:
    async def script(server: Served) -> None:
        key = key_of(server.table(), 0)
        for name in ("page.css", "powergrid.css", "palette.css", "htmx.js", "icon.svg"):
            assert (await server.get(f"static/{name}"))[0] == 200
        page = (await server.get(f"{key}/"))[1]
        assert page.count('"../static/') == page.count("static/") > 3
        assert (await server.get("static/page.css", Host="evil.example"))[0] == 403
        for name in (
            "a" * 300 + ".css",
            "htmx.LICENSE",
            "..%2fviews.py",
            "..%5cpage.css",
            "%00.css",
        ):
            assert (await server.get(f"static/{name}"))[0] == 404
            assert (await server.get(f"{key}/static/{name}"))[0] == 404

    running(saves, script)


def test_a_seat_of_a_table_that_was_closed_meanwhile_does_nothing(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table()
        host = server.base.removeprefix("http://")
        key, port = key_of(table, 0), int(host.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /{key}/do/say HTTP/1.1\r\nHost: {host}\r\nContent-Length: 6\r\n"
        writer.write(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode())
        await asyncio.sleep(0.1)
        server.house.remove(table)
        writer.write(b"text=x")
        assert (await reader.readline()).startswith(b"HTTP/1.1 404")
        writer.close()
        assert not list((saves / "tables").glob("table-*.json"))

    running(saves, script)


def test_headers_isolate_the_page(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        async with server.client.get(f"{server.base}/{key_of(table, 0)}/") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["Cache-Control"] == "no-store"
            assert "Server" not in answer.headers
            text = await answer.text()
        assert "style=" not in text
        assert not re.search(r"<script(?! src=)", text)
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)

    running(saves, script)


def test_a_full_disk_is_told_and_nothing_is_lost(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        seat = acting(table)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("gridgames.system.durable_files.os.write", full)
            page = await server.do(key_of(table, seat), "open 3 3")
            assert "cannot be saved" in page
        page = await server.do(key_of(table, (seat + 1) % 3), "bid 4")
        assert "cannot be saved" not in page
        save = table.match.save
        assert save is not None
        assert len(save.path.read_text().splitlines()) == 3

    running(saves, script)


def test_files_of_tables_are_private(saves: Path) -> None:
    async def script(server: Served) -> None:
        table = server.table(seats="Ana,Bia,Cid")
        path = saves / "tables" / f"table-{table.ident}.json"
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0
        assert json.loads(path.read_text())["watch"] == table.watch_key

    running(saves, script)


@pytest.mark.parametrize(
    ("typed", "allowed", "added"),
    [("30", 1800, 0), ("30+10", 1800, 10), ("12h", 43200, 0), ("3d", 259200, 0)],
)
def test_a_clock_is_typed(typed: str, allowed: float, added: float) -> None:
    clock = Clock.from_text(typed)
    assert (clock.allowed, clock.added) == (allowed, added)
    assert Clock.from_json(clock.to_json()).to_json() == clock.to_json()


@pytest.mark.parametrize("typed", ["", "0", "soon", "-3", "30+", "99999"])
def test_what_is_no_clock_is_refused(typed: str) -> None:
    with pytest.raises(NotationError, match="write minutes"):
        Clock.from_text(typed)


def test_addresses() -> None:
    assert origin_of("https://Play.example.org/") == "https://play.example.org"
    assert origin_of("http://[::1]:8080") == "http://[::1]:8080"
    for bad in ("play.example.org", "ftp://a", "https://", "https://a/b", "https://a:x"):
        with pytest.raises(NotationError):
            origin_of(bad)


def test_keys_have_one_form() -> None:
    assert is_key(new_key())
    assert len({new_key() for _ in range(100)}) == 100
    assert not any(map(is_key, ("", "x" * 23, "x" * 25, "../" * 8, None)))


def test_an_allowance_is_spent_by_each_alone() -> None:
    allowances = Allowances(0.001, 3, most=2)
    assert [allowances.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowances.take("b")
    guard = Guard(["play.example.org"])
    assert guard is not None
