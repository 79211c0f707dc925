"""A wire form laid out on hexagons: found, impossible and why, or given up."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given

from eletrika.analysis import analyse
from eletrika.analysis_json import to_json
from eletrika.network_layout import NetworkLayout, find_layout, laid_position, layout_conflict
from eletrika.notation import (
    format_full,
    format_picture,
    format_wire,
    parse_full,
    parse_picture,
    parse_wire,
)
from eletrika.notation.wire import renamed
from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset
from eletrika.tile_set import shipped_tiles
from eletrika_positions import legal_boards, networks
from examples import examples
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex, distance, neighbours


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


def connected(network: Network, one: int) -> set[int]:
    """Return a structure and all that hang together with it."""
    found, ahead = {one}, [one]
    while ahead:
        fresh = set(network.neighbours[ahead.pop()]) - found
        found |= fresh
        ahead += fresh
    return found


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
    nowhere = (None,) * len(network.names)
    told = parse_wire(
        format_wire(Network(network.names, network.structures, network.neighbours, nowhere))
    )
    again = laid_position(told)
    assert findings(again) == findings(told)
    assert findings(parse_full(format_full(again), shipped_tiles())) == findings(again)
    pictured = parse_picture(format_picture(again)).network()
    named = [
        {frozenset((one.names[a], one.names[b])) for a, b in one.pairs()}
        for one in (pictured, again.network())
    ]
    assert named[0] == named[1]


@pytest.mark.rule("EL-SHORT-01")
@examples(1 / 2)
@given(networks(most=5))
def test_the_search_agrees_with_trying_everything(network: Network) -> None:
    laid = find_layout(network)
    told = set(network.pairs())
    can_be, can_lie = True, True
    for part in {min(connected(network, one)) for one in range(len(network.names))}:
        ways = list(layouts(network, {part: (0, 0)}))
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


@pytest.mark.parametrize(
    "text",
    [
        "U-T1; T1-T2; T1-T3",
        "T1-T2-T3-T4-T5-T6-T1",
        "T1-T2-T3-T1",
        "U;T;S-P;C",
        "-".join(f"P{number}" for number in range(1, 40)),
    ],
)
def test_what_can_lie_as_told_lies_so(text: str) -> None:
    network = parse_wire(text)
    laid = find_layout(network)
    assert laid.is_exact
    assert touching(laid.cells or ()) == set(network.pairs())
    assert to_json(analyse(network, Ruleset()))["layout"]["why"] is None


@pytest.mark.parametrize(("count", "work"), [(12, 50), (40, 10**6)])
def test_what_takes_too_long_is_given_up(count: int, work: int) -> None:
    network = parse_wire("-".join(f"P{number}" for number in range(count)))
    assert find_layout(network, work) == NetworkLayout(is_sure=False)
