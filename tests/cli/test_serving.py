"""The server behind ``gridgames serve``, with sockets: who is let in, how much, how long."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from gridgames.serving.guard import Guard
from gridgames.serving.limits import PageLimits, TokenBucket
from gridgames.serving.messages import Resized, Typed, effort, read_message, read_program_message
from served import ECHO, FLOODS, HANGS, TELLS, closed, ended, program, serving, text

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and poll are things of POSIX")


def run(trial: Coroutine[Any, Any, None]) -> None:
    """Run a trial; what is left open after it is a fault."""
    asyncio.run(asyncio.wait_for(trial, 60))


def resized(width: object, height: object) -> str:
    return json.dumps(["resize", {"width": width, "height": height}])


def typed(data: str) -> str:
    return json.dumps(["stdin", data])


# Who is let in


def test_a_page_is_opened_with_its_key_and_its_origin():
    async def trial() -> None:
        async with serving(program(ECHO)) as client:
            assert await client.status() == 200
            async with client.socket("?width=100&height=30") as page:
                assert (await text(page)).endswith(" 100x30")
                await page.send_str(typed("q€"))
                assert await text(page) == "Dq€"

    run(trial())


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost"},
        {"Origin": ""},  # none
        {"Host": "evil.example"},
        {"Origin": "http://evil.example", "Host": "evil.example"},  # DNS rebinding
        {"Origin": "http://127.0.0.1.evil.example", "Host": "127.0.0.1.evil.example"},
        {"Origin": "http://192.0.2.1", "Host": "192.0.2.1"},
        {"key": "A" * 32},
        {"key": "é"},
    ],
    ids=lambda headers: ",".join(f"{name}={value}" for name, value in headers.items()),
)
def test_no_program_is_started_for_others(headers: dict[str, str], tmp_path: Path):
    mark = tmp_path / "started"

    async def trial() -> None:
        async with serving(program(f"open({str(mark)!r}, 'w')")) as client:
            assert await client.refused(**headers) == 403

    run(trial())
    assert not mark.exists()


def test_nothing_is_answered_without_the_key():
    async def trial() -> None:
        async with serving(program(ECHO)) as client:
            key = client.server.guard.key
            for path in ("/", "/ws", "/static/page.js", f"/{key[:-1]}/", f"/x{key}/", "//" + key):
                assert await client.status(path) == 403, path
            for name in ("page.js", "page.css", "terminal.js", "terminal.css", "font.ttf"):
                assert await client.status(f"/{key}/static/{name}") == 200, name
            for name in ("page.html", "..%2fpage.html", ""):
                assert await client.status(f"/{key}/static/{name}") == 404, name
            assert await client.status(Host="evil.example") == 403
            assert await client.status(Origin="http://evil.example") == 403

    run(trial())


def test_the_key_is_another_one_at_every_start():
    keys = {Guard("127.0.0.1").key for _ in range(20)}
    assert len(keys) == 20
    assert min(map(len, keys)) >= 32  # 192 bits


@pytest.mark.parametrize(
    ("listens", "host", "is_let_in"),
    [
        ("127.0.0.1", "localhost:9", True),  # a tunnel has a port of its own
        ("127.0.0.1", "LOCALHOST:8000", True),
        ("::1", "[::1]:8000", True),
        ("127.0.0.1", "192.0.2.1:8000", False),
        ("127.0.0.1", "localhost:8000, evil.example", False),
        ("127.0.0.1", "user@localhost:8000", False),
        ("0.0.0.0", "192.0.2.1:8000", True),
        ("0.0.0.0", "[2001:db8::1]:8000", True),
        ("0.0.0.0", "evil.example:8000", False),
        ("games.example", "games.example:8000", True),
    ],
)
def test_under_which_names_pages_are_opened(listens: str, host: str, is_let_in: bool):
    guard = Guard(listens)

    class Headers(dict[str, list[str]]):
        def getall(self, key: str, default: list[str]) -> list[str]:
            return self.get(key, default)

    headers = Headers({"Host": [host], "Origin": [f"http://{host}".lower()]})
    refusal = guard.refusal(f"/{guard.key}/ws", headers, needs_origin=True)
    assert refusal == (None if is_let_in else "Host")
    twice = Headers(headers | {"Host": [host, host]})
    assert guard.refusal(f"/{guard.key}/ws", twice, needs_origin=True) == "Host"


def test_the_page_asks_no_other_host():
    async def trial() -> None:
        async with serving(program(ECHO)) as client:
            async with client.session.get(client.server.address) as answer:
                page = await answer.text()
                rules = answer.headers["Content-Security-Policy"]
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["Cache-Control"] == "no-store"
            assert "default-src 'none'" in rules
            assert set(re.findall(r"\w+://[^/\"';]+", page + rules)) == {
                client.origin.replace("http", "ws")
            }
            async with client.session.get(f"{client.server.address}static/page.css") as answer:
                assert "//" not in await answer.text()

    run(trial())


# What goes on


def tells(size: int = 1, **told: object) -> list[str]:
    """Return a program that tells something, and ends after so many bytes of input."""
    return program(TELLS.format(told=told, size=size))


def test_the_address_with_the_key_leads_to_a_new_table_each_time():
    async def trial() -> None:
        async with serving(program(ECHO)) as client:
            found = set()
            for _ in range(3):
                async with client.session.get(f"{client.server.address}?fontsize=20") as answer:
                    assert answer.url.query_string == "fontsize=20"
                    assert 'data-font-size="20"' in await answer.text()
                    found.add(answer.url.path)
            assert len(found) == 3
            key = client.server.guard.key
            assert await client.status(f"/{key}/{'x' * 22}/") == 404
            assert await client.refused(table="x" * 22) == 404

    run(trial())


def test_a_page_that_is_loaded_again_goes_on_once_there_is_a_file(tmp_path: Path):
    file = tmp_path / "save"
    words = ["resume", str(file)]

    async def trial() -> None:
        async with serving(tells(type="goes_on", words=words, file=str(file))) as client:
            table = client.server.tables.set_up()
            for told in ("new", "new"):
                async with client.socket(table=table) as page:
                    assert await text(page) == told
            file.touch()
            for told in (" ".join(words), " ".join(words)):
                async with client.socket(table=table) as page:
                    assert await text(page) == told
            async with client.socket() as page:  # another page is another game
                assert await text(page) == "new"

    run(trial())


def test_what_follows_a_program_runs_in_its_page_and_is_loaded_again():
    async def trial() -> None:
        async with serving(tells(type="next", words=["play", "é"]), SHORT) as client:
            table = client.server.tables.set_up()
            async with client.socket(table=table) as page:
                assert await text(page) == "new"
                await page.send_str(typed("q"))
                assert await text(page) == "play é"
            async with client.socket(table=table) as page:
                assert await text(page) == "play é"

    run(trial())


def test_a_table_that_is_open_in_two_pages_goes_on_in_the_later_one():
    async def trial() -> None:
        async with serving(program(ECHO), PageLimits(pages=2, grace=20)) as client:
            table = client.server.tables.set_up()
            async with client.socket(table=table) as first, client.socket() as other:
                pid = int((await text(first)).split()[0])
                assert await text(other)
                async with client.socket(table=table) as second:
                    assert (await closed(first))[0] == 4001
                    assert await text(second)
                    assert await ended(pid, 0.1), "before the other page has begun"

    run(trial())


@pytest.mark.parametrize(
    "told",
    [
        {"type": "next", "words": "resume"},
        {"type": "next", "words": [1]},
        {"type": "goes_on", "words": ["resume"]},
        {"type": "goes_on", "words": ["resume"], "file": 1},
        {"type": "open_url", "url": "http://evil.example"},
    ],
)
def test_what_a_program_tells_otherwise_changes_nothing(told: dict[str, object]):
    assert read_program_message(json.dumps(told).encode()) is None


def test_the_oldest_tables_go_where_there_are_too_many():
    async def trial() -> None:
        async with serving(program(ECHO), PageLimits(tables=3)) as client:
            tables = client.server.tables
            first, second = tables.set_up(), tables.set_up()
            async with client.socket(table=first) as page:
                await text(page)
                for _ in range(3):
                    tables.set_up()
                assert tables.find(first), "it is open"
                assert tables.find(second) is None

    run(trial())


# How much


def test_more_pages_than_allowed_are_closed_and_start_nothing():
    async def trial() -> None:
        async with serving(program(ECHO), PageLimits(pages=2, grace=0.5)) as client:
            pages = [await client.socket() for _ in range(2)]
            pids = [int((await text(page)).split()[0]) for page in pages]
            for _ in range(5):
                async with client.socket() as page:
                    assert await closed(page) == (1013, "2 pages are open already.")
            await pages[0].close()
            assert await ended(pids[0])
            async with client.socket() as page:
                assert await text(page)

    run(trial())


def test_a_page_that_is_loaded_again_waits_for_its_own_end():
    async def trial() -> None:
        async with serving(program(ECHO), PageLimits(pages=1, grace=20)) as client:
            table = client.server.tables.set_up()
            async with client.socket(table=table) as page:
                pid = int((await text(page)).split()[0])
                # as a browser does, before it closes the old one
                async with client.socket(table=table) as again:
                    assert await text(again)
                    assert await ended(pid, 0.1)

    run(trial())


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (typed("x" * 70_000), 1009),
        ("no JSON", 1008),
        ("[" * 60_000, 1008),
        ("9" * 60_000, 1008),
        ("{}", 1008),
        ('["stdin"]', 1008),
        ('["stdin", 1]', 1008),
        ('["bogus", 1]', 1008),
        ('["ping", "' + "x" * 200 + '"]', 1008),
        (resized("80", 24), 1008),
        (resized(float("nan"), 24), 1008),
        (resized(80.5, 24), 1008),
        ('["resize", {}]', 1008),
        (b"bytes", 1008),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_message_that_no_page_sends_closes_it(message: str | bytes, code: int):
    async def trial() -> None:
        async with serving(program(ECHO)) as client, client.socket() as page:
            pid = int((await text(page)).split()[0])
            if isinstance(message, bytes):
                await page.send_bytes(message)
            else:
                await page.send_str(message)
            assert (await closed(page))[0] == code
            assert await ended(pid)

    run(trial())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((-1, -1), (20, 6)),
        ((3000, 1000), (500, 200)),
        ((10**4000, 0), (500, 6)),
        ((80, 24), (80, 24)),
    ],
)
def test_no_window_is_too_small_or_too_large_to_draw(asked: tuple[int, int], told: tuple[int, int]):
    assert read_message(resized(*asked)) == Resized(told)


def test_a_window_is_drawn_in_the_size_that_it_has_last():
    async def trial() -> None:
        async with serving(program(ECHO)) as client, client.socket("?width=-1&height=9e9") as page:
            assert (await text(page)).endswith(" 80x24")
            for columns in (-1, 3000, *range(100, 200)):
                await page.send_str(resized(columns, 1000))
            told = [await text(page)]
            while '"width": 199,' not in told[-1]:
                told.append(await text(page))
            assert len(told) < 20, "not once for each message"
            assert '"height": 200' in told[-1]

    run(trial())


def test_a_long_paste_is_left_out_and_the_page_stays():
    async def trial() -> None:
        async with serving(program(ECHO)) as client, client.socket() as page:
            await text(page)
            await page.send_str(typed("x" * 2001))
            await page.send_str(typed("y"))
            assert await text(page) == "Dy"
            await page.send_str(typed("\ud800"))
            assert await text(page) == "D?"

    run(trial())


def test_what_comes_too_fast_comes_later_and_whole():
    async def trial() -> None:
        limits = PageLimits(rate=200, burst=50)
        async with serving(program(ECHO), limits) as client, client.socket() as page:
            await text(page)
            loop = asyncio.get_running_loop()
            begun = loop.time()
            for number in range(150):
                await page.send_str(typed(str(number % 10)))
            got = [await text(page) for _ in range(150)]
            assert got == [f"D{number % 10}" for number in range(150)]
            assert loop.time() - begun > 0.5

    run(trial())


def test_input_is_measured_by_the_events_that_it_makes():
    assert effort(Typed("x" * 100)) == 100
    assert effort(Typed("\x1b[200~" + "x" * 100 + "\x1b[201~")) == 1
    assert effort(Typed("\x1b[<35;100;40M\x1b[A")) == 2
    assert effort(Resized((80, 24))) == 1
    assert effort(Typed("")) == 0


def test_an_allowance_grows_again_but_not_without_end(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    monkeypatch.setattr("gridgames.serving.limits.monotonic", lambda: now)
    allowance = TokenBucket(10, 5)
    assert allowance.wait_for(5) == 0
    assert allowance.wait_for(1) == pytest.approx(0.1)
    now = 100.0
    assert allowance.wait_for(5) == 0
    assert allowance.wait_for(10) == pytest.approx(1)


# How long

SHORT = PageLimits(grace=0.3, stall=1)


@posix
@pytest.mark.parametrize("text_of", [ECHO, HANGS, FLOODS], ids=["polite", "hangs", "floods"])
def test_a_program_ends_with_its_page(text_of: str):
    async def trial() -> None:
        async with serving(program(text_of), SHORT) as client:
            page = await client.socket()
            pid = int((await text(page)).split()[0])
            await page.close()
            assert await ended(pid)

    run(trial())


@posix
def test_a_stopped_program_ends_with_its_page():
    async def trial() -> None:
        async with serving(program(ECHO), SHORT) as client:
            page = await client.socket()
            pid = int((await text(page)).split()[0])
            os.kill(pid, signal.SIGSTOP)
            await page.close()
            assert await ended(pid)

    run(trial())


@posix
def test_a_program_that_takes_no_input_is_ended():
    async def trial() -> None:
        async with (
            serving(
                program(HANGS), PageLimits(grace=0.3, stall=0.5, rate=1e9, burst=1e9)
            ) as client,
            client.socket() as page,
        ):
            pid = int(await text(page))
            flood = asyncio.create_task(pour(page))
            code, reason = await closed(page)
            flood.cancel()
            assert (code, reason) == (1013, "The game is not responding.")
            assert await ended(pid)

    async def pour(page: Any) -> None:
        while not page.closed:
            await page.send_str(typed("x" * 2000))

    run(trial())


@posix
def test_a_browser_that_takes_no_picture_loses_its_page():
    async def trial() -> None:
        async with serving(program(FLOODS), SHORT) as client:
            place = f"{client.server.guard.key}/{client.server.tables.set_up()}"
            host = client.origin.removeprefix("http://")
            reader, writer = await asyncio.open_connection("127.0.0.1", client.server.port)
            writer.write(
                f"GET /{place}/ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            pid = await pid_from(reader)
            assert await ended(pid)  # nothing more is read here, and nothing is closed
            writer.close()

    async def pid_from(reader: asyncio.StreamReader) -> int:
        got = b""
        while not (found := re.search(rb"\r\n\r\n\x82.(\d+)\x82", got, re.DOTALL)):
            got += await reader.readexactly(1)
        return int(found[1])

    run(trial())


@posix
@pytest.mark.parametrize("text_of", [ECHO, HANGS, FLOODS], ids=["polite", "hangs", "floods"])
def test_programs_end_with_the_server(text_of: str):
    async def trial() -> None:
        async with serving(program(text_of), SHORT) as client:
            pids = []
            for _ in range(3):
                page = await client.socket()
                pids.append(int((await text(page)).split()[0]))
        for pid in pids:
            assert await ended(pid, 0.1), "before the server has ended"

    run(trial())


@posix
def test_a_server_that_is_told_twice_to_end_gives_no_grace():
    async def trial() -> None:
        async with serving(program(HANGS), PageLimits(grace=600)) as client:
            page = await client.socket()
            pid = int(await text(page))
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(0.2)
            assert await ended(pid, 0.02) is False
            os.kill(os.getpid(), signal.SIGINT)
            assert await ended(pid)
            await client.task

    run(trial())


def test_a_program_that_ends_closes_its_page_and_its_complaint_is_told(
    capsys: pytest.CaptureFixture[str],
):
    async def trial() -> None:
        bad = program("raise SystemExit('\\x1b[2Jno such game')")
        async with serving(bad) as client, client.socket() as page:
            await closed(page)

    run(trial())
    assert "a page has closed: \\x1b[2Jno such game" in capsys.readouterr().err


def test_a_program_that_cannot_be_started_is_told(capsys: pytest.CaptureFixture[str]):
    async def trial() -> None:
        async with serving(["/nowhere"]) as client, client.socket() as page:
            assert (await closed(page))[0] == 1011

    run(trial())
    assert "a page has closed: no such file or directory" in capsys.readouterr().err


def test_a_program_that_is_no_screen_closes_its_page():
    async def trial() -> None:
        bad = program("while True: print('x' * 100)")
        async with serving(bad, SHORT) as client, client.socket() as page:
            assert (await closed(page))[0] == 1011

    run(trial())


LINKED = """
import sys, time
from gridgames.system.parent_watch import exit_with_starter, limit_memory
from ctypes import CDLL
if {portable}:
    CDLL = None
    import gridgames.system.parent_watch as lifeline
    lifeline.sys = type("Sys", (), {{"platform": "elsewhere"}})
exit_with_starter(0.3)
limit_memory()
print("ready", flush=True)
{does}
"""
HOLDING_THE_LOCK = "import re; re.match('(a*)*b', 'a' * 60)"
IGNORING = "import signal; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
BUSY = "while True: pass"


@posix
@pytest.mark.parametrize(
    ("does", "portable"),
    [
        (IGNORING, True),
        (BUSY, True),
        (IGNORING, False),
        pytest.param(
            HOLDING_THE_LOCK,
            False,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends that"),
        ),
    ],
    ids=["ignores, by its thread", "busy, by its thread", "ignores", "holds the lock"],
)
def test_a_program_ends_when_its_server_is_killed(does: str, portable: bool):
    command = program(LINKED.format(does=does, portable=portable))
    starter = (
        "import subprocess, sys, time\n"
        f"child = subprocess.Popen({command!r},"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "child.stdout.readline(); print(child.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", starter], stdout=subprocess.PIPE) as server:
        assert server.stdout
        pid = int(server.stdout.readline())
        server.kill()
        assert asyncio.run(ended(pid))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits it")
def test_a_program_has_no_endless_memory():
    does = "try: bytearray(1 << 30)\nexcept MemoryError: print('no more')"
    command = program(LINKED.format(does=does, portable=False))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as taken:
        assert taken.stdout
        assert taken.stdout.read().split(b"\n")[1] == b"no more"
