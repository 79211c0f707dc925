"""Networks against networkx and against every simple path."""

from itertools import pairwise
from random import Random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from gridcommon.networks import (
    PathsThrough,
    cheapest_costs,
    cheapest_path,
    components,
    lies_on_path,
    shortest_path,
)

Graph = tuple[list[list[int]], list[int], list[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    """A graph with starts and goals, some of which may be both."""
    count = draw(st.integers(1, most))
    pairs = [(one, other) for one in range(count) for other in range(one)]
    joined = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    neighbours: list[list[int]] = [[] for _ in range(count)]
    for one, other in joined:
        neighbours[one].append(other)
        neighbours[other].append(one)
    vertices = st.lists(st.integers(0, count - 1), unique=True, max_size=4)
    return neighbours, draw(vertices), draw(vertices)


def as_networkx(neighbours: list[list[int]]) -> "nx.Graph[int]":
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(neighbours)))
    graph.add_edges_from((v, o) for v, others in enumerate(neighbours) for o in others)
    return graph


def simple_paths(graph: Graph) -> list[list[int]]:
    neighbours, starts, goals = graph
    network = as_networkx(neighbours)
    return [
        path
        for start in starts
        for goal in goals
        for path in ([[start]] if start == goal else nx.all_simple_paths(network, start, goal))
    ]


@given(graphs(most=40))
def test_on_paths_and_components_are_those_of_networkx(graph: Graph) -> None:
    neighbours, starts, goals = graph
    network = as_networkx(neighbours)
    labels = components(neighbours)
    for number, part in enumerate(sorted(nx.connected_components(network), key=min)):
        assert {v for v, label in enumerate(labels) if label == number} == part
    network.add_edges_from((-1, start) for start in starts)
    network.add_edges_from((-2, goal) for goal in goals)
    network.add_edge(-1, -2)
    held = next(part for part in nx.biconnected_components(network) if {-1, -2} <= part)
    assert {v for v, lit in enumerate(lies_on_path(*graph)) if lit} == held - {-1, -2}


@given(graphs(most=8))
def test_shortest_paths_at_all_and_through_each_vertex_are_shortest(graph: Graph) -> None:
    paths, through = simple_paths(graph), PathsThrough(*graph)
    on_paths = {vertex for path in paths for vertex in path}
    assert {v for v, lit in enumerate(lies_on_path(*graph)) if lit} == on_paths
    found = [(shortest_path(*graph), paths)]
    for vertex in range(len(graph[0])):
        found.append((through.shortest(vertex), [path for path in paths if vertex in path]))
    for path, others in found:
        assert (path is None) == (not others)
        if path is not None:
            assert len(path) == min(map(len, others))
            assert path in others


def test_a_chain_of_forty_thousand_needs_no_recursion() -> None:
    count = 40_000
    chain = [[v for v in (here - 1, here + 1) if 0 <= v < count] for here in range(count)]
    assert all(lies_on_path(chain, [0], [count - 1]))
    assert components(chain) == [0] * count


@given(graphs(), st.randoms(use_true_random=False))
def test_cheapest_costs_and_paths_equal_networkx(graph: Graph, random: Random) -> None:
    neighbours, starts, goals = graph
    network = as_networkx(neighbours)
    for one, other in network.edges:
        network.edges[one, other]["cost"] = random.randrange(0, 6)
    links = [
        [(o, network.edges[v, o]["cost"]) for o in beside] for v, beside in enumerate(neighbours)
    ]
    expected = {}
    if starts:
        expected = nx.multi_source_dijkstra_path_length(network, set(starts), weight="cost")
    costs = cheapest_costs(links, starts, 99)
    assert costs == [expected.get(vertex, 99) for vertex in range(len(neighbours))]
    for goal in goals:
        path = cheapest_path(links, starts, goal)
        assert (path is None) == (goal not in expected)
        if path:
            assert path[0] in starts
            assert path[-1] == goal
            steps = [network.edges[one, other]["cost"] for one, other in pairwise(path)]
            assert sum(steps) == expected[goal]
