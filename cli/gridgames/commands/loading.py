"""The table of commands, and loading them on demand."""

from functools import cache
from importlib import import_module
from typing import Any

import typer

from gridgames.commands.game_arguments import with_games
from gridgames.commands.typer_classes import Command
from gridgames.show import registry

# The module of each command. Commands are loaded on demand: loading them all would make each start
# a quarter slower.
COMMANDS = {
    "play": "commands.play",
    "resume": "commands.play",
    "replay": "commands.play",
    "review": "commands.review",
    "learn": "commands.learn",
    "serve": "commands.serve",
    "join": "commands.play",
    "new": "commands.record",
    "simulate": "commands.simulate",
    "tournament": "commands.simulate",
    "verify": "commands.record",
    "draw": "commands.draw",
    "export": "commands.record",
    "examples": "commands.examples",
    "schema": "commands.examples",
    "compare": "commands.compare",
    "rules": "commands.rules",
    "doctor": "commands.doctor",
    "completion": "commands.completion",
    "manual": "commands.manual",
}


def load_command(name: str) -> Any:
    """Return a command, made for the registered games."""
    return _made(name, tuple(registry.names()))


@cache  # one for each command
def _made(name: str, games: tuple[str, ...]) -> Any:
    """Return a command: the group ``app`` of its module, or its function with that name."""
    if name in games:
        module = registry.wing_of(name).part("companion.commands")
    else:
        module = import_module(f"gridgames.{COMMANDS[name]}")
    if hasattr(module, "app"):
        command: Any = typer.main.get_group(module.app)
    else:
        one = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        function = with_games(getattr(module, name))
        one.command(name, **{"cls": Command} | getattr(module, "SETTINGS", {}))(function)
        command = typer.main.get_command(one)
    command.name = name
    return command
