"""The printed tables: totals that a human can check against the box."""

import re
from itertools import pairwise

import networkx as nx
import pytest

from gridcommon.ledger import read_ledger
from powergrid.board import board, counterparts, is_contiguous, zones
from powergrid.bureaucracy import payment
from powergrid.ruleset import Ruleset, terms
from powergrid.tables import (
    CITY_NAMES,
    EDITION,
    EDITIONS,
    MAP,
    MAPS,
    PAYMENT,
    PLANTS,
    PRICES,
    TOKENS,
)


@pytest.mark.rule("PG-COMP-01")
def test_there_are_42_plants():
    assert list(PLANTS) == [*range(3, 41), 42, 44, 46, 50]
    kinds = [card.kind for card in PLANTS.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "coal": 9, "oil": 8, "garbage": 6, "uranium": 6, "hybrid": 5, "wind": 7, "fusion": 1,
    }  # fmt: skip
    for card in PLANTS.values():
        assert (card.fuel == 0) == (card.kind in ("wind", "fusion"))
        assert 0 <= card.fuel <= 3
        assert 1 <= card.cities <= 7


@pytest.mark.rule("PG-COMP-02", "PG-COMP-03", "PG-SETUP-04", "PG-SETUP-05")
def test_the_market_holds_all_tokens():
    assert TOKENS == (24, 24, 24, 12)
    for fuel in range(3):
        assert PRICES[fuel] == tuple(price for price in range(1, 9) for _ in range(3))
    assert PRICES[3] == (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)
    assert EDITION["recharged"].market_start == (24, 18, 9, 2)
    assert EDITION["classic"].market_start == (24, 18, 6, 2)


@pytest.mark.rule("PG-BUR-02")
def test_payments():
    assert len(PAYMENT) == 21
    paid = {0: 10, 1: 22, 2: 33, 6: 73, 17: 142, 20: 150, 21: 150}
    assert {cities: payment(cities) for cities in paid} == paid
    gains = [more - less for less, more in pairwise(PAYMENT)]
    assert gains == sorted(gains, reverse=True)


@pytest.mark.rule("PG-BUR-04")
def test_the_refill_table_of_classic_is_that_of_its_rulebook():
    printed = (
        *("3211", "4221", "3431", "4211", "5321", "3431", "5321", "6432", "4542"),
        *("5432", "7533", "5652", "7532", "9653", "6763"),
    )
    found = ["".join(map(str, row)) for rows in EDITION["classic"].refill.values() for row in rows]
    assert tuple(found) == printed
    assert EDITION["recharged"].refill[5] == EDITION["classic"].refill[5]
    assert terms(Ruleset(refill_2p=3), 4).refill == EDITION["recharged"].refill[4]


@pytest.mark.rule("PG-BUR-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_refill_is_the_same_on_both_maps(edition):
    """R-sr; R-pt speaks of the values of both maps, and both print one table."""
    for seats in range(3, 7):
        other = terms(Ruleset(edition, "usa"), seats)
        assert terms(Ruleset(edition), seats).refill == other.refill


@pytest.mark.rule("PG-COMP-05")
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_map_has_six_regions_of_seven_cities(name, edition):
    chart = MAP[name, edition]
    assert len(chart.regions) == len(set(chart.colours)) == 6
    assert len(chart.cities) == 42
    for region in chart.regions:
        assert list(chart.region_of.values()).count(region) == 7
    names = [CITY_NAMES[city] for city in chart.cities]
    assert names == sorted(names)
    assert list(CITY_NAMES) == sorted(set(CITY_NAMES))
    graph = nx.Graph([(one, other) for one, other, _ in chart.links])
    assert set(graph) == set(chart.cities)
    assert nx.is_connected(graph)
    assert len({frozenset(link[:2]) for link in chart.links}) == len(chart.links)
    for region in chart.regions:  # so every choice of regions can be played
        own = [city for city in chart.cities if chart.region_of[city] == region]
        assert nx.is_connected(graph.subgraph(own))


@pytest.mark.rule("PG-COMP-07")
def test_the_rule_of_the_maps_tells_each_difference_as_the_data_has_it():
    """Cities and connections that one edition has alone, or at another cost."""
    text = read_ledger("powergrid")["PG-COMP-07"].text
    told = set(
        re.findall(r"(\w+-\w+(?: Fe)?)(?: costs)? (?:(\d+) )?\((?:Classic:? (\d+|no))", text)
    )
    found = set()
    for name in MAPS:
        old, new = MAP[name, "classic"], MAP[name, "recharged"]
        twins = counterparts(old, new)
        for city, twin in twins.items():
            if city != twin:
                assert f"{CITY_NAMES[twin]} where Classic has {CITY_NAMES[city]}" in text
        before = {frozenset((twins[one], twins[other])): cost for one, other, cost in old.links}
        after = {frozenset(link[:2]): link[2] for link in new.links}
        for link in {*before, *after}:
            if before.get(link) != after.get(link):
                words = "-".join(sorted(CITY_NAMES[city] for city in link))
                found.add((words, str(after.get(link, "")), str(before.get(link, "no"))))
    assert told == found
    assert len(found) == 7


@pytest.mark.rule("PG-BUILD-03", "PG-SETUP-01", "PG-SETUP-02")
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_costs_in_every_zone_equal_networkx(name, edition):
    for count in (3, 4, 5):
        for regions in zones(name, edition, count):
            area = board(name, edition, regions)
            assert is_contiguous(area.map, regions)
            graph = nx.Graph()
            for one, other, cost in area.map.links:
                if one in area.places and other in area.places:
                    graph.add_edge(one, other, weight=cost)
            costs = dict(nx.all_pairs_dijkstra_path_length(graph))
            for one in area.cities:
                for other in area.cities:
                    found = area.costs[area.places[one]][area.places[other]]
                    assert found == costs[one][other]
