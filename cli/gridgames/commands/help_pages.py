"""The help page of a command, in the language in use and as wide as the terminal."""

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from typer._click.core import Context
from typer.core import TyperGroup

from gridgames.languages.messages import say
from gridgames.terminal.output import Line, width, wrapped

_NARROW = 60  # columns below which a description stands under its name
_WIDEST_NAME = 24  # where a description begins beside it
_HEADING, _NAME = "bold", "cyan"


def help_page(context: Context) -> list[Line]:
    """Return the page: usage, what the command does, its arguments, options and commands."""
    command = context.command
    page = _usage(context)
    for paragraph in paragraphs(command.help):
        page += [[], *wrapped(say(paragraph))]
    parameters = command.get_params(context)
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one.param_type_name == "option"]
    page += _section(say("Arguments:"), [(value_name(one), _about(one)) for one in arguments])
    page += _section(say("Options:"), [(_flags(one), _about(one)) for one in options])
    if isinstance(command, TyperGroup):
        listed = [
            (name, command.get_command(context, name)) for name in command.list_commands(context)
        ]
        page += _section(
            say("Commands:"),
            [(name, say(next(paragraphs(one.help)))) for name, one in listed if one is not None],
        )
    return page


def paragraphs(text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a help text as they stand in the catalogue, a line each."""
    for paragraph in inspect.cleandoc(text or "").split("\n\n"):
        yield " ".join(paragraph.replace("``", "").split())


def value_name(parameter: Any) -> str:
    """Return what stands for the value of an argument or option: its own word, or what it takes."""
    if parameter.metavar:
        return say(parameter.metavar)
    return "|".join(choices(parameter)) or "N"


def choices(parameter: Any) -> list[str]:
    """Return the words that an argument or option takes, none where it takes others."""
    return [str(word) for word in getattr(parameter.type, "choices", ())]


def limits(parameter: Any) -> tuple[Any, Any]:
    """Return the least and the greatest number that is taken, None where there is no limit."""
    return getattr(parameter.type, "min", None), getattr(parameter.type, "max", None)


def _usage(context: Context) -> list[Line]:
    command = context.command
    words = [context.command_path, say("[OPTIONS]")]
    for one in command.params:
        if one.param_type_name == "argument":
            name = value_name(one)
            words.append(name if one.required or name.startswith("[") else f"[{name}]")
    if isinstance(command, TyperGroup):
        words.append(say("COMMAND [ARGS]..."))
    return wrapped(" ".join(words), "    ", _HEADING, first=say("Usage: "))


def _section(title: str, entries: Sequence[tuple[str, str]]) -> list[Line]:
    """Return the lines of a section, none where it is empty."""
    if not entries:
        return []
    column = 4 + min(_WIDEST_NAME, max(len(name) for name, _ in entries))
    if width() < _NARROW:
        column = 6
    lines: list[Line] = [[], [(title, _HEADING)]]
    for name, text in entries:
        about = wrapped(text, " " * column)
        if len(name) + 4 > column:
            lines += [[(f"  {name}", _NAME)], *about]
        else:
            beside = about[0][0][0][column:]
            lines += [[(f"  {name}".ljust(column), _NAME), (beside, "")], *about[1:]]
    return lines


def _flags(option: Any) -> str:
    flags = ", ".join(option.opts)
    return flags if option.is_flag else f"{flags} {value_name(option)}"


def _about(parameter: Any) -> str:
    """Return what an argument or option means, and in brackets what it takes."""
    notes = list(_notes(parameter))
    text = say(next(paragraphs(parameter.help)))
    return f"{text} [{'; '.join(notes)}]" if notes else text


def _notes(parameter: Any) -> Iterator[str]:
    least, most = limits(parameter)
    if most is not None:
        yield say("{least} to {most}", least=least, most=most)
    elif least is not None:
        yield say("{least} or more", least=least)
    if parameter.metavar and (known := choices(parameter)):
        yield "|".join(known)
    default = parameter.default
    if parameter.show_default and default is not None and default is not False:
        yield say("default: {known}", known=default)
    if parameter.envvar:
        yield say("environment variable: {name}", name=parameter.envvar)
    if parameter.required:
        yield say("required")
