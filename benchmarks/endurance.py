"""Memory over many random games in one process.

    python benchmarks/endurance.py [--games 100000] [--seed N] [--short]

It plays both games in turn, with random options and any number of players. Each line has the number
of games, the resident memory, and the blocks of memory in use after all bounded caches are emptied:
caches, the neighbours of cells, and the bids and openings that all games share. If the blocks grow
by more than 1 % in the second half, the exit code is 1.
"""

import argparse
import gc
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import eletrika
import powergrid
from eletrika import state as cells
from eletrika_play import random_rules
from gridcommon.chance import seeded
from gridcommon.contract import AnyGame
from powergrid import auction
from powergrid_play import a_ruleset

LINES = 20
ALLOWED = 0.01  # of the blocks in use after the first half


def random_rules_of(game: AnyGame, random: Random) -> Any:
    """Return rules with random options."""
    if game is powergrid:
        return a_ruleset(random)
    return random_rules(seeded(random.getrandbits(60)))[0]


def play(game: AnyGame, random: Random) -> None:
    """Play a random game."""
    seats = random.choice(game.SEATS)
    state = game.new_game(
        random_rules_of(game, random), seats, random.getrandbits(60), game.Setup()
    )
    while actions := game.legal_actions(state):
        game.advance(state, actions.pick(random), None)


def bounded_caches() -> Iterator[tuple[str, Any]]:
    """Yield the bounded caches of the engines, by name."""
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("gridcommon", "powergrid", "eletrika"):
            for key, value in vars(module).items():
                info = getattr(value, "cache_parameters", None)
                if info and value.__module__ == name and info()["maxsize"] is not None:
                    yield f"{name}.{key}", value


def held() -> int:
    """Return the blocks of memory in use after emptying all bounded caches."""
    for _, cache in bounded_caches():
        cache.cache_clear()
    cells._NEIGHBOURS.clear()
    for made in (*auction._BIDS, *chain.from_iterable(auction._OPENS)):
        made.clear()
    gc.collect()
    return sys.getallocatedblocks()


def resident() -> float:
    """Return the resident memory in megabytes, or 0 if the system does not report it."""
    status = Path("/proc/self/statm")
    pages = int(status.read_text(encoding="ascii").split()[1]) if status.exists() else 0
    return pages * 4096 / 1e6


def in_turn(games: int, random: Random) -> Iterator[int]:
    """Play both games in turn."""
    for number in range(games):
        play((eletrika, powergrid)[number % 2], random)
        yield number


def is_even(played: Iterator[int], games: int) -> bool:
    """Print the memory while games are played; return whether it hardly grows any more."""
    print(f"{'games':>9}{'resident MB':>13}{'blocks held':>13}")
    step = max(1, games // LINES)
    blocks = before = 0
    for number, _ in enumerate(played, start=1):
        if number % step == 0:
            memory, blocks = resident(), held()
            print(f"{number:>9,}{memory:>13.1f}{blocks:>13,}", flush=True)
            if number * 2 <= games:
                before = blocks
    growth = blocks / before - 1
    print(f"second half: {growth:+.2%} (at most {ALLOWED:+.0%})")
    return growth <= ALLOWED


def main() -> int:
    """Print the tables; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=randbits(30), help="default: a fresh one")
    parser.add_argument("--short", action="store_true", help="40 games")
    given = parser.parse_args()
    games = 40 if given.short else given.games
    random = Random(given.seed)
    print(f"seed {given.seed}")
    return int(not is_even(in_turn(games, random), games))


if __name__ == "__main__":
    sys.exit(main())
