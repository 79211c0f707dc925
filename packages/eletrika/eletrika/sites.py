"""Which kinds may be built on a tile: connection, short circuit, water, stock.

The companion and the game use the same functions. Everything that depends on neighbours is decided
by the surroundings of a tile: the kind of structure in each direction, or ``NOTHING``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from eletrika.ruleset import Ruleset
from eletrika.state import ANY_KIND, MAIN, OVER, State, around_cell
from eletrika.tables import KIND_NAMES, MAY_TOUCH, PLANT, TOWER, Kind
from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridcommon.hexes import Hex, neighbours, step

NOTHING: Final = -1


def around(kinds: Mapping[Hex, Kind], cell: Hex) -> tuple[Kind, ...]:
    """Return the kind of structure in each direction from ``cell``, or ``NOTHING``."""
    return tuple(kinds.get(beside, NOTHING) for beside in neighbours(cell))


def is_closed(surroundings: Sequence[Kind]) -> bool:
    """Return whether every structure here would make a short circuit.

    Two neighbours that touch each other are in consecutive directions. A closed tile needs no
    marker to show it.
    Rules: EL-SHORT-01, EL-SHORT-02, EL-SHORT-03, EL-SHORT-04, EL-COMP-06.
    """
    return closed_by(surroundings, (0, 0)) is not None


def closed_by(surroundings: Sequence[Kind], cell: Hex) -> tuple[Hex, Hex] | None:
    """Return the first two structures that touch each other and close ``cell``, or None.

    Rules: EL-SHORT-01, EL-SHORT-02.
    """
    for direction in range(6):
        if surroundings[direction] != NOTHING and surroundings[direction - 1] != NOTHING:
            return step(cell, (direction - 1) % 6), step(cell, direction)
    return None


def check_kind(
    kind: Kind, cell: Hex, surroundings: Sequence[Kind], has_water: bool
) -> Refusal | None:
    """Return why ``kind`` may not be built on the empty tile at ``cell``, or None.

    Rules: EL-BUILD-02, EL-BUILD-04, EL-CONN-02, EL-CONN-03, EL-CONN-04, EL-SHORT-01.
    """
    if pair := closed_by(surroundings, cell):
        (q, r), (q2, r2) = pair
        return Refusal(
            "EL-SHORT-01",
            "any structure here makes a short circuit with those on {q},{r} and {q2},{r2}",
            q=q,
            r=r,
            q2=q2,
            r2=r2,
        )
    for direction, other in enumerate(surroundings):
        if other != NOTHING and not MAY_TOUCH[kind][other]:
            return Refusal(
                "EL-CONN-03",
                "a {kind} may not stand beside the {other} on {q},{r}",
                kind=Word(KIND_NAMES[kind]),
                other=Word(KIND_NAMES[other]),
                q=step(cell, direction)[0],
                r=step(cell, direction)[1],
            )
    if kind == PLANT and not has_water:
        return Refusal("EL-BUILD-04", "a Plant needs a tile with river or lake")
    return None


def check_plant_towers(kinds: Mapping[Hex, Kind], kind: Kind, cell: Hex) -> Refusal | None:
    """Return why a build would illegally give a Plant a second Tower, or None.

    Rules: EL-CONN-02 (A-25, ``plant_towers`` one).
    """
    plants = [cell] if kind == PLANT else []
    if kind == TOWER:
        plants = [beside for beside in around_cell(cell) if kinds.get(beside) == PLANT]
    for plant in plants:
        towers = sum(kinds.get(beside) == TOWER for beside in around_cell(plant))
        if towers + (kind == TOWER) > 1:
            return second_tower()
    return None


def second_tower() -> Refusal:
    """Return the refusal for a second Tower beside a Plant (A-25)."""
    return Refusal("EL-CONN-02", "only one Tower may stand beside a Plant (A-25)")


def check_site(
    kinds: Mapping[Hex, Kind],
    kind: Kind,
    cell: Hex,
    has_water: bool,
    reserve: Sequence[int],
    ruleset: Ruleset,
) -> Refusal | None:
    """Return why ``kind`` may not be built on a free tile at ``cell``, or None.

    ``kinds`` are the structures on the board, ``reserve`` the number left of each kind. The tile
    may be one that is not laid yet.  Rules: EL-BUILD-02, EL-BUILD-03, EL-BUILD-04, EL-BUILD-05.
    """
    refusal = check_kind(kind, cell, around(kinds, cell), has_water)
    if refusal is None and ruleset.plant_towers == "one":
        refusal = check_plant_towers(kinds, kind, cell)
    if refusal is None and reserve[kind] <= 0:
        return Refusal(
            "EL-BUILD-03", "no {kind} is left in the reserve", kind=Word(KIND_NAMES[kind])
        )
    return refusal


def check_taking_over(
    kinds: Mapping[Hex, Kind], kind: Kind, cell: Hex, ruleset: Ruleset, *, has_owner: bool
) -> Refusal | None:
    """Return why a pawn may not be put on the structure at ``cell``, or None.

    Rules: EL-BUILD-02, EL-ABAN-03 (A-15).
    """
    standing = kinds[cell]
    if not ruleset.reoccupy:
        return Refusal(
            "EL-BUILD-02",
            "there is already a {kind} on {q},{r}",
            q=cell[0],
            r=cell[1],
            kind=Word(KIND_NAMES[standing]),
        )
    if has_owner:
        return Refusal("EL-ABAN-03", "the structure there carries pawns (A-15)")
    if standing != kind:
        return Refusal(
            "EL-ABAN-03",
            "there is a {kind} there; only that can be taken over (A-15)",
            kind=Word(KIND_NAMES[standing]),
        )
    return None


def check_pawn(pawns: int) -> Refusal | None:
    """Return why a player with ``pawns`` in hand may not build, or None.  Rules: EL-BUILD-01."""
    if pawns < 1:
        return Refusal("EL-BUILD-01", "a build takes a pawn, and you have none in hand")
    return None


def check_builder(state: State, seat: Seat) -> Refusal | None:
    """Return why ``seat`` may not build anything now, or None.  Rules: EL-TURN-01, EL-BUILD-01."""
    return check_main_action(state.phase) or check_pawn(state.hands[seat])


def check_main_action(phase: int) -> Refusal | None:
    """Return why a main action is illegal at this moment of a turn, or None.

    Rules: EL-TURN-01, EL-END-03.
    """
    if phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    if phase != MAIN:
        return Refusal("EL-TURN-01", "the main action of this turn is done, or not yet due")
    return None


def fitting_kinds(state: State, cell: Hex) -> int:
    """Return the kinds that neighbours allow on a tile with water, as bits, or 0 if it is closed.

    ``OPEN`` is set unless the tile is closed. The result agrees with ``check_kind``.
    """
    return state.fits.get(cell, ANY_KIND)


def buildable_kinds(state: State, cell: Hex, has_water: bool, stock: int) -> int:
    """Return the kinds that may be built on a free tile at ``cell``, as bits.

    ``stock`` are the kinds in the reserve, as bits. The tile may be one that is not laid yet.
    """
    found = state.fits.get(cell, ANY_KIND) & stock
    if not has_water:
        found &= ~(1 << PLANT)
    if found & (1 << PLANT | 1 << TOWER) and state.ruleset.plant_towers == "one":
        for kind in (PLANT, TOWER):
            if found >> kind & 1 and check_plant_towers(state.kinds, kind, cell):
                found &= ~(1 << kind)
    return found


def stock_of(reserve: Sequence[int]) -> int:
    """Return the kinds in the reserve, as bits (EL-BUILD-03)."""
    stock = 0
    for kind, left in enumerate(reserve):
        if left:
            stock |= 1 << kind
    return stock
