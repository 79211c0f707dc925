"""Vectorized games: many games of one kind, advanced together in each step."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridcommon.arguments import whole
from gridcommon.chance import derived_seed
from gridcommon.contract import Seat
from gridgames.environments.position import ROUNDS, OfGame, Position, coded, length, with_chosen


class Runner(OfGame):
    """``count`` games; each one restarts with another seed as soon as it has ended.

    After ``reset`` and each ``step``, ``observations`` (count, length) has the observations of the
    seats to act, ``masks`` (count, codes) their legal codes, and ``players`` (count) the seats.
    Each step overwrites the arrays. The same seed and choices give the same games.
    """

    def __init__(
        self,
        name: str,
        count: int,
        *,
        players: int = 2,
        seed: int = 0,
        ruleset: Mapping[str, Any] | None = None,
        bots: Mapping[Seat, str] | None = None,
        rounds: int = ROUNDS,
        ask_forced: bool = False,
    ) -> None:
        """Create the runner. ``bots`` are the levels of automatic seats, rotated from game to game.

        In game *i*, counted from 0, seat *s* is played by the bot of seat *s - i*, around the
        table. Raises NotationError as :meth:`Position.new` does. Nobody is asked for a forced
        choice, unless ``ask_forced``.
        """
        self.game, self._rules, self.encoding = coded(name, players, ruleset, bots)
        self._seats, self._seed = players, whole(seed, "seed")
        self._rounds = whole(rounds, "rounds")
        count = whole(count, "count")
        self._bots = bots or {}
        self._ask_forced = ask_forced
        self.parts = with_chosen(self.encoding)
        self.games = 0  # games that have ended
        self._begun = 0
        self.observations = np.zeros((count, length(self.parts)), np.float32)
        self.masks = np.zeros((count, self.encoding.num_codes), np.int8)
        self.players = np.zeros(count, np.intp)
        self.positions: list[Position] = []
        self.reset()

    def reset(self) -> None:
        """Restart all games with the first seeds."""
        self._begun = self.games = 0
        self.positions = [self._new() for _ in self.players]
        for place in range(len(self.positions)):
            self._show(place)

    def step(self, codes: NDArray[np.integer]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Choose a code in each game; return the returns (count, seats), and which games ended.

        Raises ValueError for an illegal code.
        """
        got = np.zeros((len(self.positions), self._seats), np.float32)
        ended = np.zeros(len(self.positions), np.bool_)
        for place, code in enumerate(codes.tolist()):
            position = self.positions[place]
            position.apply_action(code)
            if position.is_terminal():
                got[place] = position.returns()
                ended[place] = True
                self.games += 1
                self.positions[place] = self._new()
            self._show(place)
        return got, ended

    def _new(self) -> Position:
        """Start the next game that leaves a choice to a seat without a bot."""
        while True:
            seed, turn = derived_seed(self._seed, "game", self._begun), self._begun
            self._begun += 1
            position = Position(
                self.game,
                self.encoding,
                self.game.new_game(self._rules, self._seats, seed, self.game.Setup()),
                seed=seed,
                bots={(seat + turn) % self._seats: bot for seat, bot in self._bots.items()},
                rounds=self._rounds,
                ask_forced=self._ask_forced,
            )
            if not position.is_terminal():
                return position

    def _show(self, place: int) -> None:
        position = self.positions[place]
        seat = position.current_player()
        assert seat is not None, "a game that has ended is restarted"
        self.players[place] = seat
        self.masks[place] = 0
        self.masks[place, position.legal_actions()] = 1
        self.observations[place] = 0
        position.observe_into(seat, self.observations[place])
