"""The companions of all games have one form, and a new question is one function."""

import json
import sys
from typing import TypedDict

import pytest
import typer

from gridgames.commands.loading import group, load_command
from gridgames.show.questions import Answer

COMMANDS = {"edit", "keep", "map", "tiles"}  # which ask nothing about a position
DOCUMENTS = {"convert"}  # what it writes is the document


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_every_question_takes_a_position_first_and_answers_as_json(game: str) -> None:
    root = load_command(game)
    context = typer.Context(root)
    for name in set(root.list_commands(context)) - COMMANDS:
        first, *others = root.get_command(context, name).params
        assert first.param_type_name == "argument", name
        assert ("--json" in {flag for one in others for flag in one.opts}) != (name in DOCUMENTS)


class LengthJson(TypedDict):
    schema: int
    length: int


def length(text: str, twice: bool = False) -> Answer[LengthJson]:
    """Say how long."""
    found = len(text) * (2 if twice else 1)
    return Answer(
        lambda: {"schema": 1, "length": found},
        lambda: [[(f"{found} characters", "")]],
        is_refused=found == 0,
    )


def test_a_new_question_is_one_function(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "toy.questions", sys.modules[__name__])
    asked = typer.main.get_group(group("toy", "A game.", {"length": "questions"}, {}))

    def run(*words: str) -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            asked(words)
        return ended.value.code, capsys.readouterr().out

    code, page = run("--help")
    assert (code, "Say how long." in page) == (0, True)
    assert run("length", "abc", "--twice") == (0, "6 characters\n")
    code, answer = run("length", "", "--json")
    assert (code, json.loads(answer)) == (1, {"schema": 1, "length": 0})
