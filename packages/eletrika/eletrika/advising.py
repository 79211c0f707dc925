"""The name of :mod:`eletrika.evaluator` before version 1.0, until 1.1."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(__name__, "eletrika.evaluator", advise="rank_candidates")
