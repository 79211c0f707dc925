"""The network as a graph of networkx."""

from pathlib import Path

import networkx
from hypothesis import given

import eletrika
from eletrika.energy import energized
from eletrika.graphs import to_networkx
from eletrika_positions import boards
from eletrika_states import positions


@given(positions())
def test_the_graph_of_a_game_has_its_structures_and_lights(state):
    graph = to_networkx(state)
    assert {data["at"] for _, data in graph.nodes(data=True)} == state.kinds.keys()
    assert {data["at"] for _, data in graph.nodes(data=True) if data["lit"]} == state.lit
    assert sum(data["pawns"] for _, data in graph.nodes(data=True)) == sum(state.pawns.values())
    assert all(graph.edges[edge]["conducts"] for edge in graph.edges)


@given(boards)
def test_what_conducts_lights_a_component_as_networkx_finds_it(board):
    network = board.network()
    graph = to_networkx(board)
    conducting = networkx.Graph()
    conducting.add_nodes_from(graph.nodes(data=True))
    conducting.add_edges_from(edge for edge in graph.edges if graph.edges[edge]["conducts"])
    lit = set()
    for part in networkx.connected_components(conducting):
        if {"Plant", "City"} <= {graph.nodes[name]["kind"] for name in part}:
            lit |= part
    kinds = [structure.kind for structure in network.structures]
    found = energized(kinds, network.conducting, "component")
    assert {name for name, on in zip(network.names, found, strict=True) if on} == lit


def test_only_graphs_for_others_are_made_with_a_graph_library():
    for path in Path(eletrika.__path__[0]).rglob("*.py"):
        if path.name not in ("graphs.py", "__init__.py"):
            assert "networkx" not in path.read_text(encoding="utf-8"), path.name
