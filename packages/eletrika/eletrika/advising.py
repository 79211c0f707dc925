"""The name of :mod:`eletrika.evaluator` in earlier versions, for one release."""

from eletrika.evaluator import BEST, TERMS, UNIT, evaluate
from eletrika.evaluator import rank_candidates as advise

__all__ = ["BEST", "TERMS", "UNIT", "advise", "evaluate"]
