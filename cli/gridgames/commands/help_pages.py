"""The help page of a command, in the language in use and as wide as the terminal."""

import inspect
from collections.abc import Iterator, Sequence

import typer

from gridgames.commands.parameters import Parameter, parameters, subcommands
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, width, wrapped

_NARROW = 60  # narrower terminals show a description below its name
_WIDEST_NAME = 24  # the first column of a description
_HEADING, _NAME = "bold", "cyan"


def help_page(context: typer.Context) -> list[Line]:
    """Return the help page: usage, description, arguments, options and commands."""
    every = parameters(context)
    arguments = [one for one in every if not one.flags]
    options = [one for one in every if one.flags]
    listed = [(name, say(next(paragraphs(text)))) for name, text in subcommands(context)]
    words = usage(context.command_path, arguments, is_group=bool(listed))
    page = wrapped(words, "    ", _HEADING, first=say("Usage: "))
    for paragraph in paragraphs(context.command.help):
        text = say(paragraph)
        page.append([])
        for line in text.splitlines() if is_drawn(text) else [text]:
            page += wrapped(line, " " * 8 if is_drawn(text) else "", first="")
    page += _section(say("Arguments:"), [(one.value, about(one)) for one in arguments])
    page += _section(say("Options:"), [(typed(one), about(one)) for one in options])
    page += _section(say("Commands:"), listed)
    return page


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


def typed(option: Parameter) -> str:
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
