"""Speed of several engines side by side: the tree, a compiled wheel, an older version.

    python benchmarks/speed.py [NAME=WHERE ...] [--to NAME] [--rounds 9] [--short]

WHERE is a wheel, a folder with an unpacked wheel, or the interpreter of another environment. The
engines installed here come first; without others only they are measured. To compare with a commit,
make a pure wheel of it (``pip wheel --no-deps .`` in a checkout) and a compiled wheel of the tree
(docs/programmers.md):

    python benchmarks/speed.py before=OLD.whl compiled=NEW.whl --to before

In each round every engine plays the same games in each way, with a new seed for each round and way,
one engine right after the other, in changing order. Figures are games per CPU second, medians of
the rounds; after them comes the ratio to the engine here, or to the one of ``--to``: its median,
minimum and maximum. Each engine has a separate, warmed-up process.

``pick``: random play by ``legal_actions``, their ``pick`` and ``advance``; ``listed``: the same
after a look at every legal action; ``play``: by ``gridcommon.game_loop.play`` with bots of the
level random; ``normal``: the same with those of the level normal. If Catanatron is installed, an
engine of Catan that is also Python and also lists all legal actions, four of its random players
play as ours do. Times of different games do not compare the engines: the row is a measure of this
machine.
"""

import argparse
import importlib.util
import os
import random
import secrets
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from gridcommon import game_loop

SEATS = 4
HERE = "here"
PEER = "catanatron"


def picked(name: str, seed: int) -> None:
    """Play at random as a user would write it, without views or checks."""
    game: Any = importlib.import_module(name)
    state, chance = game.new_game(game.Ruleset(), SEATS, seed, game.Setup()), random.Random(seed)
    while actions := game.legal_actions(state):
        game.advance(state, actions.pick(chance))


def listed(name: str, seed: int) -> None:
    """Play at random after looking at every legal action."""
    game: Any = importlib.import_module(name)
    state, chance = game.new_game(game.Ruleset(), SEATS, seed, game.Setup()), random.Random(seed)
    while actions := game.legal_actions(state):
        kinds: dict[type, list[Any]] = {}
        for action in actions:
            kinds.setdefault(type(action), []).append(action)
        game.advance(state, chance.choice(chance.choice(list(kinds.values()))))


def play(name: str, level: str, seed: int) -> None:
    """Play a game of bots as the program does."""
    game: Any = importlib.import_module(name)
    state = game.new_game(game.Ruleset(), SEATS, seed, game.Setup())
    bots = [game.make_bot(level, seed + seat) for seat in range(SEATS)]
    for _ in game_loop.play(game, state, bots, with_events=False):
        pass


def peer(seed: int) -> None:
    """Play a game of Catan at random."""
    catan: Any = importlib.import_module(PEER)
    random.seed(seed)
    colours = list(catan.Color)[:SEATS]
    catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=seed).play()


# The games of a round, and how to play one
WAYS: dict[str, tuple[int, Callable[[int], None]]] = {
    "powergrid pick": (10, partial(picked, "powergrid")),
    "powergrid listed": (10, partial(listed, "powergrid")),
    "powergrid play": (10, partial(play, "powergrid", "random")),
    "powergrid normal": (1, partial(play, "powergrid", "normal")),
    "eletrika pick": (10, partial(picked, "eletrika")),
    "eletrika listed": (3, partial(listed, "eletrika")),
    "eletrika play": (5, partial(play, "eletrika", "random")),
    "eletrika normal": (1, partial(play, "eletrika", "normal")),
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
    """A process with the engines of a folder, or of an environment."""

    script = __file__  # answers ``--work``

    def __init__(self, name: str, python: str = sys.executable, folder: Path | None = None) -> None:
        self.name = name
        env = dict(os.environ) | ({"PYTHONPATH": str(folder)} if folder else {})
        self._process = subprocess.Popen(
            [python, self.script, "--work"],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
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


def opened(name: str, where: str, stack: ExitStack) -> Engine:
    """Return the engine at a path. Raises ValueError if there is none."""
    path = Path(where).absolute()
    if path.suffix == ".whl" and path.is_file():
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(folder)
        return Engine(name, folder=folder)
    if Path(path, "powergrid").is_dir():
        return Engine(name, folder=path)
    if path.is_file() and os.access(path, os.X_OK):
        return Engine(name, python=str(path))
    raise ValueError(f"{where}: neither a wheel nor a folder of one nor an interpreter")


Rates = dict[str, list[list[float]]]  # by way: games per second of each engine, round by round


def measured(engines: list[Engine], ways: list[str], rounds: int, *, short: bool) -> Rates:
    """Return the speed of the engines; only the first one plays the game of a peer."""
    rates: Rates = {way: [[] for _ in engines[: 1 if way == PEER else None]] for way in ways}
    for number in range(-1, rounds):  # the first one warms up
        for way in ways:
            seed = secrets.randbits(40)
            games = 1 if short else WAYS[way][0]
            places = list(range(len(rates[way])))
            turn = number % len(places)
            for place in places[turn:] + places[:turn]:
                rate = games / engines[place].seconds(way, games, seed)
                if number >= 0:
                    rates[way][place].append(rate)
    return rates


def spread(found: list[float], base: list[float]) -> str:
    """Return the ratio of rates by round: its median, minimum and maximum."""
    ratios = [one / other for one, other in zip(found, base, strict=True)]
    return f"{median(ratios):>9.2f}{min(ratios):>7.2f}{max(ratios):>7.2f}"


def main() -> None:
    """Print a line per way and engine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("others", nargs="*", metavar="NAME=WHERE")
    parser.add_argument("--to", metavar="NAME", default=HERE, help="the engine ratios are to")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--short", action="store_true", help="one round of one game each")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work()
        return
    named = dict(other.partition("=")[::2] for other in given.others)
    names = [HERE, *named]
    if given.to not in names:
        parser.error(f"--to {given.to}: choose one of {', '.join(names)}")
    with ExitStack() as stack:
        try:
            engines = [Engine(HERE), *(opened(*one, stack) for one in named.items())]
        except (OSError, ValueError, zipfile.BadZipFile) as problem:
            parser.error(str(problem))
        ways = [way for way in WAYS if way != PEER or importlib.util.find_spec(PEER)]
        rounds = 1 if given.short else given.rounds
        rates = measured(engines, ways, rounds, short=given.short)
        for engine in engines:
            engine.close()
    print(f"{'games/s':<20}{'engine':<12}{'median':>9}{'ratio':>9}   from     to")
    for way, found in rates.items():
        base = 0 if way == PEER else names.index(given.to)
        for name, rate in zip(names, found, strict=False):
            shown = PEER if way == PEER else name
            print(f"{way:<20}{shown:<12}{median(rate):>9.1f}{spread(rate, found[base])}")


if __name__ == "__main__":
    main()
