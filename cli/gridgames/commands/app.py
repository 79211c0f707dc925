"""The commands of the program and its exit codes."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from gridgames import __version__
from gridgames.commands.game_words import with_games
from gridgames.commands.typer_inside import Command, Misuse, Root, describe_misuse
from gridgames.games import registry
from gridgames.languages.language import Language
from gridgames.languages.messages import told, unbroken
from gridgames.terminal.browser import in_browser
from gridgames.terminal.exit_codes import INTERRUPTED, PIPE_CLOSED, UNREADABLE, abandon_output
from gridgames.terminal.output import complain

# The module of each command. A command is loaded only when it is needed: loading all of
# them would make each start a quarter slower.
COMMANDS = {
    "play": "commands.play",
    "resume": "commands.play",
    "replay": "commands.play",
    "review": "commands.review",
    "learn": "commands.learn",
    "serve": "commands.serve",
    "new": "commands.record",
    "simulate": "commands.simulate",
    "tournament": "commands.simulate",
    "verify": "commands.record",
    "draw": "commands.draw",
    "examples": "commands.examples",
    "compare": "commands.compare",
    "rules": "commands.rules",
}


def loaded(name: str) -> Any:
    """Return a command, made for the games that there are now."""
    return _made(name, tuple(registry.names()))


@cache  # one for each command
def _made(name: str, games: tuple[str, ...]) -> Any:
    """Return a command: the group ``app`` of its module, or the function of its name there."""
    if name in games:
        module = registry.wing_of(name).part("commands")
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


@contextmanager
def _ending() -> Iterator[None]:
    """Turn what can go wrong into one message and an exit code.

    Wrong usage or bad input exits with 2, an interrupt with 130, a closed pipe with 141.
    """
    from gridcommon.errors import GridgamesError

    try:
        yield
    except Misuse as problem:
        complain(describe_misuse(problem))
        raise SystemExit(UNREADABLE) from None
    except GridgamesError as problem:
        complain(told(problem), keep=unbroken(problem))
        raise SystemExit(UNREADABLE) from None
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        abandon_output()
        raise SystemExit(PIPE_CLOSED) from None


class Program(Root):
    """The root command of this program."""

    def names(self) -> list[str]:
        """Return the names of the commands, and of the games that have some."""
        games = (wing.name for wing in registry.wings() if wing.has_part("commands"))
        return [*COMMANDS, *sorted(games)]

    def load(self, name: str) -> Any:
        """Return a command, loaded when it is asked for."""
        return loaded(name)

    def starts(self) -> bool:
        """Show the start menu, where there is a terminal for it."""
        from gridgames.terminal.dialogue import listens

        if not listens():
            return False
        from gridgames.commands.play import start

        return start()

    def ending(self) -> AbstractContextManager[None]:
        """Turn what can go wrong into one message and an exit code."""
        return _ending()


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


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
    _lang: Annotated[
        Language | None,
        typer.Option(
            "--lang",
            envvar="GRIDGAMES_LANG",
            help="Language of all output; by default that of the locale.",
            case_sensitive=False,
        ),
    ] = None,
) -> None:
    """Take the options before the command; the language has been read already."""
    del version
    if in_browser():
        from gridgames.terminal.lifeline import end_with_starter, limit_memory

        end_with_starter()
        limit_memory()


def run() -> None:
    """Run the command that the command line names."""
    app(prog_name="gridgames")
