"""A long proof that every game between bots of Power Grid ends, and that they play by the rules.

Plays games of any edition, map, number of players and options, with the levels mixed. The game
loop refuses a choice that is not legal; a game that goes on for too many rounds is a failure.

    python scripts/deep_powergrid_bots.py --games 3000 --seed 1 --jobs 2

Prints how many games of each kind were played, and how long they were.
"""

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

import powergrid
from gridcommon.chance import derived_seed
from gridcommon.playing import play
from powergrid import LEVELS, Ruleset, make_bot, new_game
from powergrid.ruleset import CHOICES

MOST_ROUNDS = 60  # three times what a long game takes
MOST_ROUNDS_BY_CHANCE = 600  # where everybody chooses by chance alone


def a_game(seed: int) -> tuple[Ruleset, tuple[str, ...], int, int, float]:
    """Play game ``seed``; return its ruleset, levels, rounds, moves and CPU seconds."""
    random = Random(seed)
    options = {
        name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.3
    }
    if random.random() < 0.1:
        options["house_limit"] = random.choice([5, 12, 20])
    ruleset = Ruleset(
        random.choice(["recharged", "classic"]), random.choice(["germany", "usa"]), **options
    )
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
    """Play and print what was played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
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
    for kind, count in sorted(kinds.items()):
        print(f"  {count:>6}  {kind}")
    for among, rounds in sorted(longest.items()):
        print(f"  longest with {among}: {rounds} rounds")


if __name__ == "__main__":
    main()
