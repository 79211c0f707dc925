"""The name of :mod:`powergrid.position_setup` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of("powergrid.position_setup")
