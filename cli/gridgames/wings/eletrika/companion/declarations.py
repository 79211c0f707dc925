"""``gridgames eletrika legal|score|light|fit|best|end|convert``: one question, one command."""

import inspect
import re
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gridgames.command_line.game_arguments import option_of
from gridgames.command_line.options import AsJson, At, Options
from gridgames.command_line.typer_classes import Command
from gridgames.system.exit_codes import REFUSED
from gridgames.wings.eletrika import SCORING, TILES

if TYPE_CHECKING:
    from gridgames.wings.eletrika.companion.answer import Answer
    from gridgames.wings.eletrika.companion.query_subject import Asked

Shown = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|RECORD|-",
        help="A position in wire, picture or full form, or a game record (.jsonl); - reads a "
        "position from standard input.",
    ),
]
Player = Annotated[
    str | None,
    typer.Option(metavar="COLOUR", help="The player to answer for; by default the one to act."),
]
OwnTiles = Annotated[Path | None, option_of(TILES)]
OwnPoints = Annotated[Path | None, option_of(SCORING)]

_NEGATIVE = re.compile(r"-\d+,[+-]?\d+")  # a cell that looks like an option


class Target(StrEnum):
    """What a position is converted to."""

    WIRE = "wire"
    PICTURE = "picture"
    FULL = "full"
    JSON = "json"
    SVG = "svg"


def legal(
    asked: "Asked",
    tile: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TILE",
            help="Say where this tile fits: a number, or six edges as in r.tr..; may be given "
            "repeatedly. By default the tiles that lie face up.",
        ),
    ] = None,
    player: Player = None,
) -> "Answer":
    """Say what may be built on each tile and why not, and where tiles fit and how turned.

    For a closed tile the two structures that close it are named.
    """
    from gridgames.wings.eletrika.companion.questions.legal import find

    return find(asked, player, tile or ())


def score(
    asked: "Asked",
    player: Player = None,
) -> "Answer":
    """Say what each set is worth now, item by item, and which main action first adds to it."""
    from gridgames.wings.eletrika.companion.questions.score import find

    return find(asked, player)


def light(
    asked: "Asked",
    player: Player = None,
) -> "Answer":
    """Say which builds, and tiles with a build, light structures or add to what could be scored."""
    from gridgames.wings.eletrika.companion.questions.light import find

    return find(asked, player)


def fit(
    asked: "Asked",
    cell: Annotated[
        str | None,
        typer.Argument(metavar="Q,R", help="A gap, as in 2,-1; by default all of them."),
    ] = None,
) -> "Answer":
    """Say which of the tiles that are left fit a gap, and how likely one of them turns up.

    Without a cell: the gaps that nothing fits any more, and all the others.
    """
    from gridgames.wings.eletrika.companion.questions.fit import find

    return find(asked, cell)


def best(
    asked: "Asked",
    player: Player = None,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="Which bot to ask: random, easy, normal, hard or expert."
        ),
    ] = "normal",
) -> "Answer":
    """Say what a bot would do in the place of a player, and why."""
    from gridgames.wings.eletrika.companion.questions.best import find

    return find(asked, player, level)


def end(
    asked: "Asked",
) -> "Answer":
    """Say who would win if the game were over now, and what each player could still score."""
    from gridgames.wings.eletrika.companion.questions.end import find

    return find(asked)


def convert(
    asked: "Asked",
    to: Annotated[Target, typer.Option(help="The form to write.")],
) -> None:
    """Write a position in another form, to standard output.

    What a form cannot tell is named in a comment.
    """
    from gridgames.languages.messages import told
    from gridgames.terminal import output
    from gridgames.wings.eletrika.companion.questions import convert as convert_answer

    for remark in asked.analysis.remarks:
        output.complain(told(remark))
    if to is Target.JSON:
        output.answer(convert_answer.to_json(asked.told))
    elif to is Target.SVG:
        output.document(convert_answer.to_svg(asked))
    else:
        output.document(convert_answer.to_text(asked, to.value))


def _asked(
    position: Shown,
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
) -> "Asked":
    """Return what a question is asked of: every command here takes these, too."""
    from gridgames.wings.eletrika.companion.query_subject import asked_of

    return asked_of(position, at, option or (), tiles, scoring)


def _json(as_json: AsJson = False) -> bool:
    """Return how to answer: what every command takes that has an answer."""
    return as_json


def _command(question: Callable[..., "Answer | None"]) -> Callable[..., None]:
    """Return the command of a question, with what all commands take before and after its own."""
    position, *shared = inspect.signature(_asked).parameters.values()
    _, *own = inspect.signature(question).parameters.values()
    json = () if question is convert else tuple(inspect.signature(_json).parameters.values())

    @wraps(question)
    def command(**given: Any) -> None:
        asked = _asked(**{one.name: given.pop(one.name) for one in (position, *shared)})
        as_json = _json(**{one.name: given.pop(one.name) for one in json})
        if answer := question(asked, **given):
            _answer(asked, answer, as_json=as_json)

    taken = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (position, *own, *shared, *json)
    ]
    command.__dict__["__signature__"] = inspect.Signature(taken)
    command.__annotations__ = {one.name: one.annotation for one in taken}
    return command


def _answer(asked: "Asked", answer: "Answer", *, as_json: bool) -> None:
    """Give an answer. Ends with 1 where the position breaks rules."""
    from gridgames.languages.messages import say
    from gridgames.terminal import output
    from gridgames.wings.eletrika.companion.answer import document, text

    if as_json:
        output.answer(document(asked, answer))
    else:
        output.show(text(asked, answer))
    if asked.analysis.problems:
        rules = dict.fromkeys(problem.refusal.rule for problem in asked.analysis.problems)
        output.complain(
            say(
                "the position breaks {rules}; gridgames eletrika check says where",
                rules=", ".join(rules),
            )
        )
        raise typer.Exit(REFUSED)


class WithCells(Command):
    """A command among whose words are cells: one like ``-1,2`` is no option."""

    @staticmethod
    def rewrite(args: list[str]) -> list[str]:
        """Put cells that begin with a dash behind all options."""
        if "--" in args:
            return args
        cells = [word for word in args if _NEGATIVE.fullmatch(word)]
        return [word for word in args if word not in cells] + ["--", *cells] if cells else args


QUESTIONS: dict[Callable[..., None], type[Command]] = {
    _command(question): WithCells if question is fit else Command
    for question in (legal, score, light, fit, best, end, convert)
}
