"""What a batch writes for other programs: rows, a summary, plots."""

import csv
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridgames import __version__
from gridgames.show.registry import game_of, wing_of
from gridgames.study.batches import outputs
from gridgames.study.batches.outputs import RowTable, row_tables
from plain_games import gridgames

GAMES = {
    "powergrid": ("simulate", "powergrid", "--seats", "easy,random", "--games", 3, "--seed", 2),
    "eletrika": ("tournament", "eletrika", "--bots", "easy,random", "--games", 4, "--seed", 2),
}
RANDOM = ("simulate", "eletrika", "--seats", "random,random")
TABLES = {
    "powergrid": ["games", "plants", "rounds", "seats"],
    "eletrika": ["games", "pawns", "points", "rounds", "seats", "sets"],
}
PLOTS = {
    "powergrid": "plants rounds-cities rounds-fuel rounds-money rounds-powered wins",
    "eletrika": "pawns points rounds-pawns rounds-points sets wins",
}


def one_line(text: str) -> str:
    return " ".join(text.split())


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_those_of_the_games(game, tmp_path):
    words = (*GAMES[game], "--json", "-o", tmp_path / "all.csv")
    done = gridgames(tmp_path, *words, "-o", tmp_path / "all.json")
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    assert json.loads((tmp_path / "all.json").read_text("utf-8")) == summary
    names = sorted(path.name for path in tmp_path.glob("all.*.csv"))
    assert names == [f"all.{table}.csv" for table in TABLES[game]]
    games, seats, rounds = (
        rows(tmp_path / f"all.{one}.csv") for one in ("games", "seats", "rounds")
    )
    assert [int(row["game"]) for row in games] == list(range(summary["games"]))
    assert max(int(row["actions"]) for row in games) == summary["actions"]["max"]
    for bot in summary["bots"]:
        won = [float(row["won"]) for row in seats if row["bot"] == bot["bot"]]
        assert (len(won), sum(won)) == (bot["games"], pytest.approx(bot["wins"], abs=0.001))
    assert len(rounds) == 2 * sum(int(row["rounds"]) for row in games)
    side = {"seats": "seat", "bots": "bot"}[summary["sides"]]
    first = str(summary[summary["sides"]][0][side])
    third = [row for row in rounds if row["round"] == "3" and row[side] == first]
    for measure in summary["by_round"]["measures"]:
        mean = sum(int(row[measure["key"]]) for row in third) / len(third)
        assert mean == pytest.approx(measure["means"][0][2], abs=0.001)
    table = summary["tables"][0]
    told = sum(row["games"] for row in table["rows"])
    assert len(rows(tmp_path / f"all.{table['key']}.csv")) == told
    before = {path: path.read_bytes() for path in tmp_path.glob("all.*")}
    assert gridgames(tmp_path, *words, "--jobs", 2).stdout == done.stdout
    assert {path: path.read_bytes() for path in tmp_path.glob("all.*")} == before


@pytest.mark.parametrize("game", GAMES)
def test_every_column_is_explained(game):
    text = (Path(__file__).parents[2] / "docs" / "researchers.md").read_text(encoding="utf-8")
    rules = game_of(game)
    state = rules.new_game(rules.Ruleset(), 2, 1, rules.Setup())
    for table in row_tables(wing_of(game).statistics(state, 2)):
        for column in table.columns:
            assert f"`{column}`" in text, f"{table.key}: {column}"


def test_parquet_has_the_same_rows_with_types_and_says_what_it_is(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    outputs = ("-o", tmp_path / "all.csv", "-o", tmp_path / "all.parquet")
    assert gridgames(tmp_path, *GAMES["powergrid"], *outputs).exit_code == 0
    for name in TABLES["powergrid"]:
        table = parquet.read_table(tmp_path / f"all.{name}.parquet")
        found = [{key: str(value) for key, value in row.items()} for row in table.to_pylist()]
        assert found == rows(tmp_path / f"all.{name}.csv")
        told = json.loads(table.schema.metadata[b"gridgames"])
        assert (told["schema"], told["version"], told["table"]) == (1, __version__, name)
        rules = game_of("powergrid").Ruleset().to_json()
        assert (told["game"], told["ruleset"], told["seed"]) == ("powergrid", rules, 2)
        assert all(len(field.metadata[b"description"]) > 3 for field in table.schema)
        if name == "seats":
            kinds = ["int64", "int64", "int64", "string", "double", "int64"]
            assert [str(field.type) for field in table.schema] == kinds


def test_parquet_has_no_points_where_there_are_none(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    words = ("simulate", "powergrid", "--seats", "random,random", "--games", 1, "--seed", 1)
    gridgames(tmp_path, *words, "--rounds", 1, "-o", tmp_path / "all.parquet")
    for name, column, cells in (("seats", "points", 2), ("games", "decided_by", 1)):
        table = parquet.read_table(tmp_path / f"all.{name}.parquet")
        assert table[column].to_pylist() == [None] * cells


def test_a_text_is_no_formula_of_a_table_and_a_number_stays_one(tmp_path):
    formulas = ("=1+1", "+1", "-1", "@a", " =1", "\u3000=1", "\uff1d1+1")
    texts = (*formulas, "\t=1", "\r=1", "\n=1", "a=1", "")
    columns = {"bot": str, "points": int}
    table = RowTable("names", columns, lambda *_: ((text, -1) for text in texts))
    files = outputs.RowFiles(tmp_path / "a.csv", [table], "")
    files.add(None, 1)
    files.close()
    found = rows(files.files["names"])
    harmless = [*(f"'{text}" for text in formulas), r"\t=1", r"\r=1", r"\n=1", "a=1", ""]
    assert [(row["bot"], row["points"]) for row in found] == [(text, "-1") for text in harmless]


@pytest.mark.parametrize(
    ("game", "suffix"),
    [("eletrika", ".svg"), pytest.param("powergrid", ".png", marks=pytest.mark.long)],
)
def test_plots_are_pictures(game, suffix, tmp_path):
    pytest.importorskip("matplotlib").get_cachedir()  # where fonts are remembered between runs
    assert gridgames(tmp_path, *GAMES[game], "-o", tmp_path / f"all{suffix}").exit_code == 0
    names = [f"all.{name}{suffix}" for name in PLOTS[game].split()]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for name in names:
        raw = (tmp_path / name).read_bytes()
        assert len(raw) < 100_000
        if suffix == ".svg":
            ElementTree.fromstring(raw)
            assert b"easy" in raw, "text is text"
        else:
            assert raw.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [
        (("-o", "a.parquet"), "pyarrow", "gridgames[data]"),
        (("-o", "a.svg"), "matplotlib", "gridgames[plots]"),
        (("--scheduler", "tcp://127.0.0.1:1"), "distributed", "gridgames[cluster]"),
    ],
)
def test_an_extra_that_is_missing_is_named_before_the_first_game(
    words, module, extra, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    done = gridgames(tmp_path, *GAMES["eletrika"], *words)
    assert done.exit_code == 2
    assert done.stdout in ("", "Stopped early: 0 of 4 games are finished.\n")
    assert extra in one_line(done.stderr)
    assert list(tmp_path.iterdir()) == []


# Numbers that a file cannot hold, and files that are not finished


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ((1 << 63) - 1, ("--games", 2)),
        (-(1 << 63) - 1, ("--games", 1)),
        ((1 << 63) - 9, ("--until", "1%")),
    ],
)
def test_seeds_that_a_file_cannot_hold_are_refused_before_the_first_game(seed, words, tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "out").mkdir()
    words = (*RANDOM, "--seed", seed, *words, "--records", tmp_path / "games")
    csv_too = ("-o", tmp_path / "out" / "b.csv")
    done = gridgames(tmp_path, *words, *csv_too, "-o", tmp_path / "out" / "a.parquet")
    assert (done.exit_code, done.stdout) == (2, "")
    assert ".parquet files hold seeds from -9223372036854775808" in one_line(done.stderr)
    assert list((tmp_path / "out").iterdir()) == list((tmp_path / "games").glob("*.jsonl")) == []


def test_the_largest_seeds_of_a_parquet_file_are_written(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for seed, games in (((1 << 63) - 2, 2), (-(1 << 63), 1)):
        words = (*RANDOM, "--seed", seed, "--games", games, "-o", tmp_path / "a.parquet")
        assert gridgames(tmp_path, *words).exit_code == 0
        found = parquet.read_table(tmp_path / "a.games.parquet").column("seed").to_pylist()
        assert found == list(range(seed, seed + games))


def test_the_largest_seeds_of_a_record_are_written(tmp_path):
    most = 10**100 - 1
    for seed in (most - 1, -most):
        words = (*RANDOM, "--seed", seed, "--games", 2, "--records", tmp_path)
        assert gridgames(tmp_path, *words).exit_code == 0
    records = list(tmp_path.glob("*.jsonl"))
    assert (len(records), gridgames(tmp_path, "verify", *records).exit_code) == (4, 0)


def test_files_that_were_begun_are_removed_where_another_cannot_be_written(tmp_path, monkeypatch):
    """No game of ours has such points; if one had, the rows would be refused and removed."""
    pytest.importorskip("pyarrow")
    words = (*RANDOM, "--seed", 3, "--games", 1, "-o", tmp_path / "a.parquet")
    monkeypatch.setattr(outputs, "_seats", lambda *_: [(0, 1 << 63, 0, "a", 1.0, 1)])
    done = gridgames(tmp_path, *words, "-o", tmp_path / "b.csv")
    assert done.exit_code == 2
    assert "a.seats.parquet: cannot be written" in one_line(done.stderr).replace("- ", "-")
    assert list(tmp_path.glob(".gridgames*")) == []
    (tmp_path / "c.seats.csv").mkdir()
    done = gridgames(tmp_path, *words, "-o", tmp_path / "c.csv")
    assert (done.exit_code, done.stdout) == (2, "")
    assert list(tmp_path.glob(".gridgames*")) == []


def test_files_are_written_though_nobody_reads_the_answer(tmp_path, monkeypatch):
    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("gridgames.commands.simulate._print_summary", gone)
    gridgames(tmp_path, *RANDOM, "--seed", 3, "--games", 1, "-o", tmp_path / "a.csv")
    assert [row["seed"] for row in rows(tmp_path / "a.games.csv")] == ["3"]
    assert list(tmp_path.glob(".gridgames*")) == []
