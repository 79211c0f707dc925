"""``gridgames review``: the turning points of a recorded game."""

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridcommon.errors import NotationError, errors_located_in
from gridgames.command_line.game_arguments import Flags
from gridgames.command_line.options import AsJson, Draw, check_draw
from gridgames.games.registry import table_of
from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.output import print_error

if TYPE_CHECKING:
    from gridgames.review.review import Review
    from gridgames.sessions.session import Session

_SILENT = 3  # seconds before the first progress message
_EVERY = 10  # seconds between two progress messages


class Thoroughness(StrEnum):
    """The amount of analysis."""

    QUICK = "quick"
    NORMAL = "normal"
    THOROUGH = "thorough"


def review(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A game record or a saved game.")],
    flags: Flags,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|NUMBER",
            help=(
                "Whose decisions to review. By default, all human players, or all bots if "
                "there are none."
            ),
        ),
    ] = None,
    effort: Annotated[
        Thoroughness, typer.Option(help="The depth of the review.")
    ] = Thoroughness.NORMAL,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="SECONDS",
            help=(
                "Time limit for playing both lines to the end. By default, 10, 60 or 300 "
                "seconds, depending on the effort."
            ),
            min=1,
            max=3600,
            show_default=False,
        ),
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Replay the game with marks at its turning points.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Replay as plain text, not on the full screen.")
    ] = False,
    draw: Draw = False,
    as_json: AsJson = False,
) -> None:
    """Find the turning points of a game: the costliest decisions, what was better, and which draws
    mattered.

    For each phase (in Eletrika, each turn) it shows the decision that lost most, provided the loss
    is large and certain: bots play both lines to the end in pairs of games with the same luck.
    """
    from gridgames.commands.play import full_terminal
    from gridgames.review.review import review as reviewed
    from gridgames.review.review import seats_named
    from gridgames.review.review_text import describe_review, marks, review_to_json
    from gridgames.saves.saves import Save

    check_draw(draw=draw, as_json=as_json)
    if draw and replay:
        raise NotationError("--draw and --replay cannot be used together")
    if as_json and replay:
        raise NotationError("--json and --replay cannot be used together")
    session = Save(record, flags).read(or_pipe=True)
    seats = seats_named(session, seat)
    with errors_located_in(str(record)):
        found = reviewed(session, seats, effort, Progress(), seconds)
    if as_json:
        output.print_json(review_to_json(session, found))
        return
    if draw:
        _show_drawn(session, found)
        return
    if not replay:
        output.print_lines(describe_review(session, found))
        return
    session.marks = marks(session, found)
    place = next(iter(session.marks), 0)
    if full_terminal() and not plain:
        from gridgames.screen.replay import run_replay
        from gridgames.sessions.settings import read_settings

        run_replay(session, pause=0.5, settings=read_settings(), at=place)
        return
    from gridgames.plain.replay import PlainReplay

    PlainReplay(session, place, 0).do_lines()


def _show_drawn(session: "Session", found: "Review") -> None:
    """Print a review with the board at turning points on it, and what was better there."""
    from gridgames.review.review_text import describe_point, describe_rest, describe_values

    output.print_lines(describe_values(session, found))
    for number, point in enumerate(found.turning_points, start=1):
        output.print_lines(describe_point(session, point, number))
        table = table_of(session.face, session.names, session.state_after(point.first))
        if table.board_matters:
            table.print_board(point.better)
    output.print_lines(describe_rest(session, found))


class Progress:
    """Reports progress on standard error during a long review."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _SILENT

    def __call__(self, done: int, count: int) -> None:
        from gridgames.languages.caveats import percent_words

        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            print_error(say("{percent} of the review is done", percent=percent_words(done / count)))
