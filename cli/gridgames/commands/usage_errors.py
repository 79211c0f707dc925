"""Usage errors: messages about wrong command lines, in the language in use.

Typer's own messages are in English. This module recognises its errors by their documented
attributes, since only the class ``BadParameter`` has a public name.
"""

from typing import Any

import typer

from gridcommon.errors import Word, truncate
from gridgames.commands.parameters import Parameter, parameters
from gridgames.languages.messages import say

UsageError: Any = typer.BadParameter.__base__  # the name of the base class of usage errors

_MISSING_COMMAND = "Missing command."  # an error without attributes


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
    return say("{problem}; see {command}", problem=_what(problem), command=command)


def _what(problem: Any) -> str:
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
