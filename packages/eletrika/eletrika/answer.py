"""The name of :mod:`eletrika.analysis_json` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of("eletrika.analysis_json")
