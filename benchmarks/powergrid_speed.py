"""Speed of the Power Grid engine: random legal play, one process, CPU time.

Each move takes the legal actions, picks a kind of action, each equally likely, then an action of
that kind likewise, and advances in place. Figures are medians of several runs. To compare engines,
and other ways to choose: benchmarks/speed.py.

    python benchmarks/powergrid_speed.py [--games 100] [--runs 5] [--profile]
"""

import argparse
import cProfile
import pstats
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

import powergrid
from powergrid import Ruleset, State, new_game
from powergrid.actions import Action


def play_games(ruleset: Ruleset, seats: int, games: int, first_seed: int) -> int:
    """Play complete random games; return the number of moves."""
    moves = 0
    for seed in range(first_seed, first_seed + games):
        state, random = new_game(ruleset, seats, seed), Random(seed)
        while actions := powergrid.legal_actions(state):
            powergrid.advance(state, actions.pick(random))
            moves += 1
    return moves


def positions(ruleset: Ruleset, seats: int, games: int) -> list[tuple[State, Action]]:
    """Return positions of random games, each with the chosen action."""
    found = []
    for seed in range(games):
        state, random = new_game(ruleset, seats, seed), Random(seed)
        while actions := powergrid.legal_actions(state):
            action = actions.pick(random)
            found.append((state.copy(), action))
            powergrid.advance(state, action, None)
    return found


def timed(work: Callable[[State, Action], object], pairs: Sequence[tuple[State, Action]]) -> float:
    """Return the CPU seconds that ``work`` takes on all ``pairs``."""
    start = process_time()
    for state, action in pairs:
        work(state, action)
    return process_time() - start


def whole_games(ruleset: Ruleset, seats: int, games: int, runs: int) -> tuple[float, float, float]:
    """Return games per second, moves per second and moves per game."""
    play_games(ruleset, seats, games // 5 + 1, 10**6)  # caches are warm in longer runs
    rates = []
    for run in range(runs):
        start = process_time()
        moves = play_games(ruleset, seats, games, run * games)
        seconds = process_time() - start
        rates.append((games / seconds, moves / seconds, moves / games))
    return (
        median(rate[0] for rate in rates),
        median(rate[1] for rate in rates),
        median(rate[2] for rate in rates),
    )


def parts(ruleset: Ruleset, seats: int, games: int, runs: int) -> list[tuple[str, float]]:
    """Return the cost in microseconds of each function of the contract, over a game's moves."""
    at = positions(ruleset, seats, min(12, games))
    results: dict[str, list[float]] = {}
    for _ in range(runs):
        copies = [state.copy() for state, _ in at]
        pairs = list(zip(copies, [action for _, action in at], strict=True))
        works: list[tuple[str, Callable[[State, Action], object]]] = [
            ("copy", lambda state, _: state.copy()),
            ("legal_actions", lambda state, _: powergrid.legal_actions(state)),
            ("as a list", lambda state, _: list(powergrid.legal_actions(state))),
            ("check", powergrid.check),
            ("observe", lambda state, _: powergrid.observe(state, 0)),
            ("apply", powergrid.apply),
            ("advance", powergrid.advance),
        ]
        for name, work in works:
            on = pairs if name == "advance" else at
            results.setdefault(name, []).append(timed(work, on) / len(at) * 1e6)
    return [(name, median(times)) for name, times in results.items()]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games a run (default 100)")
    parser.add_argument("--runs", type=int, default=5, help="runs, of which the median counts")
    parser.add_argument("--profile", action="store_true", help="print a profile instead")
    options = parser.parse_args()
    if options.profile:
        play_games(Ruleset(), 4, 20, 10**6)
        profile = cProfile.Profile()
        profile.runcall(play_games, Ruleset(), 4, options.games, 0)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    print("edition    players  games/s  moves/s  moves/game")
    for edition in ("recharged", "classic"):
        for seats in range(2, 7):
            games, moves, length = whole_games(Ruleset(edition), seats, options.games, options.runs)
            print(f"{edition:<10} {seats:>7} {games:>8.0f} {moves:>8.0f} {length:>11.0f}")
    print()
    print("4 players, Germany, Recharged: microseconds a call")
    for name, cost in parts(Ruleset(), 4, options.games, options.runs):
        print(f"{name:<14} {cost:>6.2f}")


if __name__ == "__main__":
    main()
