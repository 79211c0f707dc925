"""The table of commands, and loading them on demand."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import typer

from gridgames.commands.options import with_games
from gridgames.commands.typer_classes import Command, Group
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
    "schema": "commands.answer_schemas",
    "compare": "commands.compare",
    "rules": "commands.rules",
    "doctor": "commands.doctor",
    "completion": "commands.completion",
}


def load_command(name: str) -> Any:
    """Return a command, made for the registered games."""
    return _made(name, tuple(registry.names()))


@cache  # one for each command
def _made(name: str, games: tuple[str, ...]) -> Any:
    """Return a command: the group ``app`` of its module, or its function with that name."""
    if name in games:
        return _command_in(registry.wing_of(name).part("companion.commands"), name)
    return _command_in(import_module(f"gridgames.{COMMANDS[name]}"), name)


def _command_in(module: Any, name: str) -> Any:
    """Return a command: the group ``app`` of a module, or its function with that name."""
    if hasattr(module, "app"):
        command: Any = typer.main.get_group(module.app)
        command.name = name
        return command
    settings = {"cls": Command} | getattr(module, "SETTINGS", {})
    return _command(with_games(getattr(module, name)), name, settings)


def _command(function: Callable[..., Any], name: str, settings: Mapping[str, Any]) -> Any:
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    one.command(name, **settings)(function)
    return typer.main.get_command(one)


def group(
    package: str, help_text: str, questions: Mapping[str, str], commands: Mapping[str, str]
) -> typer.Typer:
    """Return the commands of a game: its questions and others, by the modules that have them."""

    @cache  # one for each command
    def load(name: str) -> Any:
        if name in commands:
            return _command_in(import_module(f"{package}.{commands[name]}"), name)
        from gridgames.commands.questions import QuestionCommand, asking

        question = getattr(import_module(f"{package}.{questions[name]}"), name)
        return _command(asking(question), name, {"cls": QuestionCommand})

    class Companion(Group):
        def list_commands(self, _ctx: Any) -> list[str]:
            return [*questions, *commands]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return load(cmd_name) if cmd_name in self.list_commands(ctx) else None

    return typer.Typer(help=help_text, cls=Companion, add_completion=False)
