"""The examples that are installed with the program, by name in every command."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from english import english_left
from gridgames.app import app
from gridgames.commands.examples import EXAMPLES

FOLDER = Path(__file__).parents[2] / "examples"
SHIPPED = [file for file in FOLDER.iterdir() if file.suffix not in (".py", ".mjs")]  # no bots


def run(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, list(words))


def test_every_example_is_listed_with_what_it_is() -> None:
    assert sorted(EXAMPLES) == sorted(file.stem for file in SHIPPED)
    listed = run("examples").stdout.splitlines()
    assert [line.split()[0] for line in listed if line[0] != " "] == sorted(EXAMPLES)
    assert max(map(len, listed)) <= 80
    assert english_left(run("examples", "--lang", "pt_BR").stdout) == []


def test_an_example_is_written_as_it_was_typed() -> None:
    for file in SHIPPED:
        assert run("examples", file.stem).stdout == file.read_text("utf-8")
    answer = run("examples", "nothing")
    assert answer.exit_code == 2
    assert "two-turns" in answer.stderr


@pytest.mark.parametrize(
    "words",
    [
        "eletrika check full-scoring",
        "eletrika score dead-end",
        "eletrika show two-turns",
        "verify two-turns",
        "compare dead-end",
        "draw short-circuit -o picture.svg",
        "powergrid market fifth-round",
    ],
)
def test_every_command_takes_an_example_by_its_name(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run(*words.split())
    assert answer.exit_code == 0, answer.stderr


def test_a_file_of_ones_own_comes_before_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dead-end").write_text("U-T-S-P-C", encoding="utf-8")
    assert "Energized: 5 of 5" in run("eletrika", "check", "dead-end").stdout
    assert run("eletrika", "check", "dead-ends").exit_code == 2
