"""The companions of all games have one form, and a new question is one module and one line."""

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

from gridgames.commands.loading import load_command
from gridgames.commands.questions import group
from gridgames.show.registry import wing_of

COMMANDS = {"edit", "keep", "map", "tiles"}  # which ask nothing about a position
DOCUMENTS = {"convert"}  # what it writes is the document


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_every_question_is_a_module_of_its_name(game: str) -> None:
    package = import_module(f"{wing_of(game).package}.companion.questions")
    modules = {path.stem for path in Path(package.__path__[0]).glob("*.py")} - {"__init__"}
    names = set(load_command(game).list_commands(typer.Context(load_command(game))))
    assert names - COMMANDS == modules


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_every_question_takes_a_position_first_and_answers_as_json(game: str) -> None:
    root = load_command(game)
    context = typer.Context(root)
    for name in set(root.list_commands(context)) - COMMANDS:
        first, *others = root.get_command(context, name).params
        assert first.param_type_name == "argument", name
        assert ("--json" in {flag for one in others for flag in one.opts}) != (name in DOCUMENTS)


QUESTION = """
from gridgames.commands.answers import Answer

class Length(Answer):
    def __init__(self, text):
        self.found = len(text)

    @property
    def is_refused(self):
        return self.found == 0

    def lines(self):
        yield [(f"{self.found} characters", "")]

    def to_json(self):
        return {"length": self.found}

def ask(text: str, twice: bool = False) -> Length:
    return Length(text * (2 if twice else 1))
"""


def test_a_new_question_is_one_module_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "newgame" / "questions"
    questions.mkdir(parents=True)
    (questions / "length.py").write_text(QUESTION, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    asked = typer.main.get_group(group("newgame.commands", "A game.", {"length": "Say how long."}))

    def run(*words: str) -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            asked(words)
        return ended.value.code, capsys.readouterr().out

    code, page = run("--help")
    assert (code, "Say how long." in page) == (0, True)
    assert "newgame.questions.length" not in sys.modules
    assert run("length", "abc", "--twice") == (0, "6 characters\n")
    code, answer = run("length", "", "--json")
    assert (code, json.loads(answer)) == (1, {"schema": 1, "length": 0})
