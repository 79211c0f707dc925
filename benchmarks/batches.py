"""Speed of the commands that play or replay many games, beside the bare loop of the engine.

    python benchmarks/batches.py [NAME=WHERE ...] [--rounds 9] [--games 100] [--short]

``bare`` and ``pick`` are the loops of ``speed.py``: random play by ``legal_actions`` and
``advance``, without views, checks, events or statistics; the loop chooses a kind itself, or the
legal actions do. ``replay`` advances by actions that are ready in memory. The commands play as many
games with the same seeds, four bots of the level random in one process, as ``gridgames.__main__``
runs them, from the command line to the summary, without the start of Python and the imports:
``simulate`` and ``tournament``, with ``--json`` (which has all statistics) and with ``--records``;
``verify`` checks such records. WHERE is as in ``speed.py``.

In each round every engine does everything, one right after the other, in changing order, with new
seeds. Figures are games per CPU second, medians of the rounds, and their ratios to the three loops
in the same round and engine: median, minimum and maximum.
"""

import argparse
import gc
import importlib
import io
import json
import secrets
import sys
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import speed

GAMES = ("powergrid", "eletrika")
BOTS = ",".join(["random"] * speed.SEATS)
SIMULATE = ["simulate", "{game}", "--seats", BOTS]
TOURNAMENT = ["tournament", "{game}", "--bots", BOTS, "--players", str(speed.SEATS)]
COMMANDS = {
    "simulate": SIMULATE,
    "simulate --json": [*SIMULATE, "--json"],
    "simulate --records": [*SIMULATE, "--records", "{folder}/again"],
    "tournament": TOURNAMENT,
    "tournament --json": [*TOURNAMENT, "--json"],
}
LOOPS = {"bare": speed.by_kind, "pick": speed.picked}
BASES = (*LOOPS, "replay")
WAYS = (*BASES, *COMMANDS, "verify")


def run(words: list[str]) -> None:
    """Run the program in this process, and discard what it prints."""
    main: Any = importlib.import_module("gridgames.__main__").main
    sys.argv = ["gridgames", *words]
    before = gc.get_threshold()  # the program sets its own
    try:
        with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")):
            main()
    except SystemExit as end:
        if end.code:
            raise
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def replayed(name: str, files: list[Path]) -> Callable[[], object]:
    """Return a function that plays the games of these records again."""
    game: Any = importlib.import_module(name)
    found = []
    for file in files:
        header, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        header["setup"] = game.Setup()  # drawn again, as in the other loops
        actions = [game.action_from_json(line) for line in lines if "do" in line]
        found.append((header, actions))

    def play() -> None:
        for header, actions in found:
            state = game.new_game(game.Ruleset(), speed.SEATS, header["seed"], header["setup"])
            for action in actions:
                game.advance(state, action, None)

    return play


def work(name: str, way: str, games: int, seed: int) -> float:
    """Return the CPU seconds that a way takes for these games."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}-{number}.jsonl" for number in range(seed, seed + games)]
        batch = ["--games", str(games), "--seed", str(seed)]
        if way in ("replay", "verify"):
            run([word.format(game=name) for word in [*SIMULATE, *batch, "--records", folder]])
        words = ["verify", *map(str, files)]
        if way in COMMANDS:
            words = [word.format(game=name, folder=folder) for word in [*COMMANDS[way], *batch]]
        task: Callable[[], object] = lambda: run(words)  # noqa: E731
        if way == "replay":
            task = replayed(name, files)
        elif way in LOOPS:
            seeds = range(seed, seed + games)
            task = lambda: [speed.bare(name, LOOPS[way], one) for one in seeds]  # noqa: E731
        begun = process_time()
        task()
        return process_time() - begun


def answer() -> None:
    """Answer lines of a way, games and a seed with the CPU seconds that they took."""
    for line in sys.stdin:
        way, games, seed = line.rsplit(maxsplit=2)
        print(work(*way.split(maxsplit=1), int(games), int(seed)), flush=True)


def main() -> None:
    """Print a line per way and engine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("others", nargs="*", metavar="NAME=WHERE")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=100, help="in each round")
    parser.add_argument("--short", action="store_true", help="one round of one game each")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        answer()
        return
    rounds, games = (1, 1) if given.short else (given.rounds, given.games)
    named = dict(other.partition("=")[::2] for other in given.others)
    speed.Engine.script = __file__
    with ExitStack() as stack:
        engines = [speed.Engine(speed.HERE)]
        engines += [speed.opened(name, where, stack) for name, where in named.items()]
        rates: dict[tuple[str, str], list[list[float]]] = {
            (game, way): [[] for _ in engines] for game in GAMES for way in WAYS
        }
        for number in range(-1, rounds):  # the first one warms up
            for game in GAMES:
                seed = secrets.randbits(40)
                order = [(place, way) for way in WAYS for place in range(len(engines))]
                turn = number % len(order)
                for place, way in order[turn:] + order[:turn]:
                    rate = games / engines[place].seconds(f"{game} {way}", games, seed)
                    if number >= 0:
                        rates[game, way][place].append(rate)
        for engine in engines:
            engine.close()
    heads = "".join(f"{f'/ {base}':>9}   from     to" for base in BASES)
    print(f"{'games/s':<30}{'engine':<10}{'median':>9}{heads}")
    for (game, way), found in rates.items():
        for place, engine in enumerate(engines):
            text = f"{f'{game} {way}':<30}{engine.name:<10}{median(found[place]):>9.1f}"
            ratios = (speed.spread(found[place], rates[game, base][place]) for base in BASES)
            print(text, *ratios, sep="")


if __name__ == "__main__":
    main()
