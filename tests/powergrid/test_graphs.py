"""Maps, zones and networks as graphs of networkx."""

import pytest

from powergrid import Ruleset, from_facts, to_networkx
from powergrid.tables import CITY_NAMES, MAP
from powergrid_positions import cartel


def test_a_map_has_all_cities_and_links():
    chart = MAP["usa", "classic"]
    graph = to_networkx(chart)
    assert sorted(graph) == [CITY_NAMES[city] for city in chart.cities]
    assert graph.number_of_edges() == len(chart.links)
    assert all(graph.edges[edge]["cost"] >= 0 for edge in graph.edges)
    assert {region for _, region in graph.nodes(data="region")} == set(chart.regions)


def test_houses_and_networks_of_a_position():
    state = cartel()
    assert to_networkx(state).nodes["Bremen"]["houses"] == ["cartel", None, None]
    facts = {"cities": [["Essen", "Dortmund", "Kassel"], ["Aachen"], []]}
    state = from_facts(Ruleset(), 3, facts)
    network = to_networkx(state, seat=0)
    assert set(network) == {"Essen", "Dortmund", "Kassel"}
    assert ("Essen", "Dortmund") in network.edges
    assert len(to_networkx(state, seat=2)) == 0
    with pytest.raises(ValueError, match="position"):
        to_networkx(state.board, seat=0)
