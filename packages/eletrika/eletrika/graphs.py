"""The network of a game or a position as a networkx graph, for other programs and for drawing.

No rule uses it: :mod:`eletrika.energy` computes the energized structures. networkx is loaded only
when a graph is made.
"""

from typing import TYPE_CHECKING

from eletrika.position import Network, Position, to_position
from eletrika.state import State
from eletrika.tables import COLOURS, KIND_NAMES, MAY_TOUCH

if TYPE_CHECKING:
    import networkx


def to_networkx(what: State | Position | Network) -> "networkx.Graph[str]":
    """Return the structures of a game, a position or a network, with an edge between neighbours.

    A structure is named ``q,r`` or as in the wire form, and has ``kind``, ``owner`` (a letter or
    None), ``pawns`` and ``at`` (its cell, or None in the wire form); in a game also ``lit``. An
    edge has ``conducts``, which is true of every edge in a legal position.

    >>> from eletrika import parse_position, Ruleset
    >>> graph = to_networkx(parse_position("Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw", Ruleset().tiles))
    >>> graph.nodes["Tw"], sorted(graph["P1"])
    ({'kind': 'Tower', 'owner': 'W', 'pawns': 1, 'at': None}, ['Cg', 'Pk', 'Sk'])
    """
    import networkx

    position = to_position(what) if isinstance(what, State) else what
    network = position.network() if isinstance(position, Position) else position
    graph: networkx.Graph[str] = networkx.Graph()
    for name, structure, cell in zip(network.names, network.structures, network.cells, strict=True):
        owner = None if structure.owner is None else COLOURS[structure.owner]
        kind = KIND_NAMES[structure.kind]
        graph.add_node(name, kind=kind, owner=owner, pawns=structure.pawns, at=cell)
        if isinstance(what, State):
            graph.nodes[name]["lit"] = cell in what.lit
    for one, other in network.pairs():
        kinds = network.structures[one].kind, network.structures[other].kind
        conducts = MAY_TOUCH[kinds[0]][kinds[1]]
        graph.add_edge(network.names[one], network.names[other], conducts=conducts)
    return graph
