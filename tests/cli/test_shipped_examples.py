"""The examples that are installed with the program, by name in every command."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from english import english_left
from gridgames.commands.app import app
from gridgames.commands.examples import EXAMPLES

FOLDER = Path(__file__).parents[2] / "examples"
SHIPPED = [file for file in FOLDER.iterdir() if file.suffix not in (".py", ".mjs")]  # no bots


def run(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, list(words))


def test_every_example_is_listed_and_shown_as_it_was_typed() -> None:
    assert sorted(EXAMPLES) == sorted(file.stem for file in SHIPPED)
    listed = run("examples").stdout.splitlines()
    assert [line.split()[0] for line in listed if line[0] != " "] == sorted(EXAMPLES)
    assert max(map(len, listed)) <= 80
    assert english_left(run("examples", "--lang", "pt_BR").stdout) == []
    for file in SHIPPED:
        assert run("examples", file.stem).stdout == file.read_text("utf-8")


def test_every_command_takes_an_example_by_its_name_after_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ("eletrika score dead-end", "verify two-turns", "powergrid market fifth-round"):
        assert run(*words.split()).exit_code == 0
    Path("dead-end").write_text("U-T-S-P-C", encoding="utf-8")
    assert "Energized: 5 of 5" in run("eletrika", "check", "dead-end").stdout
    for words in ("eletrika check dead-ends", "examples nothing"):
        answer = run(*words.split())
        assert answer.exit_code == 2
        assert "dead-end" in answer.stderr or "two-turns" in answer.stderr
