"""The test vectors of the ledger that concern a position, in its order and its words."""

from itertools import product

import pytest

from eletrika.answer import to_json
from eletrika.notation import parse_full
from eletrika.position import Position
from eletrika.sites import NOTHING, check_kind
from eletrika.tables import KINDS, shipped_tiles
from eletrika_positions import EXAMPLES, analysed, example, lit_ids

PATH, COMPONENT, STRICT = "path", "component", "strict"


def full(text: str) -> Position:
    return parse_full(text, shipped_tiles())


def ids(names: str) -> set[str]:
    return set(names.split())


def rules_broken(text: str) -> list[str]:
    return [problem.refusal.rule for problem in analysed(text).problems]


def accepted(text: str, cell: tuple[int, int]) -> str:
    """Return the letters of the kinds that the free tile on ``cell`` accepts."""
    site = next(site for site in analysed(full(text)).free if site.at == cell)
    return "".join(KINDS[kind] for kind in site.kinds)


def kinds_between(one: str, other: str) -> str:
    """Return what fits a tile with water between two structures that do not touch each other."""
    return accepted(f"-1,0 ? {one}\n0,0 l.....\n1,0 ? {other}\n", (0, 0))


# TV-02


@pytest.mark.rule("EL-CONN-01", "EL-CONN-02", "EL-CONN-03")
@pytest.mark.parametrize(("one", "other"), [*product(KINDS, KINDS)])
def test_tv_02_exactly_six_unordered_pairs_are_allowed(one: str, other: str) -> None:
    is_allowed = {one, other} in [set("UT"), set("T"), set("TS"), set("SP"), set("P"), set("PC")]
    assert rules_broken(f"0,0 ? {one}\n1,0 ? {other}") == ([] if is_allowed else ["EL-CONN-03"])
    beside = [KINDS.index(other), *[NOTHING] * 5]
    refusal = check_kind(KINDS.index(one), (0, 0), beside, has_water=True)
    assert (refusal is None) == is_allowed
    assert refusal is None or refusal.rule == "EL-CONN-03"


# TV-03


@pytest.mark.rule("EL-SHORT-01", "EL-SHORT-02", "EL-SHORT-03", "EL-SHORT-04", "EL-BUILD-02")
def test_tv_03_two_towers_side_by_side_close_two_tiles() -> None:
    found = to_json(analysed(example("short-circuit")))
    assert found["problems"] == []
    assert found["closed"] == [[0, 1], [1, -1]]
    for site in found["free"][:2]:
        assert site["at"] in found["closed"]
        assert site["kinds"] == []
        assert {why["rule"] for why in site["refused"].values()} == {"EL-SHORT-01"}


@pytest.mark.rule("EL-CONN-03", "EL-SHORT-04")
def test_tv_03_a_tile_that_touches_a_city_may_not_take_a_substation_without_being_closed() -> None:
    found = to_json(analysed(example("short-circuit")))
    site = next(site for site in found["free"] if site["at"] == [5, 0])
    assert [5, 0] not in found["closed"]
    assert site["refused"]["S"]["rule"] == "EL-CONN-03"


@pytest.mark.rule("EL-SHORT-01", "EL-SHORT-03")
@pytest.mark.parametrize("three", ["TTT", "UTT", "TTS", "PPP", "SPP", "PPC"])
def test_no_three_are_pairwise_neighbours_even_where_the_matrix_allows_them(three: str) -> None:
    text = f"0,0 ? {three[0]}\n1,0 ? {three[1]}\n0,1 ? {three[2]}"
    assert rules_broken(text) == ["EL-SHORT-01"]


# TV-04


@pytest.mark.rule("EL-CONN-02", "EL-CONN-03", "EL-BUILD-04")
@pytest.mark.parametrize(
    ("touched", "kinds"),
    [("U", "T"), ("C", "P"), ("S", "TP"), ("T", "UTS"), ("P", "SPC")],
)
def test_tv_04_what_fits_a_free_tile_that_touches_one_kind_only(touched: str, kinds: str) -> None:
    assert accepted(f"0,0 ? {touched}\n1,0 r.....", (1, 0)) == kinds
    dry = kinds.replace("U", "")
    assert accepted(f"0,0 ? {touched}\n1,0 .uuuuu", (1, 0)) == dry


@pytest.mark.rule("EL-CONN-04")
@pytest.mark.parametrize(
    ("pair", "kinds"),
    [
        ("UU", "T"), ("UT", "T"), ("US", "T"), ("TT", "UTS"), ("TS", "T"), ("TP", "S"),
        ("SS", "TP"), ("SP", "P"), ("SC", "P"), ("PP", "SPC"), ("PC", "P"), ("CC", "P"),
        ("UP", ""), ("UC", ""), ("TC", ""),
    ],
)  # fmt: skip
def test_what_fits_between_two_given_neighbours(pair: str, kinds: str) -> None:
    assert kinds_between(*pair) == kinds_between(*pair[::-1]) == kinds
    found = analysed(full(f"-1,0 ? {pair[0]}\n0,0 l.....\n1,0 ? {pair[1]}\n"))
    assert found.dead == (() if kinds else ((0, 0),))
    assert found.closed == ()


# TV-08


@pytest.mark.rule(
    "EL-SCORE-01", "EL-SCORE-03", "EL-SCORE-04", "EL-SCORE-05", "EL-SCORE-06", "EL-SCORE-07",
    "EL-SCORE-08", "EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-03", "EL-FOREST-04", "EL-CITY-02",
)  # fmt: skip
def test_tv_08_red_scores_tower_and_city_for_four() -> None:
    found = to_json(analysed(example("full-scoring")))
    assert found["problems"] == []
    assert found["dark"] == []
    assert found["scores"] == {
        "R": [
            {
                "set": ["0,0", "3,0"],
                "points": 4,
                "items": [
                    {"what": "set", "at": None, "points": 1},
                    {"what": "high_demand", "at": None, "points": 1},
                    {"what": "forest", "at": [0, 1], "points": 1},
                    {"what": "forest", "at": [1, -1], "points": 1},
                ],
                "pawns_back": 3,
            }
        ]
    }


# TV-09

ANOTHER_NETWORK = "Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw; T1-S1-Tr-Uw"


@pytest.mark.rule("EL-NRG-01", "EL-NRG-02", "EL-NRG-03", "EL-NRG-04")
def test_tv_09_all_eleven_are_lit_under_all_three_readings() -> None:
    in_hexes, wired = lit_ids(example("forked-network")), lit_ids(ANOTHER_NETWORK)
    for reading in (PATH, COMPONENT, STRICT):
        assert len(in_hexes[reading]) == 11
        assert wired[reading] == ids("Uk Tw T1 Sk P1 Cg Pk Cw S1 Tr Uw")


@pytest.mark.rule("EL-NRG-03")
def test_tv_09_the_owners_of_the_text() -> None:
    told = to_json(analysed(example("forked-network")))["structures"]
    pieces = sorted(s["kind"] + (s["owner"] or "") for s in told)
    assert pieces == sorted(["CG", "SK", "P", "UK", "TW", "T", "PK", "CW", "S", "TR", "UW"])
    assert all(s["pawns"] == (s["owner"] is not None) for s in told)


@pytest.mark.rule("EL-NRG-01")
def test_tv_09_in_line_strict_darkens_what_lies_past_the_green_city() -> None:
    lit = lit_ids("Uk-Tw-T1-Sk-P1-Cg-Pk-Cw; T1-S1-Tr-Uw")
    assert len(lit[PATH]) == len(lit[COMPONENT]) == 11
    assert lit[PATH] - lit[STRICT] == ids("Pk Cw")


# TV-10 to TV-13


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04", "EL-NRG-06")
def test_tv_10_a_dead_end_tower() -> None:
    lit = lit_ids("U-Tr-S-P-Cw; Tr-Tk")
    assert lit[PATH] == ids("U Tr S P Cw")
    assert lit[COMPONENT] == ids("U Tr S P Cw Tk")


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_tv_10_in_hexes_the_dark_tower_hangs_on_the_red_one() -> None:
    found = to_json(analysed(example("dead-end")))
    dark = [s for s in found["structures"] if not s["lit"]]
    assert [(s["kind"], s["owner"], s["id"]) for s in dark] == [("T", "K", "-1,2")]
    assert "-1,1" in dark[0]["why_dark"]
    assert len(found["readings"][COMPONENT]) == 6


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_tv_11_a_pole_beyond_the_last_city() -> None:
    lit = lit_ids(example("beyond-the-city"))
    assert lit == lit_ids("U-T-S-P-C-P2")
    assert lit[PATH] == lit[STRICT] == ids("U T S P C")
    assert lit[COMPONENT] == ids("U T S P C P2")


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_tv_12_a_city_inside_the_path() -> None:
    lit = lit_ids(example("city-inside"))
    assert lit == lit_ids("U-T-S-P-C1-P2-C2")
    assert lit[PATH] == lit[COMPONENT] == ids("U T S P C1 P2 C2")
    assert lit[PATH] - lit[STRICT] == ids("P2 C2")


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_tv_13_a_plant_inside_the_path() -> None:
    lit = lit_ids(example("plant-inside"))
    assert lit == lit_ids("U1-T1-U2-T2-S-P-C")
    assert lit[PATH] == lit[COMPONENT] == ids("U1 T1 U2 T2 S P C")
    assert lit[PATH] - lit[STRICT] == ids("U1 T1")


# TV-14


@pytest.mark.rule("EL-SCORE-01", "EL-SCORE-02", "EL-SCORE-05")
def test_tv_14_three_different_kinds_are_only_three_pairs() -> None:
    sets = to_json(analysed("U-Tr-Sr-Pr-C"))["scores"]["R"]
    assert [(set(one["set"]), one["points"]) for one in sets] == [
        ({"Tr", "Sr"}, 1),
        ({"Tr", "Pr"}, 1),
        ({"Sr", "Pr"}, 1),
    ]


@pytest.mark.rule("EL-SCORE-01", "EL-SCORE-09")
def test_tv_14_with_two_plants_besides_there_is_a_set_of_two_equal() -> None:
    sets = to_json(analysed("Ur1-Tr-Sr-Pr-C; Ur2-Tr"))["scores"]["R"]
    assert (sets[0]["set"], sets[0]["points"]) == (["Ur1", "Tr", "Sr", "Pr"], 5)
    pairs = {frozenset(one["set"]): one["points"] for one in sets if len(one["set"]) == 2}
    assert pairs[frozenset({"Ur1", "Ur2"})] == 2
    assert all(len(one["set"]) in (2, 4) for one in sets)


def test_every_example_is_legal_and_in_a_known_form() -> None:
    files = sorted(EXAMPLES.glob("*.eletrika"))
    assert len(files) >= 7
    for file in files:
        assert analysed(file.read_text(encoding="utf-8")).problems == ()
