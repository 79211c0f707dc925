"""The name of :mod:`powergrid.projection` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of("powergrid.projection", Outlook="Projection", outlook="project")
