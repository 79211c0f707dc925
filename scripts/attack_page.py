#!/usr/bin/env python3
"""Attack the pages of ``gridgames serve`` as foreign pages, broken browsers and rude guests would.

    scripts/attack_page.py [--times 1000]

Starts the real server with its own folder, and sends it what no browser should. Prints a table: the
attack, how often it was made, what came of it, the server's memory, and the lines that it logged.
Exits with 0 if everything held, otherwise with 1. Needs Linux.
"""

import asyncio
import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlencode

from harness import PATIENCE, PROGRAM, parser

from gridcommon.ledger import read_ledger

MOST = 256  # MiB of memory of the server
FULL = 200  # times, from which on attacks that take half a minute are made
LONG = 52.0  # seconds after which all that has gone must have been noticed
FORM = "application/x-www-form-urlencoded"
ORDERS = r'class="plan">([^<]*)'
QUESTIONS = ("check", "light", "score", "legal", "fit", "best", "end")  # of Eletrika's editor
REAL = {"regions": "northwest,west,southwest", "order": "Bia,Ana,Cid", "keep": "yes"}
NASTY = (
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}{% raise %}", "a\0b"),
    *("\x1b[31mred\x1b]0;title\x07", "\u202eevil\u2066", "x" * 10_000, "é" * 5_000, "../../tmp/x"),
)

# Requests that are refused. ``<x*9>`` repeats, ``<get>`` and ``<post>`` begin Ana's requests
REFUSED = r"""
a foreign Host: GET <path> HTTP/1.1\r\nHost: evil.example\r\n\r\n
DNS rebinding: POST <say> HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n
a foreign Origin: <post>Origin: http://evil.example\r\nContent-Length: 0\r\n\r\n
two Hosts in one: GET <path> HTTP/1.1\r\nHost: 127.0.0.1, evil.example\r\n\r\n
no Host: GET <path> HTTP/1.0\r\n\r\n
CONNECT: CONNECT evil.example:443 HTTP/1.1\r\n<host>\r\n
a socket of a foreign page: GET <ana>/play HTTP/1.1\r\n<host>Origin: http://evil.example\r\n\r\n
an editor of a spectator: GET <watch>/edit?game=eletrika HTTP/1.1\r\n<host>\r\n
a player as the host: POST <ana>/ HTTP/1.1\r\n<host><form>do=remove
a method that is none: PROPFIND <say> HTTP/1.1\r\n<host>\r\n
a path to another key: GET <watch>/%2e%2e<path> HTTP/1.1\r\n<host>\r\n
the greeting of TLS: \x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03<\x07*500>
the greeting of HTTP/2: PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n
no version: GET <path>\r\n<host>\r\n
bytes above 127 in the path: GET <path>\xff\xfe HTTP/1.1\r\n<host>\r\n
a return in a header: <get>Accept: a\rX: b\r\n\r\n
a header over two lines: <get>Accept: a\r\n b\r\n\r\n
headers without end: <get><X: a\r\n*400000>
a length that is no number: <post>Content-Length: 1e3\r\n\r\n
two lengths: <post>Content-Length: 3\r\nContent-Length: 9\r\n\r\na=1
a length and chunks (smuggling): <post>Content-Length: 6\r\n<chunked>\r\n0\r\n\r\n<get>\r\n
chunks and a length (smuggling): <post><chunked>Content-Length: 4\r\n\r\n5c\r\n<get>\r\n
an unknown coding: <post>Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n<get>\r\n
chunked twice: <post><chunked><chunked>\r\n0\r\n\r\n
a chunk of 2^64 bytes: <post><chunked>\r\nffffffffffffffff\r\nabc
a chunk with 1 MB of extensions: <post><chunked>\r\n1;<x*1000000>
a form of 10 MB: <post>Content-Length: 10000000\r\n\r\n<x*10000000>
"""

# Lines that a player types
TYPED: Sequence[str] = (
    *("", "0", "9" * 400, "-1", ";" * 500, "undo;" * 80, "undo 999999999", "1;2;3", "!", "go"),
    *("export /tmp/x.jsonl", "save x.jsonl", "quit", "rematch", "log 999999999", "log -1"),
    *("log;" * 120, "log 9999;" * 50, "why", "why " + "a" * 490, "rules (a+)+$", "rules ../x"),
    *("rules plant;" * 40, "chart", "board;" * 80, "state;" * 80, "secrets;" * 60, "turns;" * 80),
    *("plan " * 90, "plan;" * 100, "reach " + "9" * 400, "cost " + "Essen, Kiel, " * 30, "rivals"),
    *("bid 99999999999999999999", "open 3 3 3 3", "open ٣", *NASTY),
)
PEOPLE = ("Ana", "Bia", "Cid", "Dora")


class Server:
    """The server under attack, and its folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.saves = home / "data" / "gridgames" / "saves"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[str]
        self.log = home / "log"
        self.links: dict[str, str] = {}  # names of people, and their keys

    def start(self, *words: str) -> None:
        """Start it, and read the keys that it prints."""
        here = self.home / "here"
        here.mkdir(exist_ok=True)
        env = {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "COLUMNS": "200"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*PROGRAM, "serve", *words, "--port", str(self.port)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=here,
                env=os.environ | env,
            )
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # some systems begin with 256
        resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (256, most))
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"^(.*): http://[^/]+/([\w-]{24})/$", line.strip()):
                self.links[found[1]] = found[2]
            elif line.startswith("Give"):
                return
        raise SystemExit(f"the server did not start: {self.log.read_text()}")

    def kill(self, how: signal.Signals) -> None:
        """End the server."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def status(self, name: str) -> int:
        """Return a number of the system's status of the process."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.partition(f"{name}:")[2].split()[0])

    @property
    def memory(self) -> float:
        """Its memory in MiB."""
        return self.status("VmRSS") / 1024

    @property
    def open_files(self) -> int:
        """The number of its open files and connections."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def busy_children(self) -> Iterator[bool]:
        """Yield for each process that it has started whether that computes now."""
        for tasks in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for pid in tasks.read_text().split():
                yield Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("R")

    def strays(self) -> list[Path]:
        """Return the files that are neither records nor drafts nor the files of tables."""
        known = {(".jsonl", self.saves), (".json", self.saves / "tables")}
        known.add((".txt", self.saves / "drafts"))
        files = [path for path in self.home.rglob("*") if path.is_file() and path != self.log]
        return [path for path in files if (path.suffix, path.parent) not in known]


class Answer:
    """The bytes that came back on a connection, as a first response."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        found = re.match(rb"HTTP/1\.[01] (\d{3}) ", raw)
        self.status = int(found[1]) if found else 0
        head, _, body = raw.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1").lower()
        self.text = body.decode("utf-8", "replace")
        self.is_late = "answered meanwhile" in self.text
        self.version = "".join(re.findall(r'data-version="(\d+)"', self.text)[:1])

    @property
    def is_isolated(self) -> bool:
        """Whether the headers isolate the answer, and do not name the libraries."""
        wanted = ("policy: default-src 'none'", "policy: no-referrer", "nosniff")
        return all(one in self.head for one in wanted) and "aiohttp" not in self.head


@dataclass
class Table:
    """A table: the keys of its people, and its record."""

    keys: list[str]
    record: Path

    @property
    def moves(self) -> int:
        """The moves in the record."""
        return self.record.read_bytes().count(b'"do":')


class Guests:
    """Those who ask. ``row`` adds a line to the table that is printed."""

    def __init__(self, server: Server, times: int) -> None:
        self.server = server
        self.times = times
        self.failures = 0
        self.soon = 1.0 if times >= FULL else 4.0  # seconds for another guest's page: if busy
        self.table: Table  # the first one
        self.short: tuple[tuple[str, str, str], float]  # a turn with a minute, and since when

    async def raw(self, *parts: bytes, wait: float = 10, source: str = "127.0.0.1") -> Answer:
        """Send bytes on a connection of their own, and return what comes back."""
        got = b""
        with suppress(OSError, TimeoutError):
            reader, writer = await self.open(source)
            async with asyncio.timeout(wait):
                for part in parts:
                    writer.write(part)
                    await writer.drain()
                while more := await reader.read(1 << 16):
                    got += more
            writer.transport.abort()
        return Answer(got)

    async def open(self, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        port = self.server.port
        return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=99)

    async def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
        wait: float = 60,
    ) -> Answer:
        """Send a request as it is written, without any correction by a library."""
        found = {"Host": f"127.0.0.1:{self.server.port}", "Connection": "close"}
        if body is not None:
            found |= {"Content-Type": FORM, "Content-Length": str(len(body))}
        lines = [f"{name}: {value}\r\n" for name, value in {**found, **(headers or {})}.items()]
        head = f"{method} {path} HTTP/1.1\r\n{''.join(lines)}\r\n"
        return await self.raw(head.encode(), body or b"", source=source, wait=wait)

    async def get(self, key: str, more: str = "", language: str = "en") -> Answer:
        """Open a page, a little later if that was too often."""
        headers = {"Accept-Language": language}
        return await self.allowed(partial(self.ask, f"/{key}/{more}", headers=headers))

    async def post(self, key: str, what: str, **form: str) -> Answer:
        """Send a form as a page with scripts does, a little later if that was too often."""
        path, body = f"/{key}/{what}", urlencode(form).encode()
        return await self.allowed(partial(self.ask, path, "POST", body, {"HX-Request": "true"}))

    async def allowed(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """Ask until that is not too often."""
        while (found := await ask()).status == 429:
            await asyncio.sleep(1)
        return found

    async def line(self, key: str, line: str, version: str = "") -> Answer:
        """Type a line."""
        return await self.post(key, "do/line", line=line, **({"v": version} if version else {}))

    async def talk(self, key: str, *frames: bytes) -> Answer:
        """Open a socket and send frames at once; return what comes back in a second."""
        head = rf"GET /{key}/play HTTP/1.1\r\n<host>Connection: Upgrade\r\nUpgrade: websocket\r\n"
        head += rf"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
        return await self.raw(self.bytes_of(head) + b"".join(frames), wait=1)

    async def new_table(self, game: str, seats: str, **form: str) -> Table:
        """Set up a table as the host does."""
        host, known = self.server.links["the host"], {*self.server.saves.glob("*.jsonl")}
        made = await self.post(host, "", do="new", game=game, seats=seats, **form)
        [ident] = re.findall(rb"Location: \S*#(table-\S+)", made.raw)
        lobby = (await self.get(host)).text.partition(f'id="{ident.decode()}"')[2]
        keys = re.findall(r"http://[^/]+/([\w-]{24})/\"", lobby)[: len(seats.split(","))]
        self.server.links |= {f"{ident} {key}": key for key in keys}
        [record] = {*self.server.saves.glob("*.jsonl")} - known
        return Table(keys, record)

    async def find_turn(self, table: Table) -> tuple[str, str, str]:
        """Return the key of the player to act, the version of the page, and a choice."""
        for key in table.keys:
            page = await self.get(key)
            while 'data-turn="mine"' in page.text:
                if found := re.search(r'name="line" value="([^"]+)" class="choice', page.text):
                    return key, page.version, found[1]
                opened = re.search(r'class="choice more[^"]*" href="([^"]+)"', page.text)
                assert opened
                page = await self.get(key, opened[1].replace("&amp;", "&"))
        raise SystemExit("it is nobody's turn")

    def bytes_of(self, text: str) -> bytes:
        """Return the bytes that a text stands for."""
        ana, watch = f"/{self.server.links['Ana']}", f"/{self.server.links['to watch']}"
        known = {"ana": ana, "watch": watch, "path": f"{ana}/log", "say": f"{ana}/do/say"}
        known["host"] = rf"Host: 127.0.0.1:{self.server.port}\r\n"
        known["chunked"] = r"Transfer-Encoding: chunked\r\n"
        known["form"] = rf"Content-Type: {FORM}\r\nContent-Length: 9\r\n\r\n"
        known["get"] = rf"GET {ana}/log HTTP/1.1\r\n{known['host']}"
        known["post"] = rf"POST {ana}/do/say HTTP/1.1\r\n{known['host']}Content-Type: {FORM}\r\n"
        text = re.sub("<([a-z]+)>", lambda found: known[found[1]], text)
        text = re.sub(r"<([^<>]+)\*(\d+)>", lambda found: found[1] * int(found[2]), text)
        return text.encode().decode("unicode_escape").encode("latin-1")

    # Judging

    async def row(
        self, attack: str, times: int, came: str, *, holds: bool, soon: bool = False
    ) -> None:
        """Print a line. The server must be alive, small and silent, and serve others soon."""
        server = self.server
        if soon:
            begun = time.monotonic()
            page = await self.ask(f"/{server.links['Dora']}/", source="127.0.0.2")
            seconds = time.monotonic() - begun
            came += f"; another's page after {1000 * seconds:.0f} ms"
            holds = holds and page.status == 200 and seconds < self.soon
        is_alive = server.process.poll() is None
        memory = server.memory if is_alive else 0.0
        lines = server.log.read_bytes().splitlines()
        strays = server.strays()
        holds = holds and is_alive and memory < MOST and not lines and not strays
        self.failures += not holds
        if lines or strays:
            came += f"; log: {lines[:2]}; files: {strays[:3]}"
            server.log.write_bytes(b"")
        came = came.replace("|", "/").replace("\n", " ")
        mark = "" if holds else " **FAILED**"
        print(f"| {attack} | {times} | {came}{mark} | {memory:.0f} | {len(lines)} |", flush=True)

    async def judge(
        self,
        attack: str,
        asked: Iterable[Awaitable[Answer]],
        allowed: Sequence[int],
        *,
        most: int = 1,
        soon: bool = False,
    ) -> None:
        """Make an attack many times: each answer has one of the allowed statuses.

        None fails, leaks or has markup in it, and ``most`` come on a connection.
        """
        begun = time.monotonic()
        answers = await asyncio.gather(*asked)
        each = 1000 * (time.monotonic() - begun) / len(answers)
        bad = [
            one.raw[:300]
            for one in answers
            if one.status not in allowed
            or not (one.status == 0 or one.is_isolated)
            or len(re.findall(rb"HTTP/1\.[01] \d{3} ", one.raw)) > most
            or re.search(r"(?i)traceback|root:|<script>|<img", one.text)
        ]
        found = Counter(one.status for one in answers)
        came = f"{words(found)}, {each:.0f} ms each" + f"; such as {bad[:1]}" * bool(bad)
        await self.row(attack, len(answers), came, holds=not bad, soon=soon)

    async def left(self, before: int) -> int:
        """Wait until the connections of an attack are closed; return how many are left."""
        begun = time.monotonic()
        while (left := self.server.open_files - before) > 0 and time.monotonic() - begun < LONG:
            await asyncio.sleep(0.5)
        return left


class Attacks(Guests):
    """All attacks; each adds lines to the table."""

    async def strangers(self) -> None:
        """Requests with keys that are none, and requests that are refused: one answer at most."""
        key, count = self.server.links["Ana"], self.times // 2
        close = {key[:-1] + one for one in "AZaz09-_"} | {key.swapcase(), f"{key}A", key[1:]}
        guesses = [*(close - {key}), *(os.urandom(18).hex()[:24] for _ in range(count))]
        tries = [self.ask(f"/{one}/", source="127.0.1.1") for one in guesses]
        await self.judge("guessed keys", tries, (404, 429, 0))
        for number, row in enumerate(REFUSED.strip().splitlines(), start=2):
            name, _, text = row.partition(": ")
            data, source = self.bytes_of(text), f"127.0.1.{number}"  # each may ask 30 times
            tries = [
                self.raw(data, wait=3, source=source) for _ in range(max(1, self.times // 200))
            ]
            await self.judge(name, tries, (*range(400, 432), 0))

    # What guests send

    async def words(self) -> None:
        """Queries, headers, names, chat and lines that are long, or not text."""
        host, cid = self.server.links["the host"], self.server.links["Cid"]
        bia, statuses = self.server.links["Bia"], (200, 303, 400, 404, 413)
        values = ("9" * 7000, "1." * 2000, "-1", "%D9%A3.3", "9999.9999", "%ff%fe", "%00", "%0d%0a")
        queries = [f"?{name}={value}" for name in ("at", "menu", "zoom", "v") for value in values]
        queries += ["?" + "at=x&" * 1500, "?" + "&" * 7000, "drills?game=eletrika&n=9999"]
        queries += [f"rule?id={quote(value)}" for value in (*NASTY[:6], "P1", "")]
        tries = [self.get(bia, one) for one in queries]
        for name in ("Accept-Language", "Accept-Encoding", "Cookie", "Range", "If-None-Match"):
            tries.append(self.ask(f"/{bia}/", headers={name: "x;q=9," * 1000}))
        await self.judge("absurd queries and headers", tries, statuses)
        new = partial(self.post, host, "", do="new")
        tries = [new(game="powergrid", seats=f"Ana,{name}", clock=name[:3000]) for name in NASTY]
        tries += [new(game=name, seats="Ana,Bia") for name in NASTY]
        await self.judge("names of people, clocks and games", tries, (200, 413))
        tries = [self.post(cid, "do/say", text=name) for name in NASTY]
        raw = [b"text=%ff%fe%00", b"text=\xff\xfe", b"text=%ed%a0%80", b"text=%u202e", b"=", b"%"]
        tries += [self.ask(f"/{cid}/do/say", "POST", body) for body in raw]
        await self.judge("lines of chat", tries, statuses)
        page = await self.get(cid)
        holds = "&lt;script&gt;alert(1)" in page.text and "x" * 501 not in page.text
        holds = holds and not re.search(r"[\0\x1b\u202e]", page.text)
        await self.row("chat on the page", 1, "text, 500 letters at most", holds=holds)
        for name in PEOPLE[:3]:
            tries = [self.line(self.server.links[name], line) for line in TYPED]
            await self.judge(f"lines that {name} types", tries, (200, 413), soon=True)
            await self.line(self.server.links[name], "plan drop")

    async def rules(self) -> None:
        """Every rule of the ledgers by its id, in both languages, and ids that are none."""
        eletrika = await self.new_table("eletrika", "Ana,Bia,Cid")
        for game, keys in (("powergrid", self.table.keys), ("eletrika", eletrika.keys)):
            for language in ("en", "pt-BR"):
                paths = [f"rule?id={one}" for one in read_ledger(game)]
                tries = [self.get(keys[at % 3], path, language) for at, path in enumerate(paths)]
                await self.judge(f"rules of {game}, {language}", tries, (200,))
            tries = [self.get(keys[0], f"rule?id={one}") for one in ("PG-X-01", "pg-auc-17", "..")]
            await self.judge(f"rules that {game} has not", tries, (404,))

    async def hints(self) -> None:
        """Hints whose pages leave at once: one is thought about at a time."""
        table = await self.new_table("eletrika", "Ana,Bia,Cid")
        key, _, line = await self.find_turn(table)
        await self.line(key, line)
        key, _, _ = await self.find_turn(table)
        before, path = self.server.status("Threads"), f"/{key}/do/line"
        await asyncio.gather(*(self.ask(path, "POST", b"line=hint", wait=0.05) for _ in range(20)))
        threads = self.server.status("Threads") - before
        came = f"{threads} more threads"
        await self.row("hints whose pages leave", 20, came, holds=threads <= 1, soon=True)

    async def turns(self) -> None:
        """Several taps at once, and two people at a question."""
        table = self.table
        key, version, line = await self.find_turn(table)
        before = table.moves
        await asyncio.gather(*(self.line(key, line, version) for _ in range(20)))
        made = table.moves - before
        await self.row("20 taps at once", 20, f"{made} made", holds=made == 1)
        kept = await self.new_table("powergrid", "Ana,Bia,Cid", faceup="3 4 5 7 8 11 13 14", **REAL)
        await self.line(kept.keys[0], "open 3 3")
        before, version = kept.moves, (await self.get(kept.keys[0])).version
        pages = await asyncio.gather(*(self.line(key, "pass", version) for key in kept.keys))
        made, late = kept.moves - before, sum(page.is_late for page in pages)
        came = f"{made} made, {late} told that they were late"
        await self.row("three pass for one on a kept table", 3, came, holds=(made, late) == (1, 2))

    async def undone(self) -> None:
        """Limits across another's undo; what is taken back without the others' consent."""
        table = await self.new_table("powergrid", "Ana,Bia,Cid")
        first, _, line = await self.find_turn(table)
        await self.line(first, line)
        second, _, _ = await self.find_turn(table)
        [third] = {*table.keys} - {first, second}
        plant, bid = line.split()[1:]
        limited = "31" in (await self.line(third, f"limit {plant} 31")).text
        await self.line(second, f"bid {int(bid) + 1}")
        await self.line(third, "limits off")
        before = table.moves
        await self.line(second, "undo")
        for key in (first, third):
            await self.post(key, "do/undo", answer="yes")
        back, orders = before - table.moves, re.findall(ORDERS, (await self.get(third)).text)
        came = f"{back} taken back, then the orders are {orders}"
        holds = limited and back > 0 and not orders
        await self.row("a limit across another's undo", 1, came, holds=holds)
        for game in ("powergrid", "eletrika"):
            table, taken = await self.new_table(game, "Ana,Bia,Cid"), 0
            asked: set[str] = set()
            while len(asked) < 3:
                key, version, line = await self.find_turn(table)
                await self.line(key, f"{line}!", version)
                before, (one, other) = table.moves, {*table.keys} - {key}
                for who in (key, one):
                    await self.line(who, "undo")
                for who in (key, (one, other)[len(asked) % 2]):
                    await self.post(who, "do/undo", answer="yes")
                taken += before - table.moves
                for who in (one, other):
                    await self.post(who, "do/undo", answer="no")
                asked.add(key)
            came = f"{taken} taken back without all"
            await self.row(f"look and undo in {game}", 3, came, holds=not taken)

    async def clocks(self) -> None:
        """A clock filled by a bot that stands in; a move by whose time is up, in one write."""
        table = await self.new_table("powergrid", "Ana,Bia", clock="1+30")
        key, _, _ = await self.find_turn(table)
        for level in ("easy", "") * 10:
            page = await self.post(key, "do/seat", level=level)
        left = re.findall(r'class="clock">(\d+):(\d+)', page.text)
        most = max(60 * int(minutes) + int(seconds) for minutes, seconds in left)
        made = table.moves
        came = f"{most} s of 60 s, {made} moves"
        await self.row("a bot stands in, ten times", 20, came, holds=most <= 60 + 30 * made)
        (late, _, line), since = self.short
        await asyncio.sleep(max(0, 62 - time.monotonic() + since))
        ask = frame(b'{"ask": "seat", "id": 1}') + frame(f'{{"do": "{line}", "id": 2}}'.encode())
        answers = await asyncio.gather(*(self.talk(late, ask) for _ in range(5)))
        done = sum(one.raw.count(b'"message": "done"') for one in answers)
        page = await self.line(late, line)
        told = "time is up" in page.text
        await self.row("who has no time left moves", 5, f"{done} done", holds=not done and told)

    async def editors(self) -> None:
        """Heavy questions about large positions, and those whose pages leave; many commands."""
        key, edit = self.server.links["Ana"], "edit?game=eletrika"
        for size in (30, 22, 20):
            page = await self.post(key, edit, text=board(size, size))
            is_refused = "at most 400 tiles" in page.text
            came = "refused" if is_refused else "entered"
            name = f"a board of {size}x{size}"
            await self.row(name, 1, came, holds=is_refused == (size > 20), soon=True)
        for question in QUESTIONS:
            path = f"/{key}/{edit}&ask={question}"
            tries = [self.ask(path), self.ask(path), self.ask(path, wait=0.3)]
            asked = asyncio.create_task(self.judge(f"three ask {question}", tries, (200, 0)))
            await asyncio.sleep(0.4)
            await self.row(f"while they ask {question}", 1, "", holds=True, soon=True)
            await asyncio.wait_for(asked, 10)
        await asyncio.sleep(1)
        left = sum(self.server.busy_children())
        await self.row("processes that still answer", 1, f"{left}", holds=not left)
        takes, three = urlencode({"command": "remove"}).encode(), PEOPLE[:3]
        paths = [f"/{self.server.links[name]}/{edit}" for name in three]
        for name in three:
            await self.post(self.server.links[name], edit, text=board(20, 1))
        tries = [self.ask(path, "POST", takes, {"HX-Request": "true"}) for path in paths * 10]
        asked = asyncio.create_task(self.judge("three who change large boards", tries, (200,)))
        await asyncio.sleep(1)
        await self.row("meanwhile", 1, "", holds=True, soon=True)
        await asked
        boards, before = [board(20, seed) for seed in range(2)], self.server.memory
        for number in range(self.times):
            body = urlencode({"text": boards[number % 2]}).encode()
            await self.allowed(partial(self.ask, f"/{key}/{edit}", "POST", body))
        grown = self.server.memory - before
        name, came = "boards entered again and again", f"{grown:+.1f} MiB"
        await self.row(name, self.times, came, holds=grown < 40, soon=True)

    # Too much

    async def connections(self) -> None:
        """Far more connections than people have; news and pages that are never read."""
        page = self.bytes_of(r"GET <ana>/ HTTP/1.1\r\n<host>\r\n")
        news = page.replace(b"/ HTTP", b"/events?v=0 HTTP")
        kinds = {"connections": (self.times * 2, b""), "news never read": (40, news * 99)}
        kinds |= {"news asked for and left": (self.times, news)}
        if self.times >= FULL:
            kinds |= {"pages never read": (2, page * 30)}  # closed by the server
        for name, (count, data) in kinds.items():
            before, opened = self.server.open_files, []
            for _ in range(count):
                with suppress(OSError):
                    opened.append(writer := (await self.open("127.0.0.1"))[1])
                    writer.write(data)
                    if "left" in name:
                        writer.transport.abort()
            for number in range(min(30, self.times // 4)):
                await self.post(self.server.links["Cid"], "do/say", text=str(number))
            held = self.server.open_files - before
            await self.row(name, count, f"{held} open", holds=held <= 1664, soon=True)
            for writer in opened:
                if "pages" not in name:
                    writer.transport.abort()
            left = await self.left(before)
            await self.row("afterwards", 1, f"{left} left", holds=left < 5)

    async def sockets(self) -> None:
        """Messages of programs that are no messages."""
        versions, before = (b"true", b"1.5", b"[1]", b"0"), self.table.moves
        kinds = {
            "no frame": b"\xff" * 100,
            "a frame of 2^63 bytes": b"\x81\xff\x7f" + b"\xff" * 7 + b"mask" + b"x" * 1000,
            "a message in 20,000 frames": frame(b"x", 0x01) + frame(b"x", 0x00) * 20_000,
            "10,000 pings": frame(b"", 0x89) * 10_000,
            "versions that are none": b"".join(frame(b'{"hello": %s}' % one) for one in versions),
        }
        for name, data in kinds.items():
            asked = (self.talk(self.server.links["Bia"], data) for _ in range(2))
            answers = await asyncio.gather(*asked)
            found = Counter(one.status for one in answers)
            is_done = any(b'"message": "done"' in one.raw for one in answers)
            holds = set(found) <= {101, 429} and not is_done and self.table.moves == before
            await self.row(f"a socket: {name}", 2, words(found), holds=holds, soon=True)

    async def floods(self) -> None:
        """As many requests as connections take, with a key and without."""
        for key in ("x" * 24, self.server.links["Ana"]):
            data = self.bytes_of(rf"GET /{key}/ HTTP/1.1\r\n<host>\r\n") * 500
            tries = [self.raw(data) for _ in range(self.times // 50)]
            tries += [self.ask(f"/{key}/") for _ in range(self.times)]
            await self.judge(
                f"a flood of /{key[:2]}...", tries, (200, 404, 429), most=500, soon=True
            )

    # The end

    async def kills(self) -> None:
        """The server killed in the middle of requests, and started again; its unfinished files."""
        server, table = self.server, self.table
        links = [*server.links.values()]
        for how in (signal.SIGKILL, signal.SIGTERM):
            before = table.moves
            key, version, line = await self.find_turn(table)
            asked = asyncio.gather(*(self.get(one) for one in links), self.line(key, line, version))
            await asyncio.sleep(0.02)
            server.kill(how)
            await asked
            (server.saves / "tables" / ".gridgames-1-1.new").write_text("keys")
            for path in server.saves.rglob(".gridgames-*.new"):
                os.utime(path, (0, 0))  # long ago
            server.start()
            pages = await asyncio.gather(*(self.get(one) for one in links))
            back = sum(one.status == 200 for one in pages)
            verify = [*PROGRAM, "verify", str(table.record)]
            code = subprocess.run(verify, capture_output=True, check=False).returncode
            came = f"{back} of {len(pages)} links work, verify {code}"
            holds = back == len(pages) and not code and before <= table.moves
            await self.row(f"{how.name} and a new start", 1, came, holds=holds)


def board(size: int, seed: int) -> str:
    """Return a board of random structures as a picture: ``size`` rows of as many."""
    kinds = random.Random(seed)
    return "\n".join("  " * row + "   ".join(kinds.choices("UTSPC", k=size)) for row in range(size))


def frame(data: bytes, head: int = 0x81) -> bytes:
    """Return a frame of a socket, as a client sends it: masked with zeros."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([head]) + length + b"\0" * 4 + data


def words(found: Counter[int]) -> str:
    """Return statuses and their counts; 0 is no answer."""
    return ", ".join(f"{found[one]} × {one or 'no answer'}" for one in sorted(found))


async def attack(times: int, home: Path) -> int:
    """Make all attacks, and return the number of failures."""
    server = Server(home)
    server.start("powergrid", "--seats", ",".join(PEOPLE), "--seed", "1")
    attacks = Attacks(server, times)
    [record] = server.saves.glob("*.jsonl")
    attacks.table = Table([server.links[name] for name in PEOPLE], record)
    print("| attack | times | what came of it | MiB | lines of log |\n|---|---|---|---|---|")
    try:
        short = await attacks.new_table("powergrid", "Ana,Bia", clock="1")
        attacks.short = await attacks.find_turn(short), time.monotonic()
        for name, make in vars(Attacks).items():
            if not name.startswith("_") and asyncio.iscoroutinefunction(make):
                await asyncio.sleep(1)
                await make(attacks)
    finally:
        server.kill(signal.SIGTERM)
    return attacks.failures


if __name__ == "__main__":
    asked = parser(__doc__, times=(1000, "how large the attacks are")).parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 1 << 14), most))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(bool(asyncio.run(attack(asked.times, Path(folder)))))
