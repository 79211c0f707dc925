"""Eletrika positions for tests: by chance, and judged the slow and obvious way."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hypothesis import strategies as st

from eletrika.analysis import Analysis, analyse
from eletrika.notation import parse_position
from eletrika.notation.wire import renamed
from eletrika.position import UNKNOWN_TILE, Marker, Network, PlacedTile, Position, Structure
from eletrika.ruleset import Ruleset
from eletrika.sites import around, check_kind
from eletrika.tables import CITY, EDGE_LETTERS, KINDS, PAWNS, PLANT, POLE, SUBSTATION, TOWER, Owner
from eletrika.tile_edges import rotated_edges
from eletrika.tile_set import shipped_tiles
from gridcommon.hexes import neighbours

EXAMPLES = Path(__file__).parents[2] / "examples"

CONDUCTING = {"UT", "TU", "TT", "TS", "ST", "SP", "PS", "PP", "PC", "CP"}

# What stands on the board

owners = st.integers(0, 3)
kinds = st.integers(0, 4)
structures = st.one_of(
    st.builds(Structure, kinds), st.builds(Structure, kinds, owners, st.integers(1, 2))
)


def _numbered(number: int, turn: int) -> PlacedTile:
    tiles = shipped_tiles()
    edges = rotated_edges(tiles.tiles[number].edges, turn)
    return PlacedTile(edges, number, turn, number == tiles.source)


lands = st.one_of(
    st.just(UNKNOWN_TILE),
    st.text(EDGE_LETTERS, min_size=6, max_size=6).map(PlacedTile),
    st.builds(_numbered, st.integers(0, 37), st.integers(0, 5)),
)
cells = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
held_markers = st.sets(st.integers(1, 2)).map(lambda values: tuple(sorted(values)))


@st.composite
def told_positions(draw: st.DrawFn) -> Position:
    """Any position that the full form can tell, with all that may lie beside the board."""
    tiles = draw(st.dictionaries(cells, lands, min_size=1, max_size=12))
    some = st.sets(st.sampled_from(sorted(tiles)))
    maybe = st.none()
    markers = st.builds(Marker, owners, st.integers(1, 2))
    return Position(
        tiles,
        {cell: draw(structures) for cell in sorted(draw(some))},
        {cell: draw(markers) for cell in sorted(draw(some))},
        draw(maybe | kinds),
        draw(maybe | st.lists(kinds, max_size=5).map(tuple)),
        draw(st.dictionaries(owners, st.integers(0, 9), max_size=4)),
        draw(st.dictionaries(owners, held_markers, max_size=4)),
        draw(st.dictionaries(owners, st.integers(0, 120), max_size=4)),
        draw(maybe | owners),
        draw(maybe | st.integers(0, 30)),
        draw(maybe | st.lists(lands, max_size=3).map(tuple)),
    )


@st.composite
def pictured_positions(draw: st.DrawFn) -> Position:
    """A position of the picture form: structures on unknown land and nothing beside the board."""
    tiles = draw(st.dictionaries(cells, st.just(UNKNOWN_TILE), min_size=1, max_size=12))
    built = draw(st.sets(st.sampled_from(sorted(tiles))))
    return Position(tiles, {cell: draw(structures) for cell in sorted(built)})


def _frontier(built: Position) -> list[tuple[int, int]]:
    beside = {cell for own in built.structures for cell in neighbours(own)} or {(0, 0)}
    return sorted(beside - built.structures.keys())


@st.composite
def crowded_boards(draw: st.DrawFn, most: int = 12) -> Position:
    """Structures side by side, whatever the rules say about it."""
    position = Position()
    for choice, structure in draw(
        st.lists(st.tuples(st.integers(0, 999), structures), min_size=1, max_size=most)
    ):
        free = _frontier(position)
        cell = free[choice % len(free)]
        position.tiles[cell] = UNKNOWN_TILE
        position.structures[cell] = structure
    return position


@st.composite
def legal_boards(draw: st.DrawFn, most: int = 12) -> Position:
    """Structures side by side where connection and short circuit allow them, and some free land.

    Each kind is chosen first, so that Plants and Cities are not lost among what fits more often.
    No colour has more pawns than the box holds.
    """
    position = Position()
    pawns: Counter[Owner | None] = Counter()
    for choice, structure in draw(
        st.lists(st.tuples(st.integers(0, 999), structures), min_size=1, max_size=most)
    ):
        sites = [
            cell
            for cell in _frontier(position)
            if check_kind(structure.kind, cell, around(position.kinds(), cell), True) is None
        ]
        if sites and pawns[structure.owner] + structure.pawns <= PAWNS:
            cell = sites[choice % len(sites)]
            position.tiles[cell] = UNKNOWN_TILE
            position.structures[cell] = structure
            pawns[structure.owner] += structure.pawns
    for cell, land in draw(st.dictionaries(cells, lands, max_size=6)).items():
        if cell not in position.tiles:
            position.tiles[cell] = land
    return position


def _joined(pieces: list[Structure], pairs: set[tuple[int, int]]) -> Network:
    count = len(pieces)
    beside = (sorted(a + b - here for a, b in pairs if here in (a, b)) for here in range(count))
    names = tuple(str(place) for place in range(count))
    return renamed(Network(names, tuple(pieces), tuple(map(tuple, beside)), (None,) * count))


@st.composite
def networks(draw: st.DrawFn, most: int = 9) -> Network:
    """Structures joined as no board could join them, with names of the wire form."""
    pieces = draw(st.lists(structures, min_size=1, max_size=most))
    count = len(pieces)
    pairs = [(one, other) for other in range(count) for one in range(other)]
    return _joined(pieces, draw(st.sets(st.sampled_from(pairs))) if pairs else set())


@st.composite
def tower_networks(draw: st.DrawFn, most: int = 6) -> Network:
    """A Plant, Towers joined at will, a Substation, a Pole and a City: all kinds of detours."""
    towers = draw(st.integers(1, most))
    pieces = [Structure(kind) for kind in (PLANT, *[TOWER] * towers, SUBSTATION, POLE, CITY)]
    inner = [(one, other) for other in range(towers + 2) for one in range(other)]
    joined = draw(st.sets(st.sampled_from(inner), min_size=towers + 1))
    return _joined(pieces, joined | {(towers + 1, towers + 2), (towers + 2, towers + 3)})


boards = st.one_of(crowded_boards(), legal_boards())
wired = st.one_of(networks(), tower_networks(), boards.map(Position.network))

# What is said of it


def analysed(told: Position | Network | str, reading: str = "path", **options) -> Analysis:
    """Return what is found with the shipped tables."""
    if isinstance(told, str):
        told = parse_position(told, shipped_tiles())
    return analyse(told, Ruleset(energized=reading, **options))


def example(name: str) -> str:
    """Return the text of one of the examples."""
    return (EXAMPLES / f"{name}.eletrika").read_text(encoding="utf-8")


# Judged the slow way


def conducts(network: Network, one: int, other: int) -> bool:
    """Say whether two structures of a network are connected (EL-CONN-01, EL-CONN-02)."""
    pair = KINDS[network.structures[one].kind] + KINDS[network.structures[other].kind]
    return other in network.neighbours[one] and pair in CONDUCTING


def simple_paths(network: Network) -> Iterator[tuple[int, ...]]:
    """Yield every simple path of connected structures from a Plant to a City."""
    pending = [(v,) for v, s in enumerate(network.structures) if s.kind == PLANT]
    while pending:
        path = pending.pop()
        if network.structures[path[-1]].kind == CITY:
            yield path
        pending += [
            (*path, other)
            for other in network.neighbours[path[-1]]
            if other not in path and conducts(network, path[-1], other)
        ]


def is_strict(network: Network, path: tuple[int, ...]) -> bool:
    """Say whether no Plant and no City stands inside ``path``."""
    return not any(network.structures[v].kind in (PLANT, CITY) for v in path[1:-1])


def part_of(network: Network, first: int) -> set[int]:
    """Return all that is connected with a structure, itself included."""
    found, pending = {first}, [first]
    while pending:
        here = pending.pop()
        for other in network.neighbours[here]:
            if other not in found and conducts(network, here, other):
                found.add(other)
                pending.append(other)
    return found


def lit_by_brute_force(network: Network, reading: str) -> set[int]:
    """Return what is lit, by trying every path."""
    if reading == "component":
        return {
            here
            for here in range(len(network.names))
            if {PLANT, CITY} <= {network.structures[v].kind for v in part_of(network, here)}
        }
    return {
        vertex
        for path in simple_paths(network)
        if reading == "path" or is_strict(network, path)
        for vertex in path
    }


# A line from the river that lacks only its City; White owns a Tower and a Pole of it.
LINE = """\
0,0 src
1,0 7/1 UK
2,0 33/0 TW
3,0 36/0 SK
4,0 30/0 PW
5,0 31/0
4,1 37/0 *K2
2,1 35/0
hand W3 K3
markers W12 K1
bonus P
queue C T S U
stack 23
row 8 9 10
turn W
"""
