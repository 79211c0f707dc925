"""The name of :mod:`eletrika.network_layout` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(
    "eletrika.network_layout",
    Laid="NetworkLayout",
    lay_out="find_layout",
    why_not="layout_conflict",
)
