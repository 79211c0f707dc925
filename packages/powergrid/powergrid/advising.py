"""The name of :mod:`powergrid.evaluator` in earlier versions, for one release."""

from powergrid.evaluator import BEST, TERMS, UNIT, evaluate
from powergrid.evaluator import rank_candidates as advise

__all__ = ["BEST", "TERMS", "UNIT", "advise", "evaluate"]
