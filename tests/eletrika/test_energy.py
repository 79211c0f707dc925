"""What is energized, against every simple path of every small board."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.energy import Explanation, energized
from eletrika.notation import parse_wire
from eletrika.position import UNKNOWN_TILE, Network, Position, Structure
from eletrika.ruleset import READINGS
from eletrika.tables import CITY, PLANT
from eletrika_positions import (
    boards,
    conducts,
    is_strict,
    lit_by_brute_force,
    part_of,
    simple_paths,
    structures,
    wired,
)
from gridcommon.hexes import neighbours

readings = st.sampled_from(READINGS)


def explained(network: Network, reading: str) -> Explanation:
    kinds = [structure.kind for structure in network.structures]
    return Explanation(kinds, network.conducting, reading)


def lit_under(network: Network, reading: str) -> set[int]:
    kinds = [structure.kind for structure in network.structures]
    flags = energized(kinds, network.conducting, reading)
    return {vertex for vertex, is_lit in enumerate(flags) if is_lit}


@pytest.mark.rule("EL-CONN-01", "EL-CONN-02")
@given(wired)
def test_only_allowed_neighbours_conduct(network: Network) -> None:
    for here, others in enumerate(network.conducting):
        assert set(others) == {
            other for other in range(len(network.names)) if conducts(network, here, other)
        }


@pytest.mark.rule("EL-NRG-01", "EL-NRG-02", "EL-NRG-03", "EL-NRG-04")
@pytest.mark.parametrize("reading", READINGS)
@given(wired)
def test_lit_is_what_every_simple_path_says(reading: str, network: Network) -> None:
    assert lit_under(network, reading) == lit_by_brute_force(network, reading)


@pytest.mark.rule("EL-NRG-05")
@given(boards, structures, st.integers(0, 999), readings)
def test_a_new_structure_darkens_none(
    board: Position, structure: Structure, choice: int, reading: str
) -> None:
    before = lit_under(board.network(), reading)
    free = sorted({c for own in board.structures for c in neighbours(own)} - set(board.structures))
    cell = free[choice % len(free)]
    board.tiles[cell] = UNKNOWN_TILE
    board.structures[cell] = structure
    assert before <= lit_under(board.network(), reading)


@pytest.mark.rule("EL-NRG-01", "EL-NRG-06")
@given(wired)
def test_plants_and_cities_are_lit_where_their_network_holds_the_other(network: Network) -> None:
    lit = {reading: lit_under(network, reading) for reading in READINGS}
    assert lit["strict"] <= lit["path"] <= lit["component"]
    for place, structure in enumerate(network.structures):
        found = {network.structures[v].kind for v in part_of(network, place)}
        if structure.kind in (PLANT, CITY):
            assert (place in lit["path"]) == ({PLANT, CITY} <= found)


@pytest.mark.rule("EL-NRG-01")
@pytest.mark.parametrize("reading", ["path", "strict"])
@given(wired)
def test_a_witness_is_a_shortest_path_of_its_reading(reading: str, network: Network) -> None:
    explanation = explained(network, reading)
    paths = [p for p in simple_paths(network) if reading == "path" or is_strict(network, p)]
    for place in range(len(network.names)):
        lengths = [len(path) for path in paths if place in path]
        witness = explanation.witness(place)
        assert (witness is None) == (not lengths)
        if witness is not None:
            assert place in witness
            assert tuple(witness) in paths
            assert len(witness) == min(lengths)


@pytest.mark.rule("EL-NRG-01")
@given(wired)
def test_a_witness_of_component_is_a_walk_and_a_path_where_there_is_one(network: Network) -> None:
    explanation = explained(network, "component")
    paths = list(simple_paths(network))
    for place in range(len(network.names)):
        witness = explanation.witness(place)
        assert (witness is not None) == explanation.lit[place]
        if witness is None:
            continue
        assert place in witness
        ends = [network.structures[one].kind for one in (witness[0], witness[-1])]
        assert ends == [PLANT, CITY]
        assert all(conducts(network, one, other) for one, other in pairwise(witness))
        lengths = [len(path) for path in paths if place in path]
        assert not lengths or (tuple(witness) in paths and len(witness) == min(lengths))


def ways_out(network: Network, place: int, lit: set[int]) -> dict[int, int]:
    """Return the lit structures that a dark one reaches through dark ones, with the distance."""
    found, layer, distance = {}, {place}, 0
    seen = {place}
    while layer:
        distance += 1
        layer = {
            other
            for here in layer
            for other in network.neighbours[here]
            if conducts(network, here, other) and other not in seen
        }
        seen |= layer
        found |= dict.fromkeys(layer & lit, distance)
        layer -= lit
    return found


@pytest.mark.rule("EL-NRG-01")
@given(wired, readings)
def test_a_reason_for_darkness_is_true(network: Network, reading: str) -> None:
    explanation = explained(network, reading)
    lit = lit_under(network, reading)
    for place in range(len(network.names)):
        darkness = explanation.darkness(place)
        assert (darkness is None) == (place in lit)
        if darkness is None:
            continue
        part = part_of(network, place)
        kinds = {network.structures[v].kind for v in part}
        if darkness.reason in ("alone", "no_plant", "no_city"):
            assert darkness.hangs_on is None
            missing = {PLANT: "no_plant", CITY: "no_city"}
            told = [missing[kind] for kind in (PLANT, CITY) if kind not in kinds]
            assert darkness.reason == (told[0] if len(told) == 1 else "alone")
        else:
            assert {PLANT, CITY} <= kinds
            hangs_on = ways_out(network, place, lit)
            assert darkness.hangs_on in hangs_on
            assert hangs_on[darkness.hangs_on] == min(hangs_on.values())
            if reading == "path":
                assert len(hangs_on) == 1
            terminal = network.structures[darkness.hangs_on].kind in (PLANT, CITY)
            assert (darkness.reason == "beyond") == (reading == "strict" and terminal)


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_a_witness_takes_the_long_way_round_where_the_short_one_would_come_back() -> None:
    network = parse_wire("U-T1-S1-P-C; T1-T2-T3-T4-S2-P")
    for reading in READINGS:
        witness = explained(network, reading).witness(network.names.index("T2"))
        assert [network.names[v] for v in witness] == ["U", "T1", "T2", "T3", "T4", "S2", "P", "C"]


def test_a_network_longer_than_any_board_needs_no_recursion() -> None:
    count = 5_000
    kinds = [PLANT] + [1] * count + [2, 3, CITY]
    chain = [[v for v in (here - 1, here + 1) if 0 <= v < len(kinds)] for here in range(len(kinds))]
    for reading in READINGS:
        assert all(energized(kinds, chain, reading))
