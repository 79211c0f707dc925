"""Test vectors of the ledger as the companion answers them; the others are worked examples."""

import pytest

from eletrika.analysis_json import to_json
from eletrika_positions import EXAMPLES, analysed, example

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
                "doubts": [],
            }
        ]
    }


# TV-09


@pytest.mark.rule("EL-NRG-03")
def test_tv_09_the_owners_of_the_text() -> None:
    told = to_json(analysed(example("forked-network")))["structures"]
    pieces = sorted(s["kind"] + (s["owner"] or "") for s in told)
    assert pieces == sorted(["CG", "SK", "P", "UK", "TW", "T", "PK", "CW", "S", "TR", "UW"])
    assert all(s["pawns"] == (s["owner"] is not None) for s in told)


# TV-10 to TV-13


@pytest.mark.rule("EL-NRG-01", "EL-NRG-04")
def test_tv_10_in_hexes_the_dark_tower_hangs_on_the_red_one() -> None:
    found = to_json(analysed(example("dead-end")))
    dark = [s for s in found["structures"] if not s["lit"]]
    assert [(s["kind"], s["owner"], s["id"]) for s in dark] == [("T", "K", "-1,2")]
    assert "-1,1" in dark[0]["why_dark"]
    assert len(found["readings"]["component"]) == 6


# TV-14


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
