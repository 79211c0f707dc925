"""Prove that every game between bots of Power Grid ends, and that they follow the rules.

    scripts/deep_powergrid_bots.py --games 3000 --seed 1 --jobs 2

Plays games of any edition, map, options and number of players, with mixed levels. The game loop
refuses an illegal choice, and a game of too many rounds is a failure. Prints how many games of each
kind were played, and how long they were.
"""

import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from deep_powergrid import a_ruleset
from harness import parser, report

import powergrid
from gridcommon.chance import derived_seed
from gridcommon.game_loop import play
from powergrid import LEVELS, Ruleset, make_bot, new_game

MOST_ROUNDS = 60  # three times what a long game takes
MOST_ROUNDS_BY_CHANCE = 600  # if all players choose at random


def a_game(seed: int) -> tuple[Ruleset, tuple[str, ...], int, int, float]:
    """Play game ``seed``; return its ruleset, levels, rounds, moves and CPU seconds."""
    random = Random(seed)
    ruleset = a_ruleset(random, share=0.3)
    among = random.choice([["normal"], ["easy"], ["normal", "easy"], list(LEVELS)])
    levels = tuple(random.choice(among) for _ in range(random.randint(2, 6)))
    state = new_game(ruleset, len(levels), seed)
    bots = [make_bot(level, derived_seed(seed, "bot", seat)) for seat, level in enumerate(levels)]
    most = MOST_ROUNDS_BY_CHANCE if set(levels) == {"random"} else MOST_ROUNDS
    began, moves = time.process_time(), 0
    for _ in play(powergrid, state, bots):
        moves += 1
        assert state.round <= most, f"game {seed}: round {state.round}, {ruleset}, {levels}"
    assert powergrid.result(state) is not None, f"game {seed} has no result"
    return ruleset, levels, state.round, moves, time.process_time() - began


def main() -> None:
    """Play, and print a summary."""
    given = parser(__doc__, games=3000, seed=1, jobs=1).parse_args()
    kinds: Counter[str] = Counter()
    longest: dict[str, int] = {}
    moves, seconds = 0, 0.0
    with ProcessPoolExecutor(given.jobs) as pool:
        seeds = range(given.seed, given.seed + given.games)
        for ruleset, levels, rounds, made, spent in pool.map(a_game, seeds, chunksize=8):
            among = "+".join(level for level in LEVELS if level in levels)
            kinds[f"{ruleset.edition}, {ruleset.map}"] += 1
            kinds[f"{len(levels)} players"] += 1
            kinds[among] += 1
            for option in ruleset.options():
                kinds[f"with {option}"] += 1
            longest[among] = max(longest.get(among, 0), rounds)
            moves, seconds = moves + made, seconds + spent
    print(f"{given.games} games ended, {moves} moves, {1000 * seconds / moves:.2f} ms a move")
    report(kinds)
    for among, rounds in sorted(longest.items()):
        print(f"longest with {among}: {rounds} rounds")


if __name__ == "__main__":
    main()
