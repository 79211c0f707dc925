"""The companions of all games have one form, and a new question is one function."""

import pytest
import typer

from gridgames.commands.app import load_command

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
