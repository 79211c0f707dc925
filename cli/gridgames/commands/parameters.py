"""The arguments and options of a command, as its help page and its usage errors show them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import typer

from gridgames.languages.messages import say


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


def subcommands(context: typer.Context) -> Iterator[tuple[str, str | None]]:
    """Yield the name and the help text of each command of a group."""
    group: Any = context.command
    for name in group.list_commands(context) if hasattr(group, "list_commands") else ():
        yield name, group.help_of(context, name)
