"""The name of :mod:`powergrid.evaluator` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of("powergrid.evaluator", advise="rank_candidates")
