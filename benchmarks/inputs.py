"""The number of lines that a person types in a game, one action a line and with plans.

    python benchmarks/inputs.py [--short]

A scripted person plays with bots of the level ``normal`` and makes the choices of that level: with
three of them in Power Grid, with one in Eletrika. Each line counts, also one that only confirms a
wasteful action. With plans, the person types what the guide for players shows: in Power Grid limits
for bidding, and fuel, cities and running in one line when fuel is bought; in Eletrika an action
with the set that can be scored after it. The semicolon, ``!`` and ``go`` are not used.
"""

import argparse
import io
from collections import Counter
from contextlib import redirect_stdout
from typing import Any

from eletrika.actions import Score
from gridcommon.records import Header
from gridgames.lines import table as plain
from gridgames.show.registry import GameChoice
from gridgames.table.session import Session, players_of
from powergrid.actions import Bid, Build, Buy, Decline, Open, Pass
from powergrid.plant_market import minimum_bid
from powergrid.state import AUCTION, BUILDING, PHASES, Auction

_LEVEL = "normal"
_SEEDS = range(1, 6)
_GAMES = {"powergrid": 4, "eletrika": 2}  # with the number of players
_TURN = "turns"  # where a game has no phases


class Person:
    """A person who types the choices of ``normal`` in seat 0, and counts the lines by phase."""

    def __init__(self, session: Session, *, with_plans: bool) -> None:
        self.session = session
        self.with_plans = with_plans
        self.lines: Counter[str] = Counter()
        self.keys = 0
        self._begun: set[Any] = set()  # what a plan was tried for

    def read(self, _: str) -> str:
        """Return the next line."""
        state = self.session.state
        self.lines[PHASES[state.phase] if self._is_powergrid else _TURN] += 1
        line = self._words(self._wish(state))
        if self.with_plans and (place := len(self.session.moves)) not in self._begun:
            self._begun.add(place)
            line = self._planned(state, self._wish(state))
        self.keys += len(line) + 1  # and Enter
        return line

    @property
    def _is_powergrid(self) -> bool:
        return self.session.header.game == "powergrid"

    def _planned(self, state: Any, wish: Any) -> str:
        """Return a line with limits or a plan, or the next action where it needs neither."""
        if not self._is_powergrid:
            after = state.copy()
            self.session.game.advance(after, wish, None)
            is_own = self.session.game.to_act(after) == 0
            following = self._wish(after) if is_own else None
            if isinstance(following, Score):
                return f"commit {self._words(wish)}, {self._words(following)}"
            return self._words(wish)
        if state.phase == AUCTION:
            return self._bidding(state, wish)
        parts = self._round(state)
        return f"commit {', '.join(parts)}, run" if parts else self._words(wish)

    def _bidding(self, state: Any, wish: Any) -> str:
        match wish:
            case Open():
                most = max(wish.bid, self._limit(state, wish.plant))
                return f"{self._words(wish)} up to {most}"
            case Bid():
                return f"bid up to {self._limit(state, state.auction.plant)}"
            case Pass() | Decline():
                others = set(state.current_market) - {state.auction and state.auction.plant}
                if not any(self._limit(state, one) >= minimum_bid(state, one) for one in others):
                    return "limit all 0"
        return self._words(wish)

    def _round(self, state: Any) -> list[str]:
        """Return the fuel and the cities that the person wants in this round, if nobody acts."""
        state, parts = state.copy(), []
        for phase in range(state.phase, BUILDING + 1):
            state.phase = phase
            while isinstance(wish := self._wish(state), Buy | Build):
                parts.append(self._words(wish).partition(" ")[2])
                self.session.game.advance(state, wish, None)
                state.actor = 0
        return parts

    def _words(self, action: Any) -> str:
        return self.session.face.format(action)

    def _wish(self, state: Any) -> Any:
        game = self.session.game
        bot = game.make_bot(_LEVEL, 1)
        return bot.choose(game.observe(state, 0), game.legal_actions(state))

    def _limit(self, state: Any, plant: int) -> int:
        """Return the maximum that ``normal`` would bid for a plant now."""
        most = 0
        high = minimum_bid(state, plant) - 1
        state = state.copy()
        state.actor = 0
        everybody = (1 << state.terms.seats) - 1
        while high < state.money[0]:
            state.auction = Auction(plant, high, state.terms.seats - 1, everybody, 0)
            wish = self._wish(state)
            if not isinstance(wish, Bid):
                return most
            most = high = wish.amount
        return most


def played(game: str, seed: int, *, with_plans: bool) -> tuple[Person, int, int]:
    """Return the person, the number of their actions, and of rounds in one game."""
    names = ("Ana", *(f"{_LEVEL} {number}" for number in range(2, _GAMES[game] + 1)))
    header = Header(game, GameChoice(game).ruleset(), names, seed, {})
    session = Session(header, players_of(header))
    person = Person(session, with_plans=with_plans)
    before, plain.read_line = plain.read_line, person.read
    try:
        with redirect_stdout(io.StringIO()):
            plain.PlainTable(session).play()
    finally:
        plain.read_line = before
    own = sum(move.seat == 0 for move in session.moves)
    return person, own, session.state.round


def main() -> None:
    """Print a line for each way of playing each game, by phase, and the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="one game")
    seeds = _SEEDS[:1] if parser.parse_args().short else _SEEDS
    for game in _GAMES:
        for with_plans in (False, True):
            total: Counter[str] = Counter()
            for seed in seeds:
                person, actions, rounds = played(game, seed, with_plans=with_plans)
                lines, keys = person.lines, person.keys
                total += lines
                way = "with plans" if with_plans else "one by one"
                phases = ", ".join(f"{phase} {count}" for phase, count in lines.items())
                print(
                    f"{game}, seed {seed}, {way}: {lines.total()} lines ({keys} keys) for {actions}"
                    f" actions in {rounds} rounds: {phases}"
                )
            means = ", ".join(f"{phase} {count / len(seeds):.1f}" for phase, count in total.items())
            print(f"{game}, {way}, mean: {total.total() / len(seeds):.1f}: {means}")


if __name__ == "__main__":
    main()
