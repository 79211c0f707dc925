"""How strong is a bot? Two levels against each other, seats rotated, the same seeds for both.

    python benchmarks/strength.py powergrid normal easy --games 200 --seats 2 --jobs 2
    python benchmarks/strength.py eletrika normal random --seats 4 --option energized=strict

A deal is played once for each rotation of the seats, so that no level has the better chairs. A
shared win counts as its share. The 95 % interval is of the mean over deals, whose games belong
together.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import mean, stdev

from gridgames.games.registry import Choice
from gridgames.play.simulation import Simulation, play_one


def deal(simulation: Simulation, number: int) -> tuple[float, float, float]:
    """Return the first level's share of wins, of points, and the CPU seconds of one deal."""
    began = time.process_time()
    levels = simulation.levels
    wins = points = total = 0.0
    for turn in range(len(levels)):
        seated = levels[turn:] + levels[:turn]
        game = Simulation(
            simulation.game, simulation.ruleset, {}, seated, simulation.seed, simulation.games
        )
        outcome = play_one(game, number)
        first = levels[0]
        wins += sum(seated[seat] == first for seat in outcome.winners) / len(outcome.winners)
        points += sum(p for p, level in zip(outcome.points, seated, strict=True) if level == first)
        total += sum(outcome.points)
    return wins / len(levels), points / total if total else 0.5, time.process_time() - began


def main() -> None:
    """Play and print the share of wins with its interval."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=("powergrid", "eletrika"))
    parser.add_argument("level")
    parser.add_argument("against")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100, help="deals; each is played once a seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--edition")
    parser.add_argument("--map")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--one", action="store_true", help="one seat of the first level only")
    given = parser.parse_args()
    half = 1 if given.one else given.seats // 2
    levels = (given.level,) * half + (given.against,) * (given.seats - half)
    if not given.one:  # one beside the other: A B A B
        levels = tuple((given.level, given.against)[seat % 2] for seat in range(given.seats))
    flags = {"edition": given.edition, "map": given.map}
    chosen = {name: value for name, value in flags.items() if value}
    choice = Choice(given.game, given.option, chosen)
    simulation = Simulation(given.game, choice.ruleset(), {}, levels, given.seed, given.games)
    with ProcessPoolExecutor(given.jobs) as pool:
        deals = list(pool.map(partial(deal, simulation), range(given.games)))
    wins = [won for won, _, _ in deals]
    error = 1.96 * stdev(wins) / sqrt(len(wins)) if len(wins) > 1 else 0.0
    share = mean(wins)
    fair = levels.count(given.level) / len(levels)
    print(f"{given.game} {' '.join(levels)}: {given.games} deals x {len(levels)} rotations")
    print(f"  {given.level} wins {share:.1%} +- {error:.1%} (even strength: {fair:.1%})")
    print(f"  share of points {mean(points for _, points, _ in deals):.1%}")
    print(f"  CPU {sum(seconds for _, _, seconds in deals):.1f} s")


if __name__ == "__main__":
    main()
