"""The commands of the program, loaded on demand, and its exit codes."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from gridcommon.errors import GridgamesError
from gridgames import __version__
from gridgames.commands.options import with_games
from gridgames.commands.typer_classes import Command, Group, UsageError, describe_usage_error
from gridgames.languages.language import (
    Language,
    find_language,
    requested_language,
    use_language,
)
from gridgames.languages.messages import render_error, unbreakable_parts
from gridgames.show import registry
from gridgames.system.exit_codes import INTERRUPTED, PIPE_CLOSED, UNREADABLE, abandon_output
from gridgames.terminal.output import print_error
from gridgames.terminal.pictures.mode import Mode, prefer

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


@contextmanager
def _ending() -> Iterator[None]:
    """Turn any error into one message and an exit code.

    Wrong usage and bad input exit with 2, an interrupt with 130, and a closed pipe with 141.
    """
    try:
        yield
    except UsageError as problem:
        print_error(describe_usage_error(problem))
        raise SystemExit(UNREADABLE) from None
    except GridgamesError as problem:
        print_error(render_error(problem), keep=unbreakable_parts(problem))
        raise SystemExit(UNREADABLE) from None
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        abandon_output()
        raise SystemExit(PIPE_CLOSED) from None


class Program(Group):
    """The root command: it uses the requested language, and loads commands on demand."""

    def list_commands(self, _ctx: Any) -> list[str]:
        """Return the names of the commands, and of the games that have commands of their own."""
        games = (wing.name for wing in registry.wings() if wing.has_part("companion.commands"))
        return [*COMMANDS, *sorted(games)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load_command(cmd_name) if cmd_name in self.list_commands(ctx) else None

    def starts(self) -> bool:
        """Show the start menu, or without a terminal play a game of bots."""
        from gridgames.commands.play import start, watch_bots

        def run(words: list[str]) -> None:
            app(words, prog_name="gridgames")

        if not start(run):
            watch_bots(run)
        return True

    def main(self, args: Sequence[str] | None = None, *more: Any, **settings: Any) -> Any:
        with use_language(requested_language(sys.argv[1:] if args is None else args)):
            return super().main(args, *more, **settings)

    def make_context(self, *words: Any, **settings: Any) -> Any:
        with _ending():
            return super().make_context(*words, **settings)

    def invoke(self, ctx: Any) -> Any:
        with _ending():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Program,
    help="Exact, explainable engines for Power Grid and Eletrika, at your terminal.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gridgames {__version__}")
        raise typer.Exit


def _any_name_of_a_language() -> Any:
    """Return the type of ``--lang``: a choice that takes every name of a locale too."""
    choice: Any = typer.main.get_click_type(
        annotation=Language, parameter_info=typer.Option(case_sensitive=False)
    )
    convert = choice.convert
    choice.convert = lambda name, *more: convert(find_language(name) or name, *more)
    return choice


def _pictures(mode: Mode | None) -> None:
    """Show pictures as the option says, or else as the person chose while playing."""
    prefer(mode, _remembered_mode)


def _remembered_mode() -> Mode:
    from gridgames.table.settings import read_settings

    return Mode(read_settings().picture)


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
    lang: Annotated[
        Language | None,
        typer.Option(
            "--lang",
            envvar="GRIDGAMES_LANG",
            help="Output language. By default, that of the locale.",
            click_type=_any_name_of_a_language(),
            expose_value=False,  # every command accepts it too
        ),
    ] = None,
    picture: Annotated[
        Mode | None,
        typer.Option(
            "--picture",
            envvar="GRIDGAMES_PICTURE",
            callback=_pictures,
            help="Boards as pictures in the terminal. By default, as last chosen while playing.",
            case_sensitive=False,
            expose_value=False,
        ),
    ] = None,
) -> None:
    """Handle the options before the command; ``--lang`` has been read already."""
    del version, lang, picture


def program() -> Any:
    """Return the command with all commands."""
    return typer.main.get_command(app)


def run() -> None:
    """Run the command that the command line names."""
    app(prog_name="gridgames")
