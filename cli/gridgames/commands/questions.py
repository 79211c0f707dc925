"""Questions of a game as commands, which open a file, ask about it, and print the answer.

The parameters of a question are those of its command. If the class of its subject has a function
``load``, its parameters come too. A question that returns an :class:`Answer` takes ``--json``
and ``--draw``.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, get_origin

import typer

from gridgames.commands.options import AsJson, Draw, check_draw, with_parameters
from gridgames.commands.typer_classes import Command
from gridgames.show.questions import Answer, QuestionFunction
from gridgames.show.registry import face_of
from gridgames.system.exit_codes import REFUSED
from gridgames.terminal import output
from gridgames.terminal.output import wrapped

_CELL = re.compile(r"-\d+,[+-]?\d+")  # looks like an option


class QuestionCommand(Command):
    """The command of a question."""

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Move cells such as ``-1,2``, which look like options, behind all options."""
        if "--" in args:
            return args
        cells = [word for word in args if _CELL.fullmatch(word)]
        return [word for word in args if word not in cells] + ["--", *cells] if cells else args


def asking(ask: QuestionFunction) -> Callable[..., None]:
    """Return the function of a command that asks a question and prints the answer."""
    signature = inspect.signature(ask)
    first, *own = signature.parameters.values()
    load = getattr(first.annotation, "load", None)
    subject, *shared = inspect.signature(load).parameters.values() if load else [first]
    taken = [subject, *own, *shared]
    if get_origin(signature.return_annotation) is Answer:
        as_json = subject.replace(name="as_json", default=False, annotation=AsJson)
        taken += [as_json.replace(name="draw", annotation=Draw), as_json]

    def command(**given: Any) -> None:
        is_json, is_drawn = given.pop("as_json", False), given.pop("draw", False)
        check_draw(draw=is_drawn, as_json=is_json)
        if load:
            loaded = load(**{one.name: given.pop(one.name) for one in (subject, *shared)})
            given[first.name] = loaded
        _print(ask(**given), as_json=is_json, draw=is_drawn)

    command.__doc__ = ask.__doc__
    return with_parameters(command, taken)


def _print(found: Answer[Any] | str | Mapping[str, Any], *, as_json: bool, draw: bool) -> None:
    """Print an answer, below its board if ``draw``, or a document as it is.

    Exits with 1 for a refusal. Raises NotationError for a board that cannot be drawn.
    """
    match found:
        case str():
            output.print_text(found)
        case Answer():
            lines = found.lines
            if draw and found.board and (board := found.board()):
                lines = found.lines_below_board or lines
                from gridgames.show.pictures import print_board

                print_board(face_of(board.game), board.shown, board.names, board.marks)
                output.print_lines(wrapped(board.note, style="dim") if board.note else ())
            if as_json:
                output.print_json(found.document())
            else:
                output.print_lines(lines())
            if found.complaint:
                output.print_error(found.complaint)
            if found.is_refused:
                raise typer.Exit(REFUSED)
        case _:
            output.print_json(found)
