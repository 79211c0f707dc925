"""What is said about building, broken rules and scores, against the long way round."""

import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.analysis import Analysis, analyse, energizing_builds
from eletrika.analysis_json import to_json
from eletrika.notation import parse_full, parse_picture, parse_wire
from eletrika.position import Network, PlacedTile, Position, Structure
from eletrika.problems import problems_of
from eletrika.reserve import reserve_of
from eletrika.ruleset import Ruleset
from eletrika.scoring_table import shipped_scoring
from eletrika.sets import Member, items_of_set, set_points
from eletrika.tables import COLOURS, KINDS, STRUCTURES, WATER
from eletrika.tile_edges import rotated_edges
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
from gridcommon.hex_layout import polygon
from gridcommon.hexes import distance, neighbours, rotate

TILES, POINTS = shipped_tiles(), shipped_scoring()
positions = st.one_of(told_positions(), boards)


def full(text: str) -> Position:
    return parse_full(text, TILES)


def rules(told: Position | Network) -> Counter[str]:
    return Counter(problem.refusal.rule for problem in analysed(told).problems)


# One legality


def problems(position: Position) -> set[tuple[str, frozenset[str], frozenset[tuple[int, int]]]]:
    """Return the broken rules, each with the structures and cells that have part in it."""
    found = problems_of(position, position.network(), Ruleset())
    return {(p.refusal.rule, frozenset(p.ids), frozenset(p.at)) for p in found}


def rules_newly_broken(position: Position, cell: tuple[int, int], kind: int) -> set[str]:
    before = problems(position)
    position.structures[cell] = Structure(kind)
    new = problems(position) - before
    del position.structures[cell]
    return {rule for rule, _, _ in new}


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
    for cell, site in sites.items():
        assert set(site.kinds).isdisjoint(site.refused)
        assert set(site.kinds) | set(site.refused) == set(range(5))
        for kind in range(5):
            new = rules_newly_broken(position, cell, kind)
            assert (kind in site.kinds) == (not new)
            if kind in site.refused:
                rule = site.refused[kind].rule
                assert ("EL-COMP-04" if rule == "EL-BUILD-03" else rule) in new
                assert rule != "EL-BUILD-03" or used[kind] >= STRUCTURES[kind]


@pytest.mark.rule("EL-SHORT-01", "EL-SHORT-02", "EL-SHORT-03")
@given(positions)
def test_closed_cells_are_those_where_every_kind_makes_a_triangle(position: Position) -> None:
    beside = {cell for own in position.structures for cell in neighbours(own)}
    closed = {
        cell
        for cell in beside - set(position.structures)
        if any(
            distance(one, other) == 1
            for one, other in combinations(set(neighbours(cell)) & set(position.structures), 2)
        )
    }
    assert analysed(position).closed == tuple(sorted(closed))


@pytest.mark.rule("EL-CONN-04")
@given(positions)
def test_dead_tiles_take_no_kind_though_they_are_open(position: Position) -> None:
    found = analysed(position)
    for site in found.free:
        reasons = {refusal.rule for refusal in site.refused.values()}
        is_dead = not site.kinds and reasons <= {"EL-CONN-03", "EL-BUILD-04"}
        assert (site.at in found.dead) == is_dead


@pytest.mark.rule("EL-SHORT-01")
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
    assert len(found) == len(triples)
    assert {frozenset(ids) for ids in found} == {
        frozenset(network.names[v] for v in three) for three in triples
    }
    assert network.count_triples() == len(list(network.triples())) == len(found)


# Turning and moving


@given(
    st.one_of(told_positions(), legal_boards()),
    st.integers(0, 5),
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
)
def test_turning_and_moving_a_position_changes_no_finding(
    position: Position, sixths: int, by: tuple[int, int]
) -> None:
    def there(cell: tuple[int, int]) -> tuple[int, int]:
        q, r = rotate(cell, sixths)
        return q + by[0], r + by[1]

    def sets(found: Analysis, move) -> dict:
        return {
            owner: Counter(
                (
                    frozenset(move(found.network.cells[m]) for m in one.members),
                    one.points,
                    one.pawns_back,
                    frozenset((i.what, i.points, i.at and move(i.at)) for i in one.items),
                )
                for one in sets
            )
            for owner, sets in found.scores.items()
        }

    def broken(found: Analysis, move) -> Counter:
        return Counter((p.refusal.rule, frozenset(map(move, p.at))) for p in found.problems)

    def sites(found: Analysis, move) -> set:
        return {
            (move(s.at), s.kinds, tuple((k, r.rule) for k, r in s.refused.items()))
            for s in found.free
        }

    here, moved = analysed(position), analysed(position.moved(sixths, by))

    def stay(cell: tuple[int, int]) -> tuple[int, int]:
        return cell

    assert sets(here, there) == sets(moved, stay)
    assert broken(here, there) == broken(moved, stay)
    assert sites(here, there) == sites(moved, stay)
    assert set(map(there, here.closed)) == set(moved.closed)
    assert set(map(there, here.dead)) == set(moved.dead)
    assert here.readings == moved.readings


# Geometry


@given(
    st.sampled_from(TILES.tiles),
    st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
    st.integers(0, 5),
    st.integers(0, 999),
)
def test_a_tile_laid_anywhere_touches_the_same_tiles_on_the_page_as_in_the_table(
    tile, cell: tuple[int, int], turn: int, choice: int
) -> None:
    """The edge letter of each direction lies on the border that the two polygons share."""
    edges = rotated_edges(tile.edges, turn)
    ring = neighbours(cell)
    for direction, beside in enumerate(ring):
        border = polygon(cell).intersection(polygon(beside))
        assert border.length > 0
        assert border.area == 0
        other = TILES.tiles[choice % len(TILES.tiles)]
        position = Position({cell: PlacedTile(edges), beside: PlacedTile(other.edges)})
        meeting = edges[direction], other.edges[(direction + 3) % 6]
        agree = {letter if letter in WATER else "." for letter in meeting}
        assert ("EL-TILE-02" in rules(position)) == (len(agree) == 2)
    further = {(q, r) for q in range(-3, 4) for r in range(-3, 4)} - {(0, 0)}
    for q, r in further:
        away = cell[0] + q, cell[1] + r
        touches = polygon(cell).intersection(polygon(away)).length > 0
        assert touches == (away in ring)


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


@pytest.mark.rule("EL-SCORE-02", "EL-SCORE-05")
@pytest.mark.parametrize(
    ("kinds", "points"),
    [
        ("UT", 1), ("TT", 2), ("TTT", 4), ("UTSP", 5), ("TSPC", 5),
        ("T", None), ("UTS", None), ("TTS", None), ("TTTT", None), ("UUTT", None),
        ("UTSPC", None), ("TTSP", None),
    ],
)  # fmt: skip
def test_what_is_a_set_and_what_it_is_worth(kinds: str, points: int | None) -> None:
    members = [Member(None, KINDS.index(kind)) for kind in kinds]
    assert set_points(members, Ruleset()) == points
    if points is not None:
        assert [item.points for item in items_of_set(members, {}, None, Ruleset())] == [points]


@pytest.mark.rule("EL-SCORE-06")
def test_high_demand_counts_once_only() -> None:
    position = full("0,0 r..... U\n1,0 ? T:R\n2,0 ? T:R\n3,0 ? S\n4,0 ? P\n5,0 ? C\nbonus T")
    (best,) = analysed(position).scores[COLOURS.index("R")]
    assert [(item.what, item.points) for item in best.items] == [("set", 2), ("high_demand", 1)]


@pytest.mark.rule("EL-SCORE-01")
def test_dark_structures_score_nothing() -> None:
    assert analysed(parse_wire("Ur-Tr-Sr-Pr")).scores == {COLOURS.index("R"): ()}


# Broken rules


@pytest.mark.rule("EL-NRG-01", "EL-CONN-03", "EL-BUILD-04")
def test_builds_that_energize_what_is_dark_are_listed_most_first() -> None:
    line = "0,0 .l.... U\n1,0 ? T\n2,0 ? S\n3,0 ? P\n4,0 ?\n1,1 ?"
    position = full(line)
    found = energizing_builds(position, analysed(position))
    assert [(one.at, KINDS[one.kind], one.lit) for one in found] == [((4, 0), "C", (0, 1, 2, 3))]
    lit = full(line.replace("4,0 ?", "4,0 ? C"))
    assert energizing_builds(lit, analysed(lit)) == []


@pytest.mark.rule("EL-TILE-01", "EL-COMP-01")
@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("0,0 src\n1,0 ?\n3,0 ?\n4,0 ?", {(3, 0), (4, 0)}),
        ("0,0 5\n1,0 ?\n0,1 5/3\nrow 5 6 7", {(0, 0), (0, 1)}),
    ],
)
def test_the_tiles_of_a_broken_rule_are_named(text: str, at: set[tuple[int, int]]) -> None:
    [problem] = analysed(full(text)).problems
    assert set(problem.at) == at


@pytest.mark.rule("EL-COMP-04")
@pytest.mark.parametrize(("kind", "most"), [("U", 4), ("T", 11), ("S", 5), ("P", 13), ("C", 6)])
def test_the_box_holds_so_many_structures(kind: str, most: int) -> None:
    for count, wanted in ((most, 0), (most + 1, 1)):
        text = "; ".join(f"{kind}{number}" for number in range(1, count + 1)) + ";"
        problems = analysed(parse_wire(text)).problems
        assert [p.refusal.rule for p in problems] == ["EL-COMP-04"] * wanted
        assert all(len(p.ids) == count for p in problems)


@pytest.mark.rule("EL-COMP-01")
@pytest.mark.parametrize(("count", "wanted"), [(38, 0), (39, 1)])
def test_the_box_holds_38_tiles(count: int, wanted: int) -> None:
    text = "\n".join(f"{number},0 ?" for number in range(count))
    assert rules(full(text))["EL-COMP-01"] == wanted


@pytest.mark.rule("EL-COMP-02")
def test_a_piece_with_an_owner_carries_one_pawn_in_wire_form() -> None:
    five = "; ".join(f"Tr{number}" for number in range(1, 6))
    assert rules(parse_wire(five)) == {}
    assert rules(parse_wire(f"{five}; Sr")) == {"EL-COMP-02": 1}


@pytest.mark.rule("EL-BUILD-03")
def test_a_kind_of_which_none_is_left_is_refused_for_that_alone() -> None:
    plants = "".join(f"{3 * place},9 ? U\n" for place in range(4))
    (site,) = analysed(full(f"{plants}0,0 r.....")).free
    assert {KINDS[kind]: refusal.rule for kind, refusal in site.refused.items()} == {
        "U": "EL-BUILD-03"
    }


@pytest.mark.rule("EL-BUILD-03", "EL-SETUP-04", "EL-SETUP-05", "EL-END-02")
@pytest.mark.parametrize(
    ("told", "plants"),
    [("", 2), ("stack 28", 1), ("stack 28\nlast 9", 2), ("last 9", 2), ("stack 33", 2)],
)
def test_the_reserve_is_the_box_less_what_stands_and_what_is_set_aside(told, plants) -> None:
    position = full(f"0,0 r..... U\n3,0 r..... U\n{told}\n")
    assert reserve_of(position, Ruleset()) == [plants, *(n + plants for n in (9, 3, 11, 4))]


@pytest.mark.rule("EL-BUILD-01")
def test_who_has_no_pawn_in_hand_builds_nothing() -> None:
    found = analysed(full("0,0 ?\n1,0 ? T\nhand W0 K5\nturn W\n"))
    (site,) = found.free
    assert {KINDS[kind]: refusal.rule for kind, refusal in site.refused.items()} == {
        "U": "EL-BUILD-01",
        "T": "EL-BUILD-01",
        "S": "EL-BUILD-01",
        "P": "EL-CONN-03",
        "C": "EL-CONN-03",
    }
    assert site.fits
    assert found.dead == ()
    (site,) = analysed(full("0,0 ?\n1,0 ? T\nhand W0 K5\nturn K\n")).free
    assert site.kinds == (0, 1, 2)


@pytest.mark.rule("EL-CONN-02")
def test_options_decide_what_may_be_built_and_what_is_broken() -> None:
    position = full("0,0 r..... U\n1,0 ? T\n-1,0 ?\n2,0 ? T:W\n3,0 ? *W1\n2,1 ? T\n")
    assert {site.at: site.kinds for site in analysed(position).free}[-1, 0] == (1,)
    one = {site.at: site for site in analysed(position, plant_towers="one").free}
    assert one[-1, 0].refused[1].rule == "EL-CONN-02"
    assert (-1, 0) in analysed(position, plant_towers="one").dead
    over = {site.at: site for site in analysed(position, reoccupy=True).free}
    assert over[1, 0].kinds == (1,)
    assert over[1, 0].refused[0].rule == "EL-ABAN-03"
    assert (2, 0) not in over
    both = full("0,0 r..... U\n1,0 ? T\n-1,0 ? T\n")
    assert rules(both) == {}
    (problem,) = analysed(both, plant_towers="one").problems
    assert (problem.refusal.rule, problem.ids) == ("EL-CONN-02", ("0,0", "1,0", "-1,0"))


@given(positions)
def test_every_problem_names_pieces_that_are_there(position: Position) -> None:
    found = analysed(position)
    for problem in found.problems:
        assert problem.refusal.rule.startswith("EL-")
        assert set(problem.ids) <= set(found.network.names)
        assert set(problem.at) <= set(position.tiles)
        assert "{" not in problem.refusal.why


# How sure it is


def doubted(told: Position | Network) -> tuple[list[str], list[str]]:
    """Return the doubts about the best set of Red, and those about the whole position."""
    found = analysed(told)
    (best, *_) = found.scores[COLOURS.index("R")]
    return [caveat.id for caveat in best.caveats], [caveat.id for caveat in found.caveats]


@pytest.mark.rule("EL-FOREST-01", "EL-SCORE-06", "EL-BUILD-04")
def test_what_a_form_leaves_out_is_not_certain() -> None:
    open_points = ["forests", "high_demand"]
    wire = parse_wire("Ur-Tr-S-P-C")
    assert doubted(wire) == (open_points, [*open_points, "water"])
    picture = parse_picture("UR  TR  S   P   C")
    assert doubted(picture) == (open_points, [*open_points, "water"])
    assert doubted(wire)[0] == doubted(picture)[0]


@pytest.mark.rule("EL-FOREST-01", "EL-SCORE-06")
def test_points_are_certain_where_land_and_bonus_tile_are_told() -> None:
    rows = "0,0 r..... U:R\n1,0 ...... T:R\n2,0 ...... S\n3,0 ...... P\n4,0 ...... C\n"
    assert doubted(full(rows + "bonus T")) == ([], [])
    assert doubted(full(rows + "queue U T S P C")) == ([], [])
    assert doubted(full(rows)) == (["high_demand"], ["high_demand"])
    beside = doubted(full(rows + "0,1 ?\nbonus T"))
    assert beside == (["forests"], ["forests"])
    elsewhere = doubted(full(rows + "6,0 ?\nbonus T"))
    assert elsewhere == ([], ["water"])


@pytest.mark.rule("EL-SCORE-05", "EL-COMP-01")
def test_what_no_source_attests_is_not_certain() -> None:
    four = full(
        "0,0 r..... U:R\n1,0 ...... T:R\n2,0 ...... S:R\n3,0 ...... P:R\n4,0 ...... C\nbonus C"
    )
    assert doubted(four) == (["different_4"], ["different_4"])
    assert "tiles" in doubted(full("0,0 13 T:R\n2,0 r..... U:R\n3,0 ...... T:R\n4,0 ...... S\n"
                                   "5,0 ...... P\n6,0 ...... C\nbonus C"))[1]  # fmt: skip


# The document (docs/formats.md)

SHAPE = {
    "schema": int,
    "reading": str,
    "structures": list,
    "lit": list,
    "dark": list,
    "readings": dict,
    "problems": list,
    "closed": list,
    "dead": list,
    "free": list,
    "scores": dict,
    "doubts": list,
}


def is_cell(value: object) -> bool:
    return isinstance(value, list) and list(map(type, value)) == [int, int]


def check_document(document: dict, *, wire: bool) -> None:
    """Fail unless ``document`` has exactly the keys and types of the format."""
    document = json.loads(json.dumps(document))
    shape = SHAPE | ({"layout": dict} if wire else {})
    assert {key: type(value) for key, value in document.items()} == shape
    assert list(document) == list(shape)
    assert document["schema"] == 1
    assert document["reading"] in ("path", "component", "strict")
    names = [structure["id"] for structure in document["structures"]]
    caveats = {caveat["id"] for caveat in document["doubts"]}
    assert len(caveats) == len(document["doubts"])
    for structure in document["structures"]:
        assert list(structure) == [
            "id", "at", "kind", "owner", "pawns", "lit", "witness", "why_dark",
        ]  # fmt: skip
        assert structure["at"] is None if wire else is_cell(structure["at"])
        assert wire or structure["id"] == "{},{}".format(*structure["at"])
        assert structure["kind"] in set("UTSPC")
        assert structure["owner"] in {None, *"WKRG"}
        assert structure["pawns"] in ((0,) if structure["owner"] is None else (1, 2))
        assert structure["lit"] is (structure["id"] in document["lit"])
        assert structure["lit"] is (structure["why_dark"] is None)
        assert structure["lit"] is (structure["witness"] is not None)
        assert set(structure["witness"] or ()) <= set(names)
    assert [name for name in names if name in document["lit"]] == document["lit"]
    assert [name for name in names if name not in document["lit"]] == document["dark"]
    assert list(document["readings"]) == ["path", "component", "strict"]
    assert document["readings"][document["reading"]] == document["lit"]
    for problem in document["problems"]:
        assert list(problem) == ["rule", "at", "ids", "message"]
        assert all(map(is_cell, problem["at"]))
        assert set(problem["ids"]) <= set(names)
    assert all(map(is_cell, document["closed"] + document["dead"]))
    for site in document["free"]:
        assert list(site) == ["at", "kinds", "refused", "doubts"]
        assert set(site["doubts"]) <= caveats
        assert is_cell(site["at"])
        assert sorted([*site["kinds"], *site["refused"]]) == sorted("UTSPC")
        assert all(list(why) == ["rule", "why"] for why in site["refused"].values())
    assert set(document["scores"]) == {s["owner"] for s in document["structures"]} - {None}
    for sets in document["scores"].values():
        for one in sets:
            assert list(one) == ["set", "points", "items", "pawns_back", "doubts"]
            assert set(one["doubts"]) <= caveats
            assert set(one["set"]) <= set(document["lit"])
            assert one["points"] == sum(item["points"] for item in one["items"])
            assert one["items"][0]["what"] == "set"
            for item in one["items"]:
                assert list(item) == ["what", "at", "points"]
                assert item["what"] in ("set", "high_demand", "forest")
                assert is_cell(item["at"]) if item["what"] == "forest" else item["at"] is None
    if wire:
        assert [document[key] for key in ("closed", "dead", "free")] == [[], [], []]


@given(positions, st.sampled_from(["path", "component", "strict"]))
def test_the_document_of_any_position(position: Position, reading: str) -> None:
    check_document(to_json(analysed(position, reading)), wire=False)


@given(networks(), st.sampled_from(["path", "component", "strict"]))
def test_the_document_of_any_network(network: Network, reading: str) -> None:
    check_document(to_json(analysed(network, reading)), wire=True)


@pytest.mark.parametrize("name", ["full-scoring", "forked-network", "city-inside"])
def test_the_document_of_an_example(name: str) -> None:
    check_document(to_json(analysed(example(name))), wire=name == "city-inside")


def test_the_structure_that_the_format_shows() -> None:
    found = to_json(analysed("Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw; T1-S1-Tr-Uw"))
    assert found["structures"][1] == {
        "id": "Tw",
        "at": None,
        "kind": "T",
        "owner": "W",
        "pawns": 1,
        "lit": True,
        "witness": ["Uk", "Tw", "T1", "Sk", "P1", "Cg"],
        "why_dark": None,
    }


@pytest.mark.rule("EL-CONN-03")
def test_the_problem_that_the_format_shows() -> None:
    (problem,) = to_json(analysed("0,0 ? S:K\n1,0 ? C:G"))["problems"]
    assert (problem["rule"], problem["at"]) == ("EL-CONN-03", [[0, 0], [1, 0]])
    assert problem["ids"] == ["0,0", "1,0"]
    (problem,) = to_json(analysed("Sk-Cg"))["problems"]
    assert (problem["at"], problem["ids"]) == ([], ["Sk", "Cg"])


def test_examining_leaves_the_position_alone() -> None:
    position = full(example("full-scoring"))
    again = full(example("full-scoring"))
    analyse(position, Ruleset())
    assert position == again


@pytest.mark.rule("EL-CONN-05")
@pytest.mark.parametrize(("touched", "broken"), [(6, False), (7, True)])
def test_a_structure_touches_at_most_six_others(touched: int, broken: bool) -> None:
    told = parse_wire("; ".join(f"T-P{number}" for number in range(touched)))
    rules = {problem.refusal.rule for problem in analyse(told, Ruleset()).problems}
    assert ("EL-CONN-05" in rules) == broken


@pytest.mark.rule("EL-COMP-02")
def test_the_sixth_pawn_is_on_the_score_track() -> None:
    position = parse_full("0,0 src\n1,0 ? T:W2\nhand W4", shipped_tiles())
    [problem] = analyse(position, Ruleset()).problems
    assert problem.refusal.why == (
        "White has 5 pawns on the board and in hand, the sixth is on the score track; found 6"
    )
