#!/usr/bin/env python3
"""Count how often each option and edition matters, over a batch of games between bots.

    scripts/frequencies.py [--game powergrid|eletrika] [--games 1000] [--output FILE]

It writes FILE, by default ``cli/gridgames/study/comparison/frequencies.json``, which the site and
``gridgames compare`` show. The games follow from their numbers alone, so every run counts the same.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice, tee
from pathlib import Path
from typing import Any

from gridgames.study.comparison import frequencies
from gridgames.study.comparison.frequencies import FILE, Frequency, count_game, summed
from gridgames.study.comparison.sides import games

PATH = Path(frequencies.__file__).with_name(FILE)
SAMPLED = 1  # games that a test counts again


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
