"""The bots that play on: what they choose is what turned out best in games that they imagine."""

from collections.abc import Sequence

from eletrika.actions import Action
from eletrika.bots.menu import menu_of
from eletrika.bots.policy import NARROW, Choice, Policy
from eletrika.bots.reasons import reason_for
from eletrika.bots.search import Search
from eletrika.bots.valuation import STANDARD, Weights
from eletrika.ruleset import Ruleset
from eletrika.state import SETUP
from eletrika.view import View
from gridcommon.advice import Effort
from gridcommon.chance import draw, seeded
from gridcommon.contract import Reason

CHOICES = 6  # actions that are tried
_SEEDS = 1 << 64


class DeepBot:
    """Tries the best actions of a sensible player's list in games played on for some turns."""

    def __init__(self, rng: int, effort: Effort, weights: Weights = STANDARD) -> None:
        self._rng = seeded(rng)
        self._effort = effort
        self._weights = weights
        self._thinking: Thinking | None = None
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return the action that led to the most on the average."""
        state = view.public
        if self._thinking is None or self._thinking.close.ruleset is not state.ruleset:
            self._thinking = Thinking(state.ruleset, self._weights)
        thinking = self._thinking
        turn = thinking.close.turn(state)
        menu = menu_of(actions)
        if state.phase == SETUP or menu.recalls:
            action, self._rng = turn.choose(menu, self._rng)
        else:
            found = promising(turn.choices(menu))
            seed, self._rng = draw(self._rng, _SEEDS)
            if len(found) > 1:
                search = Search(view, thinking.own, thinking.others, seed, self._effort.horizon)
                action = search.run(found, self._effort.samples)[0].action
            else:
                action = found[0] if found else menu.any_other()
        self.reason = reason_for(turn, action)
        return action


class Thinking:
    """The policies of one player under one ruleset; all remember what they worked out."""

    def __init__(self, ruleset: Ruleset, weights: Weights) -> None:
        self.close = Policy(ruleset, weights)
        self.own = Policy(ruleset, weights, NARROW)
        self.others = self.own if weights == STANDARD else Policy(ruleset, STANDARD, NARROW)


def promising(choices: Sequence[Choice]) -> list[Action]:
    """Return the actions worth trying, the best first."""
    ranked = sorted(choices, key=lambda one: one[0], reverse=True)
    return [action for _, action in ranked[:CHOICES]]
