#!/usr/bin/env python3
"""Play games and replay records, and print a digest of each; equal engines give equal digests.

    scripts/digests.py [--game powergrid|eletrika] [--games 1000]

Random games have random options and any number of players; half of them are played sensibly. It
replays records of earlier versions, and the records in the folder GRIDGAMES_ORACLE. A digest covers
everything observable: each action, the facts and events after it, the number of legal actions, and
from time to time all legal actions and a seat's view.
"""

import argparse
import hashlib
import io
import os
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import eletrika
import powergrid
from eletrika_play import random_rules, walk
from gridcommon.chance import fork, seeded
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.game_loop import replay, start
from gridcommon.records import format_line, read_record
from powergrid_play import a_choice, a_ruleset

ROOT = Path(__file__).parents[1]
GAMES: dict[str, AnyGame] = {"powergrid": powergrid, "eletrika": eletrika}
SEED = 15
EVERY = 16  # actions between two digests of a whole position


class Digest:
    """The digest of a game in progress."""

    def __init__(self, game: AnyGame, state: Any, seats: int) -> None:
        self.game = game
        self.state = state
        self.seats = seats
        self.actions = 0
        self._hash = hashlib.sha256()

    def add(self, *told: object) -> None:
        """Add observed data."""
        for one in told:
            self._hash.update(f"{one}\n".encode())

    def see(self, action: Any, events: list[Any]) -> None:
        """Add an action, and the state after it."""
        legal = self.game.legal_actions(self.state)
        facts = format_line(self.game.facts(self.state))
        self.add(self.game.format_action(action), facts, *events, len(legal))
        self.actions += 1
        if self.actions % EVERY == 0:
            view = self.game.observe(self.state, self.actions // EVERY % self.seats)
            self.add(*legal, format_line(self.game.facts(view.public)))

    def line(self, name: str) -> str:
        """Return the line that is printed."""
        return f"{self._hash.hexdigest()[:16]} {self.actions:>5} actions  {name}"


def random_powergrid(number: int) -> tuple[Any, int, Iterator[Any]]:
    """Return a random game, its seats, and an iterator of its actions, which the caller makes."""
    random = Random(SEED * 10**6 + number)
    ruleset, seats = a_ruleset(random), random.randint(2, 6)
    state = powergrid.new_game(ruleset, seats, number)

    def actions() -> Iterator[Any]:
        while offered := powergrid.legal_actions(state):
            yield a_choice(state, offered, random, sensible=number % 2 == 0)

    return state, seats, actions()


def random_eletrika(number: int) -> tuple[Any, int, Iterator[Any]]:
    """Return a random game, its seats, and an iterator of its actions, which the caller makes."""
    rules, rng = random_rules(fork(seeded(SEED), number))
    seats = 2 + number % 3
    state = eletrika.new_game(rules, seats, rng)
    return state, seats, (action for action, _ in walk(state, rng, lively=number % 2 == 0))


RANDOM = {"powergrid": random_powergrid, "eletrika": random_eletrika}


def played(name: str, number: int) -> str:
    """Return the output line of a random game."""
    game = GAMES[name]
    state, seats, actions = RANDOM[name](number)
    digest = Digest(game, state, seats)
    for action in actions:
        events: list[Any] = []
        game.advance(state, action, events)
        digest.see(action, events)
    digest.add(game.result(state))
    return digest.line(f"{name}: random game {number}")


def replayed(game: AnyGame, name: str, lines: Iterable[bytes | str]) -> str:
    """Return the output line of a record, up to its first error if it has one."""
    try:
        header, rest = read_record(lines, "")
        state = start(game, header)
    except NotationError as problem:  # a version 1 record whose table is missing
        return f"{problem}  {name}"
    digest = Digest(game, state, len(header.players))
    try:
        for line, events, difference in replay(game, state, rest, ""):
            if line.kind == "action" and not difference:
                digest.see(game.action_from_json(line.data), events)
            digest.add(line.kind, difference)
        digest.add(game.result(state))
    except NotationError as problem:  # a truncated save
        digest.add(problem)
    return digest.line(f"{game.NAME}: {name}")


def records(name: str) -> Iterator[tuple[str, Iterable[bytes | str]]]:
    """Yield the records of a game, by name."""
    for archive in sorted((ROOT / "tests" / "frozen").glob("*.zip")):
        with zipfile.ZipFile(archive) as frozen:
            for file in frozen.namelist():
                if file.startswith(f"{name}/"):
                    yield f"{archive.stem} {file}", io.BytesIO(frozen.read(file))
    if oracle := os.environ.get("GRIDGAMES_ORACLE"):
        for path in sorted(Path(oracle, name).glob("*.jsonl")):
            yield path.name, path.read_bytes().splitlines()


def main() -> None:
    """Print a line per game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, help="one of the two only")
    parser.add_argument("--games", type=int, default=1000, help="random games of each game")
    given = parser.parse_args()
    for name, game in GAMES.items():
        if given.game in (None, name):
            for what, lines in records(name):
                print(replayed(game, what, lines), flush=True)
            for number in range(given.games):
                print(played(name, number), flush=True)


if __name__ == "__main__":
    main()
