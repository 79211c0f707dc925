"""The harness of the proof scripts: arguments, waiting, processes, games in parallel, reports."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

PROGRAM = [sys.executable, "-m", "gridgames", "--lang", "en"]
PATIENCE = 240.0  # seconds for an answer, on a busy machine


class Failure(Exception):
    """A proof that has failed."""


def parser(doc: str, **options: Any) -> argparse.ArgumentParser:
    """Return a parser with ``options``, each a default value or a pair of it and a help text.

    The type of an option is that of its default, or int for None; False makes a flag.
    """
    made = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, given in options.items():
        default, about = given if isinstance(given, tuple) else (given, None)
        if default is False:
            made.add_argument(f"--{name}", action="store_true", help=about)
        else:
            kind = int if default is None else type(default)
            made.add_argument(f"--{name}", type=kind, default=default, help=about)
    return made


def wait_until(holds: Callable[[], object], failure: str, patience: float = PATIENCE) -> float:
    """Wait until a condition holds, and return the seconds. Raises Failure after ``patience``."""
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > patience:
            raise Failure(f"{failure} in {patience:.0f} s")
        time.sleep(0.005)
    return time.monotonic() - begun


def is_running(pid: int) -> bool:
    """Return whether a process runs and is not a zombie. Needs Linux."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def report(counts: Counter[str]) -> None:
    """Print counts by name."""
    for name, count in sorted(counts.items()):
        print(f"{count:>9,}  {name}")


def verdict(proof: Callable[[], None]) -> int:
    """Run a proof, print its failure if it has one, and return the exit code."""
    try:
        proof()
    except Failure as failure:
        print(failure, *getattr(failure, "__notes__", ()), sep="\n")
        return 1
    return 0


PlayGame = Callable[[int, int], Counter[str]]


def play_deep(doc: str, play_game: PlayGame, words: Sequence[str] | None = None) -> None:
    """Play games until enough actions are played, and report the counts.

    ``play_game`` takes a seed and the number of a game, and counts its ``actions`` and more.
    """
    asked = parser(
        doc,
        actions=1_000_000,
        seed=1,
        jobs=1,
        game=(None, "play only this game of the seed"),
    ).parse_args(words)
    begun = time.perf_counter()
    if asked.game is not None:
        total = play_game(asked.seed, asked.game)
    else:
        share = -(-asked.actions // asked.jobs)
        with ProcessPoolExecutor(asked.jobs) as pool:
            jobs = [
                pool.submit(_play_share, play_game, asked.seed, job, asked.jobs, share)
                for job in range(asked.jobs)
            ]
            total = sum((job.result() for job in jobs), Counter())
    report(total)
    print(f"no failure in {total['actions']:,} actions, {time.perf_counter() - begun:.0f} s")


def _play_share(play_game: PlayGame, seed: int, first: int, step: int, least: int) -> Counter[str]:
    """Play the games ``first``, ``first + step`` and so on, up to ``least`` actions or more."""
    total: Counter[str] = Counter()
    number = first
    while total["actions"] < least:
        try:
            total += play_game(seed, number)
        except Exception as problem:
            problem.add_note(f"--seed {seed} --game {number}")
            raise
        number += step
    return total
