"""Networks: what is energized, how they lie on hexagons, and those far larger than the box."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.analysis import analyse
from eletrika.assumed_game import assume_game
from eletrika.energy import Explanation, energized
from eletrika.network_layout import NetworkLayout, find_layout, laid_position, layout_conflict
from eletrika.notation import (
    MOST_STRUCTURES,
    format_full,
    format_wire,
    parse_full,
    parse_position,
    parse_wire,
)
from eletrika.notation.wire import renamed
from eletrika.position import UNKNOWN_TILE, Network, PlacedTile, Position, Structure
from eletrika.projection import best_score
from eletrika.ruleset import READINGS, Ruleset
from eletrika.scoring import items_of_score, possible_scores
from eletrika.tables import CITY, PLANT, POLE, SUBSTATION, TOWER, Kind
from eletrika.tile_set import shipped_tiles
from eletrika_positions import (
    conducts,
    is_strict,
    legal_boards,
    lit_by_brute_force,
    networks,
    part_of,
    simple_paths,
    wired,
)
from examples import examples
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex, distance, neighbours

readings = st.sampled_from(READINGS)


def explained(network: Network, reading: str) -> Explanation:
    kinds = [structure.kind for structure in network.structures]
    return Explanation(kinds, network.conducting, reading)


def lit_under(network: Network, reading: str) -> set[int]:
    kinds = [structure.kind for structure in network.structures]
    flags = energized(kinds, network.conducting, reading)
    return {vertex for vertex, is_lit in enumerate(flags) if is_lit}


@pytest.mark.rule("EL-NRG-01", "EL-NRG-02", "EL-NRG-03", "EL-NRG-04")
@pytest.mark.parametrize("reading", READINGS)
@given(wired)
def test_lit_is_what_every_simple_path_says(reading: str, network: Network) -> None:
    assert lit_under(network, reading) == lit_by_brute_force(network, reading)


@pytest.mark.rule("EL-NRG-01")
@given(wired, readings)
def test_a_witness_is_a_shortest_path_of_its_reading(network: Network, reading: str) -> None:
    """Under ``component`` what no path passes has a walk from a Plant to a City."""
    explanation = explained(network, reading)
    paths = [p for p in simple_paths(network) if reading != "strict" or is_strict(network, p)]
    for place in range(len(network.names)):
        lengths = [len(path) for path in paths if place in path]
        witness = explanation.witness(place)
        assert (witness is not None) == explanation.lit[place]
        assert not lengths or (tuple(witness) in paths and len(witness) == min(lengths))
        if witness is None or lengths:
            continue
        assert reading == "component"
        assert place in witness
        ends = [network.structures[one].kind for one in (witness[0], witness[-1])]
        assert ends == [PLANT, CITY]
        assert all(conducts(network, one, other) for one, other in pairwise(witness))


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


def touching(cells: Sequence[Hex]) -> set[tuple[int, int]]:
    return {
        (one, other)
        for other in range(len(cells))
        for one in range(other)
        if distance(cells[one], cells[other]) == 1
    }


def layouts(network: Network, laid: dict[int, Hex]) -> Iterator[dict[int, Hex]]:
    """Yield every way to lay the part of a network that hangs on what is laid already."""
    after = next(
        ((one, other) for one in laid for other in network.neighbours[one] if other not in laid),
        None,
    )
    if after is None:
        yield laid
        return
    one, other = after
    for cell in neighbours(laid[one]):
        if cell not in laid.values() and all(
            distance(cell, laid[beside]) == 1
            for beside in network.neighbours[other]
            if beside in laid
        ):
            yield from layouts(network, {**laid, other: cell})


def findings(told: Position | Network) -> object:
    """Return what is found of a position, by the places of its structures."""
    analysis = analyse(told, Ruleset())
    names = analysis.network.names
    problems = sorted(
        (one.refusal.rule, sorted(map(names.index, one.ids))) for one in analysis.problems
    )
    scores = {
        owner: sorted((one.members, one.points, one.pawns_back) for one in sets)
        for owner, sets in analysis.scores.items()
    }
    dark = [analysis.explanation.darkness(place) for place in range(len(names))]
    return analysis.readings, problems, scores, dark


@pytest.mark.rule("EL-SHORT-01", "EL-NRG-01")
@given(legal_boards(most=16))
def test_a_board_told_as_wires_is_laid_out_again_to_the_same_findings(board: Position) -> None:
    network = renamed(board.network())
    if not network.names:
        return
    told = parse_wire(format_wire(network))
    again = laid_position(told)
    assert findings(again) == findings(told)
    assert findings(parse_full(format_full(again), shipped_tiles())) == findings(again)


@pytest.mark.rule("EL-SHORT-01")
@examples(1 / 2)
@given(networks(most=5))
def test_the_search_agrees_with_trying_everything(network: Network) -> None:
    laid = find_layout(network)
    told = set(network.pairs())
    graph = networkx.Graph(told)
    graph.add_nodes_from(range(len(network.names)))
    can_be, can_lie = True, True
    for part in networkx.connected_components(graph):
        ways = list(layouts(network, {min(part): (0, 0)}))
        can_lie &= bool(ways)
        can_be &= any(
            all(
                distance(way[a], way[b]) > 1
                for a in way
                for b in way
                if a < b and (a, b) not in told
            )
            for way in ways
        )
    assert laid.is_sure
    assert laid.is_exact == can_be
    assert (laid.cells is not None) == can_lie
    if laid.cells is not None:
        assert touching(laid.cells) == told | set(laid.touching)


@pytest.mark.rule("EL-SHORT-01", "EL-CONN-05")
@pytest.mark.parametrize(
    ("text", "blamed", "must_short", "is_laid", "why"),
    [
        ("U-T1; T1-T2; T1-T3; T1-S", "U T1 T2 T3 S", True, True, "of 4 structures around T1 two"),
        ("T1-T2-T3-T4-T1; T4-S-P-C", "T1 T2 T3 T4", True, True, "a ring of 4"),
        ("T1-T2-T3-T4-T5-T1", "T1 T2 T3 T4 T5", True, True, "a ring of 5"),
        ("; ".join(f"S-P{n}" for n in range(7)), "S P0 P1 P2 P3 P4 P5 P6", True, False, "S t"),
        ("T1-T2-T3-T1; T4-T1; T4-T2; T4-T3", "T1 T2 T3 T4", True, False, "on hexagons"),
    ],
)  # fmt: skip
def test_what_cannot_lie_as_told_is_named_with_why(
    text: str, blamed: str, must_short: bool, is_laid: bool, why: str
) -> None:
    network = parse_wire(text)
    laid = find_layout(network)
    assert laid.is_sure
    assert not laid.is_exact
    assert " ".join(network.names[one] for one in laid.blamed) == blamed
    assert laid.must_short == must_short
    assert (laid.cells is not None) == is_laid
    assert str(layout_conflict(network, laid)).startswith(why)
    with pytest.raises(NotationError, match="cannot be placed exactly as described"):
        laid_position(network)
    assert "EL-SHORT-01" in {one.refusal.rule for one in analyse(network, Ruleset()).problems}


@pytest.mark.parametrize(("count", "work"), [(12, 50), (40, 10**6)])
def test_what_takes_too_long_is_given_up(count: int, work: int) -> None:
    network = parse_wire("-".join(f"P{number}" for number in range(count)))
    assert find_layout(network, work) == NetworkLayout(is_sure=False)


RULES = Ruleset()


def row(kinds: Iterable[Kind]) -> Position:
    position = Position()
    for here, kind in enumerate(kinds):
        position.tiles[here, 0] = UNKNOWN_TILE
        position.structures[here, 0] = Structure(kind)
    return position


def cable(size: int) -> Position:
    """Return a line in which a Plant and a City are never far; its last three may be dark."""
    around = [PLANT, TOWER, SUBSTATION, POLE, CITY, POLE, SUBSTATION, TOWER]
    return row(around[here % len(around)] for here in range(size))


def test_as_many_structures_as_can_be_told_are_analysed_and_one_more_is_refused() -> None:
    network = cable(MOST_STRUCTURES).network()
    assert sum(analyse(network, RULES).explanation.lit) == MOST_STRUCTURES - 3
    with pytest.raises(NotationError, match=r"4001 structures with 4000 connections are too many"):
        analyse(cable(MOST_STRUCTURES + 1).network(), RULES)
    names = [f"T{number}" for number in range(130)]
    text = "; ".join(f"{one}-{other}" for one, other in combinations(names, 2))
    with pytest.raises(NotationError, match="130 structures with 8385 connections are too many"):
        analyse(parse_wire(text), RULES)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("-".join(f"T{number}" for number in range(4_001)), "more than 4000 structures"),
        ("T   " * 4_001, "more than 4000 tiles"),
        ("\n".join(f"{number},0 ? T" for number in range(4_001)), "more than 4000 tiles"),
    ],
    ids=["wire", "picture", "full"],
)
def test_each_form_refuses_one_more(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        parse_position(text, shipped_tiles())


@given(
    st.lists(
        st.tuples(st.integers(1, 2), st.text("t.s", min_size=6, max_size=6)),
        min_size=7,
        max_size=10,
    ),
    st.booleans(),
)
def test_the_best_set_of_many_structures_is_the_first_of_all_the_best(
    held: list[tuple[int, str]], two_pawns: bool
) -> None:
    """More Towers than a set takes, a Substation and a Pole, beside different forests."""
    kinds = [*[TOWER] * (len(held) - 2), SUBSTATION, POLE]
    board = row([PLANT, *kinds, CITY])
    for place, (kind, (pawns, edges)) in enumerate(zip(kinds, held, strict=True), start=1):
        board.structures[place, 0] = Structure(kind, 0, pawns)
        board.tiles[place, 1] = PlacedTile(edges)
    state = assume_game(board, Ruleset(two_pawns_count=two_pawns)).state
    every = possible_scores(state, 0)
    best = max(every, key=lambda one: sum(item.points for item in items_of_score(state, one)))
    assert best_score(state, 0) == (best, items_of_score(state, best))
