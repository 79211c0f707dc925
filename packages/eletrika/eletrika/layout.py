"""The name of :mod:`eletrika.network_layout` before version 1.0, until 1.1."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(
    __name__,
    "eletrika.network_layout",
    Laid="NetworkLayout",
    lay_out="find_layout",
    why_not="layout_conflict",
)
