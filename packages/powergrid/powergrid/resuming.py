"""The name of :mod:`powergrid.position_setup` in earlier versions, for one release."""

from powergrid.position_setup import from_facts

__all__ = ["from_facts"]
