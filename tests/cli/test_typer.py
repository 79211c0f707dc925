"""What we read from Typer's commands, parameters and errors; nothing of its inside is imported."""

import ast
from pathlib import Path

import pytest
import typer
from typer.core import TyperArgument, TyperCommand, TyperOption
from typer.testing import CliRunner

import gridgames
from gridgames.command_line.parameters import Parameter
from gridgames.command_line.typer_classes import Command, Group
from gridgames.command_line.usage_errors import describe_usage_error

HERE = Path(gridgames.__file__).parent
CHANGED = f"typer {typer.__version__} changed this: see gridgames/command_line"


def test_a_parameter_has_what_its_help_tells():
    def one(
        way: str = typer.Argument(..., metavar="WAY", help="How."),
        count: int = typer.Option(3, min=1, max=5, envvar="COUNT"),
        loud: bool = typer.Option(False, "--loud"),
    ) -> None:
        """Do nothing."""
        del way, count, loud

    app = typer.Typer(add_completion=False)
    app.command("one", cls=Command)(one)
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand), CHANGED
    way, count, loud, shown = command.get_params(command.context_class(command))
    assert isinstance(way, TyperArgument), CHANGED
    assert isinstance(count, TyperOption), CHANGED
    seen = [Parameter.of(parameter) for parameter in (way, count, loud, shown)]
    told = [(one.flags, one.value, one.help, one.is_required, one.is_flag) for one in seen]
    assert told == [
        ((), "WAY", "How.", True, False),
        (("--count",), "N", None, False, False),
        (("--loud",), "N", None, False, True),
        (("-h", "--help"), "N", "Show this message and exit.", False, True),
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
        (["one", "--lod"], "NoSuchOption", "no such option: --lod (did you mean --loud?)"),
        (["one"], "MissingParameter", "N is missing"),
        (
            ["one", "x", "--count", "y"],
            "BadParameter",
            "--count: expected a whole number, found 'y'",
        ),
        (["one", "x", "--count"], "BadOptionUsage", "--count needs a value"),
        (["one", "x", "--loud=1"], "BadOptionUsage", "--loud takes no value"),
        (["one", "x", "y"], "UsageError", "not expected: y"),
        (["--flag"], "UsageError", "the name of a command is missing"),
        (["two"], "UsageError", "no such command: two"),
    ],
)
def test_a_misuse_is_the_error_that_we_tell(words, kind, expected):
    app = typer.Typer(add_completion=False, cls=Group)

    @app.callback()
    def top(flag: bool = False) -> None:
        del flag

    @app.command(cls=Command)
    def one(way: str, count: int = 3, loud: bool = typer.Option(False, "--loud")) -> None:
        del way, count, loud

    told = CliRunner().invoke(app, words, standalone_mode=False).exception
    assert type(told).__name__ == kind, CHANGED
    assert told.ctx is not None, CHANGED
    assert describe_usage_error(told).startswith(f"{expected}; see"), CHANGED


def test_only_public_names_of_typer_are_imported():
    private = set()
    texts = [path.read_text("utf-8") for path in HERE.rglob("*.py")]
    for text in (one for one in texts if "typer" in one):
        for node in ast.walk(ast.parse(text)):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{one.name}" for one in node.names]
            private |= {name for name in names if name.startswith("typer.") and "._" in name}
    assert private == set()
