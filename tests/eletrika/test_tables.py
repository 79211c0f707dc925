"""The tiles and the points: those that are shipped, and those that a user brings."""

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from eletrika.scoring_table import load_scoring, shipped_scoring
from eletrika.tables import EDGE_LETTERS, FORESTS, KINDS, MAY_TOUCH, STRUCTURES
from eletrika.tile_edges import forests_on, rotated_edges
from eletrika.tile_set import load_tiles, shipped_tiles
from gridcommon.errors import NotationError

SHIPPED = files("eletrika").joinpath("data", "tiles.toml").read_text(encoding="utf-8")
POINTS = files("eletrika").joinpath("data", "scoring.toml").read_text(encoding="utf-8")


@pytest.fixture
def own(tmp_path: Path):
    """Write a user's file and return its path."""

    def write(text: str) -> Path:
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# As shipped


@pytest.mark.rule("EL-COMP-01")
def test_there_are_38_tiles_one_of_them_the_source() -> None:
    tiles = shipped_tiles()
    assert [tile.number for tile in tiles.tiles] == list(range(38))
    assert tiles.source == 0
    assert tiles.name == "reconstructed"
    assert tiles.caveat
    assert tiles.caveat.degree == "reconstructed"


@pytest.mark.rule("EL-COMP-01", "EL-FOREST-03")
def test_every_tile_is_of_the_alphabet_and_no_two_are_alike() -> None:
    shapes = Counter()
    for tile in shipped_tiles().tiles:
        assert len(tile.edges) == 6
        assert set(tile.edges) <= set(EDGE_LETTERS)
        forests = [letter for letter, _ in forests_on(tile.edges)]
        assert len(set(forests)) == len(forests)
        shapes[min(rotated_edges(tile.edges, sixths) for sixths in range(6))] += 1
    assert max(shapes.values()) == 1
    forests = {f.colour: letter for letter, f in zip(FORESTS, shipped_tiles().forests, strict=True)}
    assert forests["yellow"] == "t"
    assert forests["grey"] == "c"


@pytest.mark.rule("EL-COMP-04")
def test_the_box_holds_39_structures() -> None:
    assert dict(zip(KINDS, STRUCTURES, strict=True)) == {"U": 4, "T": 11, "P": 13, "S": 5, "C": 6}
    assert sum(STRUCTURES) == 39


@pytest.mark.rule("EL-CONN-02")
def test_the_matrix_is_symmetric() -> None:
    assert all(
        MAY_TOUCH[one][other] == MAY_TOUCH[other][one] for one in range(5) for other in range(5)
    )


@pytest.mark.rule("EL-SCORE-05", "EL-SCORE-06", "EL-FOREST-01", "EL-COMP-03")
def test_the_points_as_shipped() -> None:
    points = shipped_scoring()
    assert points.different == {2: 1, 4: 5}
    assert points.equal == {2: 2, 3: 4}
    assert (points.high_demand, points.forest_per_edge, points.influence) == (1, 1, (1, 2))
    degrees = {entry: caveat.degree for entry, caveat in points.caveats.items()}
    assert degrees == {
        "different_4": "reconstructed",
        "equal_3": "reconstructed",
        "equal_2": "reported",
    }


def test_turning_moves_edges_clockwise() -> None:
    assert [rotated_edges("rl.utp", sixths) for sixths in (0, 1, 2, 6, -1)] == [
        "rl.utp", "prl.ut", "tprl.u", "rl.utp", "l.utpr",
    ]  # fmt: skip


def test_a_forest_may_run_over_the_last_edge() -> None:
    assert list(forests_on("t...tt")) == [("t", 3)]
    assert list(forests_on("tttttt")) == [("t", 6)]
    assert sorted(forests_on("tu.utt")) == [("t", 3), ("u", 1), ("u", 1)]


# A user's tiles


def test_the_shipped_file_may_be_a_users(own) -> None:
    path = own(SHIPPED)
    tiles = load_tiles(path)
    assert tiles.tiles == shipped_tiles().tiles
    assert tiles.name == str(path)


def test_the_box_may_be_told_in_short(own) -> None:
    rows = "".join(
        f'[[tile]]\nedges = "{tile.edges}"\n' + ("source = true\n" if tile.number == 0 else "")
        for tile in shipped_tiles().tiles
    )
    tiles = load_tiles(own(rows))
    assert [tile.edges for tile in tiles.tiles] == [tile.edges for tile in shipped_tiles().tiles]
    assert tiles.caveat is None


@pytest.mark.rule("EL-COMP-01")
def test_a_table_of_39_tiles_is_allowed_where_it_says_so(own) -> None:
    more = SHIPPED + '\n[[tile]]\nid = 38\nedges = "......"\n'
    assert len(load_tiles(own(edited(more, "tile_count = 38", "tile_count = 39"))).tiles) == 39
    with pytest.raises(NotationError, match="expected 38 tiles, found 39"):
        load_tiles(own(more))


def test_a_users_own_colours_are_understood(own) -> None:
    tiles = load_tiles(
        own(edited(SHIPPED, 'colour = "purple"\nalias = "v"', 'colour = "red"\nalias = "E"'))
    )
    assert tiles.letter("e") == tiles.letter("S") == "s"
    assert tiles.letter("v") is None


@pytest.mark.rule("EL-COMP-01")
@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        pytest.param('edges = "rp.rt."', 'edges = "rp.rx."', "tile 1.edges", id="alphabet"),
        pytest.param('edges = "rp.rt."', 'edges = "RP.RT."', "tile 1.edges", id="upper case"),
        pytest.param('edges = "rp.rt."', 'edges = "rp.rt"', "tile 1.edges", id="five edges"),
        pytest.param('edges = "rp.rt."', "edges = 5", "tile 1.edges", id="edges no text"),
        pytest.param('edges = "rp.rt."', "", "tile 1.edges", id="no edges"),
        pytest.param('edges = "rp.rt."', 'edges = "tp.t.."', "tile 1.edges", id="split forest"),
        pytest.param('edges = "rttrpp"', 'edges = "rt.rp."', "tile 2.edges", id="twin"),
        pytest.param('edges = "rttrpp"', 'edges = ".rp.rt"', "tile 2.edges", id="twin, turned"),
        pytest.param(
            'edges = "tuu..t"', 'edges = "tuu..t"\nsource = true', "tile", id="two sources"
        ),
        pytest.param("source = true", "source = false", "tile", id="no source"),
        pytest.param("source = true", "source = 1", "tile 0.source", id="source no bool"),
        pytest.param("source_tile = 0", "source_tile = 3", "meta.source_tile", id="another source"),
        pytest.param(
            '[[tile]]\nid = 1\nname = "straight river"\nedges = "rp.rt."',
            "",
            "tile 1.id",
            id="37 tiles, numbered",
        ),
        pytest.param(
            '[[tile]]\nid = 37\nname = "land"\nedges = "tuu..t"', "", "tile", id="37 tiles"
        ),
        pytest.param("id = 5", "id = 6", "tile 5.id", id="number"),
        pytest.param('name = "lake 1"', "name = 1", "tile 22.name", id="name no text"),
        pytest.param(
            'name = "lake 1"', 'title = "lake 1"', "tile 22.title", id="unknown key of a tile"
        ),
        pytest.param("[terrain]", "[terrian]", "terrian", id="unknown table"),
        pytest.param("version = 1", "edition = 1", "meta.edition", id="unknown key of meta"),
        pytest.param("version = 1", "version = 2", "meta.version", id="another version"),
        pytest.param('"rl.utspc"', '"rlf"', "meta.edge_alphabet", id="another alphabet"),
        pytest.param('["E", "SE"', '["SE", "E"', "meta.edge_order", id="another order"),
        pytest.param("tile_count = 38", "tile_count = 40", "meta.tile_count", id="40 tiles"),
        pytest.param("tile_count = 38", "tile_count = '38'", "meta.tile_count", id="count no int"),
        pytest.param("[forest.u]", "[forest.x]", "forest.x", id="unknown forest"),
        pytest.param(
            'structure = "U"', 'structure = "T"', "forest.u.structure", id="forest of another"
        ),
        pytest.param('alias = "b"', 'alias = "t"', "forest.u.alias", id="alias is a letter"),
        pytest.param('alias = "y"', 'alias = "b"', "forest.t.alias", id="alias twice"),
        pytest.param('alias = "b"', 'alias = "bl"', "forest.u.alias", id="alias of two letters"),
        pytest.param('alias = "b"', "alias = 1", "forest.u.alias", id="alias no text"),
        pytest.param('colour = "blue"', "colour = 1", "forest.u.colour", id="colour no text"),
        pytest.param(
            'colour = "blue"', 'color = "blue"', "forest.u.color", id="unknown key of a forest"
        ),
    ],
)
def test_a_broken_tile_file_is_refused_with_file_and_key(own, old: str, new: str, key: str) -> None:
    path = own(edited(SHIPPED, old, new))
    with pytest.raises(NotationError) as caught:
        load_tiles(path)
    assert caught.value.source == str(path)
    assert caught.value.key == key
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "tile"),
        ("tile = 3", "tile"),
        ("tile = [1, 2]", "tile 0"),
        ("meta = 1\n" + SHIPPED.replace("[meta]", "[terrain2]"), "terrain2"),
        (SHIPPED.replace('"." = "field"', 'f = "field"'), "terrain.f"),
        ("forest = 3\n[[tile]]\nedges = '......'\nsource = true", "tile"),
    ],
)
def test_tables_of_another_shape_are_refused(own, text: str, key: str) -> None:
    with pytest.raises(NotationError) as caught:
        load_tiles(own(text))
    assert caught.value.key == key


@pytest.mark.parametrize("load", [load_tiles, load_scoring])
@pytest.mark.parametrize("text", ["not = [toml", "= 3", "[[", "a = 1\na = 2"])
def test_what_is_no_toml_is_refused_with_file_and_line(own, load, text: str) -> None:
    path = own(text)
    with pytest.raises(NotationError, match="TOML") as caught:
        load(path)
    assert caught.value.source == str(path)
    assert re.search(r"line|end of document", str(caught.value))


@pytest.mark.parametrize("load", [load_tiles, load_scoring])
def test_a_file_that_is_missing_is_named(tmp_path: Path, load) -> None:
    with pytest.raises(NotationError, match="missing"):
        load(tmp_path / "missing.toml")
    with pytest.raises(NotationError):
        load(tmp_path)


# A user's points


@pytest.mark.rule("EL-SCORE-05")
def test_a_scoring_file_changes_only_the_keys_it_has(own) -> None:
    points = load_scoring(own("[set.equal]\n3 = 6\n[bonus]\nhigh_demand = 2\n"))
    assert points.different == {2: 1, 4: 5}
    assert points.equal == {2: 2, 3: 6}
    assert (points.high_demand, points.forest_per_edge, points.influence) == (2, 1, (1, 2))
    assert set(points.caveats) == {
        "different_4",
        "equal_2",
    }  # what the user tells is no guess of ours


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[set.different]\n2 = 7", ("different", 2)),
        ("[set.different]\n4 = 7", ("different", 4)),
        ("[set.equal]\n2 = 7", ("equal", 2)),
        ("[set.equal]\n3 = 7", ("equal", 3)),
    ],
)
def test_each_set_may_be_given_by_itself(own, text: str, value: tuple[str, int]) -> None:
    points, shipped = load_scoring(own(text)), shipped_scoring()
    for way in ("different", "equal"):
        for size, worth in getattr(shipped, way).items():
            assert getattr(points, way)[size] == (7 if (way, size) == value else worth)


@pytest.mark.parametrize("points", [0, 1000])
def test_points_at_the_limits(own, points: int) -> None:
    assert load_scoring(own(f"[set.equal]\n3 = {points}")).equal[3] == points


def test_an_empty_scoring_file_changes_nothing(own) -> None:
    points, shipped = load_scoring(own("")), shipped_scoring()
    assert (points.different, points.equal) == (shipped.different, shipped.equal)
    assert points.caveats == shipped.caveats
    assert load_scoring(own(POINTS)).different == shipped.different


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[sets]\n2 = 1", "sets"),
        ("set = 3", "set"),
        ("[set]\nequal = 3", "set.equal"),
        ("[set.same]\n2 = 1", "set.same"),
        ("[set.different]\n3 = 3", "set.different.3"),
        ("[set.equal]\n4 = 3", "set.equal.4"),
        ("[set.equal]\n3 = -1", "set.equal.3"),
        ("[set.equal]\n3 = 1001", "set.equal.3"),
        ("[set.equal]\n3 = 1.5", "set.equal.3"),
        ("[set.equal]\n3 = true", "set.equal.3"),
        ("[set.equal]\n3 = '4'", "set.equal.3"),
        ("[bonus]\nhigh_demand = -1", "bonus.high_demand"),
        ("[bonus]\nforest_per_edge = 'one'", "bonus.forest_per_edge"),
        ("[bonus]\ninfluence = 3", "bonus.influence"),
        ("[bonus]\ninfluence = [1]", "bonus.influence"),
        ("[bonus]\ninfluence = [1, 2, 3]", "bonus.influence"),
        ("[bonus]\ninfluence = [1, -2]", "bonus.influence"),
        ("[bonus]\ndemand = 1", "bonus.demand"),
        ("bonus = []", "bonus"),
        ("[origin]\nequal_9 = 'seed'", "origin.equal_9"),
        ("[meta]\nauthor = 'me'", "meta.author"),
    ],
)
def test_a_broken_scoring_file_is_refused_with_file_and_key(own, text: str, key: str) -> None:
    path = own(text)
    with pytest.raises(NotationError) as caught:
        load_scoring(path)
    assert caught.value.source == str(path)
    assert caught.value.key == key
