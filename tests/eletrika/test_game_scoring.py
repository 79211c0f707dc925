"""Scoring in play: what a set is worth item by item, and adjacent forests. More: ``play.toml``."""

import pytest

from eletrika.events import Scored
from eletrika.items import Item
from eletrika.ruleset import Ruleset
from eletrika.scoring_table import load_scoring, scoring_from_json
from eletrika.sets import forest_items
from eletrika_games import say, table

LINE = "0,0 src\n0,1 ? U:W\n1,1 ? T:W\n2,1 ? S\n3,1 ? P\n4,1 ? C\n-1,0 ? *K2\n0,2 ...t..\nbonus T"


@pytest.mark.rule("EL-SCORE-05", "EL-SCORE-06", "EL-FOREST-01")
def test_a_score_is_told_item_by_item_and_its_points_may_be_those_of_a_file(tmp_path):
    state = table(LINE)
    (scored,) = (one for one in say(state, "score 0,1 1,1") if isinstance(one, Scored))
    assert scored.items == (Item("set", 1), Item("high_demand", 1))
    path = tmp_path / "points.toml"
    path.write_text(
        "[set.different]\n2 = 7\n[set.equal]\n3 = 9\n"
        "[bonus]\nhigh_demand = 3\nforest_per_edge = 2\ninfluence = [4, 6]\n"
    )
    scoring = load_scoring(path)
    state = table(LINE.replace("...t..", "....t.") + "\n1,2 ....t.", scoring=scoring)
    say(state, "build T -1,0")
    assert state.scores == [0, 6]
    say(state, "score 0,1 1,1")
    assert state.scores == [7 + 3 + 2, 6]
    embedded = scoring_from_json(scoring.to_json())
    assert embedded.to_json() == scoring.to_json()
    assert (embedded.equal, embedded.caveats) == (scoring.equal, scoring.caveats)


def forests(kind, lands, **options):
    return [item.at for item in forest_items((0, 0), kind, lands, Ruleset(**options))]


@pytest.mark.rule("EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-03")
@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("letter", "utspcrl.")
def test_a_forest_pays_the_kind_of_its_colour_where_it_lies_on_the_shared_edge(kind, letter):
    lands = {(0, 0): letter * 6, (1, 0): f"...{letter}..", (0, 1): f"{letter}....."}
    assert forests(kind, lands) == ([(1, 0)] if letter == "utspc"[kind] else [])


WOOD = {(0, 0): "tttttt", (1, 0): "t.....", (0, 1): "....t.", (-1, 0): "s....."}
JOINED = {(0, 0): "......", (1, 0): "..tt..", (0, 1): "....tt"}
APART = {(0, 0): "......", (1, 0): "...t..", (0, 1): "....tt"}
ACROSS = {(0, 0): "tttttt", (1, 0): "...t..", (-1, 0): "t....."}  # not through the own tile


@pytest.mark.rule("EL-FOREST-01", "EL-FOREST-02", "EL-FOREST-04")
@pytest.mark.parametrize(
    ("lands", "options", "at"),
    [
        (WOOD, {}, [(0, 1)]),
        (WOOD, {"forest_touch": "tile"}, [(1, 0), (0, 1)]),
        (WOOD | {(2, 0): "...t.."}, {"forest_touch": "tile"}, [(1, 0), (0, 1)]),
        (JOINED, {}, [(1, 0), (0, 1)]),
        (APART, {}, [(1, 0), (0, 1)]),
        (JOINED, {"forest_count": "region"}, [(1, 0)]),
        (APART, {"forest_count": "region"}, [(1, 0), (0, 1)]),
        (ACROSS, {"forest_count": "region"}, [(1, 0), (-1, 0)]),
    ],
)
def test_a_19_a_20_which_forests_count_and_how_often(lands, options, at):
    assert forests(1, lands, **options) == at
