"""Tables of one's own box: templates, their check, and names under which they are remembered."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from eletrika.scoring_table import load_scoring, shipped_scoring
from eletrika.tile_set import load_tiles, shipped_tiles
from gridgames.app import app
from gridgames.sessions import settings
from gridgames.wings.eletrika.companion.custom_tables import template


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "settings_path", lambda: tmp_path / "settings.json")


def test_a_template_is_a_table_that_can_be_used(tmp_path: Path) -> None:
    tiles, points = tmp_path / "tiles.toml", tmp_path / "points.toml"
    assert run("eletrika", "tiles", "init", tiles).exit_code == 0
    assert run("eletrika", "tiles", "init", "--scoring", points).exit_code == 0
    assert load_tiles(tiles).tiles == shipped_tiles().tiles
    assert load_scoring(points).equal == shipped_scoring().equal
    before = tiles.read_text(encoding="utf-8")
    again = run("eletrika", "tiles", "init", tiles)
    assert (again.exit_code, tiles.read_text(encoding="utf-8")) == (2, before)
    assert all(len(line) <= 80 for line in before.splitlines()[:20])


def test_a_checked_table_is_shown_and_remembered_by_name(tmp_path: Path) -> None:
    tiles = tmp_path / "mine.toml"
    text = template("tiles").replace('edges = "rsr..."', 'edges = "rsr.cc"')
    tiles.write_text(text.replace('status = "reconstructed"\n', ""), encoding="utf-8")
    shown = run("eletrika", "tiles", "check", tiles, "--name", "mybox").stdout
    assert [line[70:].rstrip() for line in shown.splitlines()[:3]] == [
        "  c  c",
        " . 7  r",
        "  r  s",
    ]
    assert "Not certain" not in shown
    assert "--tiles mybox" in shown
    known = run("eletrika", "check", "--tiles", "mybox", "-", typed="0,0 7\n").stdout
    assert "│ c 0,0 c │" in known
    header = json.loads(run("new", "eletrika", "--tiles", "mybox", "--json", "--seed", "1").stdout)
    assert header["header"]["ruleset"]["tiles"]["table"]["tile"][7]["edges"] == "rsr.cc"
    answer = json.loads(run("eletrika", "tiles", "check", tiles, "--json").stdout)
    assert (answer["kind"], answer["table"]["table"]["tile"][7]["edges"]) == ("tiles", "rsr.cc")
    for number, words in enumerate((("--tiles", "other"), ("--scoring", "mybox"))):
        assert run("new", "eletrika", *words).exit_code == 2, number


def test_points_are_checked_and_remembered_too(tmp_path: Path) -> None:
    points = tmp_path / "points.toml"
    points.write_text("[set.equal]\n3 = 6\n[origin]\nequal_3 = 'box'\n", encoding="utf-8")
    shown = run("eletrika", "tiles", "check", points, "--name", "ours").stdout
    assert "3: 6 MW" in shown
    header = json.loads(run("new", "eletrika", "--scoring", "ours", "--json").stdout)["header"]
    assert header["ruleset"]["scoring"]["table"]["set"]["equal"]["3"] == 6


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [
        ("[[tile]]\nedges = 'rl'\n", (), "tile 0.edges"),
        ("[set.equal]\n3 = -1\n", (), "set.equal.3"),
        ("[set", (), "not a"),
        ("", (), "missing"),
        ("[set.equal]\n3 = 6\n", ("--name", "a/b"), "a name has letters"),
    ],
)
def test_what_cannot_be_used_is_refused_and_not_remembered(
    text: str, words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    answer = run("eletrika", "tiles", "check", path, *words)
    assert (answer.exit_code, told in answer.stderr) == (2, True), answer.stderr
    assert not (tmp_path / "settings.json").exists()


def test_what_is_wrong_in_a_table_is_told_with_its_line(tmp_path: Path) -> None:
    for points, right, wrong in (
        (False, 'edges = "', 'edges = "x'),
        (True, "high_demand = 1", "high_demand = -1"),
    ):
        file = tmp_path / f"box{points}.toml"
        words = [*(["--scoring"] if points else []), str(file)]
        assert run("eletrika", "tiles", "init", *words).exit_code == 0
        text = file.read_text("utf-8")
        place = text.index(f"\n{right}") + 1
        file.write_text(f"{text[:place]}{wrong}{text[place + len(right) :]}", "utf-8")
        result = run("eletrika", "tiles", "check", file)
        assert result.exit_code == 2
        line = text.count("\n", 0, place) + 1
        assert f", line {line}, key '" in " ".join(result.stderr.split())
