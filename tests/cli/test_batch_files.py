"""What a batch writes for other programs: rows, a summary, plots."""

import csv
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridgames import __version__
from gridgames.batches.results import row_files
from gridgames.batches.results.row_files import RowTable, row_tables
from gridgames.batches.results.summary_plots import plots
from gridgames.batches.simulation import Simulation
from gridgames.games.registry import game_of, wing_of
from plain_games import PROGRAM, environment, gridgames

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits as POSIX has them")
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
    by_round = summary["by_round"]
    side = {"seats": "seat", "bots": "bot"}[summary["sides"]]
    for measure in by_round["measures"]:
        found = [
            int(row[measure["key"]])
            for row in rounds
            if row["round"] == "3" and row[side] == str(summary[summary["sides"]][0][side])
        ]
        assert sum(found) / len(found) == pytest.approx(measure["means"][0][2], abs=0.001)
    table = summary["tables"][0]
    assert len(rows(tmp_path / f"all.{table['key']}.csv")) == sum(
        row["games"] for row in table["rows"]
    )
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


def test_parquet_has_the_same_rows_with_types(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("all.csv", "all.parquet"):
        done = gridgames(tmp_path, *GAMES["powergrid"], "-o", tmp_path / name)
        assert done.exit_code == 0, done.output
    for table in TABLES["powergrid"]:
        found = parquet.read_table(tmp_path / f"all.{table}.parquet")
        told = rows(tmp_path / f"all.{table}.csv")
        assert [
            {key: str(value) for key, value in row.items()} for row in found.to_pylist()
        ] == told
    kinds = dict(zip(found.schema.names, map(str, found.schema.types), strict=True))
    assert kinds == {
        "game": "int64", "seed": "int64", "seat": "int64", "bot": "string", "won": "double",
        "points": "int64",
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_parquet_file_says_what_it_is(game, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert gridgames(tmp_path, *GAMES[game], "-o", tmp_path / "all.parquet").exit_code == 0
    for table in TABLES[game]:
        schema = parquet.read_schema(tmp_path / f"all.{table}.parquet")
        told = json.loads(schema.metadata[b"gridgames"])
        assert (told["schema"], told["version"], told["table"]) == (1, __version__, table)
        assert (told["game"], told["ruleset"]) == (game, game_of(game).Ruleset().to_json())
        assert isinstance(told["seed"], int)
        for field in schema:
            assert len(field.metadata[b"description"]) > 3, field.name


def test_a_text_is_no_formula_of_a_table_and_a_number_stays_one(tmp_path):
    formulas = ("=1+1", "+1", "-1", "@a", " =1")
    texts = (*formulas, "\t=1", "\r=1", "\n=1", "a=1", "")
    table = RowTable(
        "names", {"bot": str, "points": int}, lambda *_: ((text, -1) for text in texts)
    )
    files = row_files.RowFiles(tmp_path / "a.csv", [table], "")
    files.add(None, 1)
    files.close()
    found = rows(files.files["names"])
    assert [row["bot"] for row in found] == [
        *(f"'{text}" for text in formulas),
        *(r"\t=1", r"\r=1", r"\n=1", "a=1", ""),
    ]
    assert {row["points"] for row in found} == {"-1"}


@pytest.mark.parametrize("game", GAMES)
def test_plots_are_pictures_with_text(game, tmp_path):
    pytest.importorskip("matplotlib")
    done = gridgames(
        tmp_path, *GAMES[game], "-o", tmp_path / "all.svg", "-o", tmp_path / "all.json"
    )
    assert done.exit_code == 0, done.output
    names = [f"all.{name}.svg" for name in PLOTS[game].split()]
    assert sorted(path.name for path in tmp_path.glob("all.*.svg")) == names
    for name in names:
        text = (tmp_path / name).read_text("utf-8")
        ElementTree.fromstring(text)
        assert len(text) < 100_000
        assert ("easy" in text) == (name != "all.plants.svg")
    summary = json.loads((tmp_path / "all.json").read_text("utf-8"))
    state = game_of(game).new_game(game_of(game).Ruleset(), 2, 1, None)
    name, again = next(plots(summary, wing_of(game).statistics(state, 2), ".svg"))
    assert (name, again) == ("wins", (tmp_path / "all.wins.svg").read_bytes())


def test_a_png_is_a_png(tmp_path):
    pytest.importorskip("matplotlib")
    words = ("simulate", "eletrika", "--seats", "random,random", "--games", 1)
    assert gridgames(tmp_path, *words, "-o", tmp_path / "a.png").exit_code == 0
    assert (tmp_path / "a.wins.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [("a.parquet", "pyarrow", "gridgames[data]"), ("a.svg", "matplotlib", "gridgames[plots]")],
)
def test_an_extra_that_is_missing_is_named_before_the_first_game(
    name, module, extra, tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, module, None)
    done = gridgames(tmp_path, *GAMES["eletrika"], "-o", tmp_path / name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert extra in one_line(done.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a.txt", "the name of an output ends with .json, .csv"),
        ("none/a.csv", "the folder is missing or cannot be written to"),
        ("folder.csv", "is a directory"),
        ("taken.csv", "is a directory"),
        ("a.csv", "given twice"),
    ],
)
def test_where_nothing_can_be_written_is_said_before_the_first_game(name, why, tmp_path):
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "taken.seats.csv").mkdir()
    more = ("-o", tmp_path / "a.csv") if name == "a.csv" else ()
    done = gridgames(tmp_path, *GAMES["eletrika"], "-o", tmp_path / name, *more)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in one_line(done.stderr)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.csv", "taken.seats.csv"]


def test_what_is_finished_is_written_whatever_ends_the_batch(tmp_path):
    words = ("simulate", "eletrika", "--seats", "random,random", "--games", 3, "--seed", 3)
    words = (*words, "--records", tmp_path / "games", "-o", tmp_path / "all.csv")
    assert gridgames(tmp_path, *words).exit_code == 0
    whole = (tmp_path / "all.rounds.csv").read_text("utf-8")
    (tmp_path / "games" / "eletrika-4.jsonl").write_text("a note\n", encoding="utf-8")
    done = gridgames(tmp_path, *words)
    assert done.exit_code == 2
    assert "Stopped early: 1 of 3 games are finished." in done.stdout
    assert [row["game"] for row in rows(tmp_path / "all.games.csv")] == ["0"]
    assert whole.startswith((tmp_path / "all.rounds.csv").read_text("utf-8"))
    assert list(tmp_path.glob(".gridgames*")) == []


@posix
def test_a_full_disk_ends_a_batch_with_what_is_finished(tmp_path):
    code = (
        "import sys; sys.dont_write_bytecode = True;"
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
        "from gridgames.__main__ import main; main()"
    )
    words = ("simulate", "eletrika", "--seats", "random,random", "--games", 60, "--seed", 3)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, words), "-o", str(tmp_path / "all.csv")],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "all.rounds.csv: cannot be written" in one_line(done.stderr)
    assert "Traceback" not in done.stderr
    assert " of 60 games are finished." in done.stdout
    assert sorted(path.name for path in tmp_path.glob("all.*")) != []
    assert list(tmp_path.glob(".gridgames*")) == []


# Seeds that a file cannot hold, and files that are not finished


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


@pytest.mark.parametrize(("seed", "games"), [((1 << 63) - 3, 3), (-(1 << 63), 1), (0, 1)])
def test_the_largest_seeds_of_a_parquet_file_are_written(seed, games, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    words = (*RANDOM, "--seed", seed, "--games", games, "-o", tmp_path / "a.parquet")
    assert gridgames(tmp_path, *words).exit_code == 0
    found = parquet.read_table(tmp_path / "a.games.parquet").column("seed").to_pylist()
    assert found == list(range(seed, seed + games))


def test_a_seed_that_no_record_holds_is_refused(tmp_path):
    most = 10**100 - 1
    games = ("--games", 2, "--records", tmp_path / "games")
    for words in (
        ("new", "eletrika", "--seed", most + 1),
        ("play", "eletrika", "--plain", "--watch", "--seed", -most - 1),
        (*RANDOM, "--seed", most + 1, "--games", 1),
        (*RANDOM, "--seed", most, *games),  # the second game has one digit more
    ):
        done = gridgames(tmp_path, *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "a seed has at most 100 digits" in one_line(done.stderr)
    for seed in (most - 1, -most):
        assert gridgames(tmp_path, *RANDOM, "--seed", seed, *games).exit_code == 0
    records = sorted((tmp_path / "games").glob("*.jsonl"))
    assert (len(records), gridgames(tmp_path, "verify", *records).exit_code) == (4, 0)


def test_a_number_too_large_for_a_file_ends_a_batch_and_leaves_nothing(tmp_path, monkeypatch):
    """No game of ours has such points; if one had, the rows would be refused and removed."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(row_files, "_seats", lambda *_: [(0, 1 << 63, 0, "a", 1.0, 1)])
    words = (*RANDOM, "--seed", 3, "--games", 1)
    asked = ("-o", tmp_path / "a.parquet", "-o", tmp_path / "b.csv")
    done = gridgames(tmp_path, *words, *asked)
    assert done.exit_code == 2
    assert "a.seats.parquet: cannot be written" in one_line(done.stderr).replace("- ", "-")
    assert list(tmp_path.glob(".gridgames*")) == []


def test_files_that_were_begun_are_removed_where_another_cannot_be(tmp_path):
    (tmp_path / "b.seats.csv").mkdir()
    words = (*RANDOM, "--games", 1, "-o", tmp_path / "a.csv", "-o", tmp_path / "b.csv")
    done = gridgames(tmp_path, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert list(tmp_path.glob(".gridgames*")) == []


def test_files_are_written_though_nobody_reads_the_answer(tmp_path, monkeypatch):
    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("gridgames.commands.simulate._print_summary", gone)
    gridgames(tmp_path, *RANDOM, "--seed", 3, "--games", 1, "-o", tmp_path / "a.csv")
    assert [row["seed"] for row in rows(tmp_path / "a.games.csv")] == ["3"]
    assert list(tmp_path.glob(".gridgames*")) == []


@posix
def test_what_a_killed_batch_left_is_removed_when_it_is_continued(tmp_path):
    """In the folder of the records and in those of the outputs; another batch's rows stay."""
    games, out = tmp_path / "games", tmp_path / "out"
    out.mkdir()
    words = (*RANDOM, "--seed", 3, "--records", games, "-o", out / "all.csv")
    running = subprocess.Popen(
        [*PROGRAM, *map(str, words), "--games", "100000000"], env=environment(tmp_path)
    )
    until = time.monotonic() + 60
    while len(list(games.glob("*.jsonl"))) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    running.kill()
    running.wait()
    left = list(out.glob(".gridgames*.new"))
    assert len(left) == len(TABLES["eletrika"])
    mark = left[0].name[: len(".gridgames-01234567")]
    (games / f"{mark}01234567.new").write_text("half a rec", encoding="utf-8")
    other = games / f".gridgames-{'0' * 16}.rows.new"
    other.touch()
    os.utime(other, (0, 0))
    done = gridgames(tmp_path, *words, "--games", 5)
    assert done.exit_code == 0, done.output
    assert [*out.glob(".gridgames*"), *games.glob(".gridgames*")] == [other]
    assert len(rows(out / "all.games.csv")) == 5


@posix
def test_what_a_killed_process_left_is_removed_at_the_end(tmp_path):
    asked = Simulation("eletrika", {}, {}, ("random", "random"), 3, 1, tmp_path / "games")
    with asked.held():
        left = tmp_path / "games" / f".gridgames-{asked.mark}01234567.new"
        left.touch()
    assert not left.exists()
