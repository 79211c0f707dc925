"""Games that do not end: broken off after some rounds, and said so; see also the transcript."""

import json

import pytest
from typer.testing import CliRunner

from gridgames.commands.app import app
from gridgames.table.saves.saves import describe_saves

BATCH = ("--seats", "random,random", "--games", "1", "--seed", "1")


def run(*words):
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_parquet_has_no_points_where_there_are_none(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    run("simulate", "powergrid", *BATCH, "--rounds", 1, "-o", tmp_path / "all.parquet")
    assert parquet.read_table(tmp_path / "all.seats.parquet")["points"].to_pylist() == [None] * 2
    assert parquet.read_table(tmp_path / "all.games.parquet")["decided_by"].to_pylist() == [None]


def test_games_that_end_are_not_broken_off():
    words = ("simulate", "eletrika", *BATCH, "--json")
    whole = json.loads(run(*words))
    rounds = whole["rounds"]["max"]
    assert whole["broken_off"] == 0
    assert json.loads(run(*words, "--rounds", rounds)) == whole
    assert json.loads(run(*words, "--rounds", rounds - 1))["broken_off"] == 1


def test_a_save_that_was_broken_off_is_listed_as_such(tmp_path):
    save = tmp_path / "game.jsonl"
    words = ("play", "eletrika", "--seats", "random,random", "--watch", "--plain", "--seed", 1)
    run(*words, "--rounds", 1, "--save", save)
    listed = " ".join(text for line in describe_saves([save]) for text, _ in line)
    assert "; stopped without a winner" in " ".join(listed.split())
