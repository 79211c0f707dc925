"""The time for finding the energized structures, compared with networkx in the same run.

    python benchmarks/energized.py [--seed 7] [--short]

Boards grow by legal builds at random places; a chain is the board on which recursion would
overflow. Times are medians of CPU time, in milliseconds; "us each" is the time per structure, which
is constant if the time is linear, apart from effects of processor caches. Below each kind of board
is the exponent of the size that fits the times: 1 is linear, 2 is quadratic. "ratio" compares our
time with networkx' biconnected components on the same network, which networkx gets as a prepared
graph.
"""

import argparse
import sys
from collections.abc import Callable
from itertools import cycle
from math import log
from statistics import linear_regression, median
from time import process_time

import networkx as nx

from eletrika.energy import energized
from eletrika.position import Network, Position, Structure
from eletrika.sites import around, check_kind
from eletrika.tables import CITY, PLANT, POLE, SUBSTATION, TOWER, Kind
from gridcommon.chance import draw, seeded
from gridcommon.hexes import Hex, neighbours
from gridcommon.networks import Neighbours

SIZES = (40, 400, 4_000, 40_000)
MIX = (TOWER, POLE, SUBSTATION, TOWER, POLE, PLANT, CITY)  # tried in this order, repeatedly
SECONDS = 1.0  # for each measured function and board, at least three rounds
SHORT = 400  # structures of the largest board of a short run


def random_board(size: int, rng: int) -> Network:
    """Return a connected, legal network of ``size`` structures."""
    standing: dict[Hex, Kind] = {}
    sites: list[Hex] = [(0, 0)]
    kinds = cycle(MIX)
    while len(standing) < size:
        place, rng = draw(rng, len(sites))
        sites[place], sites[-1] = sites[-1], sites[place]
        cell = sites.pop()
        if cell in standing:
            continue
        surroundings = around(standing, cell)
        for kind in (next(kinds) for _ in MIX):
            if check_kind(kind, cell, surroundings, has_water=True) is None:
                standing[cell] = kind
                sites += [c for c in neighbours(cell) if c not in standing]
                break
    structures = {cell: Structure(kind) for cell, kind in standing.items()}
    return Position(structures=structures).network()


def chain(size: int) -> tuple[list[Kind], Neighbours]:
    """Return a Plant, Towers, a Substation, a Pole and a City in one line."""
    kinds = [PLANT, *[TOWER] * (size - 4), SUBSTATION, POLE, CITY]
    return kinds, [[v for v in (here - 1, here + 1) if 0 <= v < size] for here in range(size)]


def joined(kinds: list[Kind], conducting: Neighbours) -> "nx.Graph[int]":
    """Return the network with a source and a sink added, as EL-NRG-04 defines them."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(kinds)))
    graph.add_edges_from((v, other) for v, others in enumerate(conducting) for other in others)
    graph.add_edges_from((-1, v) for v, kind in enumerate(kinds) if kind == PLANT)
    graph.add_edges_from((-2, v) for v, kind in enumerate(kinds) if kind == CITY)
    graph.add_edge(-1, -2)
    return graph


def by_networkx(graph: "nx.Graph[int]") -> list[bool]:
    """Return whether each structure is lit, computed with networkx."""
    for part in nx.biconnected_components(graph):
        if {-1, -2} <= part:
            return [v in part for v in range(len(graph) - 2)]
    raise AssertionError("the joining edge has a component of its own at least")


def milliseconds(measured: Callable[[], object], seconds: float) -> float:
    """Return the median time of a call."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < seconds and len(times) < 1000):
        start = process_time()
        measured()
        times.append(process_time() - start)
    return median(times) * 1000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--short", action="store_true", help="small boards, three rounds each")
    given = parser.parse_args()
    seconds = 0.0 if given.short else SECONDS
    print(f"seed {given.seed}")
    heads = f"{'board':<8}{'structures':>11}{'lit':>8}{'ours':>10}{'us each':>9}"
    print(f"{heads}{'networkx':>11}{'ratio':>7}")
    for shape in ("random", "chain"):
        points = []
        for size in (size for size in SIZES if not given.short or size <= SHORT):
            if shape == "random":
                network = random_board(size, seeded(given.seed))
                kinds = [structure.kind for structure in network.structures]
                conducting = network.conducting
            else:
                kinds, conducting = chain(size)
            lit = energized(kinds, conducting, "path")
            graph = joined(kinds, conducting)
            if lit != by_networkx(graph):
                sys.exit(f"{shape} {size}: the two do not agree")
            ours = milliseconds(lambda k=kinds, c=conducting: energized(k, c, "path"), seconds)
            points.append((log(size), log(ours)))
            theirs = milliseconds(lambda g=graph: by_networkx(g), seconds)
            print(
                f"{shape:<8}{size:>11,}{sum(lit):>8,}{ours:>10.3f}{ours * 1000 / size:>9.2f}"
                f"{theirs:>11.3f}{ours / theirs:>7.2f}"
            )
        power = linear_regression(*zip(*points, strict=True)).slope
        print(f"{shape:<8}time grows with structures to the power of {power:.2f}")


if __name__ == "__main__":
    main()
