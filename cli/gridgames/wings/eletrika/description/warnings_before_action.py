"""Warnings before an action of Eletrika that wastes something."""

from eletrika.actions import Action, EndTurn
from eletrika.scoring import items_of_score, legal_scores
from eletrika.state import State
from gridgames.languages.caveats import marked
from gridgames.languages.messages import say


def wasteful_warning(state: State, action: Action) -> str | None:
    """Return a warning if ending the turn gives up a set that could be scored, or None."""
    if not isinstance(action, EndTurn):
        return None
    sets = [items_of_score(state, one) for one in legal_scores(state)]
    best = max(sets, key=lambda items: sum(item.points for item in items), default=())
    points = sum(item.points for item in best)
    text = say("A set worth {points} MW could be scored.", points=points)
    return marked(text, (item.caveat for item in best)) if points else None
