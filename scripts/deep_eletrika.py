#!/usr/bin/env python3
"""Play Eletrika at random for a long time with every invariant on after each action.

    scripts/deep_eletrika.py --actions 1000000 --seed 1
    scripts/deep_eletrika.py --actions 1000000 --seed 1 --jobs 2

Every game has its own rules (see ``random_rules``), 2 to 4 players, and lively or plain chance.
After each action the state, the caches and the events are judged; every so many actions the offer
is compared with all that ``check`` finds nothing against. Stops at the first thing that is wrong,
naming the game; ``--game N`` plays that one alone.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from eletrika import advance, apply, new_game, result, to_act
from eletrika_invariants import Watch, assert_offer, assert_sound, snapshot
from eletrika_play import random_rules, walk
from gridcommon.chance import fork, seeded

OFFER_EVERY = 100
APPLY_EVERY = 25


def play_game(seed: int, number: int) -> Counter[str]:
    """Play one game to its end; return what happened in it."""
    rng = fork(seeded(seed), number)
    rules, rng = random_rules(rng)
    state = new_game(rules, 2 + number % 3, rng)
    seen: Counter[str] = Counter()
    assert_sound(state)
    watch = Watch(state)
    for action, _ in walk(state, rng, lively=number % 4 > 0):
        count = seen["actions"]
        if (count + number) % OFFER_EVERY == 0:
            assert_offer(state)
            seen["offers"] += 1
        twin = None
        if (count + number) % APPLY_EVERY == 0:
            before = snapshot(state)
            twin = apply(state, action)
            assert snapshot(state) == before, "apply changed its argument"
            seen["applied"] += 1
        events: list = []
        advance(state, action, events)
        assert twin is None or snapshot(twin) == snapshot(state), "apply and advance differ"
        watch.after(action, events)
        seen["actions"] += 1
        seen[type(action).__name__] += 1
        seen.update("event " + type(event).__name__ for event in events)
    assert to_act(state) is None
    assert result(state) is not None
    seen["games"] += 1
    seen["games with a lit structure"] += bool(state.lit)
    return seen


def play_games(seed: int, first: int, step: int, actions: int) -> Counter[str]:
    """Play games number ``first``, ``first + step`` ... until so many actions were made."""
    total: Counter[str] = Counter()
    number = first
    while total["actions"] < actions:
        try:
            total += play_game(seed, number)
        except Exception as problem:
            problem.add_note(f"--seed {seed} --game {number}")
            raise
        number += step
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="Play Eletrika at random, everything checked.")
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", type=int, help="play this game of the seed alone")
    options = parser.parse_args()
    begun = time.perf_counter()
    if options.game is not None:
        total = play_game(options.seed, options.game)
    else:
        share = -(-options.actions // options.jobs)
        with ProcessPoolExecutor(options.jobs) as pool:
            parts = [
                pool.submit(play_games, options.seed, job, options.jobs, share)
                for job in range(options.jobs)
            ]
            total = sum((part.result() for part in parts), Counter())
    seconds = time.perf_counter() - begun
    for name, count in total.most_common():
        print(f"{count:>9,} {name}")
    print(f"nothing wrong in {total['actions']:,} actions, {seconds:.0f} s")


if __name__ == "__main__":
    main()
