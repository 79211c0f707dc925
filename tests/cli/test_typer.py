"""What we lean on inside Typer is there, and in one file."""

import ast
import inspect
from pathlib import Path

import pytest
import typer
from typer._click import core, exceptions
from typer._click.globals import get_current_context
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.testing import CliRunner

import gridgames
from gridgames.commands import typer_inside

HERE = Path(gridgames.__file__).parent
CHANGED = f"typer {typer.__version__} changed this: see gridgames/commands/typer_inside.py"

# What is overridden or called, with the parameters that we count on.
METHODS = [
    (core.Command.get_help_option, ["self", "ctx"]),
    (core.Command.get_params, ["self", "ctx"]),
    (core.Command.make_context, ["self", "info_name", "args", "parent", "extra"]),
    (core.Command.parse_args, ["self", "ctx", "args"]),
    (core.Context.exit, ["self", "code"]),
    (core.Context.fail, ["self", "message"]),
    (get_current_context, ["silent"]),
    (core.Context.get_parameter_source, ["self", "name"]),
    (TyperGroup.get_command, ["self", "ctx", "cmd_name"]),
    (TyperGroup.invoke, ["self", "ctx"]),
    (TyperGroup.list_commands, ["self", "ctx"]),
    (TyperGroup.parse_args, ["self", "ctx", "args"]),
    (TyperGroup.resolve_command, ["self", "ctx", "args"]),
]


@pytest.mark.parametrize(
    ("method", "expected"), METHODS, ids=[one.__qualname__ for one, _ in METHODS]
)
def test_a_method_takes_what_we_give_it(method, expected):
    assert list(inspect.signature(method).parameters) == expected, CHANGED


def test_a_parameter_has_what_its_help_tells():
    def one(
        way: str = typer.Argument(..., metavar="WAY", help="How."),
        count: int = typer.Option(3, min=1, max=5, envvar="COUNT"),
        loud: bool = typer.Option(False, "--loud"),
    ) -> None:
        """Do nothing."""
        del way, count, loud

    app = typer.Typer(add_completion=False)
    app.command("one", cls=typer_inside.Command)(one)
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand), CHANGED
    way, count, loud, shown = command.get_params(command.context_class(command))
    assert isinstance(way, TyperArgument), CHANGED
    assert isinstance(count, TyperOption), CHANGED
    seen = [typer_inside.Parameter.of(parameter) for parameter in (way, count, loud, shown)]
    told = [(one.flags, one.value, one.help, one.is_required, one.is_flag) for one in seen]
    assert told == [
        ((), "WAY", "How.", True, False),
        (("--count",), "N", None, False, False),
        (("--loud",), "N", None, False, True),
        (("-h", "--help"), "N", "Show this page and exit.", False, True),
    ], CHANGED
    assert [getattr(seen[1], name) for name in ("least", "most", "default", "variable")] == [
        1,
        5,
        3,
        "COUNT",
    ], CHANGED


@pytest.mark.parametrize(
    ("words", "kind", "expected"),
    [
        (["one", "--lod"], exceptions.NoSuchOption, "no such option: --lod (did you mean --loud?)"),
        (["one"], exceptions.MissingParameter, "N is missing"),
        (
            ["one", "x", "--count", "y"],
            exceptions.BadParameter,
            "--count: expected a whole number, found 'y'",
        ),
        (["one", "x", "--count"], exceptions.BadOptionUsage, "--count needs a value"),
        (["one", "x", "--loud=1"], exceptions.BadOptionUsage, "--loud takes no value"),
        (["one", "x", "y"], exceptions.UsageError, "not expected: y"),
        (["--flag"], exceptions.UsageError, "the name of a command is missing"),
        (["two"], exceptions.UsageError, "no such command: two"),
    ],
)
def test_a_misuse_is_the_error_that_we_tell(words, kind, expected):
    app = typer.Typer(add_completion=False, cls=typer_inside.Group)

    @app.callback()
    def top(flag: bool = False) -> None:
        del flag

    @app.command(cls=typer_inside.Command)
    def one(way: str, count: int = 3, loud: bool = typer.Option(False, "--loud")) -> None:
        del way, count, loud

    told = CliRunner().invoke(app, words, standalone_mode=False).exception
    assert type(told) is kind, CHANGED
    assert told.ctx is not None, CHANGED
    assert typer_inside.describe_misuse(told).startswith(f"{expected}; see"), CHANGED


def test_only_one_file_leans_on_the_inside():
    leaning = set()
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if any(name.startswith("typer.") for name in names):
                leaning.add(path.relative_to(HERE).as_posix())
    assert leaning == {"commands/typer_inside.py"}
