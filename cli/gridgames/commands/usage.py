"""What is wrong with the words of a command line, in one sentence."""

from typing import Any

from typer._click.exceptions import (
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoSuchOption,
    UsageError,
)

from gridgames.commands.base import typed
from gridgames.commands.help_pages import choices, limits, value_name
from gridgames.languages.messages import say

_NO_COMMAND = "Missing command."  # as typer says it, which has no error of its own for it


def describe_misuse(problem: UsageError) -> str:
    """Return what is wrong and where the help is, in the language in use."""
    assert problem.ctx is not None, problem  # every command of ours sees to that
    command = f"{problem.ctx.command_path} --help"
    return say("{problem}; see {command}", problem=_what(problem), command=command)


def _what(problem: UsageError) -> str:
    match problem:
        case NoSuchOption():
            near = ", ".join(problem.possibilities or ())
            template = (
                "no such option: {name} (did you mean {names}?)"
                if near
                else "no such option: {name}"
            )
            return say(template, name=typed(problem.option_name), names=near)
        case MissingParameter():
            return _missing(problem.param)
        case BadParameter():
            return _refused(problem)
        case BadOptionUsage():
            if _is_flag(problem):
                return say("{name} takes no value", name=problem.option_name)
            return say("{name} needs a value", name=problem.option_name)
        case _ if problem.message == _NO_COMMAND:
            return say("the name of a command is missing")
        case _:
            return problem.message


def _missing(parameter: Any) -> str:
    name = value_name(parameter)
    if known := choices(parameter):
        return say("{name} is missing: one of {known}", name=name, known=", ".join(known))
    return say("{name} is missing", name=name)


def _is_flag(problem: BadOptionUsage) -> bool:
    assert problem.ctx is not None, problem
    options: list[Any] = problem.ctx.command.get_params(problem.ctx)
    return any(problem.option_name in one.opts and one.is_flag for one in options)


def _refused(problem: BadParameter) -> str:
    """Return which value is refused, and what would be taken."""
    parameter: Any = problem.param
    found, knows_it, _ = problem.message.rpartition(" is not ")
    takes = choices(parameter) or parameter.type.name.startswith(("int", "float"))
    wrong = _expected(parameter, found) if knows_it and takes else problem.message
    return f"{_name(problem)}: {wrong}"


def _name(problem: BadParameter) -> str:
    """Return the name of what was given: an option, an argument or a variable."""
    assert problem.ctx is not None, problem
    parameter: Any = problem.param
    source = problem.ctx.get_parameter_source(parameter.name)
    if source and source.name == "ENVIRONMENT":
        return str(parameter.envvar)
    if parameter.param_type_name == "argument":
        return value_name(parameter)
    return str(max(parameter.opts, key=len))


def _expected(parameter: Any, found: str) -> str:
    if known := choices(parameter):
        return say("expected one of {known}, found {found}", known=", ".join(known), found=found)
    wanted = "a whole number" if parameter.type.name.startswith("int") else "a number"
    least, most = limits(parameter)
    if most is not None:
        return say(
            "expected {wanted} from {least} to {most}, found {found}",
            wanted=wanted,
            least=least,
            most=most,
            found=found,
        )
    if least is not None:
        return say(
            "expected {wanted} from {least} on, found {found}",
            wanted=wanted,
            least=least,
            found=found,
        )
    return say("expected {wanted}, found {found}", wanted=wanted, found=found)
