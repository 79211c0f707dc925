"""What a score is made of."""

from dataclasses import dataclass, field

from gridcommon.caveats import Caveat
from gridcommon.hexes import Hex


@dataclass(frozen=True, slots=True)
class Item:
    """Points and what they are for: ``set``, ``high_demand`` or the ``forest`` on a tile.

    ``open_demand`` and ``open_forest`` have none: nobody has told whether there are some.
    """

    what: str
    points: int  # MW
    at: Hex | None = None
    caveat: Caveat | None = field(default=None, compare=False)  # why the points may be others
