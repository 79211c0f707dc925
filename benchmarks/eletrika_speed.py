#!/usr/bin/env python3
"""Speed of the Eletrika engine: whole games, listing tile placements, and updating ``lit``.

    benchmarks/eletrika_speed.py [--games N] [--repeats N]

Figures are medians of CPU time over the repeats; each repeat plays new games. Random play lists all
legal actions, chooses a kind of action, then an action of that kind.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from secrets import randbits
from statistics import median

from eletrika import advance, legal_actions, new_game
from eletrika.actions import Action
from eletrika.bots import make_bot
from eletrika.building import newly_lit, recompute_lit
from eletrika.events import Built, TurnEnded
from eletrika.placement import legal_tiles
from eletrika.ruleset import Ruleset
from eletrika.state import MAIN, State, recompute_frontier
from eletrika.view import observe

RULES = Ruleset()


def play(seats: int, seed: int, *, whole: bool = False) -> tuple[int, int]:
    """Play one random game; return how many actions were made and how many were offered."""
    state = new_game(RULES, seats, seed)
    random = Random(seed)
    made = offered = 0
    while actions := legal_actions(state):
        offered += len(list(actions)) if whole else len(actions)
        made += 1
        advance(state, actions.pick(random))
    return made, offered


def count_turns(seats: int, seed: int) -> int:
    """Return the number of turns of the game that ``play`` plays."""
    state = new_game(RULES, seats, seed)
    random = Random(seed)
    turns = 0
    while actions := legal_actions(state):
        events: list = []
        advance(state, actions.pick(random), events)
        turns += sum(isinstance(event, TurnEnded) for event in events)
    return turns


def positions(games: int, level: str) -> list[tuple[State, Action]]:
    """Return states at the start of turns, each with the next action."""
    found = []
    for seed in range(games):
        state = new_game(RULES, 4, seed)
        bots = [make_bot(level, seed + seat) for seat in range(4)]
        while actions := legal_actions(state):
            action = bots[state.actor].choose(observe(state, state.actor), actions)
            if state.phase == MAIN:
                found.append((state.copy(), action))
            advance(state, action)
    return found


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Return the median CPU time of a task, in seconds."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return median(times)


def advanced(moves: list[tuple[State, Action]]) -> float:
    """Return the CPU time of making each action on a copy of its state, without the copying."""
    twins = [(state.copy(), action) for state, action in moves]
    begun = time.process_time()
    for twin, action in twins:
        advance(twin, action)
    return time.process_time() - begun


def row(what: str, value: float, unit: str) -> None:
    print(f"{what:<52} {value:>12,.1f} {unit}")


def whole_games(games: int, repeats: int) -> None:
    heads = f"{'games/s':>9}{'turns/s':>9}{'actions/s':>11}{'list':>7}{'as a list':>19}"
    print(f"{'random play':<14}{heads}")
    for seats in (2, 3, 4):
        made = [play(seats, seed) for seed in range(games)]
        actions = sum(count for count, _ in made)
        offered = sum(count for _, count in made)
        turns = sum(count_turns(seats, seed) for seed in range(games))
        lazy = seconds(
            lambda seats=seats: [play(seats, randbits(40)) for _ in range(games)], repeats
        )
        full = seconds(
            lambda seats=seats: [play(seats, randbits(40), whole=True) for _ in range(games)],
            repeats,
        )
        print(
            f"{seats} players     {games / lazy:>9.0f}{turns / lazy:>9,.0f}{actions / lazy:>11,.0f}"
            f"{offered / actions:>7.0f}{games / full:>9.0f} games/s"
        )


def parts(games: int, repeats: int) -> None:
    moves = positions(games * 2 // 5 + 1, "random")
    states = [state for state, _ in moves]
    tiles = sum(len(legal_tiles(state)) for state in states)
    spent = seconds(lambda: [legal_tiles(state) for state in states], repeats)
    row("legal tile placements decided", tiles / spent / 1e6, "million/s")
    spent = seconds(lambda: [list(legal_tiles(state)) for state in states], repeats)
    row("legal tile placements made as actions", tiles / spent / 1e6, "million/s")
    count = len(states) / 1e6
    row("legal_actions", seconds(lambda: [legal_actions(s) for s in states], repeats) / count, "us")
    row(
        "legal_actions, as a list",
        seconds(lambda: [list(legal_actions(s)) for s in states], repeats) / count,
        "us",
    )
    row("copy", seconds(lambda: [state.copy() for state in states], repeats) / count, "us")
    row("advance", median(advanced(moves) for _ in range(repeats)) / count, "us")
    row(
        "frontier computed anew",
        seconds(lambda: [recompute_frontier(s.lands) for s in states], repeats) / count,
        "us",
    )
    for level in ("random", "normal"):
        after = []
        for state, action in positions(games // 16 + 1, level):
            twin, events = state.copy(), []
            advance(twin, action, events)
            built = [event.at for event in events if isinstance(event, Built)]
            if built:
                after.append((state, twin, built[0]))
        count = len(after) / 1e6

        def kept(after: list = after) -> None:
            for before, twin, cell in after:
                lit, twin.lit = twin.lit, before.lit
                newly_lit(twin, cell)
                twin.lit = lit

        row(f"lit kept current after a build, {level} play", seconds(kept, repeats) / count, "us")
        row(
            f"lit computed anew after a build, {level} play",
            seconds(lambda after=after: [recompute_lit(t) for _, t, _ in after], repeats) / count,
            "us",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast Eletrika is played.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    whole_games(options.games, options.repeats)
    print()
    parts(options.games, options.repeats)


if __name__ == "__main__":
    main()
