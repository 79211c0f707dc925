"""The examples that are installed with the program, by name in every command."""

from pathlib import Path

from english import english_left
from gridgames.commands.examples import EXAMPLES
from plain_games import invoke

FOLDER = Path(__file__).parents[2] / "examples"
SHIPPED = [file for file in FOLDER.iterdir() if file.suffix not in (".py", ".mjs")]  # no bots


def test_every_example_is_listed_and_shown_as_it_was_typed() -> None:
    assert sorted(EXAMPLES) == sorted(file.stem for file in SHIPPED)
    listed = invoke("examples").stdout.splitlines()
    assert [line.split()[0] for line in listed if line[0] != " "] == sorted(EXAMPLES)
    assert max(map(len, listed)) <= 80
    assert english_left(invoke("examples", "--lang", "pt_BR").stdout) == []
    for file in SHIPPED:
        assert invoke("examples", file.stem).stdout == file.read_text("utf-8")
