"""A game as numbers whose chance is in nodes, as OpenSpiel and other searches want it.

The first node deals what all see at the start. Later, a node comes before each card or tile that is
turned up. Neither game has secrets of one seat, so a search from here knows no more than a player.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridcommon.arguments import whole
from gridcommon.contract import Seat
from gridcommon.encoding import ChanceNodes
from gridgames.environments.position import ROUNDS, Position, coded
from gridgames.show.registry import wing_of

CHANCE = -1  # the player at a node of chance, and at the end, as in OpenSpiel
TERMINAL = -4
DEALS = 1000


class ChancePosition(Position):
    """A position before the deal, or in a game whose draws are chosen from outside.

    The deal is one of ``deals``, all equally likely: the one of a new game with the seed
    ``first_seed`` plus its number. ``history`` has all codes so far, those of chance included.
    """

    def __init__(
        self,
        name: str,
        *,
        players: int = 2,
        ruleset: Mapping[str, Any] | None = None,
        rounds: int = ROUNDS,
        deals: int = DEALS,
        first_seed: int = 0,
    ) -> None:
        """Raises NotationError as :meth:`Position.new` does."""
        self.game, self.rules, encoding = coded(name, players, ruleset, None)
        self.settings: dict[str, Any] = {
            "name": name,
            "players": players,
            "ruleset": ruleset,
            "rounds": whole(rounds, "rounds"),
            "deals": whole(deals, "deals"),
            "first_seed": whole(first_seed, "first_seed"),
        }
        self.history: tuple[int, ...] = ()
        self._pending: Any = None
        self._drawn: tuple[int, ...] = ()
        self._outcomes = dict.fromkeys(range(deals), 1 / deals)
        super().__init__(self.game, encoding, None, rounds=rounds)

    # Nodes

    @property
    def nodes(self) -> ChanceNodes:
        """The nodes of chance of the game."""
        nodes: ChanceNodes = import_module(f"{wing_of(self.game.NAME).engine}.chance_nodes")
        return nodes

    def is_chance_node(self) -> bool:
        """Return whether chance is to choose next."""
        return bool(self._outcomes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each code that chance may choose with its probability, in ascending order."""
        return sorted(self._outcomes.items())

    def is_terminal(self) -> bool:
        """Return whether the game has ended or was truncated."""
        return not self._node and not self._outcomes

    def current_player(self) -> Seat:
        """Return the seat to act, CHANCE at a node of chance, or TERMINAL at the end."""
        if self._outcomes:
            return CHANCE
        seat = super().current_player()
        return TERMINAL if seat is None else seat

    def legal_actions(self) -> list[int]:
        """Return the legal codes of the seat or of chance, in ascending order."""
        return sorted(self._outcomes or self._node)

    def describe(self, code: int, player: Seat = 0) -> str:
        """Return the meaning of a code of a seat, or of CHANCE, in English."""
        if player != CHANCE:
            return self.encoding.describe(code)
        return f"deal {code}" if self.state is None else self.nodes.describe_draw(code)

    def apply_action(self, code: int) -> None:
        """Choose a code, for chance at its nodes. Raises ValueError for an illegal code."""
        if not self._outcomes:
            super().apply_action(code)
        elif whole(code, "code") not in self._outcomes:
            raise ValueError(f"{code}: chance may choose {self.legal_actions()}")
        elif self.state is None:
            self._deal(code)
        else:
            self._drawn = (*self._drawn, code)
            self._go_on()
            self._begin_choice()
        self.history = (*self.history, code)

    def child(self, code: int) -> "ChancePosition":
        """Return the position after a code; this one does not change."""
        twin = self.clone()
        twin.apply_action(code)
        return twin

    def clone(self) -> "ChancePosition":
        """Return an independent copy."""
        twin = object.__new__(ChancePosition)
        vars(twin).update(vars(self))  # no state, tree or vector is ever changed in place
        return twin

    def _deal(self, number: int) -> None:
        seed = self.settings["first_seed"] + number
        dealt = self.game.new_game(self.rules, self.players, seed, self.game.Setup())
        self.state, self._outcomes = self.nodes.hide(dealt), {}
        self._begin_choice()

    def _make(self, action: Any) -> None:
        self._pending, self._drawn = action, ()
        self._go_on()

    def _go_on(self) -> None:
        """Make the pending action, up to the next draw that is not forced."""
        while True:
            after, outcomes = self.nodes.draw(self.state, self._pending, self._drawn)
            if len(outcomes) != 1:
                break
            self._drawn = (*self._drawn, *outcomes)
        self._outcomes = outcomes
        if not outcomes:
            self.state, self._pending, self._seen = after, None, None

    # What seats see

    def observe_into(self, seat: Seat, vector: NDArray[np.float32]) -> None:
        """Write a seat's observation into a vector of zeros; before the deal, nothing."""
        if self.state is not None:
            super().observe_into(seat, vector)

    def show(self, seat: Seat | None) -> str:
        """Return the table as text: see :meth:`Position.show`."""
        return "before the deal" if self.state is None else super().show(seat)

    def returns(self) -> list[float]:
        """Return each seat's return: see :meth:`Position.returns`."""
        return super().returns() if self.is_terminal() else [0.0] * self.players

    # Text and copies

    def serialize(self) -> str:
        """Return the settings and the history as JSON."""
        return json.dumps({**self.settings, "history": self.history})

    @classmethod
    def deserialize(cls, text: str) -> "ChancePosition":
        """Return the position of :meth:`serialize`. Raises NotationError or ValueError."""
        settings = json.loads(text)
        history = settings.pop("history")
        position = cls(**settings)
        for code in history:
            position.apply_action(code)
        return position

    def __deepcopy__(self, _memo: dict[int, Any]) -> "ChancePosition":
        return self.clone()
