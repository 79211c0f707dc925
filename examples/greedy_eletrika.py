r"""A greedy player of Eletrika: the yardstick of the level ``beginner``.

It takes the action after which its points, its best lit set and what it owns are worth most, and
thinks of nothing beyond this turn.

    gridgames tournament eletrika --bot-from examples/greedy_eletrika.py:Greedy \
        --bots Greedy,beginner
"""

import random

from eletrika import Build, LayTile, Score
from eletrika.projection import best_score, state_after_main_action
from eletrika.scoring import items_of_score
from eletrika.state import MAIN

LIT, OWNED = 0.3, 0.1  # MW for each structure that is lit, and for each one


class Greedy:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, view, actions):
        state, seat = view.public, view.seat
        builds = [action for action in actions if isinstance(action, Build | LayTile)]
        sets = [action for action in actions if isinstance(action, Score)]
        if state.phase == MAIN and builds:

            def worth(action):
                return value(state_after_main_action(state, action), seat), self.random.random()

            return max(builds, key=worth)
        if sets:
            return max(
                sets, key=lambda action: sum(one.points for one in items_of_score(state, action))
            )
        return self.random.choice(list(actions))


def value(state, seat):
    """Return the MW of a position for a seat, as somebody sees it who counts only what is there."""
    own = state.own_cells(seat)
    _, items = best_score(state, seat)
    points = state.scores[seat] + sum(item.points for item in items)
    return points + LIT * sum(cell in state.lit for cell in own) + OWNED * len(own)
