"""The bot that looks one turn ahead, and the weaker ones, which do so with lapses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from eletrika.actions import Abandon, Action
from eletrika.bots.grouped_actions import GroupedActions, group_actions
from eletrika.bots.policy import WIDE, Limits, Policy, Turn, best_of
from eletrika.bots.position_estimate import STANDARD, Weights
from eletrika.bots.reasons import reason_for
from eletrika.state import MAIN, around_cell
from eletrika.view import View
from gridcommon.chance import draw, seeded
from gridcommon.contract import Reason
from gridcommon.hexes import Hex


class NormalBot:
    """A bot that looks one turn ahead, with all its actions, and evaluates the result."""

    def __init__(self, rng: int, weights: Weights = STANDARD, limits: Limits = WIDE) -> None:
        self._rng = seeded(rng)
        self._weights = weights
        self._limits = limits
        self._policy: Policy | None = None
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        state = view.public
        if self._policy is None or self._policy.ruleset is not state.ruleset:
            self._policy = Policy(state.ruleset, self._weights, self._limits)
        turn = self._policy.turn(state)
        action = self._pick(turn, group_actions(actions))
        self.reason = reason_for(turn, action)
        return action

    def _pick(self, turn: Turn, menu: GroupedActions) -> Action:
        action, self._rng = turn.choose(menu, self._rng)
        return action


CAREFREE: Final = replace(
    STANDARD, rivals=-0.15, forest=tuple([sure / 3 for sure in STANDARD.forest])
)
GLANCE: Final = Limits(3, 1)
OVERLOOKED = 60  # percent of the places away from its own structures, in each turn
DISTRACTED = 70  # percent of its turns in which it takes the second-best action
NEARLY = 2.0  # MW that this may cost: it never misses what is much better


class EasyBot(NormalBot):
    """A normal bot that does not see everything, and is often distracted."""

    def __init__(self, rng: int) -> None:
        super().__init__(rng, CAREFREE, GLANCE)

    def _pick(self, turn: Turn, menu: GroupedActions) -> Action:
        if turn.state.phase != MAIN or menu.recalls:
            return super()._pick(turn, menu)
        self._overlook(turn, menu)
        choices = turn.choices(menu)
        if not choices:
            return menu.any_other()
        best = max(worth for worth, _ in choices)
        close = [
            one
            for one in choices
            if best - NEARLY <= one[0] < best and not isinstance(one[1], Abandon)
        ]
        if close and self._happens(DISTRACTED):
            choices = close
        action, self._rng = best_of(choices, self._rng)
        return action

    def _overlook(self, turn: Turn, menu: GroupedActions) -> None:
        """Remove the builds and tiles at places that it overlooks, unless no other is left."""
        owners, seen = turn.state.owners, dict[Hex, bool]()
        for place in [*(one.at for one in menu.builds), *(one.at for one in menu.tiles)]:
            if place not in seen:
                is_near = any(owners.get(cell) == turn.seat for cell in around_cell(place))
                seen[place] = is_near or not self._happens(OVERLOOKED)
        if any(seen.values()):
            menu.builds = [one for one in menu.builds if seen[one.at]]
            menu.tiles = [one for one in menu.tiles if seen[one.at]]

    def _happens(self, percent: int) -> bool:
        number, self._rng = draw(self._rng, 100)
        return number < percent


JOINING_IN: Final = replace(STANDARD, rivals=-0.4, forest=(0.0,) * len(STANDARD.forest), build=0.5)
FIRST_SIGHT: Final = Limits(4, 2)


class BeginnerBot(NormalBot):
    """A normal bot that counts the gains of others as half its own, and hardly plans."""

    def __init__(self, rng: int) -> None:
        super().__init__(rng, JOINING_IN, FIRST_SIGHT)
