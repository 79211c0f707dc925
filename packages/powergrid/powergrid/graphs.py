"""Maps, zones and networks as networkx graphs, for other programs and for drawing.

The rules use :mod:`powergrid.board` instead. networkx is imported when the first graph is made.
"""

from typing import TYPE_CHECKING

from gridcommon.contract import Seat
from powergrid.board import Board
from powergrid.state import CARTEL, EMPTY, State
from powergrid.tables import CITY_NAMES, Map

if TYPE_CHECKING:
    import networkx


def to_networkx(what: Map | Board | State, seat: Seat | None = None) -> "networkx.Graph[str]":
    """Return a map, a zone, or the zone of a position as a graph of cities and connections.

    A node has ``region``, ``lon`` and ``lat``; in a position also ``houses``, the owners of slots
    10, 15 and 20: a seat, "cartel" or None. An edge has its ``cost`` in Elektro. With ``seat`` the
    graph holds only the cities in the network of that seat, and the edges between them.

    >>> from powergrid import Ruleset, from_facts
    >>> state = from_facts(Ruleset(), 3, {"cities": [["Essen", "Dortmund"], ["Kassel"], []]})
    >>> zone = to_networkx(state)
    >>> len(zone), zone.edges["Essen", "Dortmund"], zone.nodes["Kassel"]["houses"]
    (21, {'cost': 5}, [1, None, None])
    >>> sorted(to_networkx(state, seat=0))
    ['Dortmund', 'Essen']
    """
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    zone = what.board if isinstance(what, State) else what
    chart = zone.map if isinstance(zone, Board) else zone
    for city in zone.cities:
        lon, lat = chart.place[city]
        graph.add_node(CITY_NAMES[city], region=chart.region_of[city], lon=lon, lat=lat)
    for one, other, cost in chart.links:
        if CITY_NAMES[one] in graph and CITY_NAMES[other] in graph:
            graph.add_edge(CITY_NAMES[one], CITY_NAMES[other], cost=cost)
    if isinstance(what, State):
        words: dict[Seat, Seat | str | None] = {EMPTY: None, CARTEL: "cartel"}
        for city, slots in zip(zone.cities, what.houses, strict=True):
            graph.nodes[CITY_NAMES[city]]["houses"] = [words.get(one, one) for one in slots]
        if seat is not None:
            own = [
                CITY_NAMES[city]
                for place, city in enumerate(zone.cities)
                if what.network[seat] >> place & 1
            ]
            return networkx.Graph(graph.subgraph(own))
    elif seat is not None:
        raise ValueError("only a position has networks of seats")
    return graph
