#!/usr/bin/env python3
"""Interrupt batches of games in every way, and check their files.

    scripts/kill_batches.py [--times 20] [--seed 1]

Plays batches of both games with two processes and records. At random moments it kills one of the
processes, kills the program itself, or presses Ctrl-C. After that every record must be whole and no
process may run. A killed process must only cost time, and Ctrl-C must print the finished games. The
same command must then finish the batch with the records and the summary of an undisturbed batch.
Exits with 0 and the figures, or with 1 at the first failure. Needs Linux.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import PATIENCE, PROGRAM, Failure, is_running, parser, verdict, wait_until

BATCHES = {
    "powergrid": ["--seats", "random,random", "--games", "12"],
    "eletrika": ["--seats", "easy,random", "--games", "16"],
}
WAYS = ("process killed", "program killed", "Ctrl-C")


class Batch:
    """A running batch."""

    def __init__(self, game: str, folder: Path) -> None:
        words = ["simulate", game, *BATCHES[game], "--seed", "1", "--json"]
        self.process = subprocess.Popen(
            [*PROGRAM, *words, "--records", str(folder), "--jobs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.players: list[int] = []

    def wait_for_players(self) -> None:
        """Wait until both processes are there, or the batch is over."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")

        def are_there() -> bool:
            if self.process.poll() is None:
                self.players = [int(number) for number in children.read_text().split()]
            return len(self.players) > 1 or self.process.poll() is not None

        wait_until(are_there, "no processes")

    def end(self) -> tuple[str, str, float]:
        """Return the output, the errors, and the seconds until all processes have ended."""
        begun = time.monotonic()
        said, complained = self.process.communicate(timeout=PATIENCE)
        wait_until(lambda: not any(map(is_running, self.players)), "a process still plays")
        return said, complained, time.monotonic() - begun


def records(folder: Path) -> dict[str, bytes]:
    """Return the records in a folder."""
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


def whole(game: str, folder: Path) -> str:
    """Run a batch undisturbed to its end, and return its summary."""
    said, complained, _ = (batch := Batch(game, folder)).end()
    if batch.process.returncode or complained:
        raise Failure(f"exit {batch.process.returncode}: {complained}")
    return said


def disturb(
    way: str, game: str, folder: Path, expected: dict[str, bytes], chance: random.Random
) -> float | None:
    """Interrupt a batch, and return the seconds to its end, or None if it was over before."""
    batch = Batch(game, folder)
    batch.wait_for_players()
    time.sleep(chance.random() * chance.choice((0.05, 0.4, 1.5)))
    if batch.process.poll() is not None:
        batch.end()
        return None
    if way == "process killed":
        os.kill(chance.choice(batch.players), signal.SIGKILL)
    elif way == "program killed":
        batch.process.kill()
    else:
        os.killpg(batch.process.pid, signal.SIGINT)
    said, complained, seconds = batch.end()
    code = batch.process.returncode
    if "Traceback" in complained:
        raise Failure(complained)
    found = records(folder)
    if not found.items() <= expected.items():
        raise Failure(f"records differ: {sorted(found)}")
    if way == "program killed":
        return seconds
    summary = json.loads(said)
    if way == "Ctrl-C":
        # Python gives Ctrl-C back to the system when it ends: the program had told all by then.
        if code in {0, -signal.SIGINT} and seconds < 1 and len(found) == len(expected):
            return None
        if code != 130 or complained or not summary["games"] <= len(found):
            told = f"{summary['games']} games of {len(found)} are told"
            raise Failure(f"exit {code} after {seconds:.1f} s, {told}: {complained}")
    elif code or len(found) != len(expected):
        raise Failure(f"exit {code} with {len(found)} records: {complained}")
    return seconds


def prove(times: int, seed: int) -> None:
    """Disturb batches ``times`` times in each way, and print the figures. Raises Failure."""
    chance = random.Random(seed)
    seconds: dict[str, list[float]] = {way: [] for way in WAYS}
    over = number = 0
    with tempfile.TemporaryDirectory() as directory:
        expected = {}
        for game in BATCHES:
            summary = whole(game, Path(directory) / game)
            expected[game] = summary, records(Path(directory) / game)
        while any(len(taken) < times for taken in seconds.values()):
            number += 1
            way = min(WAYS, key=lambda one: len(seconds[one]))
            game = chance.choice(list(BATCHES))
            folder = Path(directory) / str(number)
            summary, all_records = expected[game]
            try:
                took = disturb(way, game, folder, all_records, chance)
                if whole(game, folder) != summary or records(folder) != all_records:
                    raise Failure("the continued batch differs from an undisturbed one")
            except Failure as problem:
                problem.add_note(f"{way}, {game}, number {number}")
                raise
            if took is None:
                over += 1
            else:
                seconds[way].append(took)
    print(f"{'':16} times  seconds to the end: mean, most")
    for way, taken in seconds.items():
        print(f"{way:16} {len(taken):>5}  {sum(taken) / len(taken):.2f}, {max(taken):.2f}")
    print(f"{over} batches were over before; every record was whole, every batch was continued")


if __name__ == "__main__":
    asked = parser(__doc__, times=(20, "for each way"), seed=1).parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where this runs with &
    sys.exit(verdict(lambda: prove(asked.times, asked.seed)))
