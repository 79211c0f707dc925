"""What may be built where: connection, short circuit, water.

One legality serves the companion and the game. A tile's six surroundings, the kind of structure
beside it in each direction or ``NOTHING``, decide everything that neighbours have a say in.
"""

from collections.abc import Mapping, Sequence

from eletrika.position import Structure
from eletrika.tables import KIND_NAMES, MAY_TOUCH, PLANT, Kind
from gridcommon.errors import Refusal
from gridcommon.hexes import Hex, neighbours, step

NOTHING = -1


def around(structures: Mapping[Hex, Structure], cell: Hex) -> tuple[Kind, ...]:
    """Return the kind of structure in each direction from ``cell``, ``NOTHING`` where none is."""
    return tuple(
        structures[beside].kind if beside in structures else NOTHING for beside in neighbours(cell)
    )


def is_closed(surroundings: Sequence[Kind]) -> bool:
    """Say whether any structure here would make a short circuit.

    Two neighbours that touch each other lie in directions that follow one another.
    Rules: EL-SHORT-01, EL-SHORT-02, EL-SHORT-03.
    """
    return any(
        surroundings[direction] != NOTHING and surroundings[direction - 1] != NOTHING
        for direction in range(6)
    )


def check_kind(
    kind: Kind, cell: Hex, surroundings: Sequence[Kind], has_water: bool
) -> Refusal | None:
    """Say why ``kind`` may not stand on the empty tile at ``cell``, or None.

    Rules: EL-BUILD-02, EL-BUILD-04, EL-CONN-02, EL-CONN-03, EL-CONN-04, EL-SHORT-01.
    """
    if is_closed(surroundings):
        return Refusal("EL-SHORT-01", "any structure here makes a short circuit")
    for direction, other in enumerate(surroundings):
        if other != NOTHING and not MAY_TOUCH[kind][other]:
            return Refusal(
                "EL-CONN-03",
                "a {kind} may not stand beside the {other} on {q},{r}",
                kind=KIND_NAMES[kind],
                other=KIND_NAMES[other],
                q=step(cell, direction)[0],
                r=step(cell, direction)[1],
            )
    if kind == PLANT and not has_water:
        return Refusal("EL-BUILD-04", "a Plant needs a tile with river or lake")
    return None
