"""The items of a score."""

from dataclasses import dataclass, field

from gridcommon.caveats import Caveat
from gridcommon.hexes import Hex
from gridcommon.pickling import pickle_by_fields


@dataclass(frozen=True, slots=True)
class Item:
    """Points and their source: ``set``, ``high_demand`` or the ``forest`` on a tile.

    ``open_demand`` and ``open_forest`` have no points: they represent undeclared facts.
    """

    what: str
    points: int  # MW
    at: Hex | None = None
    caveat: Caveat | None = field(default=None, compare=False)  # why the points may be wrong


pickle_by_fields(Item)
