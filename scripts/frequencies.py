#!/usr/bin/env python3
"""Count how often each option and edition matters, over a batch of games between bots.

    scripts/frequencies.py [--game powergrid|eletrika] [--games 1000] [--output FILE]

It writes FILE, by default ``cli/gridgames/study/comparison/frequencies.json``, which the site and
``gridgames compare`` show. Game number n of the batch is always the same game: bots of one level
play it from seed n, with the variants, maps and numbers of players in turn.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice, product, tee
from pathlib import Path
from typing import Any

from gridcommon.game_loop import play
from gridgames.study.comparison import decisions
from gridgames.study.comparison.decisions import FILE, Frequency, Judge, Judgement, alternatives
from gridgames.study.comparison.report import GameComparison, game_comparison, games

PATH = Path(decisions.__file__).with_name(FILE)
SAMPLED = 1  # games that a test counts again
LEVEL = "normal"  # of the bots

Counts = dict[tuple[str, str, str], Counter[str]]  # keyed by name, option and rule


def count_game(game: str, number: int) -> Counts:
    """Play game ``number`` of the batch, and return its counts."""
    part = game_comparison(game)
    engine = part.RUNNER.game
    bases = _bases(part)
    ruleset = bases[number % len(bases)]
    seats = engine.SEATS[number // len(bases) % len(engine.SEATS)]
    state = engine.new_game(ruleset, seats, number, engine.Setup())
    bots = [engine.make_bot(LEVEL, number * len(engine.SEATS) + seat) for seat in range(seats)]
    judge = Judge(part, alternatives(part, ruleset, seats), state, seats, number)
    before = state.copy()
    for action, events in play(engine, state, bots):
        judge.see(before, action, events)
        before = state.copy()
    result = engine.result(state)
    return {
        (other.name, other.option, other.rule): _counted(one, seats, result)
        for one in judge.close(state)
        for other in (one.alternative,)
    }


def _counted(found: Judgement, seats: int, result: Any) -> Counter[str]:
    count = Counter({"games": 1, f"games of {seats}": 1, "decisions": found.decisions})
    if found.differences:
        count.update(["differing", f"differing of {seats}"])
        rules = {rule for one in found.differences for rule in one.rules}
        count.update(f"rule {rule}" for rule in sorted(rules))
    if found.stopped:
        count["stopped"] += 1
    elif result is not None and getattr(found.ending, "winners", None) != result.winners:
        count["winners"] += 1
    return count


def _bases(part: GameComparison) -> list[Any]:
    """Return the rulesets of a batch: each variant with each value of a choice beside options."""
    choices = part.RUNNER.choices
    more = [one for name, one in choices.options.items() if name not in part.RUNNER.game.OPTIONS]
    found: list[Any] = []
    variants = [one.chosen for one in choices.variants.values() if not one.seats] or [{}]
    for chosen, *values in product(variants, *(one.values for one in more)):
        named = {one.name: value for one, value in zip(more, values, strict=True)}
        found.append(part.RUNNER.ruleset(**chosen, **named))
    return found


def summed(game: str, games: Iterable[Counts]) -> list[Frequency]:
    """Return the counts of some games: the variants first, then the options as declared."""
    total: Counts = {}
    for counts in games:
        for key, count in counts.items():
            total.setdefault(key, Counter()).update(count)
    options = ["", *game_comparison(game).RUNNER.game.OPTIONS]
    keys = sorted(total, key=lambda key: options.index(key[1]))
    return [_frequency(*key, total[key]) for key in keys]


def _frequency(name: str, option: str, rule: str, count: Counter[str]) -> Frequency:
    def keyed(word: str) -> dict[str, int]:
        found = {key.removeprefix(word): count[key] for key in sorted(count)}
        return {key: found[key] for key in found if f"{word}{key}" in count}

    differing = keyed("differing of ")
    seats = {key: (games, differing.get(key, 0)) for key, games in keyed("games of ").items()}
    return Frequency(
        name,
        option,
        rule,
        games=count["games"],
        differing=count["differing"],
        decisions=count["decisions"],
        stopped=count["stopped"],
        winners=count["winners"],
        seats=seats,
        rules=keyed("rule "),
    )


def counted(game: str, number: int, workers: int) -> dict[str, Any]:
    """Return the counts of a batch as JSON, with those of its first games."""
    with ProcessPoolExecutor(workers) as pool:
        found, first = tee(pool.map(partial(count_game, game), range(number), chunksize=5))
        total = summed(game, found)
    return {
        "games": number,
        "sampled": SAMPLED,
        "frequencies": list(map(Frequency._asdict, total)),
        "sample": list(map(Frequency._asdict, summed(game, islice(first, SAMPLED)))),
    }


def main() -> None:
    """Count the games, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=games(), action="append")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path, default=PATH)
    asked = parser.parse_args()
    data = json.loads(PATH.read_text("utf-8"))
    for game in asked.game or games():
        data[game] = counted(game, asked.games, asked.workers)
    asked.output.write_text(_written(data), "utf-8")


def _written(data: dict[str, Any]) -> str:
    """Return the file, with one alternative a line."""
    lines = []
    for game in sorted(data):
        keys = []
        for key, value in data[game].items():
            if isinstance(value, list):
                rows = ",\n".join(f"   {json.dumps(one)}" for one in value)
                keys.append(f'  "{key}": [\n{rows}\n  ]')
            else:
                keys.append(f'  "{key}": {value}')
        lines.append(f' "{game}": {{\n' + ",\n".join(keys) + "\n }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
