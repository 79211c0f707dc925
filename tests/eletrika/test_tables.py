"""The tiles and the points: those that are shipped, and those that a user brings."""

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from eletrika.scoring_table import load_scoring
from eletrika.tables import EDGE_LETTERS, FORESTS, KINDS, STRUCTURES
from eletrika.tile_edges import forests_on, rotated_edges
from eletrika.tile_set import shipped_tiles

POINTS = files("eletrika").joinpath("data", "scoring.toml").read_text(encoding="utf-8")


@pytest.fixture
def own(tmp_path: Path):
    """Write a user's file and return its path."""

    def write(text: str) -> Path:
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# As shipped


@pytest.mark.rule("EL-COMP-01", "EL-FOREST-03", "EL-COMP-04")
def test_there_are_38_tiles_of_the_alphabet_no_two_alike_and_39_structures() -> None:
    tiles = shipped_tiles()
    assert [tile.number for tile in tiles.tiles] == list(range(38))
    assert (tiles.source, tiles.name) == (0, "reconstructed")
    assert tiles.caveat
    assert tiles.caveat.degree == "reconstructed"
    shapes = Counter()
    for tile in tiles.tiles:
        assert len(tile.edges) == 6
        assert set(tile.edges) <= set(EDGE_LETTERS)
        forests = [letter for letter, _ in forests_on(tile.edges)]
        assert len(set(forests)) == len(forests)
        shapes[min(rotated_edges(tile.edges, sixths) for sixths in range(6))] += 1
    assert max(shapes.values()) == 1
    colours = {letter: f.colour for letter, f in zip(FORESTS, tiles.forests, strict=True)}
    assert (colours["t"], colours["c"], len({*colours.values()})) == ("yellow", "grey", 5)
    assert dict(zip(KINDS, STRUCTURES, strict=True)) == {"U": 4, "T": 11, "P": 13, "S": 5, "C": 6}


# A user's tiles


# A user's points


@pytest.mark.rule("EL-SCORE-05")
@pytest.mark.parametrize(
    ("text", "different", "equal", "caveats"),
    [
        ("", {2: 1, 4: 5}, {2: 2, 3: 4}, {"different_4", "equal_2", "equal_3"}),
        (POINTS, {2: 1, 4: 5}, {2: 2, 3: 4}, {"different_4", "equal_2", "equal_3"}),
        ("[set.different]\n2 = 7", {2: 7, 4: 5}, {2: 2, 3: 4}, None),
        ("[set.different]\n4 = 0", {2: 1, 4: 0}, {2: 2, 3: 4}, None),
        ("[set.equal]\n2 = 1000", {2: 1, 4: 5}, {2: 1000, 3: 4}, None),
        # what the user tells is no guess of ours
        ("[set.equal]\n3 = 6", {2: 1, 4: 5}, {2: 2, 3: 6}, {"different_4", "equal_2"}),
    ],
)
def test_a_scoring_file_changes_only_the_keys_it_has(own, text, different, equal, caveats) -> None:
    points = load_scoring(own(text))
    assert (points.different, points.equal) == (different, equal)
    assert (points.high_demand, points.forest_per_edge, points.influence) == (1, 1, (1, 2))
    assert caveats is None or set(points.caveats) == caveats
