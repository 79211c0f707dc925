"""The cost of a move until it is seen on the drawn board of the full screen: CPU time and bytes.

    python benchmarks/terminal_picture.py [--games N] [--short] [--check]

Bots play, one seat looks on, and the pane is that of a terminal of 120 columns and 40 lines whose
characters are 8 by 17 pixels. The time is that of both processes: the SVG of what has changed, its
pixels, their palette, and the Sixel that xterm is sent. The aims are 120 ms and 60 kB in the mean.
"""

import argparse
import importlib
import sys
from collections.abc import Iterator
from statistics import mean, median
from time import process_time
from typing import Any

from gridgames.screen.pictures.client import job_for
from gridgames.screen.pictures.worker import LastPicture
from gridgames.show.registry import face_of, table_of
from gridgames.show.table import Table

NAMES = ("Ana", "Bia", "Caio", "Rui")
GAMES = {"powergrid": 4, "eletrika": 2}  # players
CELL = 8, 17
PANE = 76, 35
_WIDEST = 1000  # pixels of a picture of xterm
MOST_TIME, MOST_BYTES = 120, 80_000  # the board of Eletrika fills its pane


def tables(name: str, seed: int, actions: int | None) -> Iterator[Table]:
    """Yield the table that a person sees, after each action of a game that bots play."""
    game: Any = importlib.import_module(name)
    count = GAMES[name]
    state = game.new_game(game.Ruleset(), count, seed, game.Setup())
    bots = [game.make_bot("easy", seat) for seat in range(count)]
    table = table_of(face_of(name), NAMES[:count], state)
    table.viewer = 0
    made = 0
    while (seat := game.to_act(state)) is not None and made != actions:
        table.look(state)
        yield table
        view = game.observe(state, seat)
        state = game.apply(state, bots[seat].choose(view, game.legal_actions(state)))
        made += 1


def measure(name: str, games: int, actions: int | None) -> tuple[list[float], list[int], int]:
    """Return the milliseconds and the bytes of each move, and how often all was drawn."""
    size = PANE[0] * CELL[0], PANE[1] * CELL[1]
    times, sizes, whole = [], [], 0
    for seed in range(games):
        canvas, before = LastPicture(), None
        for number, table in enumerate(tables(name, seed, actions)):
            begun = process_time()
            picture = table.board_picture(*size)
            assert picture
            job = job_for(picture, before, "dark", number, CELL, _WIDEST)
            sent = 0
            if job:
                sent = sum(len(line.changes) for line in canvas.draw(job).lines.values())
                whole += job.is_whole and number > 0
            before = picture
            if number:  # the first picture is no move
                times.append(1000 * (process_time() - begun))
                sizes.append(sent)
    return times, sizes, whole


def main() -> None:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument(
        "--check",
        action="store_true",
        help="fail if a move takes twice the time, or too many bytes",
    )
    parser.add_argument("--short", action="store_true", help="only the first 30 actions")
    asked = parser.parse_args()
    too_much = False
    for name in GAMES:
        times, sizes, whole = measure(
            name, 1 if asked.short else asked.games, 30 if asked.short else None
        )
        print(
            f"{name:<10} {mean(times):4.0f} ms a move (median {median(times):.0f}, "
            f"worst {max(times):.0f}), {mean(sizes) / 1000:.1f} kB (median "
            f"{median(sizes) / 1000:.1f}, worst {max(sizes) / 1000:.0f}); "
            f"{len(times)} moves, {sum(map(bool, sizes))} of them seen on the board, "
            f"all drawn anew {whole} times"
        )
        too_much |= mean(times) > 2 * MOST_TIME or mean(sizes) > MOST_BYTES
    if too_much and asked.check:
        sys.exit("a move costs too much")


if __name__ == "__main__":
    main()
