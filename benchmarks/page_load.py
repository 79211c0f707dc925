"""The server under load: many tables, each with four programs that move as fast as they can.

    python benchmarks/page_load.py [--tables 20] [--seconds 60] [--short]

Starts ``gridgames serve`` and sets up tables of both games. Every player is a program of its own,
connected over the protocol, that makes a random action as soon as it is asked. In the middle the
server is killed and started again; every program continues with the same link. In the end each
record must hold every move that was answered, and pass ``gridgames verify``; otherwise the exit
code is 1. Needs Linux.
"""

import argparse
import asyncio
import gzip
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import aiohttp

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from attack_page import Server
from harness import PROGRAM

GAMES = ("powergrid", "eletrika")
NAMES = ("Ana", "Bia", "Cid", "Dora")


@dataclass
class Figures:
    """The figures of a run: seconds of answers, bytes of views, answers by kind."""

    waits: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)


@dataclass
class Table:
    """A table with the keys of its players, and the moves that were answered."""

    game: str
    ident: str
    keys: Sequence[str]
    moves: int = 0
    is_over: bool = False


class Program:
    """A program that plays over the protocol, and connects again whenever its line is gone."""

    def __init__(self, base: str, table: Table, key: str, chance: random.Random) -> None:
        self.base, self.table, self.chance = f"{base}/{key}/", table, chance
        self.figures = Figures()

    async def play(self, client: aiohttp.ClientSession, until: float) -> None:
        """Play until a time, or the end of the game."""
        with suppress(TimeoutError):
            async with asyncio.timeout(until - time.monotonic()):
                while not self.table.is_over:
                    with suppress(aiohttp.ClientError):
                        async with client.ws_connect(f"{self.base}play", max_msg_size=0) as socket:
                            await self.talk(socket)
                    await asyncio.sleep(0.2)

    async def talk(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Make a random action whenever there is a question, until the line is gone."""
        begun, view = None, {}
        async for line in socket:
            told = json.loads(line.data)
            if told["message"] == "view":
                view = told
                self.figures.sizes.append(len(line.data))
                if view["result"]:
                    self.table.is_over = True
                    return
            elif told["message"] in ("done", "refused", "error"):
                assert begun is not None
                self.figures.waits.append(time.perf_counter() - begun)
                self.figures.answers[told["message"]] += 1
                self.table.moves += told["message"] == "done"
                if told["message"] == "done":
                    view = {}
                begun = None
            if begun is None and view.get("actions"):
                begun = time.perf_counter()
                action = self.chance.choice(view["actions"])
                await socket.send_json({"do": action, "version": view["version"]})


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


async def set_up(server: Server, client: aiohttp.ClientSession, count: int) -> list[Table]:
    """Let the host set up tables of both games, and return them."""
    base = f"http://127.0.0.1:{server.port}/{server.links['the host']}/"
    tables: dict[str, Table] = {}
    for number in range(count):
        form = {"do": "new", "game": GAMES[number % 2], "seats": ",".join(NAMES)}
        async with client.post(base, data=form) as answer:
            assert answer.status == 200, await answer.text()
            page = gzip.decompress(await answer.read()).decode()
        for part in page.split('<section class="panel" id="table-')[1:]:
            ident = part.partition('"')[0]
            keys = re.findall(r'href="http://[^/]+/([\w-]{24})/"', part)
            if ident not in tables:
                tables[ident] = Table(form["game"], ident, keys[: len(NAMES)])
        await asyncio.sleep(0.1)
    return [*tables.values()]


def moves_in_record(server: Server, table: Table) -> tuple[int, Path]:
    """Return the moves in the record of a table, and its path."""
    saves = server.home / "data" / "gridgames" / "saves"
    kept = (saves / "tables" / f"table-{table.ident}.json").read_text()
    found = re.search(r'"record": "([^"]+)"', kept)
    assert found
    path = saves / found[1]
    return path.read_bytes().count(b'"do":'), path


async def measure(server: Server, count: int, seconds: float) -> bool:
    """Make all measurements, and return whether nothing was lost."""
    server.start()
    base = f"http://127.0.0.1:{server.port}"
    unlimited = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(
        connector=unlimited,
        timeout=timeout,
        auto_decompress=False,
        headers={"Accept-Encoding": "gzip"},
    ) as client:
        before = server.memory
        tables = await set_up(server, client, count)
        made = server.memory - before
        players = [
            Program(base, table, key, random.Random(f"{number} {key}"))
            for number, table in enumerate(tables)
            for key in table.keys
        ]
        until = time.monotonic() + seconds
        used = cpu_of(server.process.pid)
        begun = time.monotonic()
        playing = asyncio.gather(*(player.play(client, until) for player in players))
        await asyncio.sleep(seconds / 2)
        moves, took = sum(table.moves for table in tables), time.monotonic() - begun
        used = cpu_of(server.process.pid) - used
        grown = server.memory - before
        server.kill(signal.SIGKILL)
        killed = time.monotonic()
        server.start()
        back = time.monotonic() - killed
        await playing
        for _ in range(20):  # a busy machine may have taken all the time to start again
            if sum(table.moves for table in tables) > moves:
                break
            until = time.monotonic() + seconds / 2
            await asyncio.gather(*(player.play(client, until) for player in players))
    together = Figures()
    for player in players:
        together.waits += player.figures.waits
        together.sizes += player.figures.sizes
        together.answers += player.figures.answers
    waits, sizes = together.waits, together.sizes
    print(
        f"{len(tables)} tables at once: {len(waits)} answers, wait {1000 * median(waits):.0f} ms"
        f" (up to {1000 * max(waits):.0f}), {median(sizes) / 1000:.1f} kB"
        f" (up to {max(sizes) / 1000:.1f})"
    )
    after = sum(table.moves for table in tables) - moves
    print(f"{moves / took:.1f} moves a second with {len(players)} players; CPU {used / took:.0%}")
    told = f"{grown / len(tables):.2f} MiB a table with its players and moves"
    print(f"memory: {before:.0f} MiB before; {made / len(tables):.2f} MiB a new table, {told}")
    print(f"killed and back after {back:.1f} s; then {after} moves; answers {together.answers}")
    lost, paths = 0, []
    for table in tables:
        held, path = moves_in_record(server, table)
        paths.append(path)
        if held < table.moves:
            lost += 1
            print(f"{path.name}: {table.moves} moves were answered, {held} are kept")
    done = subprocess.run(
        [*PROGRAM, "verify", *map(str, paths)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stdout, done.stderr)
    verified = "and" if not done.returncode else "but not all"
    print(f"{len(tables) - lost} of {len(tables)} records hold all moves, {verified} verify")
    return not lost and not done.returncode and bool(after)


def main() -> int:
    """Print the figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--short", action="store_true", help="2 tables for 8 seconds")
    given = parser.parse_args()
    tables, seconds = (2, 8.0) if given.short else (given.tables, given.seconds)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return int(not asyncio.run(measure(server, tables, seconds)))
        finally:
            server.kill(signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
