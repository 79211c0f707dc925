"""What a player of Nim who sees to the end thinks: each choice wins for certain, or loses."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import toy
from gridcommon.contract import Reason
from gridcommon.evaluation import Candidate, Effort, Unit, always_continue

UNIT: Unit = "chance"
BEST = Effort(4, 2)
PLAYERS = {}
TERMS = {"tempo": "who takes the last thing", "heap": "the things that are left"}


@cache
def winner(left: int, actor: int, seats: int) -> int:
    """Return who takes the last thing if all play their best, and else take as few as they can."""
    after = (actor + 1) % seats
    if not left:
        return (actor - 1) % seats
    ends = [winner(left - count, after, seats) for count in range(1, min(3, left) + 1)]
    return actor if actor in ends else ends[0]


def rank_candidates(
    view: toy.View,
    seed: int,
    effort: Effort = BEST,
    include: Sequence[toy.Take] = (),
    should_continue: Callable[[], bool] = always_continue,
) -> list[Candidate[toy.Take]]:
    del seed, include
    found = []
    for action in toy.legal_actions(view.public):
        if not should_continue():
            break
        state = toy.apply(view.public, action)
        worth = float(_wins(state, view.seat))
        terms = {"tempo": worth, "heap": 0.0}
        reason = Reason("it leaves {left}", {"left": state.left})
        line = _line(state)
        found.append(Candidate(action, worth, 0.0, effort.samples, line, terms, reason))
    return sorted(found, key=lambda thought: -thought.value)


def evaluate(view: toy.View, seed: int, effort: Effort = BEST) -> tuple[float, ...]:
    del seed, effort
    return tuple(float(_wins(view.public, seat)) for seat in range(len(view.public.taken)))


def _wins(state: toy.State, seat: int) -> bool:
    return winner(state.left, state.actor, len(state.taken)) == seat


def _line(state: toy.State) -> tuple[Any, ...]:
    """Return how all play on: to win where they can, and else as few as they can."""
    line = []
    while state.left:
        actions = toy.legal_actions(state)
        best = next((one for one in actions if _wins(toy.apply(state, one), one.seat)), actions[0])
        line.append(best)
        state = toy.apply(state, best)
    return tuple(line)
