#!/usr/bin/env python3
"""Attack the pages of ``gridgames serve`` as foreign pages, broken browsers and rude guests would.

    scripts/attack_page.py [--times 1000]

Starts the real server with its own folder, and sends it what no browser should. Prints a table: the
attack, how often it was made, what came of it, the server's memory, and the lines that it logged.
Exits with 0 if everything held, otherwise with 1. Needs Linux.
"""

import asyncio
import gzip
import os
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
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote, urlencode

from harness import PATIENCE, PROGRAM, parser

MOST = 160  # MiB of memory of the server
SLOW = 26.0  # seconds after which everything slow must have been closed
FORM = "application/x-www-form-urlencoded"
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}{% raise %}",
    "a\0b",
    "\x1b[31mred\x1b]0;title\x07",
    "\u202eevil\u2066",
    "x" * 10_000,
    "é" * 5_000,
    "../../../../tmp/x",
)


class Server:
    """The server under attack, and its folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = _free_port()
        self.process: subprocess.Popen[str]
        self.log = home / "log"
        self.links: dict[str, str] = {}  # names of people, and their keys
        self.record: Path

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
                if words:
                    self.record = self.find_record()
                return
        raise SystemExit(f"the server did not start: {self.log.read_text()}")

    def kill(self, how: signal.Signals) -> None:
        """End the server."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    @property
    def memory(self) -> float:
        """Its memory in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def open_files(self) -> int:
        """The number of its open files and connections."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @property
    def log_lines(self) -> int:
        """The lines on its standard error."""
        return len(self.log.read_bytes().splitlines())

    def strays(self) -> list[str]:
        """Return the files that are neither records nor the files of tables."""
        saves = self.home / "data" / "gridgames" / "saves"
        return [
            str(path.relative_to(self.home))
            for path in self.home.rglob("*")
            if path.is_file()
            and path != self.log
            and not (path.parent == saves and path.suffix == ".jsonl")
            and not (path.parent == saves / "tables" and path.suffix == ".json")
        ]

    def find_record(self) -> Path:
        """Return the record of the only game."""
        (found,) = (self.home / "data" / "gridgames" / "saves").glob("*.jsonl")
        return found

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Let every write to a file fail."""
        before = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, before)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Answer:
    """The bytes that came back on a connection, as a first response."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        found = re.match(rb"HTTP/1\.[01] (\d{3}) ", raw)
        self.status = int(found[1]) if found else 0
        head, _, body = raw.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1").lower()
        self.text = body.decode("utf-8", "replace")
        self.count = len(re.findall(rb"HTTP/1\.[01] \d{3} ", raw))

    @property
    def is_isolated(self) -> bool:
        """Whether the headers isolate the answer, and do not name the libraries."""
        return (
            "content-security-policy: default-src 'none'" in self.head
            and "referrer-policy: no-referrer" in self.head
            and "nosniff" in self.head
            and "aiohttp" not in self.head
        )


class Attacks:
    """All attacks; each adds a line to the table."""

    def __init__(self, server: Server, times: int) -> None:
        self.server = server
        self.times = times
        self.failures = 0
        self._strangers = 1

    def stranger(self) -> str:
        """Return an address that has asked for nothing so far."""
        self._strangers += 1
        return f"127.0.1.{self._strangers}"

    # Asking

    async def raw(self, *parts: bytes, wait: float = 10, source: str = "127.0.0.1") -> Answer:
        """Send bytes on a connection of their own, and return what comes back."""
        got = b""
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.server.port, local_addr=(source, 0)
            )
        except OSError:
            return Answer(b"")
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(wait):
                for part in parts:
                    writer.write(part)
                    await writer.drain()
                while more := await reader.read(1 << 16):
                    got += more
        writer.transport.abort()
        return Answer(got)

    async def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Answer:
        """Send a request as it is written, without any correction by a library."""
        found = {"Host": f"127.0.0.1:{self.server.port}", "Connection": "close"} | dict(
            headers or {}
        )
        if body is not None:
            found = {"Content-Type": FORM, "Content-Length": str(len(body))} | found
        lines = [f"{name}: {value}\r\n" for name, value in found.items()]
        head = f"{method} {path} HTTP/1.1\r\n{''.join(lines)}\r\n"
        return await self.raw(head.encode("utf-8"), body or b"", source=source, wait=30)

    async def get(self, key: str, more: str = "", **headers: str) -> Answer:
        """Open a page."""
        return await self.ask(f"/{key}/{more}", headers=headers)

    async def post(self, key: str, what: str, **form: str) -> Answer:
        """Send a form as a page with scripts does, a little later if that was too often."""
        body = urlencode(form).encode()
        while True:
            found = await self.ask(f"/{key}/do/{what}", "POST", body, {"HX-Request": "true"})
            if found.status != 429:
                return found
            await asyncio.sleep(1)

    def row(self, attack: str, times: int, came: str, *, holds: bool) -> None:
        """Print a line of the table. The server must be alive, small and silent."""
        server = self.server
        is_alive = server.process.poll() is None
        memory = server.memory if is_alive else 0.0
        lines = server.log_lines
        holds = holds and is_alive and memory < MOST and not lines and not server.strays()
        self.failures += not holds
        if lines:
            came += f"; log: {server.log.read_text()[:200]!r}"
            server.log.write_bytes(b"")
        came = came.replace("|", "/").replace("\n", " ")
        mark = "" if holds else " **FAILED**"
        print(f"| {attack} | {times} | {came}{mark} | {memory:.0f} | {lines} |", flush=True)

    async def all_refused(
        self,
        attack: str,
        asked: Iterable[Awaitable[Answer]],
        allowed: Sequence[int],
        needed: int = 0,
    ) -> None:
        """Make an attack many times: every answer must have one of the allowed statuses.

        At least ``needed`` answers must have the first of them.
        """
        answers = await asyncio.gather(*asked)
        found = sum(one.status == allowed[0] for one in answers)
        self.judge(attack, answers, allowed, also=lambda _: found >= needed)

    def judge(
        self,
        attack: str,
        answers: Sequence[Answer],
        allowed: Iterable[int],
        *,
        also: Callable[[Answer], bool] = lambda _: True,
    ) -> None:
        """Print the line of an attack whose answers must have one of the allowed statuses."""
        allowed = set(allowed)
        bad = [
            one
            for one in answers
            if one.status not in allowed
            or not (one.status == 0 or one.is_isolated)
            or "traceback" in one.text.lower()
            or "root:" in one.text
            or any(key in one.text for key in self.server.links.values())
            or not also(one)
        ]
        came = words(Counter(one.status for one in answers))
        if bad:
            came += f"; {len(bad)} not as they should be, such as {bad[0].raw[:300]!r}"
        self.row(attack, len(answers), came, holds=not bad)

    async def goes_on(self) -> tuple[bool, float]:
        """Return whether a guest still gets a page, and after how many seconds."""
        begun = time.monotonic()
        answer = await self.ask(f"/{self.server.links['Dora']}/", source="127.0.0.2")
        return answer.status == 200, time.monotonic() - begun

    # Who may ask

    async def strangers(self) -> None:
        """Requests of foreign pages, and with keys that are none."""
        key, port = self.server.links["Ana"], self.server.port
        evil = "http://evil.example"
        body = b"text=evil"
        foreign = {
            "foreign Host": {"Host": "evil.example"},
            "foreign Host and Origin (DNS rebinding)": {
                "Host": f"evil.example:{port}",
                "Origin": f"{evil}:{port}",
            },
            "foreign Origin": {"Origin": evil},
            "Origin of another port": {"Origin": "http://127.0.0.1:1"},
            "two Hosts in one": {"Host": f"127.0.0.1:{port}, evil.example"},
        }
        for name, headers in foreign.items():
            count, source = max(10, self.times // 10), self.stranger()
            tries = [
                self.ask(f"/{key}/do/say", "POST", body, headers, source) for _ in range(count)
            ]
            tries += [self.ask(f"/{key}/", headers=headers, source=source) for _ in range(count)]
            await self.all_refused(name, tries, (403, 429), needed=10)
        guesses = [f"/{os.urandom(18).hex()[:24]}/" for _ in range(self.times // 2)]
        guesses += [f"/{key[:-1]}{letter}/" for letter in "AZaz09-_" if letter != key[-1]]
        guesses += [
            f"/{key.swapcase()}/",
            f"/{key}A/",
            f"/{key[1:]}/",
            "/",
            "/host/",
            "/favicon.ico",
        ]
        source = self.stranger()
        tries = [self.ask(one, source=source) for one in reversed(guesses)]
        await self.all_refused("guessed keys", tries, (404, 429, 0), needed=20)

    async def old_keys(self) -> None:
        """Keys of a table that was closed, and of other tables."""
        host = self.server.links["the host"]
        page = await self.post(host, "new", game="eletrika", seats="Eva,Fil")
        found = re.search(r'id="table-([\w-]+)"', page.text)
        assert found, page.raw[:500]
        keys = re.findall(r"http://[^/]+/([\w-]{24})/<", page.text)[:3]
        line = "table of Eva"
        other = await self.get(keys[0])
        sees = "Fil" in other.text and "Dora" not in other.text
        came = "sees only its own table" if sees else other.raw[:200].decode("latin-1")
        self.row("the key of another table", 1, came, holds=sees)
        await self.post(host, "remove", table=found[1])
        source, body = self.stranger(), urlencode({"text": line}).encode()
        pages = [f"/{key}/{more}" for key in keys for more in ("", "log", "events", "play")]
        tries = [self.ask(page, source=source) for page in pages]
        tries += [self.ask(f"/{key}/do/say", "POST", body, source=source) for key in keys]
        await self.all_refused("keys of a table that was closed", tries, (404,))
        watch = self.server.links["to watch"]
        doings = ("line", "undo", "say", "seat", "language", "rematch", "new", "remove", "as_host")
        tries = [self.ask(f"/{watch}/do/{what}", "POST", b"line=pass") for what in doings]
        await self.all_refused("a spectator who acts", tries, (403,))
        ana = self.server.links["Ana"]
        hosting = ("new", "remove", "as_host", "__class__", "line%2f..", "x" * 500)
        tries = [
            self.ask(f"/{ana}/do/{what}", "POST", b"game=eletrika&table=x") for what in hosting
        ]
        await self.all_refused("a player who does what the host may", tries, (404, 403))

    # Broken requests

    async def paths(self) -> None:
        """Paths that lead out of the folder, and names that no file has."""
        key = self.server.links["Bia"]
        out = ["../" * 8 + "etc/passwd", "%2e%2e%2f" * 8 + "etc%2fpasswd", "..%5c..%5cserver.py"]
        out += ["%2fetc%2fpasswd", "/etc/passwd", "....//....//etc/passwd", "page.css%00.svg"]
        out += ["%c0%ae%c0%ae%c0%afetc%c0%afpasswd", "a" * 300 + ".css", "x" * 7000, ".", "..", "%"]
        out += [
            "CON.css",
            "htmx.LICENSE",
            "page.css/",
            "page.css%2f..",
            "~root",
            "\\etc\\passwd.css",
        ]
        tries = [self.ask(f"/static/{one}") for one in out]
        tries += [self.get(key, one) for one in (*out, f"../{self.server.links['Ana']}/")]
        tries += [self.ask(f"/{one}") for one in out[:8]]
        await self.all_refused("paths that lead elsewhere", tries, (400, 404, 429, 0))
        before = self.server.memory
        names = [f"static/{'n' * 4000}{number}.css" for number in range(self.times)]
        await self.paced("files with invented names", [f"/{one}" for one in names])
        grown = self.server.memory - before
        self.row("their memory", 1, f"{grown:+.1f} MiB", holds=grown < 4)

    async def paced(self, attack: str, paths: list[str]) -> None:
        """Ask for paths, as many at once as an allowance lets through."""
        found: Counter[int] = Counter()
        for start in range(0, len(paths), 50):
            found.update(
                one.status
                for one in await asyncio.gather(*map(self.ask, paths[start : start + 50]))
            )
        self.row(attack, len(paths), words(found), holds=set(found) <= {404, 429})

    def broken(self) -> dict[str, bytes]:
        """Return requests that break the rules of HTTP, by name."""
        key, port = self.server.links["Ana"], self.server.port
        host = f"Host: 127.0.0.1:{port}\r\n".encode()
        get = f"GET /{key}/ HTTP/1.1\r\n".encode() + host
        post = f"POST /{key}/do/say HTTP/1.1\r\n".encode() + host
        post += f"Content-Type: {FORM}\r\n".encode()
        chunked, end = b"Transfer-Encoding: chunked\r\n", b"\r\n"
        path = f"/{key}/".encode()
        return {
            "noise": bytes(range(256)) * 4 + end * 2,
            "only NUL bytes": b"\0" * 1000,
            "the greeting of TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x07" * 500,
            "the greeting of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "no version": b"GET " + path + end + host + end,
            "version 9.9": b"GET " + path + b" HTTP/9.9\r\n" + host + end,
            "a method in small letters with signs": b"g{}t " + path + b" HTTP/1.1\r\n" + host + end,
            "a space in the path": b"GET /a b/ HTTP/1.1\r\n" + host + end,
            "NUL in the path": b"GET " + path + b"\0 HTTP/1.1\r\n" + host + end,
            "bytes above 127 in the path": b"GET " + path + b"\xff\xfe HTTP/1.1\r\n" + host + end,
            "a path of 100 kB": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + host + end,
            "an address of another server": b"GET http://evil.example"
            + path
            + b" HTTP/1.1\r\n"
            + host
            + end,
            "CONNECT": b"CONNECT evil.example:443 HTTP/1.1\r\n" + host + end,
            "OPTIONS *": b"OPTIONS * HTTP/1.1\r\n" + host + end,
            "no Host": b"GET " + path + b" HTTP/1.1\r\n\r\n",
            "no Host in HTTP/1.0": b"GET " + path + b" HTTP/1.0\r\n\r\n",
            "two Hosts": get + host + end,
            "an address with a name as Host": b"GET "
            + path
            + b" HTTP/1.1\r\nHost: a@127.0.0.1\r\n\r\n",
            "a header without a colon": get + b"Nonsense\r\n\r\n",
            "a space before the colon": get + b"Accept : x\r\n\r\n",
            "NUL in a header": get + b"Accept: a\0b\r\n\r\n",
            "a return in a header": get + b"Accept: a\rX: b\r\n\r\n",
            "a header over two lines": get + b"Accept: a\r\n b\r\n\r\n",
            "an empty header name": get + b": x\r\n\r\n",
            "a header of 100 kB": get + b"X: " + b"a" * 100_000 + end * 2,
            "10,000 headers": get + b"".join(b"X%d: a\r\n" % one for one in range(10_000)) + end,
            "headers without end": get + b"X: a\r\n" * 400_000,
            "a length below 0": post + b"Content-Length: -1\r\n\r\n",
            "a length that is no number": post + b"Content-Length: 1e3\r\n\r\n",
            "a length of 40 digits": post + b"Content-Length: " + b"9" * 40 + end * 2,
            "two lengths": post + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\na=1",
            "a length and chunks (smuggling)": post
            + b"Content-Length: 6\r\n"
            + chunked
            + b"\r\n0\r\n\r\n"
            + get
            + end,
            "chunks and a length (smuggling)": post
            + chunked
            + b"Content-Length: 4\r\n\r\n5c\r\n"
            + get
            + end,
            "an unknown coding": post + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + get + end,
            "chunked twice": post + chunked + chunked + b"\r\n0\r\n\r\n",
            "a chunk with a bad size": post + chunked + b"\r\nzz\r\nabc\r\n0\r\n\r\n",
            "a chunk of 2^64 bytes": post + chunked + b"\r\nffffffffffffffff\r\nabc",
            "a chunk that is longer than it says": post + chunked + b"\r\n1\r\nabcdef\r\n0\r\n\r\n",
            "a chunk with 1 MB of extensions": post + chunked + b"\r\n1;" + b"x" * 1_000_000,
            "an expectation nobody knows": post + b"Expect: tea\r\nContent-Length: 0\r\n\r\n",
        }

    async def malformed(self) -> None:
        """Broken HTTP on connections of its own: at most an answer of the 400s."""
        count = max(1, self.times // 200)
        kinds = self.broken()
        tries = [self.raw(data, wait=3) for data in kinds.values() for _ in range(count)]
        answers = await asyncio.gather(*tries)
        for number, name in enumerate(kinds):
            found = answers[number * count : (number + 1) * count]
            self.judge(name, found, (*range(400, 432), 0), also=lambda one: one.count <= 1)

    async def bodies(self) -> None:
        """Bodies that are no forms, or too large, or have a wrong encoding."""
        key, path = self.server.links["Cid"], f"/{self.server.links['Cid']}/do/say"
        bomb = gzip.compress(b"text=" + b"x" * 10_000_000)
        multipart = (
            b'--b\r\nContent-Disposition: form-data; name="text"; filename="x"\r\n\r\nhi\r\n'
        )
        kinds = {
            "JSON": ("application/json", b'{"text": "x", "line": ["pass"]}', {}),
            "a form in parts, with a file": (
                "multipart/form-data; boundary=b",
                multipart + b"--b--\r\n",
                {},
            ),
            "a form in parts without their border": ("multipart/form-data", multipart, {}),
            "UTF-16": (f"{FORM}; charset=utf-16", "text=x".encode("utf-16"), {}),
            "a gzip bomb": (FORM, bomb, {"Content-Encoding": "gzip"}),
            "bytes that deflate to nothing": (FORM, b"nonsense", {"Content-Encoding": "deflate"}),
            "10 MB": (FORM, b"x" * 10_000_000, {}),
            "5,000 fields": (FORM, b"&" * 5000 + b"a=1&" * 2000, {}),
        }
        for name, (kind, body, more) in kinds.items():
            tries = [self.ask(path, "POST", body, {"Content-Type": kind} | more) for _ in range(3)]
            await self.all_refused(f"a body: {name}", tries, (400, 413, 415))
            await asyncio.sleep(0.2)
        source = self.stranger()
        methods = ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "POST")
        tries = [self.ask(f"/{key}/", method, b"", source=source) for method in methods]
        tries += [self.ask(path, method, source=source) for method in ("GET", "HEAD", "PUT")]
        for page in ("events", "play"):
            tries += [self.ask(f"/{key}/{page}", one, source=source) for one in ("HEAD", "POST")]
        await self.all_refused("wrong methods", tries, (404, 405))

    # What guests send

    async def never_500(self, attack: str, tries: Sequence[Awaitable[Answer]]) -> list[Answer]:
        """Make requests that are allowed, if strange: nothing fails, and no markup comes back."""
        answers = await asyncio.gather(*tries)
        found = Counter(one.status for one in answers)
        marked = [one for one in answers if re.search(r"<script>|<img|[\0\x1b\u202e]", one.text)]
        came = words(found)
        if marked:
            came += f"; {len(marked)} with markup, such as {marked[0].text[:2000]!r}"
        self.row(
            attack, len(answers), came, holds=all(0 < one < 500 for one in found) and not marked
        )
        return answers

    async def queries(self) -> None:
        """Queries and headers of absurd sizes and kinds."""
        key = self.server.links["Bia"]
        values = (
            "9" * 7000,
            "1." * 2000,
            "-1",
            "٣.٣",
            "99999.99999",
            "%ff%fe",
            "%00",
            "a%0d%0ab",
            "",
        )
        tries = [
            self.get(key, f"?{name}={value}")
            for name in ("at", "menu", "zoom", "v")
            for value in values
        ]
        tries += [self.get(key, "?" + "&".join(["at=x"] * 1500)), self.get(key, "?" + "&" * 7000)]
        tries += [self.get(key, f"rule?id={quote(value)}") for value in (*NASTY[:6], "P1", "")]
        for name in ("Accept-Language", "Accept-Encoding", "Cookie", "Range", "If-None-Match"):
            tries.append(self.get(key, **{name: "x;q=9," * 1000}))
        await self.never_500("absurd queries and headers", tries)

    async def names(self) -> None:
        """Names of people and lines of chat that are long, or not text."""
        host, key = self.server.links["the host"], self.server.links["Cid"]
        tries = [
            self.post(host, "new", game="powergrid", seats=f"Ana,{name}", clock=name[:3000])
            for name in NASTY
        ]
        answers = await self.never_500("names of people", tries)
        told = sum("alert" in one.text for one in answers)
        self.row("names of people that were refused", told, "told", holds=bool(told))
        await self.never_500("games that are none", [self.post(host, "new", game=n) for n in NASTY])
        await self.never_500("lines of chat", [self.post(key, "say", text=n) for n in NASTY])
        raw = [b"text=%ff%fe%00", b"text=\xff\xfe", b"text=%ed%a0%80", b"text=%u202e", b"=", b"%"]
        tries = [self.ask(f"/{key}/do/say", "POST", body) for body in raw]
        await self.never_500("lines of chat with a broken encoding", tries)
        page = await self.get(key)
        fine = "&lt;script&gt;alert(1)" in page.text and "x" * 501 not in page.text
        self.row("chat on the page", 1, "text, 500 letters at most", holds=fine)
        for number in range(min(self.times, 220)):
            await self.post(key, "say", text=f"{number} " + os.urandom(240).hex())
        page = await self.get(key, **{"Accept-Encoding": "gzip"})
        size = len(page.raw) / 1000
        self.row("a chat filled up", 220, f"a page of {size:.0f} kB gzip", holds=size < 40)

    async def lines(self) -> None:
        """Lines that a player types, at their turn and not."""
        typed: tuple[str, ...] = (
            "",
            "0",
            "1",
            "9" * 400,
            "-1",
            ";" * 500,
            "undo;" * 80,
            "go",
            "1;2;3",
            "!",
            "pass!",
        )
        typed += ("export /tmp/x.jsonl", "save x.jsonl", "quit", "pause", "rematch", "theme dark")
        typed += (
            "log 999999999",
            "log -1",
            "why",
            "why " + "a" * 490,
            "rules (a+)+$",
            "rules ../x",
        )
        typed += ("chart", "board", "state", "players", "secrets", "choices", "help", "view log")
        typed += (*NASTY, "plan " * 90, "bid 99999999999999999999", "open 3 3 3 3", "open ٣")
        for name in ("Ana", "Bia", "Cid"):
            key = self.server.links[name]
            begun = time.monotonic()
            tries = [self.post(key, "line", line=line) for line in typed]
            await self.never_500(f"lines that {name} types", tries)
            seconds = (time.monotonic() - begun) / len(typed)
            await self.post(key, "line", line="plan drop")
            self.row("their time", 1, f"{1000 * seconds:.0f} ms each", holds=seconds < 1)
        key, _, _ = await self.find_turn()
        begun = time.monotonic()
        hints = [asyncio.create_task(self.post(key, "line", line="hint")) for _ in range(20)]
        await asyncio.sleep(1)
        fine, seconds = await self.goes_on()
        await self.never_500("hints, all at once", list(hints))
        came = f"after {1000 * seconds:.0f} ms; all hints after {time.monotonic() - begun:.0f} s"
        self.row("meanwhile a page", 1, came, holds=fine and seconds < 2)

    async def find_turn(self) -> tuple[str, str, str]:
        """Return the key of the player to act, the version of the page, and a choice."""
        for name in ("Ana", "Bia", "Cid", "Dora"):
            page = await self.get(self.server.links[name])
            version = re.search(r'data-version="(\d+)"', page.text)
            path = ""
            while 'data-turn="mine"' in page.text and version:
                key = self.server.links[name]
                if found := re.search(r'name="line" value="([^"]+)" class="choice', page.text):
                    return key, version[1], found[1]
                opened = re.search(r'class="choice more[^"]*" href="([^"]+)"', page.text)
                assert opened, path
                path = opened[1].replace("&amp;", "&")
                page = await self.get(key, path)
        raise SystemExit("it is nobody's turn")

    def moves(self) -> int:
        """Return the moves in the record of the first table."""
        return self.server.record.read_bytes().count(b'"do":')

    async def turns(self) -> None:
        """Actions of another seat, late ones, and several taps at once."""
        key, version, line = await self.find_turn()
        before = self.moves()
        others = {self.server.links[name] for name in ("Ana", "Bia", "Cid", "Dora")} - {key}
        tries = [self.post(one, "line", line=line, v=version) for one in others]
        await asyncio.gather(*tries)
        made = self.moves() - before
        self.row("an action of another seat", len(tries), f"{made} made", holds=not made)
        taps = [self.post(key, "line", line=line, v=version) for _ in range(20)]
        await asyncio.gather(*taps)
        made = self.moves() - before
        self.row("20 taps at once", 20, f"{made} made", holds=made == 1)
        old = [
            self.post(key, "line", line=line, v=one)
            for one in (version, "0", "1", str(int(version) + 10**9))
        ]
        late = sum("answered meanwhile" in one.text for one in await asyncio.gather(*old))
        self.row("late taps", 4, f"{late} told so", holds=late == 4 and self.moves() == before + 1)

    # Too much

    async def too_slow(self) -> None:
        """Connections that ask nothing, or one byte at a time; bodies that never end."""
        key, port = self.server.links["Ana"], self.server.port
        head = f"GET /{key}/log HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
        post = f"POST /{key}/do/say HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
        post += f"Content-Type: {FORM}\r\n".encode()
        kinds = {
            "connections that say nothing": (b"", b""),
            "heads of a byte a second": (head, b"X"),
            "heads after an empty line": (b"\r\n\r\n" + head, b"X"),
            "heads that never end after a whole request": (head + b"\r\n" + head, b"X"),
            "bodies of a byte a second": (post + b"Content-Length: 9999\r\n\r\n", b"x"),
            "chunks of a byte a second": (
                post + b"Transfer-Encoding: chunked\r\n\r\n",
                b"1\r\nx\r\n",
            ),
            "bodies that are announced only": (
                post + b"Content-Length: 9999\r\nExpect: 100-continue\r\n\r\n",
                b"",
            ),
        }
        count = max(2, self.times // 50)
        before = self.server.open_files
        drips = [self.drip(*kind) for kind in kinds.values() for _ in range(count)]
        held = asyncio.gather(*drips)
        await asyncio.sleep(2)
        during = self.server.open_files - before
        fine, seconds = await self.goes_on()
        self.row(
            "meanwhile a page", 1, f"after {1000 * seconds:.0f} ms", holds=fine and seconds < 5
        )
        times = await held
        for number, name in enumerate(kinds):
            longest = max(times[number * count : (number + 1) * count])
            self.row(name, count, f"closed after {longest:.0f} s", holds=longest < SLOW)
        left = self.server.open_files - before
        self.row("open files", len(drips), f"{during} more, then {left}", holds=left < 5)

    async def drip(self, first: bytes, rest: bytes) -> float:
        """Send bytes slowly, and return the seconds after which the server closes."""
        begun = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(first)
        while time.monotonic() - begun < SLOW + 4:
            with suppress(TimeoutError, OSError):
                if not await asyncio.wait_for(reader.read(1 << 16), 1):
                    break
            if writer.is_closing():
                break
            writer.write(rest)
        writer.transport.abort()
        return time.monotonic() - begun

    async def connections(self) -> None:
        """Far more connections than people have."""
        before = self.server.open_files
        opened = []
        for _ in range(self.times * 2):
            with suppress(OSError):
                opened.append(await asyncio.open_connection("127.0.0.1", self.server.port))
        await asyncio.sleep(0.5)
        held = self.server.open_files - before
        fine, seconds = await self.goes_on()
        came = f"{held} held; meanwhile a page after {1000 * seconds:.0f} ms"
        self.row("connections", self.times * 2, came, holds=fine and held <= 1664 and seconds < 5)
        for _, writer in opened:
            writer.transport.abort()
        await asyncio.sleep(1)

    async def streams(self) -> None:
        """News that are never read, and pages that come and go."""
        key, port = self.server.links["Bia"], self.server.port
        ask = f"GET /{key}/events?v=0 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        before = self.server.open_files
        readers = [await asyncio.open_connection("127.0.0.1", port) for _ in range(40)]
        for _, writer in readers:
            writer.write(ask + ask * 100)
        await asyncio.sleep(0.5)
        for number in range(min(60, self.times // 4)):
            await self.post(self.server.links["Cid"], "say", text=str(number))
        fine, seconds = await self.goes_on()
        open_ = sum(not reader.at_eof() and len(reader._buffer) > 0 for reader, _ in readers)  # type: ignore[attr-defined]
        self.row("news that are never read", 40, f"{open_} streams", holds=fine and seconds < 5)
        for _, writer in readers:
            writer.transport.abort()
        begun = time.monotonic()
        for number in range(self.times):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(ask)
            (writer.transport.abort if number % 2 else writer.close)()
        seconds = time.monotonic() - begun
        until = begun + 2 * SLOW  # two signs of life to a page that has gone
        while (left := self.server.open_files - before) > 0 and time.monotonic() < until:
            await asyncio.sleep(1)
        each = 1000 * seconds / self.times
        came = f"{each:.1f} ms each, {left} connections left"
        self.row("news asked for and left", self.times, came, holds=left < 5)

    async def unread(self) -> None:
        """Pages that are asked for and never taken; half a minute, so only in a long run."""
        if self.times < 200:
            return
        key, port = self.server.links["Bia"], self.server.port
        one = f"GET /{key}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        before, begun = self.server.open_files, time.monotonic()
        opened = []
        for _ in range(max(2, self.times // 50)):
            mute = socket.socket()
            mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            mute.connect(("127.0.0.1", port))
            mute.sendall(one * 50)
            opened.append(mute)
            await asyncio.sleep(0.2)
        while (left := self.server.open_files - before) > 0 and time.monotonic() - begun < 2 * SLOW:
            await asyncio.sleep(1)
        came = f"{left} left after {time.monotonic() - begun:.0f} s"
        self.row("pages that are never read", len(opened), came, holds=left <= 0)
        for mute in opened:
            mute.close()

    async def sockets(self) -> None:
        """Messages of programs that are no messages, and sockets that foreign pages open."""
        key, port = self.server.links["Bia"], self.server.port
        ask = (
            f"GET /{key}/play HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        ).encode()
        evil = ask + b"Origin: http://evil.example\r\n\r\n"
        tries = [self.raw(evil, source=self.stranger()) for _ in range(5)]
        await self.all_refused("sockets of foreign pages", tries, (403,))
        deep = b"[" * 5000
        kinds = {
            "no frame": b"\xff" * 100,
            "a frame without its mask": b"\x81\x05hello",
            "a frame of 2^63 bytes": b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"mask" + b"x" * 1000,
            "a message of 100 kB": frame(b"x" * 100_000),
            "a message in 20,000 frames": frame(b"x", 0x01) + frame(b"x", 0x00) * 20_000,
            "bytes that are no text": frame(b"\xff\xfe"),
            "brackets in brackets": frame(deep),
            "JSON that is no message": frame(b'{"do": {"do": []}}')
            + frame(b"[]")
            + frame(b"1e999"),
            "what a message does not hold": frame(b'{"ask": {"a": 1}}') + frame(b'{"hello": "x"}'),
            "another seat's action": frame(b'{"do": {"seat": 0, "do": "pass"}, "version": 1}'),
            "1,000 messages": frame(b'{"ask": "record"}') * 1000,
            "10,000 pings": frame(b"", 0x89) * 10_000,
        }
        for _ in range(int(SLOW)):  # until the server knows that the pages before have gone
            if (await self.raw(ask + b"\r\n", wait=1)).status != 503:
                break
            await asyncio.sleep(1)
        before = self.moves()
        for name, data in kinds.items():
            tries = [self.raw(ask + b"\r\n" + data, wait=1) for _ in range(2)]
            answers = await asyncio.gather(*tries)
            found = Counter(one.status for one in answers)
            fine, seconds = await self.goes_on()
            holds = set(found) <= {101, 429} and fine and seconds < 5 and self.moves() == before
            self.row(f"a socket: {name}", 2, words(found), holds=holds)

    async def reconnects(self) -> None:
        """Programs that connect to their seats over the protocol again and again, and vanish."""
        port, before = self.server.port, self.server.open_files
        keys = [self.server.links[name] for name in ("Ana", "Bia", "Cid", "Dora")]
        found: Counter[int] = Counter()
        begun = time.monotonic()
        for number in range(self.times):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                f"GET /{keys[number % 4]}/play HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            found[int((await reader.readline()).split()[1])] += 1
            (writer.transport.abort if number % 8 < 4 else writer.close)()
            await asyncio.sleep(0.015)  # about as often as their keys allow
        while (left := self.server.open_files - before) > 4 and time.monotonic() - begun < SLOW:
            await asyncio.sleep(1)
        fine, seconds = await self.goes_on()
        came = f"{words(found)}, {left} connections left"
        holds = fine and seconds < 5 and left < 5 and set(found) <= {101, 429, 503}
        self.row("programs that reconnect", self.times, came, holds=holds and found[101] > 40)

    async def floods(self) -> None:
        """As many requests as a connection takes, with a key and without."""
        for name, key in (("without a key", "x" * 24), ("with a key", self.server.links["Ana"])):
            one = f"GET /{key}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n\r\n".encode()
            begun = time.monotonic()
            count = self.times // 50
            each = 500
            answers = await asyncio.gather(*(self.raw(one * each, wait=10) for _ in range(count)))
            seconds = time.monotonic() - begun
            found = Counter(
                int(status)
                for answer in answers
                for status in re.findall(rb"HTTP/1\.1 (\d{3})", answer.raw)
            )
            came = f"{words(found)} in {seconds:.1f} s"
            self.row(
                f"requests in a row {name}", count * each, came, holds=set(found) <= {200, 404, 429}
            )
            found = Counter()
            for _ in range(0, self.times, 50):
                found.update(
                    [
                        one.status
                        for one in await asyncio.gather(*(self.get(key) for _ in range(50)))
                    ]
                )
            self.row(
                f"requests {name}", found.total(), words(found), holds=set(found) <= {200, 404, 429}
            )
            fine, seconds = await self.goes_on()
            self.row(
                "then a page of another",
                1,
                f"after {1000 * seconds:.0f} ms",
                holds=fine and seconds < 5,
            )

    # The disk, and the end

    async def full_disk(self) -> None:
        """A move, a line of chat and a new table while nothing can be written."""
        await asyncio.sleep(3)
        before = self.moves()
        with self.server.full_disk():
            key, version, line = await self.find_turn()
            made = await self.post(key, "line", line=line, v=version)
            chat = await self.post(key, "say", text="hello")
            new = await self.post(
                self.server.links["the host"], "new", game="eletrika", seats="A,B"
            )
            lobby = await self.get(self.server.links["the host"])
        told = "cannot be saved" in made.text and chat.status == 200 and new.status == 200
        told = (told and "alert" in new.text + lobby.text) or (told and "notice bad" in lobby.text)
        came = "told" if told else f"{made.status}, {chat.status}, {new.status}, {lobby.status}"
        self.row("a full disk", 3, came, holds=told)
        key, version, line = await self.find_turn()
        after = await self.post(key, "line", line=line, v=version)
        made_now = self.moves() - before
        fine = made_now == 2 and "cannot be saved" not in after.text
        self.row("then room again", 1, f"{made_now} moves in the record", holds=fine)

    async def kills(self) -> None:
        """The server killed in the middle of requests, and started again."""
        for how in (signal.SIGKILL, signal.SIGTERM):
            before = self.moves()
            key, version, line = await self.find_turn()
            asked = asyncio.gather(*(self.get(one) for one in list(self.server.links.values())))
            move = asyncio.create_task(self.post(key, "line", line=line, v=version))
            await asyncio.sleep(0.02)
            self.server.kill(how)
            await asyncio.gather(asked, move, return_exceptions=True)
            self.server.start()
            pages = await asyncio.gather(*(self.get(one) for one in self.server.links.values()))
            back = sum(one.status == 200 for one in pages)
            lost = before - self.moves()
            record = self.server.record
            verified = subprocess.run(
                [*PROGRAM, "verify", str(record)], capture_output=True, check=False
            ).returncode
            came = f"{back} of {len(pages)} links work, verify {verified}"
            fine = back == len(pages) and not verified and lost <= 0
            self.row(f"{how.name} and a new start", 1, came, holds=fine)


def frame(data: bytes, head: int = 0x81) -> bytes:
    """Return a frame of a socket, as a client sends it: masked with zeros."""
    size = len(data)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes([head]) + length + b"\0" * 4 + data


def words(found: Counter[int]) -> str:
    """Return statuses and their counts; 0 is no answer."""
    return ", ".join(
        f"{count} × {status or 'no answer'}" for status, count in sorted(found.items())
    )


async def attack(times: int, home: Path) -> int:
    """Make all attacks, and return the number of failures."""
    server = Server(home)
    server.start("powergrid", "--seats", "Ana,Bia,Cid,Dora", "--seed", "1")
    attacks = Attacks(server, times)
    print("| attack | times | what came of it | MiB | lines of log |\n|---|---|---|---|---|")
    try:
        await attacks.find_turn()
        for make in (
            attacks.strangers,
            attacks.old_keys,
            attacks.paths,
            attacks.malformed,
            attacks.bodies,
            attacks.queries,
            attacks.names,
            attacks.turns,
            attacks.lines,
            attacks.too_slow,
            attacks.connections,
            attacks.streams,
            attacks.sockets,
            attacks.unread,
            attacks.reconnects,
            attacks.floods,
            attacks.full_disk,
            attacks.kills,
        ):
            await asyncio.sleep(1)
            await make()
    finally:
        server.kill(signal.SIGTERM)
    return attacks.failures


if __name__ == "__main__":
    asked = parser(__doc__, times=(1000, "how large the attacks are")).parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 1 << 14), most))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(bool(asyncio.run(attack(asked.times, Path(folder)))))
