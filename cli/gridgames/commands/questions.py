"""A question is a module with a function ``ask``; its parameters are those of the command.

A first parameter whose type has a function ``load`` takes what that returns: the parameters of
``load`` are then parameters of the command, and the question is asked about what was loaded. A
question that returns an :class:`Answer` takes ``--json``, and ``--draw`` if that has a board.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import typer

from gridgames.commands.game_arguments import with_parameters
from gridgames.commands.options import AsJson, Draw, check_draw
from gridgames.commands.typer_classes import Command, Group

_CELL = re.compile(r"-\d+,[+-]?\d+")  # looks like an option


def group(module: str, help_text: str, questions: Mapping[str, str]) -> typer.Typer:
    """Return the commands of a game: each name in ``questions`` with its help text.

    Each question is the module of its name in the package ``questions`` beside ``module``, and is
    loaded when it is asked.
    """
    package = f"{module.rpartition('.')[0]}.questions"

    class Questions(Group):
        """The questions, then the other commands."""

        def list_commands(self, ctx: Any) -> list[str]:
            return [*questions, *super().list_commands(ctx)]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name in questions:
                return _command(f"{package}.{cmd_name}", cmd_name, questions[cmd_name])
            return super().get_command(ctx, cmd_name)

        def help_of(self, ctx: Any, name: str) -> str | None:
            return questions.get(name) or super().help_of(ctx, name)

    return typer.Typer(help=help_text, cls=Questions, add_completion=False)


class _Question(Command):
    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Move cells such as ``-1,2``, which look like options, behind all options."""
        if "--" in args:
            return args
        cells = [word for word in args if _CELL.fullmatch(word)]
        return [word for word in args if word not in cells] + ["--", *cells] if cells else args


@cache  # one for each question
def _command(module: str, name: str, help_text: str) -> Any:
    ask = import_module(module).ask
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    one.command(name, cls=_Question, help=help_text)(_asking(ask))
    return typer.main.get_command(one)


def _asking(ask: Callable[..., Any]) -> Callable[..., None]:
    """Return the function of a command that asks a question and writes the answer."""
    from gridgames.commands.answers import Answer, write

    signature = inspect.signature(ask)
    first, *own = signature.parameters.values()
    load = getattr(first.annotation, "load", None)
    subject, *shared = inspect.signature(load).parameters.values() if load else [first]
    told = signature.return_annotation
    takes_json = isinstance(told, type) and issubclass(told, Answer)
    as_json = inspect.Parameter(
        "as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=AsJson
    )
    takes_draw = takes_json and told.board is not Answer.board
    draw = as_json.replace(name="draw", annotation=Draw)
    taken = [subject, *own, *shared, *([draw] if takes_draw else [])]
    taken += [as_json] if takes_json else []

    def command(**given: Any) -> None:
        is_json, is_drawn = given.pop("as_json", False), given.pop("draw", False)
        check_draw(draw=is_drawn, as_json=is_json)
        if load:
            loaded = load(**{one.name: given.pop(one.name) for one in (subject, *shared)})
            given[first.name] = loaded
        write(ask(**given), as_json=is_json, draw=is_drawn)

    return with_parameters(command, taken)
