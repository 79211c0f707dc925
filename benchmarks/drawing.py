"""Time to draw: a board whose land is kept, its panels, the land, and a whole picture.

    python benchmarks/drawing.py [--games 2] [--short]

Games between four bots of the level easy are drawn after every tenth action. Figures are
milliseconds of the processor, median and worst; a board may take 7 of Power Grid and 14 of
Eletrika (``--check`` fails if the median takes longer), so that a tap is answered at once.
"""

import argparse
import importlib
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from gridgames.show.face import Face
from gridgames.show.registry import face_of

NAMES = ("Ana", "Bia", "Caio", "Rui")
MOST = {"powergrid": 7, "eletrika": 14}  # milliseconds for a board with its land kept


def states(name: str, seed: int, actions: int | None) -> Iterator[Any]:
    """Yield every tenth state of a game, as all may see it."""
    game: Any = importlib.import_module(name)
    state = game.new_game(game.Ruleset(), len(NAMES), seed, game.Setup())
    bots = [game.make_bot("easy", seat) for seat in range(len(NAMES))]
    made = 0
    while (seat := game.to_act(state)) is not None and made != actions:
        view = game.observe(state, seat)
        if made % 10 == 0:
            yield view.public
        action = bots[seat].choose(view, game.legal_actions(state))
        state = game.apply(state, action)
        made += 1


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long the processor works on something."""
    begun = process_time()
    work()
    return 1000 * (process_time() - begun)


def measure(name: str, games: int, actions: int | None) -> dict[str, list[float]]:
    """Return the times of each part, over all states of some games."""
    face = face_of(name)
    times: defaultdict[str, list[float]] = defaultdict(list)
    for seed in range(games):
        for state in states(name, seed, actions):
            legal = face.game.legal_actions(state)
            places = {face.place(action) for action in legal}
            layers = face.board_layers(state, NAMES, places)
            assert layers
            face.panels(state, NAMES)  # the first one of a game also makes the signs
            parts: dict[str, Callable[[], object]] = {
                "board": partial(face.board_layers, state, NAMES, places),
                "panels": partial(face.panels, state, NAMES),
                "land": layers.land,
                "picture": partial(_picture, face, state),
            }
            for part, work in parts.items():
                times[part].append(milliseconds(work))
    return times


def _picture(face: Face, state: Any) -> str:
    return face.draw([state], NAMES)[0].to_text()


def main() -> None:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="fail if a board takes too long")
    parser.add_argument("--short", action="store_true", help="only the first 30 actions")
    asked = parser.parse_args()
    too_long = False
    for name, most in MOST.items():
        times = measure(name, 1 if asked.short else asked.games, 30 if asked.short else None)
        for part, found in times.items():
            print(f"{name:<10} {part:<8} {median(found):6.1f} ms, worst {max(found):6.1f} ms")
        too_long |= median(times["board"]) > most
    if too_long and asked.check:
        sys.exit("a board takes too long")


if __name__ == "__main__":
    main()
