"""What a strong player of Eletrika thinks of its choices: see :mod:`gridcommon.advice`.

A choice is worth the MW that its seat will be ahead at the end, as :func:`gridcommon.advice.ahead`
counts them; a position, the same to each seat. So both may be compared, with any number of players.
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum, sqrt
from statistics import fmean, stdev

from eletrika.actions import Action
from eletrika.bots import DEPTHS
from eletrika.bots.margins import ahead
from eletrika.bots.menu import menu_at
from eletrika.bots.reasons import reason_for
from eletrika.bots.search import Search, Thinking, Tried, promising
from eletrika.bots.valuation import PARTS
from eletrika.state import OVER
from eletrika.view import View
from gridcommon.advice import Effort, Thought, Unit, to_the_end
from gridcommon.contract import Reason

UNIT: Unit = "points"
_EXPERT = DEPTHS["expert"]
BEST = _EXPERT[2].effort
TERMS: Mapping[str, str] = {
    "points": "points scored",
    "sets": "sets of energized structures",
    "forests": "forests",
    "hopes": "structures still to be energized",
    "markers": "markers",
    "pawns": "pawns in hand",
}


def advise(
    view: View,
    seed: int,
    effort: Effort = BEST,
    also: Sequence[Action] = (),
    goes_on: Callable[[], bool] = to_the_end,
) -> list[Thought[Action]]:
    """Return the choices of the view's seat that were looked at, the best first.

    See :meth:`gridcommon.advice.Adviser.advise`.
    """
    state = view.public
    if state.phase == OVER or state.actor != view.seat:
        return []
    thinking = Thinking(state.ruleset)
    turn = thinking.close.turn(state)
    search = Search(view, thinking, effort, seed)
    actions = promising(turn, menu_at(state), _EXPERT[state.seats].choices)
    actions += [action for action in also if action not in actions]
    tried = search.best(actions, also, goes_on)
    return [_thought(one, reason_for(turn, one.action)) for one in tried]


def evaluate(view: View, seed: int, effort: Effort = BEST) -> tuple[float, ...]:
    """Return by how many MW each seat will be ahead.

    See :meth:`gridcommon.advice.Adviser.evaluate`.
    """
    search = Search(view, Thinking(view.public.ruleset), effort, seed)
    samples = search.worths()
    return tuple(
        fmean(fsum(ahead(parts, seat)) for parts in samples) for seat in range(view.public.seats)
    )


def _thought(one: Tried, reason: Reason) -> Thought[Action]:
    samples = one.samples
    totals = [fsum(parts) for parts in one.ends]
    error = stdev(totals) / sqrt(samples) if samples > 1 else 0.0
    columns = zip(*one.ends, strict=True)
    terms = {part: fmean(column) for part, column in zip(PARTS, columns, strict=True)}
    return Thought(one.action, one.worth, error, samples, one.line, terms, reason)
