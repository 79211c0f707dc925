"""What an action of Eletrika throws away that could still be had."""

from eletrika.actions import (
    Action,
    EndTurn,
)
from eletrika.scoring import items_of_score, legal_scores
from eletrika.state import State
from gridgames.languages.certainty import marked
from gridgames.languages.messages import say


def regret(state: State, action: Action) -> str | None:
    """Return what ending the turn gives up, the best set that could be scored, or None."""
    if not isinstance(action, EndTurn):
        return None
    sets = [items_of_score(state, one) for one in legal_scores(state)]
    best = max(sets, key=lambda items: sum(item.points for item in items), default=())
    points = sum(item.points for item in best)
    told = say("A set worth {points} MW could be scored.", points=points)
    return marked(told, (item.doubt for item in best)) if points else None
