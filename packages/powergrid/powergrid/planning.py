"""The name of :mod:`powergrid.projection` before version 1.0, until 1.1."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(__name__, "powergrid.projection", Outlook="Projection", outlook="project")
