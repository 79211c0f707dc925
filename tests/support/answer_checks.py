"""Every JSON answer that a test makes a command write is held to its schema."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import jsonschema
import typer

from gridgames.commands.answer_schemas import names, schema_of
from gridgames.show import registry
from gridgames.terminal import output

# Typer brings a Click of its own, or uses the installed one.
_CLICK = typer.Context.__mro__[1].__module__.rpartition(".")[0]
_context = import_module(f"{_CLICK}.globals").get_current_context


@cache  # one for each command; a test may add a game
def _checker(name: str, games: tuple[str, ...]) -> Any:
    assert games
    is_known = name in names()  # a test may have commands of its own
    return jsonschema.Draft202012Validator(schema_of(name) if is_known else {})


def check_answers() -> None:
    """Hold what ``output.print_json`` writes to the schema of the command that is run."""
    write = output.print_json

    def print_json(data: Mapping[str, Any]) -> None:
        if context := _context(silent=True):  # a test may print without a command
            name = " ".join(context.command_path.split()[1:])
            _checker(name, tuple(registry.names())).validate(data)
        write(data)

    output.print_json = print_json
