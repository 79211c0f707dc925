"""Candidate evaluation for Eletrika: see :mod:`gridcommon.evaluation`.

The value of an action or a position is the seat's expected lead at the end, in MW, as
:func:`gridcommon.evaluation.lead` defines it. So the values of actions and positions are
comparable, with any number of players.
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum, sqrt
from statistics import fmean, stdev

from eletrika.actions import Action
from eletrika.bots import BUDGETS
from eletrika.bots.grouped_actions import legal_actions_grouped
from eletrika.bots.normal import NormalBot
from eletrika.bots.policy import NARROW
from eletrika.bots.position_estimate import PARTS, lead_by_term, searching_weights
from eletrika.bots.reasons import reason_for
from eletrika.bots.rollout_search import (
    CandidateRollouts,
    PolicySet,
    RolloutSearch,
    candidate_actions,
)
from eletrika.state import OVER
from eletrika.view import View
from gridcommon.contract import Bot, Reason
from gridcommon.evaluation import Candidate, Effort, Unit, always_continue, paired_error

UNIT: Unit = "points"
_EXPERT = BUDGETS["expert"]
BEST = _EXPERT[2].effort
TERMS: Mapping[str, str] = {
    "points": "points scored",
    "sets": "sets of energized structures",
    "forests": "forests",
    "hopes": "structures still to be energized",
    "markers": "markers",
    "pawns": "pawns in hand",
}


def _narrow(rng: int) -> NormalBot:
    return NormalBot(rng, limits=NARROW)


PLAYERS: Mapping[str, Callable[[int], Bot[View, Action]]] = {"normal": _narrow}


def rank_candidates(
    view: View,
    seed: int,
    effort: Effort = BEST,
    include: Sequence[Action] = (),
    should_continue: Callable[[], bool] = always_continue,
) -> list[Candidate[Action]]:
    """Return the candidate actions of the view's seat, best first.

    See :meth:`gridcommon.evaluation.Evaluator.rank_candidates`.
    """
    state = view.public
    if state.phase == OVER or state.actor != view.seat:
        return []
    policies = PolicySet(state.ruleset, searching_weights(state.seats))
    turn = policies.close.turn(state)
    search = RolloutSearch(view, policies, effort, seed)
    actions = candidate_actions(turn, legal_actions_grouped(state), _EXPERT[state.seats].choices)
    actions += [action for action in include if action not in actions]
    tried = search.best(actions, include, should_continue)
    return [_candidate(one, reason_for(turn, one.action), tried[0]) for one in tried]


def evaluate(view: View, seed: int, effort: Effort = BEST) -> tuple[float, ...]:
    """Return the expected lead of each seat at the end, in MW.

    See :meth:`gridcommon.evaluation.Evaluator.evaluate`.
    """
    search = RolloutSearch(view, PolicySet(view.public.ruleset), effort, seed)
    samples = search.worths()
    return tuple(
        fmean(fsum(lead_by_term(parts, seat)) for parts in samples)
        for seat in range(view.public.seats)
    )


def _candidate(
    one: CandidateRollouts, reason: Reason, first: CandidateRollouts
) -> Candidate[Action]:
    samples = one.sample_count
    totals = [fsum(parts) for parts in one.ends]
    error = stdev(totals) / sqrt(samples) if samples > 1 else 0.0
    columns = zip(*one.ends, strict=True)
    terms = {part: fmean(column) for part, column in zip(PARTS, columns, strict=True)}
    value, apart = one.mean_value, paired_error(totals, [*map(fsum, first.ends)])
    return Candidate(one.action, value, error, samples, one.line, terms, reason, apart, value)
