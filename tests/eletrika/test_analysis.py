"""What is said about building, broken rules and scores, against the long way round.

Rows of ``analysis.toml`` hold a position, or an example that is shipped, and values of the
document that is written about it, ``none`` for what it lacks.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.analysis_json import to_json
from eletrika.notation import parse_full
from eletrika.position import Network, PlacedTile, Position, Structure, reserve_of
from eletrika.problems import problems_of
from eletrika.ruleset import Ruleset
from eletrika.scoring_table import shipped_scoring
from eletrika.tables import KINDS, STRUCTURES
from eletrika.tile_set import shipped_tiles
from eletrika_positions import (
    analysed,
    boards,
    example,
    legal_boards,
    networks,
    told_positions,
    wired,
)
from gridcommon.hexes import neighbours

TILES, POINTS = shipped_tiles(), shipped_scoring()
positions = st.one_of(told_positions(), boards)


def full(text: str) -> Position:
    return parse_full(text, TILES)


def rules(told: Position | Network) -> Counter[str]:
    return Counter(problem.refusal.rule for problem in analysed(told).problems)


def problems(position: Position) -> set[tuple[str, frozenset[str], frozenset[tuple[int, int]]]]:
    """Return the broken rules, each with the structures and cells that have part in it."""
    found = problems_of(position, position.network(), Ruleset())
    return {(p.refusal.rule, frozenset(p.ids), frozenset(p.at)) for p in found}


@pytest.mark.rule(
    "EL-BUILD-02", "EL-BUILD-03", "EL-BUILD-04", "EL-BUILD-05", "EL-CONN-03", "EL-SHORT-01"
)
@given(st.one_of(told_positions(), legal_boards()))
def test_a_kind_fits_exactly_where_it_breaks_no_rule(position: Position) -> None:
    position.markers.clear()  # a build sends them back: EL-MARK-02, EL-MARK-03, EL-MARK-04
    position.stack, position.to_act = None, None  # nothing is set aside, and anybody may build
    sites = {site.at: site for site in analysed(position).free}
    assert list(sites) == sorted(
        cell
        for cell, land in position.tiles.items()
        if cell not in position.structures and not land.source
    )
    used = Counter(structure.kind for structure in position.structures.values())
    before = problems(position)
    for cell, site in sites.items():
        assert set(site.kinds).isdisjoint(site.refused)
        assert set(site.kinds) | set(site.refused) == set(range(5))
        for kind in range(5):
            position.structures[cell] = Structure(kind)
            new = {rule for rule, _, _ in problems(position) - before}
            del position.structures[cell]
            assert (kind in site.kinds) == (not new)
            if kind in site.refused:
                rule = site.refused[kind].rule
                assert ("EL-COMP-04" if rule == "EL-BUILD-03" else rule) in new
                assert rule != "EL-BUILD-03" or used[kind] >= STRUCTURES[kind]


@pytest.mark.rule("EL-SHORT-01", "EL-CONN-05")
@given(wired)
def test_every_triple_is_found_once(network: Network) -> None:
    beside = [set(others) for others in network.neighbours]
    triples = {
        frozenset(three)
        for three in combinations(range(len(beside)), 3)
        if all(other in beside[one] for one, other in combinations(three, 2))
    }
    found = [set(p.ids) for p in analysed(network).problems if p.refusal.rule == "EL-SHORT-01"]
    if not triples:  # what must touch on hexagons: test_layout.py
        assert len(found) <= (None in network.cells)
        return
    assert {frozenset(ids) for ids in found} == {
        frozenset(network.names[v] for v in three) for three in triples
    }
    assert network.count_triples() == len(list(network.triples())) == len(found) == len(triples)


# Scores


def value_by_hand(position: Position, cells_of_set: list[tuple[int, int]]) -> int | None:
    """Return what a set is worth, from the words of the ledger; None if it is no set."""
    letters = "".join(sorted(KINDS[position.structures[cell].kind] for cell in cells_of_set))
    alike, sizes = len(set(letters)) == 1, len(letters)
    if len(set(letters)) == sizes and sizes in (2, 4):
        points = {2: 1, 4: 5}[sizes]
    elif alike and sizes in (2, 3):
        points = {2: 2, 3: 4}[sizes]
    else:
        return None
    if position.bonus is not None and KINDS[position.bonus] in letters:
        points += 1
    for cell in cells_of_set:
        letter = KINDS[position.structures[cell].kind].lower()
        for direction, beside in enumerate(neighbours(cell)):
            land = position.tiles.get(beside)
            if land and land.edges and land.edges[(direction + 3) % 6] == letter:
                points += 1
    return points


@pytest.mark.rule(
    "EL-SCORE-01", "EL-SCORE-02", "EL-SCORE-03", "EL-SCORE-04", "EL-SCORE-05", "EL-SCORE-06",
    "EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-04",
)  # fmt: skip
@given(legal_boards(), st.none() | st.integers(0, 4), st.randoms(use_true_random=False))
def test_scores_are_all_sets_by_hand(position: Position, bonus: int | None, random) -> None:
    position.bonus = bonus
    for cell in position.tiles:
        position.tiles[cell] = PlacedTile("".join(random.choice(".utspc") for _ in range(6)))
    found = analysed(position)
    lit = dict(zip(position.structures, found.explanation.lit, strict=True))
    owners = {s.owner for s in position.structures.values() if s.owner is not None}
    assert set(found.scores) == owners
    for owner, sets in found.scores.items():
        own = [c for c, s in position.structures.items() if s.owner == owner and lit[c]]
        expected = {
            frozenset(chosen): points
            for size in range(1, 6)
            for chosen in combinations(own, size)
            if (points := value_by_hand(position, list(chosen))) is not None
        }
        given_sets = [frozenset(found.network.cells[m] for m in one.members) for one in sets]
        assert len(set(given_sets)) == len(sets)
        assert {c: o.points for c, o in zip(given_sets, sets, strict=True)} == expected
        for cells_of_set, one in zip(given_sets, sets, strict=True):
            assert one.pawns_back == sum(position.structures[c].pawns for c in cells_of_set)
        points = [one.points for one in sets]
        assert points == sorted(points, reverse=True)


@pytest.mark.rule("EL-BUILD-03", "EL-SETUP-04", "EL-SETUP-05", "EL-END-02")
@pytest.mark.parametrize(
    ("told", "plants"),
    [("", 2), ("stack 28", 1), ("stack 28\nlast 9", 2), ("last 9", 2), ("stack 33", 2)],
)
def test_the_reserve_is_the_box_less_what_stands_and_what_is_set_aside(told, plants) -> None:
    position = full(f"0,0 r..... U\n3,0 r..... U\n{told}\n")
    assert reserve_of(position, Ruleset()) == [plants, *(n + plants for n in (9, 3, 11, 4))]


# The document


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield a document and all that it holds, each with its path."""
    yield path.removeprefix("."), value
    inner = dict(enumerate(value)) if isinstance(value, list) else value
    for key, one in inner.items() if isinstance(inner, dict) else ():
        yield from leaves(one, f"{path}.{key}")


ROWS = tomllib.loads(Path(__file__).with_name("analysis.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_found_as_it_says(name: str) -> None:
    row = ROWS[name]
    text = row.get("at") or example(row["file"])
    if text[0].isdigit():
        text = text.replace("; ", "\n")
    found = dict(leaves(to_json(analysed(text, **row.get("options", {})))))
    told = {path: found.get(path) for path in row["is"]}
    assert told == {path: None if one == "none" else one for path, one in row["is"].items()}


@given(st.one_of(positions, networks()), st.sampled_from(["path", "component", "strict"]))
def test_the_document_of_any_position(told: Position | Network, reading: str) -> None:
    before = deepcopy(told)
    document = to_json(analysed(told, reading))
    assert told == before, "looking changes nothing"
    names = [one["id"] for one in document["structures"]]
    for one in document["structures"]:
        assert one["lit"] is (one["id"] in document["lit"])
        assert one["lit"] is (one["why_dark"] is None) is (one["witness"] is not None)
    assert [name for name in names if name not in document["lit"]] == document["dark"]
    assert document["readings"][document["reading"]] == document["lit"]
    for one in (one for sets in document["scores"].values() for one in sets):
        assert one["points"] == sum(item["points"] for item in one["items"])
    if isinstance(told, Network):
        assert [document[key] for key in ("closed", "dead", "free")] == [[], [], []]
