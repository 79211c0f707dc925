"""What all commands share: their help page, and what they say of words they do not take."""

from typing import Any

# What typer reads a command line with, its own copy of click, has no public name.
from typer._click.core import Command as ClickCommand
from typer._click.core import Context, Parameter
from typer._click.exceptions import UsageError
from typer.core import TyperCommand, TyperGroup, TyperOption

from gridgames.languages.messages import say
from gridgames.terminal.exit_codes import UNREADABLE


def _help(context: Context, _parameter: Parameter, asked: bool) -> None:
    if asked:
        _show_help(context)
        context.exit()


def _show_help(context: Context) -> None:
    from gridgames.commands.help_pages import help_page
    from gridgames.terminal import output

    output.show(help_page(context))


HELP = TyperOption(
    param_decls=["-h", "--help"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    help="Show this page and end.",
    callback=_help,
)


class _Told(ClickCommand):
    """A command whose help and whose refusal of words come from us, in the language in use."""

    def get_help_option(self, _ctx: Context) -> TyperOption:
        """Return the option that shows our page instead of that of typer."""
        return HELP

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the words; an error always knows the command that it is about."""
        takes_more, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest = super().parse_args(ctx, args)
        except UsageError as problem:
            problem.ctx = problem.ctx or ctx
            raise
        if rest and not takes_more:
            ctx.fail(say("not expected: {names}", names=" ".join(map(typed, rest))))
        return rest


class Command(_Told, TyperCommand):
    """A command that does something."""


class Group(_Told, TyperGroup):
    """A command of commands; alone it shows its help."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the words before the name of a command."""
        if not args:
            _show_help(ctx)
            ctx.exit(UNREADABLE)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Return the command that the first word names, or tell which are named like it."""
        name = args[0]
        if self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            near = get_close_matches(name, self.list_commands(ctx))
            template = (
                "no such command: {name} (did you mean {names}?)"
                if near
                else "no such command: {name}"
            )
            ctx.fail(say(template, name=typed(name), names=", ".join(near)))
        return super().resolve_command(ctx, args)


def typed(word: str) -> str:
    """Return a word of the command line as it was typed, in quotes where it could mislead."""
    return word if word.isprintable() and word.split() == [word] else repr(word)
