"""Typer's commands and groups with our help page, usage errors and shared options."""

from collections.abc import Callable
from math import isnan
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from gridcommon.errors import truncate
from gridgames.commands.help_pages import help_page
from gridgames.commands.usage_errors import UsageError, no_command, typed
from gridgames.languages.messages import say
from gridgames.system.exit_codes import UNREADABLE
from gridgames.terminal import output

_EVERYWHERE = ("lang", "picture")  # parameters of the program that every command takes


def _with_shared(context: typer.Context, found: list[Any]) -> list[Any]:
    """Return the parameters of a command with ``--lang`` and ``--picture`` before ``--help``.

    The language has been read before the command line is parsed.
    """
    root = context.find_root()
    if root is context:
        return found
    shared = [one for one in root.command.params if one.name in _EVERYWHERE]
    return [*found[:-1], *shared, *found[-1:]]


def _parse(
    parse: Callable[[Any, list[str]], list[str]], context: typer.Context, args: list[str]
) -> list[str]:
    """Parse the words of a command; report extra words in the language in use."""
    takes_more, context.allow_extra_args = context.allow_extra_args, True
    try:
        rest = parse(context, args)
    except UsageError as problem:
        problem.ctx = problem.ctx or context
        raise
    if rest and not takes_more:
        context.fail(say("not expected: {names}", names=truncate(" ".join(map(typed, rest)))))
    return rest


def _help_option_names(_command: Any, ctx: Any) -> list[str]:
    del ctx
    return ["-h", "--help"]


def _print_help(_command: Any, ctx: Any) -> str:
    output.print_lines(help_page(ctx))
    raise typer.Exit


class Command(TyperCommand):
    """A command."""

    get_help_option_names = _help_option_names
    get_help = _print_help

    def get_params(self, ctx: Any) -> list[Any]:
        return _with_shared(ctx, super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = _parse(super().parse_args, ctx, self.rewrite(args))
        for one in self.params:  # NaN is within any limits
            value = ctx.params.get(one.name or "")
            if isinstance(value, float) and isnan(value):
                raise typer.BadParameter(f"{value} is not a number", ctx, one)
        return rest

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Return the words to parse instead of the typed words; subclasses may change them."""
        return args


class Group(TyperGroup):
    """A group of commands. Without a command, it shows its help."""

    get_help_option_names = _help_option_names
    get_help = _print_help

    def get_params(self, ctx: Any) -> list[Any]:
        return _with_shared(ctx, super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words before the name of a command."""
        if not args:
            if self.starts():
                ctx.exit()
            output.print_lines(help_page(ctx))
            raise typer.Exit(UNREADABLE)
        option, equals, _ = args[0].partition("=")
        names_language_only = option == "--lang" and len(args) == (1 if equals else 2)
        rest = _parse(super().parse_args, ctx, args)
        if names_language_only and self.starts():
            ctx.exit()
        return rest

    def help_of(self, ctx: Any, name: str) -> str | None:
        """Return the help text of one of the commands."""
        command = self.get_command(ctx, name)
        return command.help if command else None

    def starts(self) -> bool:
        """Run the group without a command; return whether it does anything."""
        return False

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command named by the first word, or suggest similar names."""
        name = args[0]
        if self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            ctx.fail(no_command(name, ", ".join(get_close_matches(name, self.list_commands(ctx)))))
        return super().resolve_command(ctx, args)
