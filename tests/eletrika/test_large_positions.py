"""Positions far larger than the box: what is listed, what is refused, and how the work grows."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.analysis import analyse
from eletrika.analysis_json import to_json
from eletrika.assumed_game import assume_game
from eletrika.energy import EVERY_WAY, MOST_STEPS, Explanation
from eletrika.notation import MOST_STRUCTURES, parse_position, parse_wire
from eletrika.position import UNKNOWN_TILE, Network, PlacedTile, Position, Structure
from eletrika.projection import best_score
from eletrika.ruleset import READINGS, Ruleset
from eletrika.scoring import items_of_score, possible_scores
from eletrika.sets import Member, possible_sets, set_points
from eletrika.tables import CITY, PLANT, POLE, SUBSTATION, TOWER, Kind
from eletrika.tile_set import shipped_tiles
from gridcommon.errors import NotationError

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


def explained(network: Network, reading: str) -> Explanation:
    kinds = [structure.kind for structure in network.structures]
    return Explanation(kinds, network.conducting, reading)


def chain(size: int) -> Position:
    """Return a Plant, Towers, a Substation, a Pole and a City in one line."""
    return row([PLANT, *[TOWER] * (size - 4), SUBSTATION, POLE, CITY])


@pytest.mark.parametrize(("size", "reading"), [(EVERY_WAY, "path"), *((600, r) for r in READINGS)])
def test_every_way_of_ten_boxes_is_listed_and_those_of_a_longer_chain_stop(
    size: int, reading: str
) -> None:
    document = to_json(analyse(chain(size), Ruleset(energized=reading)))
    ways = [one["witness"] for one in document["structures"]]
    listed = [way for way in ways if way]
    assert len(document["lit"]) == size
    assert sum(map(len, listed)) < MOST_STEPS + size
    assert (
        (len(listed) == size)
        == (size == EVERY_WAY)
        == ("witnesses" not in document.get("more", {}))
    )
    if size > EVERY_WAY:
        assert sum(map(len, listed)) >= MOST_STEPS
        assert ways[len(listed) :] == [None] * (size - len(listed))
        assert document["more"]["witnesses"] == size - len(listed)


@pytest.mark.parametrize("reading", READINGS)
def test_the_work_for_ways_grows_with_the_structures(reading: str) -> None:
    """Counted in arcs: the time depends on the machine."""
    work = []
    for size in (200, 1_000):
        explanation = explained(cable(size).network(), reading)
        assert list(map(bool, explanation.witnesses())) == explanation.lit
        work.append(explanation._paths.work / size)
    assert work[1] < 1.1 * work[0]


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
    with pytest.raises(NotationError, match=told) as caught:
        parse_position(text, shipped_tiles())
    assert caught.value.line is not None


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 2)), max_size=9), st.booleans())
def test_sets_by_kinds_are_those_of_all_combinations(
    told: list[tuple[int, int]], two_pawns: bool
) -> None:
    rules = Ruleset(two_pawns_count=two_pawns)
    members = [Member(None, kind, pawns) for kind, pawns in told]
    every = (places for size in range(1, 5) for places in combinations(range(len(members)), size))
    assert list(possible_sets(members, rules)) == [
        places
        for places in every
        if set_points([members[place] for place in places], rules) is not None
    ]


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
