"""The name of :mod:`eletrika.evaluator` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of("eletrika.evaluator", advise="rank_candidates")
