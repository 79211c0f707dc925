"""``gridgames review``: the turning points of a recorded game."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridgames.commands.full_screen import full_terminal
from gridgames.commands.options import AsJson, Draw, Flags, GameFile, check_draw
from gridgames.commands.progress import bar
from gridgames.languages.messages import render_value, say
from gridgames.lines.table import PlainTable
from gridgames.show.registry import table_of
from gridgames.study.review.kept_reviews import KeptReviews
from gridgames.study.review.review import ReviewJson, seats_named
from gridgames.study.review.review_text import (
    describe_point,
    describe_rest,
    describe_review,
    describe_values,
    marks,
    place_of,
)
from gridgames.table.replay import ReplayPolicy
from gridgames.table.saves.saves import Save
from gridgames.table.session import Session
from gridgames.table.settings import read_settings
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls


class Thoroughness(StrEnum):
    """The amount of analysis."""

    QUICK = "quick"
    NORMAL = "normal"
    THOROUGH = "thorough"


def review(
    record: GameFile,
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
    again: Annotated[
        bool, typer.Option("--again", help="Make the review anew, also if it is kept.")
    ] = False,
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
    is large and certain: bots play both lines to the end in pairs of games with the same luck. The
    review is kept beside the record.
    """
    check_draw(draw=draw, as_json=as_json)
    if draw and replay:
        raise NotationError("--draw and --replay cannot be used together")
    if as_json and replay:
        raise NotationError("--json and --replay cannot be used together")
    session = Save(record, flags).read(or_pipe=True)
    seats = seats_named(session, seat)
    found = find_review(session, record, seats, effort, seconds, again=again)
    if as_json:
        output.print_json(found)
        return
    if draw:
        _show_drawn(session, found)
        return
    if not replay:
        output.print_lines(describe_review(session, found))
        return
    session.marks = marks(session, found)
    place = next(iter(session.marks), 0)
    if not plain and full_terminal():
        from gridgames.screen.play import run_replay

        run_replay(session, pause=0.5, settings=read_settings(), at=place)
        return
    ReplayPolicy(session, place)
    PlainTable(session).replay()


def _show_drawn(session: Session, found: ReviewJson) -> None:
    """Print a review with the board at turning points on it, and what was better there."""
    from gridgames.show.pictures import print_table

    output.print_lines(describe_values(session, found))
    for number, point in enumerate(found["turning_points"], start=1):
        output.print_lines(describe_point(session, point, number))
        table = table_of(session.face, session.names, session.state_after(place_of(session, point)))
        if table.board_matters:
            print_table(table, [*map(session.game.action_from_json, point["better"])])
    output.print_lines(describe_rest(session, found))


def find_review(
    session: Session,
    record: Path,
    seats: Sequence[Seat],
    effort: str,
    seconds: float | None = None,
    *,
    again: bool = False,
) -> ReviewJson:
    """Return the kept review of a record, or make and keep it; print on standard error which."""
    kept = KeptReviews(record)
    with bar(say("review"), in_percent=True) as watch:
        found = kept.review(session, seats, effort, seconds, watch, again=again)
    file = escape_controls(str(kept.path))
    if kept.is_known:
        told = say("{file} has this review already; --again makes it anew", file=file)
        output.print_error(told, keep=[file])
    elif kept.trouble is not None:
        reason = render_value(kept.trouble)
        told = say("the review is not kept in {file}: {reason}", file=file, reason=reason)
        output.print_error(told, keep=[file])
    return found
