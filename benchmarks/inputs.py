"""The number of lines that a person types in a game of Power Grid, with and without limits.

    python benchmarks/inputs.py [--short]

A scripted person plays with three bots of the level ``normal`` and makes the choices of that level.
Without limits, each action takes a line. With limits, one line sets a limit for bidding, several
moves of a turn are one line, and forced moves are skipped. Questions about wasteful actions would
cost a line each: both ways confirm them in advance.
"""

import argparse
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from gridcommon.records import Header
from gridgames.games.registry import Choice
from gridgames.plain import game as plain
from gridgames.sessions.session import Session, players_of
from powergrid.actions import Bid, Build, Buy, Done, Open, Pass
from powergrid.plant_market import minimum_bid
from powergrid.state import Auction

_LEVEL = "normal"
_SEEDS = range(1, 6)


class Person:
    """A person who types the choices of ``normal`` in seat 0, and counts the lines."""

    def __init__(self, session: Session, *, with_limits: bool) -> None:
        self.session = session
        self.with_limits = with_limits
        self.lines = 0

    def read(self, _: str) -> str:
        """Return the next line."""
        self.lines += 1
        if not self.with_limits:
            return f"{self._words(self._wish(self.session.state))}!"
        return "; ".join((*(f"{line}!" for line in self._turn()), "go"))

    def _words(self, action: Any) -> str:
        return self.session.face.format(action)

    def _wish(self, state: Any) -> Any:
        game = self.session.game
        bot = game.make_bot(_LEVEL, 1)
        return bot.choose(game.observe(state, 0), game.legal_actions(state))

    def _turn(self) -> Iterator[str]:
        """Yield the moves of one line."""
        state = self.session.state
        wish = self._wish(state)
        match wish:
            case Open():
                yield f"{self._words(wish)} up to {max(wish.bid, self._limit(state, wish.plant))}"
            case Bid() | Pass():
                most = self._limit(state, state.auction.plant)
                wanted = any(
                    self._limit(state, plant) >= minimum_bid(state, plant)
                    for plant in state.current_market
                    if plant != state.auction.plant
                )
                if not wanted:
                    yield "limit all 0"
                if wanted or isinstance(wish, Bid):
                    yield f"bid up to {most}" if isinstance(wish, Bid) else self._words(wish)
            case Buy() | Build() | Done():
                phase = state.phase
                state = state.copy()
                while True:
                    yield self._words(wish)
                    if isinstance(wish, Done):
                        return
                    self.session.game.advance(state, wish, None)
                    if state.phase != phase or state.actor != 0:
                        return
                    wish = self._wish(state)
            case _:
                yield self._words(wish)

    def _limit(self, state: Any, plant: int) -> int:
        """Return the maximum that ``normal`` would bid for a plant now."""
        most = 0
        high = minimum_bid(state, plant) - 1
        state = state.copy()
        state.actor = 0
        everybody = (1 << state.terms.seats) - 1
        while high < state.money[0]:
            state.auction = Auction(plant, high, 1, everybody, 0)
            wish = self._wish(state)
            if not isinstance(wish, Bid):
                return most
            most = high = wish.amount
        return most


def played(seed: int, *, with_limits: bool) -> tuple[int, int, int]:
    """Return the number of typed lines, of the person's actions, and of rounds in one game."""
    names = ("Ana", *(f"{_LEVEL} {number}" for number in (2, 3, 4)))
    header = Header("powergrid", Choice("powergrid").ruleset(), names, seed, {})
    session = Session(header, players_of(header))
    person = Person(session, with_limits=with_limits)
    before, plain.read_line = plain.read_line, person.read
    try:
        with redirect_stdout(io.StringIO()):
            plain.PlainGame(session, None, 0).play()
    finally:
        plain.read_line = before
    own = sum(move.action.seat == 0 for move in session.moves)
    return person.lines, own, session.state.round


def main() -> None:
    """Print one line per game and the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="one game")
    seeds = _SEEDS[:1] if parser.parse_args().short else _SEEDS
    before, after = 0, 0
    for seed in seeds:
        lines, actions, rounds = played(seed, with_limits=False)
        fewer, same, later = played(seed, with_limits=True)
        before, after = before + lines, after + fewer
        print(
            f"seed {seed}: one by one {lines} lines for {actions} actions in {rounds} rounds;"
            f" with limits {fewer} lines for {same} actions in {later} rounds"
        )
    print(f"{before} lines, with limits {after}: {after / before:.0%}")


if __name__ == "__main__":
    main()
