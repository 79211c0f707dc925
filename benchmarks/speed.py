"""How fast games are played by engines side by side: the tree, a compiled wheel, an older one.

    python benchmarks/speed.py [NAME=FOLDER ...] [--rounds 9] [--short]

FOLDER holds the engines of a wheel, unpacked; without one only the engines installed are measured,
which come first anyway. In each round every engine plays the same games, by a seed that is new in
each round, one engine right after the other, in turns in another order. Figures are games per
second of CPU, medians of the rounds; what follows is the ratio to the first engine, its median and
from the least to the greatest. Each engine has a process of its own, which is warm.

``bare``: random play, a kind of action first, by ``legal_actions`` and ``advance``; ``full``: with
every action of Eletrika's lists made; ``play``: by ``gridcommon.playing.play`` with bots of the
level random; ``normal``: the same with those of the level normal. Where Catanatron is installed,
an engine of Catan that likewise is Python and lists all that is legal, its random players play four
at a table as ours do. Games of different rules are no better or worse for taking longer: the column
says how this machine does.
"""

import argparse
import importlib.util
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

SEATS = 4
HERE = "here"
PEER = "catanatron"


def bare(name: str, seed: int, *, whole: bool = False) -> None:
    """Play a game at random, without views or checks."""
    game: Any = importlib.import_module(name)
    chance = random.Random(seed)
    state = game.new_game(game.Ruleset(), SEATS, seed, game.Setup())
    starts = importlib.import_module("powergrid.bots").kind_starts
    while actions := game.legal_actions(state):
        if name == "eletrika":
            if whole:
                list(actions)
            kind = chance.choice(actions.kinds)
            action = kind[int(chance.random() * len(kind))]
        else:
            places = [*starts(actions), len(actions)]
            kind = int(chance.random() * (len(places) - 1))
            begin, end = places[kind], places[kind + 1]
            action = actions[begin + int(chance.random() * (end - begin))]
        game.advance(state, action, None)


def play(name: str, level: str, seed: int) -> None:
    """Play a game of bots as the program does."""
    game: Any = importlib.import_module(name)
    state = game.new_game(game.Ruleset(), SEATS, seed, game.Setup())
    bots = [game.make_bot(level, seed + seat) for seat in range(SEATS)]
    for _ in importlib.import_module("gridcommon.playing").play(game, state, bots):
        pass


def peer(seed: int) -> None:
    """Play a game of Catan at random."""
    catan: Any = importlib.import_module(PEER)
    random.seed(seed)
    colours = list(catan.Color)[:SEATS]
    catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=seed).play()


WAYS: dict[str, tuple[int, Callable[[int], None]]] = {  # the games of a round, and how to play one
    "powergrid bare": (10, lambda seed: bare("powergrid", seed)),
    "powergrid play": (10, lambda seed: play("powergrid", "random", seed)),
    "powergrid normal": (1, lambda seed: play("powergrid", "normal", seed)),
    "eletrika bare": (10, lambda seed: bare("eletrika", seed)),
    "eletrika full": (3, lambda seed: bare("eletrika", seed, whole=True)),
    "eletrika play": (5, lambda seed: play("eletrika", "random", seed)),
    "eletrika normal": (1, lambda seed: play("eletrika", "normal", seed)),
    PEER: (2, peer),
}


def work() -> None:
    """Answer lines of a way, games and a seed with the CPU seconds that they took."""
    for line in sys.stdin:
        way, games, seed = line.rsplit(maxsplit=2)
        begun = process_time()
        for number in range(int(games)):
            WAYS[way][1](int(seed) + number)
        print(process_time() - begun, flush=True)


class Engine:
    """A process with the engines in a folder."""

    def __init__(self, name: str, folder: Path | None) -> None:
        self.name = name
        env = dict(os.environ) | ({"PYTHONPATH": str(folder)} if folder else {})
        words = [sys.executable, __file__, "--work"]
        self._process = subprocess.Popen(
            words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, way: str, games: int, seed: int) -> float:
        """Return the CPU time of games played in a way."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(way, games, seed, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"{self.name}: {way} failed")
        return float(answer)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def measured(engines: list[Engine], way: str, rounds: int, *, short: bool) -> list[list[float]]:
    """Return the games per second of each engine, round by round."""
    games = 1 if short else WAYS[way][0]
    for engine in engines:
        engine.seconds(way, games, secrets.randbits(40))
    rates: list[list[float]] = [[] for _ in engines]
    for number in range(rounds):
        seed = secrets.randbits(40)
        order = list(range(len(engines)))
        for place in order[number % len(order) :] + order[: number % len(order)]:
            rates[place].append(games / engines[place].seconds(way, games, seed))
    return rates


def main() -> None:
    """Print a line per way and engine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("others", nargs="*", metavar="NAME=FOLDER")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--short", action="store_true", help="one round of one game each")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work()
        return
    engines = [Engine(HERE, None)]
    for other in given.others:
        name, _, folder = other.partition("=")
        if not Path(folder, "powergrid").is_dir():
            parser.error(f"{other}: no engines in this folder")
        engines.append(Engine(name, Path(folder).absolute()))
    print(f"{'games/s':<20}{'engine':<12}{'median':>9}{'ratio':>9}   from     to")
    for way in WAYS:
        if way == PEER and importlib.util.find_spec(PEER) is None:
            continue
        playing = engines[:1] if way == PEER else engines
        rates = measured(playing, way, 1 if given.short else given.rounds, short=given.short)
        for engine, found in zip(playing, rates, strict=True):
            ratios = [one / first for one, first in zip(found, rates[0], strict=True)]
            spread = f"{median(ratios):>9.2f}{min(ratios):>7.2f}{max(ratios):>7.2f}"
            name = PEER if way == PEER else engine.name
            print(f"{way:<20}{name:<12}{median(found):>9.1f}{spread}", flush=True)
    for engine in engines:
        engine.close()


if __name__ == "__main__":
    main()
