"""What a score is made of."""

from dataclasses import dataclass

from gridcommon.hexes import Hex


@dataclass(frozen=True, slots=True)
class Item:
    """Points and what they are for: ``set``, ``high_demand`` or the ``forest`` on a tile."""

    what: str
    points: int  # MW
    at: Hex | None = None
