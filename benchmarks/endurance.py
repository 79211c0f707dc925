"""Memory over many random games in one process, and the sizes of states and records.

    python benchmarks/endurance.py [--games 100000] [--seed N] [--batches] [--short]

It plays both games in turn, with random options and any number of players; with ``--batches`` first
one game and then the other as ``simulate --json`` does, with four bots of the level random. Each
line has the number of games, the resident memory, and the blocks of memory in use after all bounded
caches are emptied: caches, the neighbours of cells, and the bids and openings that all games share.
If the blocks grow by more than 1 % in the second half, the exit code is 1. The size of a copied
state is measured in the middle of games; a record is that of a whole game.
"""

import argparse
import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from secrets import randbits
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from deep_powergrid import a_ruleset

import eletrika
import powergrid
from eletrika import state as cells
from eletrika_play import random_rules
from gridcommon.chance import seeded
from gridcommon.contract import AnyGame
from gridcommon.game_loop import header
from gridcommon.records import format_line
from gridgames.batches.results.tally import Tally
from gridgames.batches.simulation import Simulation, outcomes, shape
from powergrid import auction

LINES = 20
ALLOWED = 0.01  # of the blocks in use after the first half
COPIES = 200  # of a state, to measure its size


def random_rules_of(game: AnyGame, random: Random) -> Any:
    """Return rules with random options."""
    if game is powergrid:
        return a_ruleset(random)
    return random_rules(seeded(random.getrandbits(60)))[0]


def play(game: AnyGame, random: Random, look: Callable[[Any, int], None] | None = None) -> Any:
    """Play a random game; return its last state. ``look`` gets each state before a choice."""
    seats = random.choice(game.SEATS)
    rules = random_rules_of(game, random)
    state = game.new_game(rules, seats, random.getrandbits(60), game.Setup())
    made = 0
    while actions := game.legal_actions(state):
        if look:
            look(state, made)
        game.advance(state, actions.pick(random), None)
        made += 1
    return state


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


def weigh(state: Any, made: int, weights: list[float]) -> None:
    """From time to time, add the size of a copy of ``state`` in bytes."""
    if made % 50 == 25:
        tracemalloc.start()
        copies = [state.copy() for _ in range(COPIES)]
        weights.append(tracemalloc.get_traced_memory()[0] / len(copies))
        tracemalloc.stop()


def record_size(game: AnyGame, random: Random) -> int:
    """Return the bytes of the record of a random game, with its header and its actions."""
    seats = game.SEATS[-1]
    state = game.new_game(game.Ruleset(), seats, random.getrandbits(60), game.Setup())
    lines = [header(game, state, "ABCDEF"[:seats], None).to_json()]
    while actions := game.legal_actions(state):
        action = actions.pick(random)
        lines.append(game.action_to_json(action))
        game.advance(state, action, None)
    return sum(len(format_line(line)) + 1 for line in lines)


def in_turn(games: int, random: Random) -> Iterator[object]:
    """Play both games in turn."""
    for number in range(games):
        yield play((eletrika, powergrid)[number % 2], random)


def a_batch(game: AnyGame, games: int, seed: int) -> Iterator[object]:
    """Play a batch of a game, with all its statistics."""
    rules = game.Ruleset().to_json()
    simulation = Simulation(game.NAME, rules, {}, ("random",) * 4, seed, games)
    tally = Tally(simulation, shape(simulation))
    print(game.NAME)
    for outcome in outcomes(simulation):
        yield tally.add(outcome)


def is_even(played: Iterator[object], games: int) -> bool:
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
    parser.add_argument("--batches", action="store_true", help="as simulate plays")
    parser.add_argument("--short", action="store_true", help="40 games")
    given = parser.parse_args()
    games = 40 if given.short else given.games
    random = Random(given.seed)
    print(f"seed {given.seed}")
    for game in (powergrid, eletrika):
        weights: list[float] = []
        for _ in range(2 if given.short else 20):
            play(game, random, partial(weigh, weights=weights))
        sizes = [record_size(game, random) for _ in range(2 if given.short else 20)]
        print(
            f"{game.NAME}: a copy of a state {median(weights):,.0f} bytes (up to"
            f" {max(weights):,.0f}), a record {median(sizes):,.0f} (up to {max(sizes):,})"
        )
    plays: list[Iterator[object]] = [in_turn(games, random)]
    if given.batches:
        plays = [a_batch(game, games, given.seed) for game in (powergrid, eletrika)]
    are_even = [is_even(one, games) for one in plays]
    return int(not all(are_even))


if __name__ == "__main__":
    sys.exit(main())
