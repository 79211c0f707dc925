"""The rules that a position breaks, as problems with their cells.

Missing information is not a problem.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from eletrika.position import Network, Position, unseen_tiles
from eletrika.ruleset import Ruleset
from eletrika.sites import around, is_closed, second_tower
from eletrika.state import SETUP
from eletrika.tables import (
    ASIDE,
    BONUS_TILES,
    CITY,
    COLOUR_NAMES,
    FINAL_ROUNDS,
    KIND_NAMES,
    LAND_CLASS,
    MARKERS,
    MAY_TOUCH,
    PAWNS,
    PLANT,
    ROW,
    SIDES,
    STRUCTURES,
    TOWER,
    UNKNOWN_EDGE,
    UNKNOWN_KIND,
)
from eletrika.tile_edges import is_known
from eletrika.tile_set import TileSet
from gridcommon.errors import Refusal, Word, Wording
from gridcommon.hexes import Hex, neighbours, opposite
from gridcommon.networks import components


class Problem(NamedTuple):
    """A broken rule, with the cells and the structures that break it."""

    refusal: Refusal
    at: tuple[Hex, ...] = ()
    ids: tuple[str, ...] = ()


def problems_of(
    position: Position, network: Network, ruleset: Ruleset, most: int | None = None
) -> Iterator[Problem]:
    """Yield every rule that a position breaks. Missing information breaks none.

    At most ``most`` short circuits are yielded, since dense structures have thousands of them.
    """
    yield from _cohesion(position)
    yield from _connections(network)
    yield from _sides(network)
    if ruleset.plant_towers == "one":
        yield from _plant_towers(network)
    yield from islice(_short_circuits(network), most)
    yield from _ground(position)
    yield from _markers(position, ruleset)
    yield from _counts(position, network, ruleset)
    yield from _apart(position)


def _cohesion(position: Position) -> Iterator[Problem]:
    """Rules: EL-TILE-02, EL-TILE-03, EL-TILE-04."""
    for cell, land in position.tiles.items():
        for direction in range(3):  # each edge once
            beside = neighbours(cell)[direction]
            other = position.tiles.get(beside)
            if other is None or other.edges is None or land.edges is None:
                continue
            here, there = land.edges[direction], other.edges[opposite(direction)]
            if UNKNOWN_EDGE in (here, there):
                continue
            if LAND_CLASS[here] != LAND_CLASS[there]:
                refusal = Refusal(
                    "EL-TILE-02",
                    "{here} of {q},{r} meets {there} of {q2},{r2}",
                    here=_TERRAIN[LAND_CLASS[here]],
                    there=_TERRAIN[LAND_CLASS[there]],
                    q=cell[0],
                    r=cell[1],
                    q2=beside[0],
                    r2=beside[1],
                )
                yield Problem(refusal, (cell, beside))


_TERRAIN = {"r": Word("river"), "l": Word("lake"), ".": Word("land")}


def _connections(network: Network) -> Iterator[Problem]:
    """Rules: EL-CONN-02, EL-CONN-03."""
    for one, other in network.pairs():
        kinds = network.structures[one].kind, network.structures[other].kind
        if not MAY_TOUCH[kinds[0]][kinds[1]]:
            refusal = Refusal(
                "EL-CONN-03",
                "a {kind} may not stand beside a {other}",
                kind=Word(KIND_NAMES[kinds[0]]),
                other=Word(KIND_NAMES[kinds[1]]),
            )
            yield among(network, refusal, (one, other))


def lacking_tiles(position: Position, tiles: TileSet) -> Iterator[tuple[Hex, str]]:
    """Yield the cells with fully known edges of which the table of tiles has no tile left.

    Rules: EL-COMP-01, EL-COMP-09.
    """
    lying = {land.tile for land in (*position.tiles.values(), *(position.row or ()))}
    left = [tile.number for tile in tiles.tiles if tile.number not in lying]
    for cell, land in position.tiles.items():
        if land.tile is not None or land.source or land.edges is None or not is_known(land.edges):
            continue
        found = next((one for one in left if land.edges in tiles.faces[one]), None)
        if found is None:
            yield cell, land.edges
        else:
            left.remove(found)


def _sides(network: Network) -> Iterator[Problem]:
    """Rules: EL-CONN-05."""
    for place, others in enumerate(network.neighbours):
        if len(others) > SIDES:
            refusal = Refusal(
                "EL-CONN-05",
                "a structure touches at most {most} others, found {found}",
                most=SIDES,
                found=len(others),
            )
            yield among(network, refusal, (place,))


def _plant_towers(network: Network) -> Iterator[Problem]:
    """Rules: EL-CONN-02 (A-25, ``plant_towers`` one)."""
    for plant, structure in enumerate(network.structures):
        if structure.kind == PLANT:
            towers = [v for v in network.neighbours[plant] if network.structures[v].kind == TOWER]
            if len(towers) > 1:
                yield among(network, second_tower(), (plant, *towers))


def _short_circuits(network: Network) -> Iterator[Problem]:
    """Rules: EL-SHORT-01."""
    refusal = Refusal("EL-SHORT-01", "three structures that all touch make a short circuit")
    for triple in network.triples():
        yield among(network, refusal, triple)


def among(network: Network, refusal: Refusal, members: Sequence[int]) -> Problem:
    cells = [network.cells[member] for member in members]
    ids = tuple(network.names[member] for member in members)
    return Problem(refusal, tuple(cell for cell in cells if cell is not None), ids)


def _ground(position: Position) -> Iterator[Problem]:
    """Rules: EL-BUILD-02, EL-BUILD-04."""
    for cell, structure in position.structures.items():
        land = position.tiles[cell]
        ids = (f"{cell[0]},{cell[1]}",)
        if land.source:
            refusal = Refusal("EL-BUILD-02", "nothing may be built on the source")
            yield Problem(refusal, (cell,), ids)
        elif structure.kind == PLANT and not land.has_water:
            refusal = Refusal("EL-BUILD-04", "a Plant needs a tile with river or lake")
            yield Problem(refusal, (cell,), ids)


def _markers(position: Position, ruleset: Ruleset) -> Iterator[Problem]:
    """Rules: EL-MARK-01, EL-MARK-02, EL-MARK-03, EL-MARK-04 (A-11)."""
    standing = position.kinds()
    for cell in position.markers:
        if position.tiles[cell].source:
            refusal = Refusal("EL-MARK-01", "a marker lies on a tile laid by its owner")
        elif cell in position.structures:
            refusal = Refusal(
                "EL-MARK-02", "a marker goes back to its owner when a structure is built there"
            )
        elif ruleset.marker_recall == "auto" and is_closed(around(standing, cell)):
            refusal = Refusal("EL-MARK-04", "a marker goes back when its tile is closed")
        else:
            continue
        yield Problem(refusal, (cell,))


def _counts(position: Position, network: Network, ruleset: Ruleset) -> Iterator[Problem]:
    """Rules: EL-COMP-01, EL-COMP-02, EL-COMP-03, EL-COMP-04, EL-COMP-05."""
    tiles = ruleset.tiles
    total, row = len(tiles.tiles), position.row or ()
    drawn = () if position.drawn is None else (position.drawn,)
    told = len(position.tiles) + len(row) + len(drawn) + (position.stack or 0)
    if told > total:
        yield _too_many("EL-COMP-01", Word("tiles"), total, told)
    lying: dict[int, list[Hex]] = {}
    seen: Counter[int] = Counter()
    for cell, land in [*position.tiles.items(), *((None, land) for land in (*row, *drawn))]:
        number = tiles.source if land.source else land.tile
        if number is not None:
            seen[number] += 1
            lying.setdefault(number, []).extend([] if cell is None else [cell])
    for number, times in sorted(seen.items()):
        if times > 1:
            refusal = Refusal("EL-COMP-01", "there is more than one tile {tile}", tile=number)
            yield Problem(refusal, tuple(lying[number]))
    for kind, most in enumerate(STRUCTURES):
        members = [n for n, s in enumerate(network.structures) if s.kind == kind]
        if len(members) > most:
            refusal = _too_many("EL-COMP-04", Word(KIND_NAMES[kind]), most, len(members)).refusal
            yield among(network, refusal, members)
    for owner, name in enumerate(COLOUR_NAMES):
        pawns = sum(s.pawns for s in network.structures if s.owner == owner)
        pawns += position.hands.get(owner, 0)
        if pawns > PAWNS:
            refusal = Refusal(
                "EL-COMP-02",
                "{owner} has {most} pawns on the board and in hand, the sixth is on the score "
                "track; found {found}",
                owner=Word(name),
                most=PAWNS,
                found=pawns,
            )
            yield Problem(refusal)
        values = [marker.value for marker in position.markers.values() if marker.owner == owner]
        values.extend(position.markers_in_hand.get(owner, ()))
        for value in MARKERS:
            if values.count(value) > 1:
                what = Wording(
                    "{value} MW markers of {owner}", {"value": value, "owner": Word(name)}
                )
                yield _too_many("EL-COMP-03", what, 1, values.count(value))
    shown = () if position.bonus is None else (position.bonus,)
    bonus_tiles = shown + (position.queue or ())
    if len(bonus_tiles) > BONUS_TILES:
        yield _too_many("EL-COMP-05", Word("bonus tiles"), BONUS_TILES, len(bonus_tiles))


def contradictions(position: Position, ruleset: Ruleset) -> Iterator[tuple[str, Refusal]]:
    """Yield the contradictions in the lines beside the board, each with the head of its line.

    Rules: EL-COMP-05, EL-SETUP-08, EL-SETUP-09, EL-TILE-06, EL-CITY-01, EL-END-03.
    """
    if position.phase == SETUP and (position.structures or position.round):
        yield "turn", Refusal("EL-SETUP-08", "tiles are drawn only before the first round")
    if position.city_built and CITY not in position.kinds().values():
        yield "turn", Refusal("EL-CITY-01", "no City is on the board")
    now, last, stack, row = position.round, position.last, position.stack, position.row
    if now is not None and last is not None and last < now:
        yield "last", Refusal("EL-END-03", "the last round is over")
    elif now is not None and last is not None and last > now + FINAL_ROUNDS:
        yield "last", Refusal("EL-END-03", "at most two more rounds are played")
    if stack and row is not None and len(row) < ROW and ruleset.refill == "placement":
        refusal = Refusal(
            "EL-TILE-06",
            "the row is full as long as the stack lasts; found {found} tiles",
            found=len(row),
        )
        yield "row", refusal
    unseen = unseen_tiles(position, ruleset.tiles)
    if stack is not None and last is None and unseen - ASIDE < stack < unseen:
        refusal = Refusal(
            "EL-SETUP-09",
            "{unseen} tiles were not seen, so the stack holds {wanted}, found {found}",
            unseen=unseen,
            wanted=max(0, unseen - ASIDE),
            found=stack,
        )
        yield "stack", refusal
    shown = () if position.bonus is None else (position.bonus,)
    queue = () if position.queue is None else position.queue
    if len(shown + queue) > BONUS_TILES:
        return  # problems_of reports it
    left = Counter(ruleset.bonus_faces)
    for key, told in (("bonus", shown), ("queue", queue)):
        for kind in told:
            if kind == UNKNOWN_KIND:
                continue
            if not left[kind]:
                refusal = Refusal(
                    "EL-COMP-05", "no bonus tile with {kind} is left", kind=Word(KIND_NAMES[kind])
                )
                yield key, refusal
                break
            left[kind] -= 1


def _too_many(rule: str, what: object, most: int, found: int) -> Problem:
    return Problem(
        Refusal(
            rule, "the box holds {most} {what}, found {found}", most=most, what=what, found=found
        )
    )


def _apart(position: Position) -> Iterator[Problem]:
    """Yield the tiles that are not connected to the source, if it is laid.  Rules: EL-TILE-01."""
    cells = list(position.tiles)
    sources = [place for place, cell in enumerate(cells) if position.tiles[cell].source]
    if not sources:
        return
    places = {cell: place for place, cell in enumerate(cells)}
    label = components(
        [[places[beside] for beside in neighbours(cell) if beside in places] for cell in cells]
    )
    for part in sorted(set(label) - {label[sources[0]]}):
        apart = tuple(cell for cell, own in zip(cells, label, strict=True) if own == part)
        refusal = Refusal("EL-TILE-01", "not connected to the source by other tiles")
        yield Problem(refusal, apart)
