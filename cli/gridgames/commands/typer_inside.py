"""Everything that depends on Typer's internals; the rest of the program uses what Typer documents.

Typer parses the command line, but its help pages and usage errors are in English and bypass
``terminal.output``; here they become ours. Its own copy of click has no public name, so
``tests/cli/test_typer.py`` fails when it changes.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from typer._click import exceptions
from typer._click.core import Command as ClickCommand
from typer._click.core import Context
from typer._click.globals import get_current_context
from typer._types import TyperChoice
from typer.core import TyperCommand, TyperGroup, TyperOption

from gridcommon.errors import Word, in_short
from gridgames.languages.language import Language, language_asked, speaking
from gridgames.languages.messages import say
from gridgames.terminal.exit_codes import UNREADABLE

__all__ = [
    "Command",
    "Context",
    "Group",
    "Misuse",
    "Parameter",
    "Root",
    "commands",
    "describe_misuse",
    "missing_argument",
    "parameters",
]

Misuse = exceptions.UsageError  # a command line that is not understood

_MISSING_COMMAND = "Missing command."  # Typer has no exception class for this error


class Parameter(NamedTuple):
    """An argument or option of a command, as its help page shows it."""

    flags: Sequence[str]  # empty for an argument
    value: str  # the placeholder for the value, in the language in use
    help: str | None
    choices: Sequence[str]  # the words allowed; empty if any are
    has_own_value: bool  # otherwise the choices are shown
    least: Any
    most: Any
    default: Any  # None if none is shown
    variable: str | None
    is_required: bool
    is_flag: bool

    @classmethod
    def of(cls, parameter: Any) -> "Parameter":
        """Return what Typer knows of a parameter."""
        choices = tuple(map(str, getattr(parameter.type, "choices", ())))
        is_argument = parameter.param_type_name == "argument"
        return cls(
            flags=() if is_argument else tuple(parameter.opts),
            value=say(parameter.metavar) if parameter.metavar else "|".join(choices) or "N",
            help=parameter.help,
            choices=choices,
            has_own_value=bool(parameter.metavar),
            least=getattr(parameter.type, "min", None),
            most=getattr(parameter.type, "max", None),
            default=parameter.default if parameter.show_default else None,
            variable=parameter.envvar,
            is_required=parameter.required,
            is_flag=not is_argument and parameter.is_flag,
        )


def parameters(context: Context) -> list[Parameter]:
    """Return the arguments and options of a command, the one for help last."""
    return [Parameter.of(one) for one in context.command.get_params(context)]


def commands(context: Context) -> Iterator[tuple[str, str | None]]:
    """Yield the name and the help text of each command of a group."""
    group = context.command
    if isinstance(group, TyperGroup):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None, name
            yield name, command.help


def _show_help(context: Context) -> None:
    from gridgames.commands.help_pages import help_page
    from gridgames.terminal import output

    output.show(help_page(context))


def _help(context: Context, _parameter: Any, asked: bool) -> None:
    if asked:
        _show_help(context)
        context.exit()


_HELP = TyperOption(
    param_decls=["-h", "--help"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    help="Show this page and exit.",
    callback=_help,
)


# Every command takes it; it has been read before the command line is parsed.
_LANG = TyperOption(
    param_decls=["--lang"],
    type=TyperChoice(list(Language), case_sensitive=False),
    expose_value=False,
    help="Language of all output; by default GRIDGAMES_LANG, or that of the locale.",
)


class _Ours(ClickCommand):
    """A command with our help page, whose errors all know the command."""

    def get_params(self, ctx: Context) -> list[Any]:
        """Return the arguments and options, that for the language and that for help last."""
        found = super().get_params(ctx)
        return found if ctx.parent is None else [*found[:-1], _LANG, *found[-1:]]

    def get_help_option(self, _ctx: Context) -> TyperOption:
        """Return the option that shows our page."""
        return _HELP

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the words; report extra ones in the language in use."""
        takes_more, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest = super().parse_args(ctx, args)
        except Misuse as problem:
            problem.ctx = problem.ctx or ctx
            raise
        if rest and not takes_more:
            ctx.fail(say("not expected: {names}", names=in_short(" ".join(map(typed, rest)))))
        return rest


class Command(_Ours, TyperCommand):
    """A command that does something."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the rewritten words."""
        return super().parse_args(ctx, self.rewrite(args))

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Return the words to parse instead of those that were typed."""
        return args


class Group(_Ours, TyperGroup):
    """A group of commands; on its own it shows its help."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the words before the name of a command."""
        if not args:
            if self.starts():
                ctx.exit()
            _show_help(ctx)
            ctx.exit(UNREADABLE)
        alone = _names_language_only(args)
        rest = super().parse_args(ctx, args)
        if alone and self.starts():
            ctx.exit()
        return rest

    def starts(self) -> bool:
        """Do what the group does without a command, and return whether that is anything."""
        return False

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Return the command named by the first word, or suggest similar names."""
        name = args[0]
        if self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            ctx.fail(_no_command(name, ", ".join(get_close_matches(name, self.list_commands(ctx)))))
        return super().resolve_command(ctx, args)


class Root(Group):
    """The program: it speaks the language that is asked for, and loads a command when it runs."""

    def names(self) -> Sequence[str]:
        """Return the names of all commands, in the order of the help."""
        raise NotImplementedError

    def load(self, name: str) -> Any:
        """Return the command of one of the names."""
        raise NotImplementedError

    def ending(self) -> AbstractContextManager[None]:
        """Return what turns a failure into a message and an exit code."""
        raise NotImplementedError

    def main(self, args: Sequence[str] | None = None, *more: Any, **settings: Any) -> Any:
        """Run the program with the words of the command line."""
        with speaking(language_asked(sys.argv[1:] if args is None else args)):
            return super().main(args, *more, **settings)

    def make_context(self, *words: Any, **settings: Any) -> Any:
        """Parse the options before the name of a command."""
        with self.ending():
            return super().make_context(*words, **settings)

    def invoke(self, ctx: Context) -> Any:
        """Run a command."""
        with self.ending():
            return super().invoke(ctx)

    def list_commands(self, _ctx: Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(self.names())

    def get_command(self, _ctx: Context, cmd_name: str) -> Any:
        """Return the command with this name, or None."""
        return self.load(cmd_name) if cmd_name in self.names() else None


def _names_language_only(args: Sequence[str]) -> bool:
    """Return whether the words are ``--lang`` and a language, and no more."""
    option, equals, _ = args[0].partition("=")
    return option == "--lang" and len(args) == (1 if equals else 2)


def missing_argument(name: str) -> Misuse:
    """Return the error of the command that runs for an argument without which it cannot."""
    context = get_current_context()
    argument = next(one for one in context.command.params if one.name == name)
    return exceptions.MissingParameter(ctx=context, param=argument)


def typed(word: str) -> str:
    """Return a word as it was typed, quoted if it could mislead."""
    return in_short(word if word.isprintable() and word.split() == [word] else repr(word))


def describe_misuse(problem: Misuse) -> str:
    """Return what is wrong and where the help is, in the language in use."""
    assert problem.ctx is not None, problem  # every command of ours sets it
    command = f"{problem.ctx.command_path} --help"
    return say("{problem}; see {command}", problem=_what(problem), command=command)


def _what(problem: Misuse) -> str:
    match problem:
        case exceptions.NoSuchOption():
            return _no_option(problem.option_name, ", ".join(problem.possibilities or ()))
        case exceptions.MissingParameter():
            return _missing(Parameter.of(problem.param))
        case exceptions.BadParameter():
            return _refused(problem)
        case exceptions.BadOptionUsage(ctx=Context() as context, option_name=name):
            is_flag = any(one.is_flag for one in parameters(context) if name in one.flags)
            return say("{name} takes no value" if is_flag else "{name} needs a value", name=name)
        case _ if problem.message == _MISSING_COMMAND:
            return say("the name of a command is missing")
        case _:
            return in_short(problem.message)


def _no_option(name: str, near: str) -> str:
    return say(
        "no such option: {name} (did you mean {names}?)" if near else "no such option: {name}",
        name=typed(name),
        names=near,
    )


def _no_command(name: str, near: str) -> str:
    return say(
        "no such command: {name} (did you mean {names}?)" if near else "no such command: {name}",
        name=typed(name),
        names=near,
    )


def _missing(parameter: Parameter) -> str:
    if known := parameter.choices:
        return say(
            "{name} is missing: one of {known}", name=parameter.value, known=", ".join(known)
        )
    return say("{name} is missing", name=parameter.value)


def _refused(problem: exceptions.BadParameter) -> str:
    """Return the refused value and what would be accepted.

    Typer's sentence begins with the value; an unknown sentence is passed on.
    """
    assert problem.ctx is not None, problem
    own: Any = problem.param
    parameter = Parameter.of(own)
    found, knows_it, _ = problem.message.rpartition(" is not ")
    found = in_short(found)
    is_number = own.type.name.startswith(("int", "float"))
    wrong = in_short(problem.message)
    if knows_it and (parameter.choices or is_number):
        wrong = _expected(parameter, found, is_whole=own.type.name.startswith("int"))
    source = problem.ctx.get_parameter_source(own.name)
    if source and source.name == "ENVIRONMENT":
        return f"{parameter.variable}: {wrong}"
    return f"{max(parameter.flags, key=len, default=parameter.value)}: {wrong}"


def _expected(parameter: Parameter, found: str, *, is_whole: bool) -> str:
    if known := ", ".join(parameter.choices):
        return say("expected one of {known}, found {found}", known=known, found=found)
    wanted = Word("a whole number" if is_whole else "a number")
    template = "expected {wanted}, found {found}"
    if parameter.most is not None:
        template = "expected {wanted} from {least} to {most}, found {found}"
    elif parameter.least is not None:
        template = "expected {wanted} from {least} on, found {found}"
    return say(template, wanted=wanted, least=parameter.least, most=parameter.most, found=found)
