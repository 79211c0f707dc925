"""``gridgames eletrika legal|score|light|fit|best|end|convert``: one question, one command."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridgames.commands.game_words import option_of
from gridgames.commands.options import AsJson, At, Options
from gridgames.games.eletrika import SCORING, TILES
from gridgames.terminal.exit_codes import REFUSED

if TYPE_CHECKING:
    from gridgames.games.eletrika.answers.answer import Answer
    from gridgames.games.eletrika.asked import Asked

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
    typer.Option(metavar="COLOUR", help="Whom to answer for; by default whose turn it is."),
]
OwnTiles = Annotated[Path | None, option_of(TILES)]
OwnPoints = Annotated[Path | None, option_of(SCORING)]


class Target(StrEnum):
    """What a position is converted to."""

    WIRE = "wire"
    PICTURE = "picture"
    FULL = "full"
    JSON = "json"
    SVG = "svg"


def legal(
    position: Shown,
    tile: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TILE",
            help="Say where this tile fits: a number, or six edges as in r.tr..; may be given "
            "repeatedly. By default the tiles that lie face up.",
        ),
    ] = None,
    player: Player = None,
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
    as_json: AsJson = False,
) -> None:
    """Say what may be built on each tile and why not, and where tiles fit and how turned.

    For a closed tile the two structures that close it are named.
    """
    from gridgames.games.eletrika.answers.legal import find

    asked = _asked(position, at, option, tiles, scoring)
    _answer(asked, find(asked, player, tile or ()), as_json=as_json)


def score(
    position: Shown,
    player: Player = None,
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
    as_json: AsJson = False,
) -> None:
    """Say what each set is worth now, item by item, and which main action first adds to it."""
    from gridgames.games.eletrika.answers.score import find

    asked = _asked(position, at, option, tiles, scoring)
    _answer(asked, find(asked, player), as_json=as_json)


def light(
    position: Shown,
    player: Player = None,
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
    as_json: AsJson = False,
) -> None:
    """Say which builds, and tiles with a build, light structures or add to what could be scored."""
    from gridgames.games.eletrika.answers.light import find

    asked = _asked(position, at, option, tiles, scoring)
    _answer(asked, find(asked, player), as_json=as_json)


def fit(
    position: Shown,
    cell: Annotated[
        str | None,
        typer.Argument(metavar="Q,R", help="A gap, as in 2,-1; by default all of them."),
    ] = None,
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
    as_json: AsJson = False,
) -> None:
    """Say which of the tiles that are left fit a gap, and how likely one of them turns up.

    Without a cell: the gaps that nothing fits any more, and all the others.
    """
    from gridgames.games.eletrika.answers.fit import find

    asked = _asked(position, at, option, tiles, scoring)
    _answer(asked, find(asked, cell), as_json=as_json)


def best(
    position: Shown,
    player: Player = None,
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="Which bot to ask: random, easy or normal.")
    ] = "normal",
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
    as_json: AsJson = False,
) -> None:
    """Say what a bot would do in the place of a player, and why."""
    from gridgames.games.eletrika.answers.best import find

    asked = _asked(position, at, option, tiles, scoring)
    _answer(asked, find(asked, player, level), as_json=as_json)


def end(
    position: Shown,
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
    as_json: AsJson = False,
) -> None:
    """Say who would win if the game were over now, and what each player could still score."""
    from gridgames.games.eletrika.answers.end import find

    asked = _asked(position, at, option, tiles, scoring)
    _answer(asked, find(asked), as_json=as_json)


def convert(
    position: Shown,
    to: Annotated[Target, typer.Option(help="The form to write.")],
    at: At = None,
    option: Options = None,
    tiles: OwnTiles = None,
    scoring: OwnPoints = None,
) -> None:
    """Write a position in another form, to standard output.

    What a form cannot tell is named in a comment.
    """
    from gridgames.games.eletrika.answers import converted
    from gridgames.terminal import output

    asked = _asked(position, at, option, tiles, scoring)
    if to is Target.JSON:
        output.answer(converted.to_json(asked.told))
    elif to is Target.SVG:
        output.document(converted.to_svg(asked))
    else:
        output.document(converted.to_text(asked, to.value))


def _asked(
    name: str,
    at: int | None,
    option: Sequence[str] | None,
    tiles: Path | None,
    scoring: Path | None,
) -> "Asked":
    """Return what is asked about. Raises NotationError for what cannot be read."""
    from gridgames.games.eletrika.asked import asked_of
    from gridgames.games.eletrika.commands import ruleset_of

    return asked_of(
        name,
        at,
        lambda: ruleset_of(None, option or (), tiles, scoring),
        {"tiles": tiles, "scoring": scoring},
        has_options=bool(option),
    )


def _answer(asked: "Asked", answer: "Answer", *, as_json: bool) -> None:
    """Give an answer. Ends with 1 where the position breaks rules."""
    from gridgames.games.eletrika.answers.answer import document, text
    from gridgames.languages.messages import say
    from gridgames.terminal import output

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


QUESTIONS = (legal, score, light, fit, best, end, convert)
