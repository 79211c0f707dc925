#!/usr/bin/env python3
"""End batches of games in every way, and see what is left of them.

    scripts/kill_batches.py [--times 20] [--seed 1]

Plays batches of both games with two processes and records. At random moments it kills one of the
processes, kills the program itself, or presses Ctrl-C. After that every record must be whole,
nothing may still run, a killed process must only cost time, Ctrl-C must tell what is finished, and
the same command must finish the batch with the records and the summary of one that ran undisturbed.
Ends with 0 and the figures if that held every time, else with 1 at the first time it did not. Needs
Linux.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

PROGRAM = [sys.executable, "-m", "gridgames", "--lang", "en"]
BATCHES = {
    "powergrid": ["--seats", "random,random", "--games", "12"],
    "eletrika": ["--seats", "easy,random", "--games", "16"],
}
WAYS = ("process killed", "program killed", "Ctrl-C")
PATIENCE = 60.0  # seconds for anything, on a machine that is busy


class Lost(Exception):
    """A batch lost more than it may."""


class Batch:
    """A batch that runs."""

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
        until = time.monotonic() + PATIENCE
        while len(self.players) < 2 and self.process.poll() is None and time.monotonic() < until:
            self.players = [int(number) for number in children.read_text().split()]
            time.sleep(0.002)

    def end(self) -> tuple[str, str, float]:
        """Return what it has said and complained, and the seconds until it and all had ended."""
        begin = time.monotonic()
        said, complained = self.process.communicate(timeout=PATIENCE)
        while any(map(is_running, self.players)):
            if time.monotonic() - begin > PATIENCE:
                raise Lost("a process plays on")
            time.sleep(0.002)
        return said, complained, time.monotonic() - begin


def is_running(number: int) -> bool:
    """Return whether a process is there and is no zombie."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def records(folder: Path) -> dict[str, bytes]:
    """Return the records in a folder."""
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


def whole(game: str, folder: Path) -> str:
    """Run a batch to its end, undisturbed, and return its summary."""
    said, complained, _ = (batch := Batch(game, folder)).end()
    if batch.process.returncode or complained:
        raise Lost(f"exit {batch.process.returncode}: {complained}")
    return said


def disturb(
    way: str, game: str, folder: Path, expected: dict[str, bytes], chance: random.Random
) -> float | None:
    """End a batch in one way; return how long it took, None if the batch was over before."""
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
        raise Lost(complained)
    found = records(folder)
    if not found.items() <= expected.items():
        raise Lost(f"records differ: {sorted(found)}")
    if way == "program killed":
        return seconds
    summary = json.loads(said)
    if way == "Ctrl-C":
        if code == 0 and seconds < 1:
            return None
        if code != 130 or complained or not summary["games"] <= len(found):
            told = f"{summary['games']} games of {len(found)} are told"
            raise Lost(f"exit {code} after {seconds:.1f} s, {told}: {complained}")
    elif code or len(found) != len(expected):
        raise Lost(f"exit {code} with {len(found)} records: {complained}")
    return seconds


def main() -> int:
    """Disturb batches as often as asked for, and print the figures."""
    words = argparse.ArgumentParser(description="End batches of games in every way.")
    words.add_argument("--times", type=int, default=20, help="for each way")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where this runs with &
    chance = random.Random(asked.seed)
    seconds: dict[str, list[float]] = defaultdict(list)
    over = 0
    with tempfile.TemporaryDirectory() as directory:
        expected = {}
        for game in BATCHES:
            folder = Path(directory) / game
            summary = whole(game, folder)
            expected[game] = summary, records(folder)
        number = 0
        while any(len(seconds[way]) < asked.times for way in WAYS):
            number += 1
            way = min(WAYS, key=lambda one: len(seconds[one]))
            game = chance.choice(list(BATCHES))
            folder = Path(directory) / str(number)
            summary, all_records = expected[game]
            try:
                took = disturb(way, game, folder, all_records, chance)
                if whole(game, folder) != summary or records(folder) != all_records:
                    raise Lost("the batch that was continued differs from one in one go")
            except Lost as problem:
                print(f"{way}, {game}, number {number}: {problem}")
                return 1
            if took is None:
                over += 1
            else:
                seconds[way].append(took)
    print(f"{'':16} times  seconds to the end: mean, most")
    for way in WAYS:
        taken = seconds[way]
        print(f"{way:16} {len(taken):>5}  {sum(taken) / len(taken):.2f}, {max(taken):.2f}")
    print(f"{over} batches were over before; every record was whole, every batch was continued")
    return 0


if __name__ == "__main__":
    sys.exit(main())
