"""The name of :mod:`eletrika.projection` in earlier versions, for one release."""

from eletrika.projection import Effect, after_main, best_score, turn_by, turn_of
from eletrika.projection import Projection as Outlook
from eletrika.projection import Suggestion as Proposal
from eletrika.projection import project as outlook
from eletrika.projection import suggestions as proposals

__all__ = [
    "Effect",
    "Outlook",
    "Proposal",
    "after_main",
    "best_score",
    "outlook",
    "proposals",
    "turn_by",
    "turn_of",
]
