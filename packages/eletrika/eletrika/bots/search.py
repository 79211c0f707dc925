"""Choosing by playing on: what each promising action leads to when everybody plays a few turns.

The actions are the best of a sensible player's own list. Each is made in games that agree with
what the seat sees; then all seats play, looking at less, until the seat has had some turns. All
actions are tried in the same games, and the worse half drops out from stage to stage.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from eletrika.actions import Action, LayTile
from eletrika.bots.policy import Policy
from eletrika.bots.valuation import Appraisal
from eletrika.game import advance, check
from eletrika.state import OVER, State
from eletrika.tables import is_known_tile
from eletrika.view import View, redraw
from gridcommon.advice import to_the_end
from gridcommon.chance import fork

_TIES, _HIDDEN = range(2)  # what a sample draws for


@dataclass(slots=True)
class Tried:
    """One action and what came of it, sample by sample."""

    action: Action
    worths: list[float] = field(default_factory=list)
    ends: list[Appraisal] = field(default_factory=list)
    line: tuple[Action, ...] = ()  # what followed in the first sample

    @property
    def mean(self) -> float:
        """The mean worth over the samples."""
        return sum(self.worths) / len(self.worths)


class Search:
    """The trials of one decision."""

    def __init__(self, view: View, own: Policy, others: Policy, seed: int, horizon: int) -> None:
        self._view = view
        self._seat = view.seat
        self._own = own
        self._others = others
        self._seed = seed
        self._horizon = horizon

    def run(
        self,
        actions: Sequence[Action],
        samples: int,
        goes_on: Callable[[], bool] = to_the_end,
        kept: Sequence[Action] = (),
    ) -> list[Tried]:
        """Return the actions with what came of them, best first; most samples for the best.

        ``kept`` stay in to the last. Once ``goes_on`` says no, those are returned that were tried.
        """
        tried = [Tried(action) for action in actions]
        stays = list(tried)
        stages = max(1, (len(tried) - 1).bit_length())
        for stage in range(1, stages + 1):
            upto = -(-samples * stage // stages)
            for one in stays:
                while len(one.worths) < upto:
                    if not goes_on():
                        return _ranked(tried)
                    self._try(one)
            stays = _ranked(stays)
            half = -(-len(stays) // 2)
            stays = stays[:half] + [one for one in stays[half:] if one.action in kept]
        return _ranked(tried)

    def _try(self, one: Tried) -> None:
        """Play one more sample from an action, to the end or until the seat has had its turns."""
        sample = len(one.worths)
        game = fork(self._seed, sample)
        state = redraw(self._view, fork(game, _HIDDEN))
        rng = fork(game, _TIES)
        line: list[Action] = []
        action = self._as_drawn(one.action, state)
        if action is not None:
            advance(state, action)
        here = self._view.public.round, self._view.public.turn
        left = self._horizon
        while state.phase != OVER:
            if state.actor == self._seat and (state.round, state.turn) != here:
                left -= 1
                if not left:
                    break
                here = state.round, state.turn
            policy = self._own if state.actor == self._seat else self._others
            action, rng = policy.choose(state, rng)
            advance(state, action)
            line.append(action)
        end = self._own.values.of(state, fresh=True)
        one.worths.append(end.balance(self._seat))
        one.ends.append(end)
        if not sample:
            one.line = tuple(line)

    def _as_drawn(self, action: Action, state: State) -> Action | None:
        """Return an action as it is in a game where all faces are known, None if it cannot be.

        Rules: EL-COMP-09.
        """
        if not isinstance(action, LayTile) or is_known_tile(action.tile):
            return action
        tile = state.row[self._view.public.row.index(action.tile)]
        turns = (replace(action, tile=tile, rotation=turn) for turn in range(6))
        return next((one for one in turns if check(state, one) is None), None)


def _ranked(tried: Sequence[Tried]) -> list[Tried]:
    """Return what was tried at all, the best first."""
    found = [one for one in tried if one.worths]
    return sorted(found, key=lambda one: (len(one.worths), one.mean), reverse=True)
