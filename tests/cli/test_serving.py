"""The page of ``gridgames serve``: tables, seats, late answers, clocks, restarts and attacks."""

import asyncio
import json
import os
import re
import socket
import subprocess
import threading
from urllib.request import urlopen

import pytest

from gridcommon.errors import NotationError
from gridgames.page.access import Allowances, ServingLimits, is_key, new_key, origin_of
from gridgames.page.server import allow_open_files
from gridgames.page.tables import Clock
from gridgames.show.registry import register
from gridgames.show.wing import Wing
from gridgames.table.saves.saves import Save
from plain_games import PROGRAM, environment, gridgames
from served import PATIENCE, Served, acting, key_of, limited, plain_text, served, until

BOX = {"regions": "northwest,west,southwest", "order": "Bia,Ana", "faceup": "3 4 5 7 8 11 13 14"}
FORM = {"do": "new", "game": "powergrid", "seats": "Ana, Bia", "edition": "classic"}
KEPT = FORM | BOX | {"keep": "yes", "edition": "recharged"}
ELETRIKA = FORM | {"game": "eletrika"}


async def test_each_person_has_a_page_and_only_one_may_choose(server):
    table = server.table("powergrid", "Ana,Bia,Cid")
    seat, waiting = acting(table), (acting(table) + 1) % 3
    _, page = await server.get(f"{key_of(table)}/", **{"Accept-Language": "pt-BR,pt;q=0.9"})
    assert "Sua vez" in page
    await server.form(key_of(table), "language", language="en")
    async with server.client.get(
        f"{server.base}/{key_of(table)}/", headers={"Accept-Language": "pt-BR"}
    ) as answer:
        headers, mine = answer.headers, await answer.text()
    assert all(words in mine for words in ("Your turn", "You: ", 'id="choice-1"'))
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert (headers["Cache-Control"], "Server" in headers) == ("no-store", False)
    assert not re.search(r"style=|<script(?! src=)|(?:src|href)=\"(?:https?:)?//", mine)
    assert mine.count('"../static/') == mine.count("static/") > 3
    _, other = await server.get(f"{key_of(table, waiting)}/")
    _, watched = await server.get(f"{table.watch_key}/")
    for page in (other, watched):
        assert f"{table.names[seat]} is to act" in page
        assert 'id="choice-1"' not in page
        assert key_of(table) not in page
    assert ('id="typed"' in other, "<form" in watched) == (True, False)
    assert f"It is {table.names[seat]}" in await server.do(key_of(table, waiting), "open 3 3")
    assert not table.session.moves


async def test_a_game_without_a_wing_is_played_on_the_page(server):
    with register(Wing("nim", "Nim", "toy")):
        table = server.table("nim", "Ana,Bia", seed=1)
        while table.session.to_act is not None:
            _, page = await server.get(f"{key_of(table)}/")
            found = re.search(r'name="line" value="([^"]+)" class="choice', page)
            assert found, page
            assert "left" in plain_text(page)
            await server.do(key_of(table), found[1])
        key = key_of(table, 0)
        assert "Play again" in (await server.get(f"{key}/"))[1]
        assert (await server.get(f"{key}/log"))[1].count("<li") > len(table.session.moves)
        assert table.match.save
        assert Save(table.match.save.path).read().result == table.session.result is not None


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
async def test_any_pick_in_an_address_is_answered(server, game):
    table = server.table(game)
    picks = "menu=1.1 menu=9999 menu=1.1.1.1.1 menu=a menu=. at= zoom=1 at=x&menu=2 v=1&zoom"
    for pick in (*picks.split(), f"at={'y' * 4000}", "at=%00%ff"):
        for key in (key_of(table), table.watch_key):
            assert (await server.get(f"{key}/?{pick}"))[0] == 200


async def test_one_hint_is_thought_about_though_pages_ask_at_once_and_leave(server, monkeypatch):
    table, asked, go_on = server.table("eletrika", seed=3), [], threading.Event()
    monkeypatch.setattr(
        "gridgames.page.tables.rank_candidates",
        lambda *_, **__: asked.append(1) or (go_on.wait(60) and []),
    )
    key = key_of(table)
    gone = asyncio.create_task(server.do(key, "hint"))
    await until(lambda: asked)
    gone.cancel()
    waiting = [asyncio.create_task(server.do(key, "hint")) for _ in range(5)]
    go_on.set()
    assert all("not enough time" in page for page in await asyncio.gather(*waiting))
    assert len(asked) == 1


async def test_a_game_that_stops_by_a_fault_says_so(server, monkeypatch):
    monkeypatch.setattr("gridgames.table.session.Session.act", lambda *_: 1 / 0)
    table = server.table("eletrika", "Ana,easy,easy")
    table.stand_in(0, "easy")
    await until(lambda: table.fault)
    assert "ZeroDivisionError" in (await server.get(f"{key_of(table, 0)}/"))[1]


def test_there_are_files_and_streams_enough_for_all_connections():
    limits = ServingLimits()
    assert limits.connections >= limits.connections_here >= limits.streams >= 4 * limits.tables
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_open_files(limits)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(1500, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("runner")
async def test_everything_goes_on_after_a_restart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    async with served(tmp_path) as server:
        old = server.table(seats="Ana,Bia,Cid", clock=Clock(3600, 5))
        key, host = key_of(old), server.house.host_key
        await server.do(key, "open 3 3")
        await server.form(key, "say", text="<b>until tomorrow</b>")
        await server.form(key, "language", language="pt_BR")
    async with served(tmp_path) as server:
        assert server.house.host_key == host
        status, page = await server.get(f"{key}/")
        assert (status, "&lt;b&gt;until tomorrow&lt;/b&gt;" in page, 'lang="pt-BR"' in page) == (
            200,
            True,
            True,
        )
        (table,) = server.house.tables.values()
        assert table.session.moves == old.session.moves != []
        assert table.clock
        assert (table.clock.allowed, table.clock.added) == (3600, 5)
        assert (await server.get(f"{old.watch_key}/"))[0] == 200
        await server.do(key_of(table), "bid 4")
        assert len(table.session.moves) == 2


@pytest.mark.usefixtures("runner")
async def test_a_broken_file_of_a_table_is_told_and_left_alone(tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    broken = {"table-x.json": '{"version": 1}', "table-y.json": "{"}
    old, new = unfinished = [f".gridgames-{digit * 16}.new" for digit in "01"]
    for name in (*broken, *unfinished):
        (folder / name).write_text(broken.get(name, "a key"))
    os.utime(folder / old, (0, 0))
    async with served(tmp_path) as server:
        assert not server.house.tables
        _, page = await server.get(f"{server.house.host_key}/")
        assert [(folder / name).exists() for name in (old, new)] == [False, True]
        assert all(name in page for name in broken)
    assert {name: (folder / name).read_text() for name in broken} == broken


async def test_the_host_sets_tables_up_and_closes_them(server):
    home, tables = f"{server.house.host_key}/", server.house.tables
    form = FORM | {"seats": "Ana, Bia, normal"}
    _, page = await server.post(home, form | {"clock": "30+10"})
    (table,) = tables.values()
    assert table.session.header.ruleset["edition"] == "classic"
    assert [player.name for player in table.session.players] == ["Ana", "Bia", "normal 3"]
    assert all(key_of(table, seat) in page for seat in table.chairs)
    assert page.count('class="code"') == len(table.chairs) + 1
    for bad in ({"do": "new", "game": "chess"}, form | {"clock": "soon"}, {"do": "fly"}):
        assert 'role="alert"' in (await server.post(home, bad))[1]
    assert table.match.save
    path = server.house.folder / f"table-{table.ident}.json"
    assert [one.stat().st_mode & 0o077 for one in (path, path.parent)] == [0, 0]
    assert json.loads(path.read_text())["watch"] == table.watch_key
    await server.post(home, {"do": "remove", "table": table.ident})
    assert (await server.get(f"{key_of(table, 0)}/"))[0] == 404
    assert table.match.save.path.exists()
    assert not tables
    await server.post(home, KEPT)
    await server.post(home, ELETRIKA | {"keep": "yes"})
    power, tiles = (one.session for one in tables.values())
    assert power.may_overrule
    assert tiles.may_overrule
    assert power.state.turn_order == (1, 0)


REFUSED = [
    (FORM | {"clock": "abc"}, "clock", "Write minutes, hours", "Escreva minutos, horas"),
    (FORM | {"seats": "Ana, Ana"}, "seats", "listed twice", "duas vezes"),
    (FORM | {"seats": "Ana,,Bia"}, "seats", "A name is missing", "Falta um nome"),
    (FORM | {"seats": "Ana"}, "seats", "2 to 6 players", "2 a 6 jogadores"),
    (FORM | {"seats": "Ana=chess, Bia"}, "seats", "Unknown player", "não é um jogador"),
    (FORM | {"seats": "x" * 90}, "seats", "at most 60 letters", "no máximo 60 letras"),
    (FORM | {"seats": "normal 2, Bia"}, "seats", "mean normal?", "normal?"),
    (FORM | {"seats": "Ana, EASY"}, "seats", "Did you mean easy?", "easy?"),
    (FORM | {"seats": "normal-mizer,Bia"}, "seats", "mean normal-miser?", "normal-miser?"),
    (FORM | {"regions": "west"}, "keep", "Tick this", "Marque isto"),
    (ELETRIKA | {"seats": "A,B,C,D,E"}, "seats", "2 to 4 players", "2 a 4 jogadores"),
    (ELETRIKA | {"seats": "normal", "keep": "y"}, "seats", "name of a bot", "robô"),
    (KEPT | {"regions": ""}, "regions", "Missing: the regions in play, 3 of ", "Falta"),
    (KEPT | {"regions": "nowhere"}, "regions", "Unknown region", "nowhere"),
    (KEPT | {"regions": "west,west"}, "regions", "3 different regions", "3 regiões"),
    (KEPT | {"order": "Bia"}, "order", "each player once", "cada jogador"),
    (KEPT | {"faceup": "3 x"}, "faceup", "Found &#39;x&#39;", "&#39;x&#39;"),
    (KEPT | {"faceup": "3 4"}, "faceup", "found 2", "2"),
]


async def test_a_refused_form_is_shown_again_as_it_was(server):
    home = f"{server.house.host_key}/"
    assert 'class="why"' not in (await server.get(home))[1]
    for form, field, *told in REFUSED:
        for language, words in zip(("en", "pt-BR"), told, strict=True):
            status, page = await server.post(home, form, **{"Accept-Language": language})
            assert (status, server.house.tables) == (200, {})
            check_refused(page, form, field, words)


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


async def test_a_name_that_is_nearly_a_bots_is_one_or_the_other(server):
    home, form = f"{server.house.host_key}/", FORM | {"seats": "Ana, nromal, Bia"}
    _, page = await server.post(home, form)
    for answer in re.findall(r'name="meant" value="([^"]*)"', page):
        await server.post(home, form | {"meant": answer})
    found = [[one.name for one in t.session.players] for t in server.house.tables.values()]
    assert found == [["Ana", "normal 2", "Bia"], ["Ana", "nromal", "Bia"]]
    for typed in ("fácil", "Difícil"):
        asked = FORM | {"seats": f"Ana,{typed}"}
        _, page = await server.post(home, asked, **{"Accept-Language": "pt"})
        assert "Did you" not in page
        assert 'name="meant"' in page


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("play powergrid --seats Ana=human,nromal", "did you mean normal? nromal=human"),
        ("serve powergrid --seats Ana=human,nromal", "did you mean normal? nromal=human"),
        ("serve eletrika --seats Ana,Bia --players 2", "leave out --players"),
        ("serve eletrika --seats Ana,easy --port {port}", "cannot listen"),
    ],
)
def test_a_command_that_is_refused_leaves_no_table(tmp_path, words, told):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = gridgames(tmp_path, *words.format(port=taken.getsockname()[1]).split())
    assert done.exit_code == 2
    assert all(one in done.stderr for one in re.split(r"(?<=\?) ", told))
    assert not [*tmp_path.rglob("table-*.json"), *tmp_path.rglob("*.jsonl")]


def test_a_service_serves_without_a_terminal(tmp_path):
    words = "eletrika --seats human,Ana,easy --clock 30+10"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with subprocess.Popen(
        [*PROGRAM, "serve", *words.split(), "--port", port],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
        text=True,
    ) as program:
        assert program.stdout
        said = ""
        for line in program.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        found = re.findall(r"http://\S+", said)
        assert len(found) == 4, said
        with urlopen(found[0], timeout=PATIENCE) as page:
            assert page.status == 200
        program.terminate()
        assert program.stdout.read() == ""
    assert program.returncode == 0


@limited(streams_each=2)
async def test_news_reach_a_page_that_waits_and_pages_gone_make_room(server):
    table = server.table(seats="Ana,Bia,Cid")
    chair = table.chairs[(acting(table) + 1) % 3]
    url = f"{server.base}/{chair.key}/events?v={table.version}"
    async with server.client.get(url) as stream, server.client.get(url) as other:
        assert stream.content_type == "text/event-stream"
        assert (other.status, (await server.get(f"{chair.key}/events"))[0]) == (200, 503)
        assert chair.pages == 2
        await server.do(key_of(table), "open 3 3")
        text = ""
        while f"id: {table.version}" not in text:
            text += (await stream.content.readany()).decode()
    await until(lambda: not chair.pages)
    async with server.client.get(url) as stream:
        assert stream.status == 200


async def test_nothing_hidden_is_sent(server):
    table = server.table(seats="Ana,Bia,Cid")
    seen, state = [], table.session.state
    for _ in range(2):
        keys = (key_of(table, 0), key_of(table, 1), table.watch_key)
        seen.append([(await server.get(f"{key}/"))[1] for key in keys])
        state.stack[1], state.stack[2] = state.stack[2], state.stack[1]
        state.rng += 1
    assert seen[0] == seen[1]


async def test_strangers_learn_nothing(server):
    table = server.table(seats="Ana,Bia,Cid")
    key, evil = key_of(table, 0), {"Host": "evil.example"}
    for path, status in (
        ("", 404),
        (f"{new_key()}/", 404),
        (f"{table.watch_key}/static/../page.css", 404),
    ):
        assert (await server.get(path))[0] == status
    assert (await server.get(f"{key}/", **evil))[0] == 403
    assert (await server.get("static/page.css", **evil))[0] == 403
    say = {"text": "x"}
    for own, origin, status in (
        (key, "http://evil.example", 403),
        (table.watch_key, ORIGIN := server.base, 403),
        (key, "null", 200),
    ):
        assert len(table.chat) == 0, ORIGIN
        assert (await server.post(f"{own}/do/say", say, Origin=origin))[0] == status
    assert {(await server.get("guess/"))[0] for _ in range(60)} == {404, 429}
    assert (await server.get(f"{key}/"))[0] == 200


@limited(rate=0.1, burst=8)
async def test_what_is_too_much_is_refused(server):
    key = key_of(server.table(seats="Ana,Bia,Cid"), 0)
    assert (await server.post(f"{key}/do/say", {"text": "x" * 20_000}))[0] == 413
    assert [(await server.get(f"{key}/log"))[0] for _ in range(12)].count(429) > 1


async def connected(server: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(server.base.rpartition(":")[2]))


async def raw(server: Served, data: bytes) -> bytes:
    """Send bytes on a connection of their own, and return what comes back until it is closed."""
    reader, writer = await connected(server)
    writer.write(data)
    try:
        return await reader.read()
    finally:
        writer.transport.abort()


BROKEN = (
    b"\0" * 100 + b"\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
    b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0",
)


async def test_broken_http_is_answered_with_the_headers_of_any_page(server):
    for data in BROKEN:
        found = await raw(server, data)
        assert found.startswith((b"HTTP/1.0 400 ", b"HTTP/1.1 400 ")), data
        head, _, body = found.decode().partition("\r\n\r\n")
        assert "Content-Security-Policy" in head
        assert "Referrer-Policy: no-referrer" in head
        assert "aiohttp" not in head
        assert body == "Bad Request\n"  # nothing of what was sent
        assert found.count(b"HTTP/1.") == 1
    host = server.base.removeprefix("http://")
    asked = f"GET http://evil.example/{key_of(server.table(), 0)}/ HTTP/1.1\r\nHost: {host}\r\n\r\n"
    assert (await raw(server, asked.encode())).startswith(b"HTTP/1.1 403")


TYPED = "application/x-www-form-urlencoded"


async def test_a_body_is_a_form_or_refused(server):
    url = f"{server.base}/{key_of(server.table(), 0)}/do/say"
    for kind, body, status in (
        ("application/json", b'{"line": "pass"}', 415),
        ("multipart/form-data; boundary=b", b"--b--\r\n", 415),
        ("multipart/form-data", b"x", 415),
        (TYPED, b"text=\xff\xfe", 400),
        (TYPED, b"a=1&" * 1000, 400),
        (f"{TYPED}; charset=klingon", b"text=%ff", 200),
    ):
        for more, expected in (({}, status), ({"Content-Encoding": "gzip"}, 415)):
            headers = {"Content-Type": kind if not more else TYPED, **more}
            async with server.client.post(url, data=body, headers=headers) as answer:
                assert answer.status == expected, (kind, body)
                assert "Content-Security-Policy" in answer.headers


@limited(patience=0.1)
async def test_who_is_too_slow_is_cut_off(server):
    key = key_of(server.table(), 0)
    host = f"Host: {server.base.removeprefix('http://')}\r\n"
    begun = f"POST /{key}/do/say HTTP/1.1\r\n{host}Content-Type: {TYPED}\r\nContent-Length: 99"
    assert await raw(server, b"") == b""
    assert await raw(server, b"\r\n\r\nGET / HTTP/1.1\r\nX: ") == b""
    assert (await raw(server, f"{begun}\r\n\r\ntext=".encode())).startswith(b"HTTP/1.1 408 ")


@limited(connections_each=2, connections_here=4)
async def test_connections_are_counted_by_address(server):
    table = server.table()
    opened = [await connected(server) for _ in range(6)]

    def cut() -> int:
        return sum(reader.at_eof() or bool(reader.exception()) for reader, _ in opened)

    await until(lambda: cut() == 2)
    for _, writer in opened:
        writer.transport.abort()
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                assert (await server.get(f"{key_of(table, 0)}/"))[0] == 200
                break
            except ConnectionError:  # those that have gone are still counted
                continue


async def test_a_player_does_nothing_that_is_no_doing(server):
    key = key_of(server.table(), 0)
    for what in ("as_host", "new", "__class__", "x" * 500):
        assert (await server.post(f"{key}/do/{what}", {"game": "eletrika"}))[0] == 404
    for line in ("", "0", "1", "9" * 400, ";;", "go", "!", "quit", "export x.svg"):
        await server.do(key, line)
    assert "This bot does not exist" in await server.form(key, "seat", level="god")


async def test_only_the_files_of_the_page_are_sent(server):
    key = key_of(server.table(), 0)
    for name in ("page.css", "powergrid.css", "palette.css", "htmx.js", "icon.svg"):
        assert (await server.get(f"static/{name}"))[0] == 200
    wrong = ("a" * 300 + ".css", "htmx.LICENSE", "..%2fviews.py", "..%5cpage.css", "%00.css")
    for name in wrong:
        assert (await server.get(f"static/{name}"))[0] == 404
        assert (await server.get(f"{key}/static/{name}"))[0] == 404


async def test_a_seat_of_a_table_that_was_closed_meanwhile_does_nothing(server, monkeypatch):
    table, found = server.table(), []
    find = server.house.find
    monkeypatch.setattr(server.house, "find", lambda key: found.append(key) or find(key))
    host = server.base.removeprefix("http://")
    reader, writer = await connected(server)
    head = f"POST /{key_of(table, 0)}/do/say HTTP/1.1\r\nHost: {host}\r\nContent-Length: 6\r\n"
    writer.write(f"{head}Content-Type: {TYPED}\r\n\r\n".encode())
    await until(lambda: found)
    server.house.remove(table)
    writer.write(b"text=x")
    assert (await reader.readline()).startswith(b"HTTP/1.1 404")
    writer.close()
    assert not list(server.house.folder.glob("table-*.json"))


async def test_a_full_disk_is_told_and_nothing_is_lost(server, monkeypatch):
    table = server.table(seats="Ana,Bia,Cid")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("gridgames.system.durable_files.os.write", full)
        assert "cannot be saved" in await server.do(key_of(table), "open 3 3")
    assert "cannot be saved" not in await server.do(key_of(table), "bid 4")
    assert table.match.save
    assert len(table.match.save.path.read_text().splitlines()) == 3


def test_clocks_addresses_keys_and_allowances():
    for typed, found in (("30", (1800, 0)), ("30+10", (1800, 10)), ("12h", (43200, 0))):
        clock = Clock.from_text(typed)
        assert (clock.allowed, clock.added) == found
    for typed in ("", "0", "soon", "-3", "30+", "99999"):
        with pytest.raises(NotationError, match="write minutes"):
            Clock.from_text(typed)
    assert origin_of("https://Play.example.org/") == "https://play.example.org"
    assert origin_of("http://[::1]:8080") == "http://[::1]:8080"
    for bad in ("play.example.org", "ftp://a", "https://", "https://a/b", "https://a:x"):
        with pytest.raises(NotationError):
            origin_of(bad)
    assert len({new_key() for _ in range(100) if is_key(new_key())}) == 100
    assert not any(map(is_key, ("", "x" * 23, "x" * 25, "../" * 8, None)))
    allowances = Allowances(0.001, 3, most=2)
    assert [allowances.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowances.take("b")


# Questions about positions: beside the tables, one at a time, ended with their page


async def test_a_page_that_waits_stops_nobody_and_its_question_ends_with_it(server):
    server.questions._module, server.questions._seconds = "slow_worker", 0.05
    mine, other = server.house.host_key, key_of(server.table(), 0)
    ask = f"{mine}/edit?game=eletrika&ask=check"
    assert "too long" in (await server.get(ask))[1]
    server.questions._seconds = 600
    waiting = asyncio.create_task(server.get(ask))
    await until(lambda: server.questions._process)
    assert (await server.get(f"{other}/"))[0] == 200
    again = asyncio.create_task(server.get(f"{mine}/edit?game=eletrika"))
    assert (await server.get(f"{other}/edit?game=eletrika"))[0] == 200
    assert not again.done()
    assert not waiting.done()
    waiting.cancel()
    await until(lambda: server.questions._process is None)
    server.questions._module = "gridgames.page.question_worker"
    assert (await again)[0] == 200
    assert "Energized: 0 of 0" in plain_text((await server.get(ask))[1])


async def test_a_question_at_a_table_keeps_nobody_waiting(server):
    table = server.table("powergrid", "Ana,Bia,Cid")
    mine, other = (key_of(table, seat) for seat in (acting(table), (acting(table) + 1) % 3))
    server.questions._module, server.questions._seconds = "slow_worker", 600
    waiting = asyncio.create_task(server.do(mine, "reach"))
    await until(lambda: server.questions._process)
    assert (await server.get(f"{other}/"))[0] == 200
    assert not waiting.done()
    waiting.cancel()
    await until(lambda: server.questions._process is None)
    server.questions._seconds = 0.05
    assert "too long" in await server.do(mine, "reach")
    server.questions._module, server.questions._seconds = "gridgames.page.question_worker", PATIENCE
    page = plain_text(await server.do(mine, "cost Essen; ask market Narnia; why open 3 3"))
    assert all(words in page for words in ("Essen", "not expected: Narnia", "allowed"))


async def test_a_page_shows_ten_boxes_at_most(server):
    path = f"{server.house.host_key}/edit?game=eletrika"
    board = "\n".join(" " * 2 * row + "T   " * 20 for row in range(20))
    for text, told in ((board + "S", "at most 400 tiles"), (board, "400 tiles, 400 structures")):
        assert told in plain_text((await server.post(path, {"text": text}))[1])
