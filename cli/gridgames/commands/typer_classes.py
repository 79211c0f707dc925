"""Commands and groups of Typer with our help pages, usage errors and shared options.

All of it is in the language in use. Typer's own messages are in English: its errors are recognised
by their documented attributes, since only the class ``BadParameter`` has a public name.
"""

import inspect
from collections.abc import Iterator, Sequence
from math import isnan
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from gridcommon.errors import Word, truncate
from gridgames.languages.messages import say
from gridgames.system.exit_codes import UNREADABLE
from gridgames.terminal.output import Line, print_lines, width, wrapped

UsageError: Any = typer.BadParameter.__base__  # the name of the base class of usage errors

_EVERYWHERE = ("lang", "picture")  # parameters of the program that every command takes
_MISSING_COMMAND = "Missing command."  # an error without attributes
_NARROW = 60  # narrower terminals show a description below its name
_WIDEST_NAME = 24  # the first column of a description
_HEADING, _NAME = "bold", "cyan"


class Parameter(NamedTuple):
    """An argument or option of a command."""

    flags: Sequence[str]  # empty for an argument
    value: str  # the placeholder for the value, in the language in use
    help: str | None
    choices: Sequence[str]  # the allowed words, or empty if any word is allowed
    has_own_value: bool  # otherwise the choices are the placeholder
    least: Any
    most: Any
    default: Any  # None if the default is not shown
    variable: str | None
    is_required: bool
    is_flag: bool

    @classmethod
    def of(cls, parameter: Any) -> "Parameter":
        """Return the description of a parameter of Typer."""
        choices = tuple(map(str, getattr(parameter.type, "choices", ())))
        is_argument = parameter.param_type_name == "argument"
        return cls(
            flags=() if is_argument else (*parameter.opts, *parameter.secondary_opts),
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


def parameters(context: typer.Context) -> list[Parameter]:
    """Return the arguments and options of a command, ``--help`` last."""
    return [Parameter.of(one) for one in context.command.get_params(context)]


def subcommands(context: typer.Context) -> Sequence[str]:
    """Return the names of the commands of a group."""
    group: Any = context.command
    return group.list_commands(context) if hasattr(group, "list_commands") else ()


def every_context(program: Any) -> Iterator[Any]:
    """Yield the context of every command, the program itself first."""
    waiting = [program.context_class(program, info_name="gridgames")]
    while waiting:
        context = waiting.pop(0)
        yield context
        for name in subcommands(context):
            one = context.command.get_command(context, name)
            waiting.append(one.context_class(one, info_name=name, parent=context))


# Help pages


def help_page(context: typer.Context) -> list[Line]:
    """Return the help page of a command, as wide as the terminal."""
    every = parameters(context)
    arguments = [one for one in every if not one.flags]
    group: Any = context.command
    commands = [
        (name, say(next(paragraphs(group.help_of(context, name))))) for name in subcommands(context)
    ]
    head = usage(context.command_path, arguments, is_group=bool(commands))
    page = wrapped(head, "    ", _HEADING, first=say("Usage: "))
    for text in map(say, paragraphs(context.command.help)):
        page.append([])
        for line in text.splitlines() if is_drawn(text) else [text]:
            page += wrapped(line, " " * 8 if is_drawn(text) else "", first="")
    page += _section(say("Arguments:"), [(one.value, about(one)) for one in arguments])
    options = [(with_value(one), about(one)) for one in every if one.flags]
    return [*page, *_section(say("Options:"), options), *_section(say("Commands:"), commands)]


def paragraphs(text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a help text as in the catalogue, each as one line.

    An indented paragraph, such as an example or a drawing, keeps its lines.
    """
    for paragraph in inspect.cleandoc(text or "").split("\n\n"):
        yield paragraph if is_drawn(paragraph) else " ".join(paragraph.replace("``", "").split())


def is_drawn(paragraph: str) -> bool:
    """Return whether a paragraph keeps its lines."""
    return all(line.startswith(" ") for line in paragraph.splitlines())


def usage(path: str, arguments: Sequence[Parameter], *, is_group: bool) -> str:
    """Return how a command is typed."""
    words = [path, say("[OPTIONS]")]
    for one in arguments:
        is_whole = one.is_required or one.value.startswith("[")
        words.append(one.value if is_whole else f"[{one.value}]")
    if is_group:
        words.append(say("COMMAND [ARGS]..."))
    return " ".join(words)


def _section(title: str, entries: Sequence[tuple[str, str]]) -> list[Line]:
    if not entries:
        return []
    column = 4 + min(_WIDEST_NAME, max(len(name) for name, _ in entries))
    if width() < _NARROW:
        column = 6
    lines: list[Line] = [[], [(title, _HEADING)]]
    for name, text in entries:
        about = wrapped(text, " " * column)
        if len(name) + 4 > column:
            lines += [*_broken_at_bars(name), *about]
        else:
            beside = about[0][0][0][column:]
            lines += [[(f"  {name}".ljust(column), _NAME), (beside, "")], *about[1:]]
    return lines


def _broken_at_bars(name: str) -> list[Line]:
    """Return the lines of a name, whose words between bars may need several of them."""
    parts = wrapped(name.replace("|", "| "), "    ", _NAME, first="  ")
    return [[(text.replace("| ", "|"), style) for text, style in line] for line in parts]


def with_value(option: Parameter) -> str:
    """Return the flags of an option with the placeholder of its value."""
    flags = ", ".join(option.flags)
    return flags if option.is_flag else f"{flags} {option.value}"


def about(parameter: Parameter) -> str:
    """Return the meaning of an argument or option, and its values in brackets."""
    notes = list(_notes(parameter))
    text = say(next(paragraphs(parameter.help)))
    return f"{text} [{'; '.join(notes)}]" if notes else text


def _notes(parameter: Parameter) -> Iterator[str]:
    if parameter.most is not None:
        yield say("{least} to {most}", least=parameter.least, most=parameter.most)
    elif parameter.least is not None:
        yield say("{least} or more", least=parameter.least)
    if parameter.has_own_value and parameter.choices:
        yield "|".join(parameter.choices)
    if parameter.default is not None and parameter.default is not False:
        yield say("default: {known}", known=parameter.default)
    if parameter.variable:
        yield say("environment variable: {name}", name=parameter.variable)
    if parameter.is_required:
        yield say("required")


# Usage errors


def missing_argument(context: typer.Context, name: str) -> Exception:
    """Return the error for a missing required argument."""
    argument = next(one for one in context.command.params if one.name == name)
    return typer.BadParameter("", ctx=context, param=argument)


def typed(word: str) -> str:
    """Return a word as it was typed, quoted if it could mislead."""
    return truncate(word if word.isprintable() and word.split() == [word] else repr(word))


def describe_usage_error(problem: Any) -> str:
    """Return the error message and a pointer to the help, in the language in use."""
    assert problem.ctx is not None, problem  # every command sets it
    command = f"{problem.ctx.command_path} --help"
    return say("{problem}; see {command}", problem=_problem_words(problem), command=command)


def _problem_words(problem: Any) -> str:
    if getattr(problem, "param", None):
        if problem.message:
            return _refused(problem)
        parameter = Parameter.of(problem.param)
        name, known = parameter.value, ", ".join(parameter.choices)
        if known:
            return say("{name} is missing: one of {known}", name=name, known=known)
        return say("{name} is missing", name=name)
    if hasattr(problem, "possibilities"):
        return _no_option(problem.option_name, ", ".join(problem.possibilities or ()))
    if hasattr(problem, "option_name"):
        name = problem.option_name
        is_flag = any(one.is_flag for one in parameters(problem.ctx) if name in one.flags)
        return say("{name} takes no value" if is_flag else "{name} needs a value", name=name)
    if problem.message == _MISSING_COMMAND:
        return say("the name of a command is missing")
    return truncate(problem.message)


def _no_option(name: str, near: str) -> str:
    return say(
        "no such option: {name} (did you mean {names}?)" if near else "no such option: {name}",
        name=typed(name),
        names=near,
    )


def no_command(name: str, near: str) -> str:
    return say(
        "no such command: {name} (did you mean {names}?)" if near else "no such command: {name}",
        name=typed(name),
        names=near,
    )


def _refused(problem: Any) -> str:
    """Return the refused value and what would be accepted.

    Typer's sentence starts with the value. An unknown sentence is returned unchanged.
    """
    assert problem.ctx is not None, problem
    own: Any = problem.param
    parameter = Parameter.of(own)
    found, knows_it, _ = problem.message.rpartition(" is not ")
    found = truncate(found)
    is_number = own.type.name.startswith(("int", "float"))
    wrong = truncate(problem.message)
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
        template = "expected {wanted}, at least {least}, found {found}"
    return say(template, wanted=wanted, least=parameter.least, most=parameter.most, found=found)


# Commands and groups


class _Shared:
    """The common part of commands and groups."""

    def get_help_option_names(self, _ctx: Any) -> list[str]:
        return ["-h", "--help"]

    def get_help(self, ctx: Any) -> str:
        print_lines(help_page(ctx))
        raise typer.Exit

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters with ``--lang`` and ``--picture`` before ``--help``.

        The language has been read before the command line is parsed.
        """
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]  # of Typer's class
        root = ctx.find_root()
        if root is ctx:
            return found
        shared = [one for one in root.command.params if one.name in _EVERYWHERE]
        return [*found[:-1], *shared, *found[-1:]]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse words; report extra words in the language in use."""
        takes_more, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]  # Typer's
        except UsageError as problem:
            problem.ctx = problem.ctx or ctx
            raise
        if rest and not takes_more:
            ctx.fail(say("not expected: {names}", names=truncate(" ".join(map(typed, rest)))))
        return rest


class Command(_Shared, TyperCommand):
    """A command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, self.rewrite(args))
        for one in self.params:  # NaN is within any limits
            value = ctx.params.get(one.name or "")
            if isinstance(value, float) and isnan(value):
                raise typer.BadParameter(f"{value} is not a number", ctx, one)
        return rest

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Return the words to parse instead of the typed words; subclasses may change them."""
        return args


class Group(_Shared, TyperGroup):
    """A group of commands. Without a command, it shows its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words before the name of a command."""
        if not args:
            if self.starts():
                ctx.exit()
            print_lines(help_page(ctx))
            raise typer.Exit(UNREADABLE)
        option, equals, _ = args[0].partition("=")
        names_language_only = option == "--lang" and len(args) == (1 if equals else 2)
        rest = super().parse_args(ctx, args)
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
