"""``gridgames verify``, ``new`` and ``export``: records of games."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import typer

from gridcommon import game_loop
from gridcommon.answers import HeaderJson
from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, NotationError, truncate_path
from gridcommon.records import Header
from gridgames.commands.options import (
    AsJson,
    Draw,
    Flags,
    GameArgument,
    GameFile,
    Options,
    Seed,
    check_draw,
)
from gridgames.commands.review import Thoroughness, find_review
from gridgames.languages.messages import render_error, render_message, say, unbreakable_parts
from gridgames.show.parts import Marks
from gridgames.show.registry import GameChoice, face_of, wing_of
from gridgames.table.record_files import ReplayedRecord, verified
from gridgames.table.saves.new_games import chosen_seed, default_seats
from gridgames.table.saves.saves import Save
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls

DIFFERS, UNREADABLE = 1, 2


class DifferenceJson(TypedDict):
    """The first difference in a record."""

    line: int
    key: str
    expected: Any
    got: str
    rule: str | None


class FileJson(TypedDict):
    """A file, and whether it holds; one that cannot be read has only a problem."""

    file: str
    verdict: Literal["holds", "differs", "unreadable"]
    problem: NotRequired[str]
    game: NotRequired[str]
    actions: NotRequired[int]
    checks: NotRequired[int]
    finished: NotRequired[bool]
    result_given: NotRequired[bool]
    broken_off: NotRequired[int | None]
    corrections: NotRequired[int]
    unsure: NotRequired[list[int]]
    difference: NotRequired[DifferenceJson]


class VerifiedJson(TypedDict):
    """The answer of ``verify``."""

    schema: Literal[1]
    files: list[FileJson]


class SetupJson(TypedDict):
    """The answer of ``new``."""

    schema: Literal[1]
    header: HeaderJson


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Game records (.jsonl).")],
    flags: Flags,
    as_json: AsJson = False,
) -> None:
    """Replay records strictly: every action must be legal, and every check and the result must
    match.

    One line per file. Exits with 0 if all hold, 1 if one differs, 2 if one cannot be read.
    """
    worst = 0
    answers: list[FileJson] = []
    for path in files:
        try:
            found = verified(path, flags)
        except NotationError as problem:
            problem.source = problem.source or str(path)
            output.print_error(render_error(problem), keep=unbreakable_parts(problem))
            answer: FileJson = {
                "file": str(path),
                "verdict": "unreadable",
                "problem": str(problem),
            }
            text = say("cannot be read")
            worst = UNREADABLE
        else:
            keeping = wing_of(found.header.game).part("scorekeeping")
            answer = {
                "file": str(path),
                "verdict": "differs" if found.difference else "holds",
                "game": found.header.game,
                "actions": found.actions,
                "checks": found.checks,
                "finished": found.finished,
                "result_given": found.has_result,
                "broken_off": found.broken_off,
                "corrections": found.corrections,
                "unsure": list(keeping.unsure(found.state)) if keeping else [],
            }
            if difference := found.difference:
                worst = max(worst, DIFFERS)
                text = render_message(difference.wording)
                answer["difference"] = {
                    "line": difference.line,
                    "key": difference.key,
                    "expected": difference.expected,
                    "got": str(difference.got),
                    "rule": difference.rule,
                }
            else:
                text = _success_words(found, answer["unsure"])
        answers.append(answer)
        if not as_json:
            output.print_lines(
                [[(f"{escape_controls(truncate_path(str(path)))}: ", ""), (text, "")]]
            )
    if as_json:
        verified_files: VerifiedJson = {"schema": 1, "files": answers}
        output.print_json(verified_files)
    if worst:
        raise typer.Exit(worst)


def _success_words(found: ReplayedRecord, unsure: Sequence[Seat]) -> str:
    counts = {"actions": found.actions, "checks": found.checks}
    text = say("holds: {actions:action|actions}, {checks:check|checks}", **counts)
    if found.broken_off:
        text += say(", broken off after round {rounds}", rounds=found.broken_off)
    elif not found.finished:
        text += say(", not finished")
    elif not found.has_result:
        text += say("; no result given")
    if found.corrections:
        times = say("{count:time|times}", count=found.corrections)
        text += say("; corrected by hand {times}", times=times)
    if unsure:
        who = JoinedList(tuple(found.shown[seat] for seat in unsure), "and")
        text += say("; the points of {who} depend on something that was not given", who=who)
    return text


def new(
    game: GameArgument,
    flags: Flags,
    players: Annotated[
        int | None, typer.Option(help="Number of players.", min=1, show_default=False)
    ] = None,
    seed: Seed = None,
    option: Options = None,
    draw: Draw = False,
    as_json: AsJson = False,
) -> None:
    "Show a new set-up as text, or with --json as the header of a record."
    check_draw(draw=draw, as_json=as_json)
    choice = GameChoice(game, option or (), flags)
    number = chosen_seed(seed)
    face = face_of(game)
    count = players or default_seats(face.game)
    if count not in face.game.SEATS:  # the game refuses such a number; do not make names for it
        face.game.new_game(face.game.Ruleset.from_json(choice.ruleset()), count, number, None)
    names = tuple(f"player {seat + 1}" for seat in range(count))
    header = Header(game, choice.ruleset(), names, number, choice.setup())
    state = game_loop.start(face.game, header)
    full = game_loop.header(face.game, state, names, number)
    if as_json:
        dealt: SetupJson = {"schema": 1, "header": full.to_json()}
        output.print_json(dealt)
        return
    if draw:
        from gridgames.show.pictures import print_board

        print_board(face, state, names)
    board = () if draw else face.board_in_characters(state, names, Marks())
    output.print_lines(face.full_description(state, names, board))
    output.print_lines([[(say("seed {seed}", seed=number), "dim")]])


def export(
    record: GameFile,
    flags: Flags,
    target: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write: .html for a page with the whole game, .svg or .png for the"
            " board at the end, .csv or .json for numbers, .txt for the position, or .jsonl.",
        ),
    ],
    review: Annotated[
        Thoroughness | None,
        typer.Option(
            help="Review all players first, and show turning points and luck on the page.",
        ),
    ] = None,
) -> None:
    """Write a recorded game to a new file, such as a page that needs no other file.

    The page has the board after each move, the log with its rules, curves and auctions. It opens
    in any browser, without a server.
    """
    from gridgames.study.exports.export import check_target, write_export

    check_target(target)
    if review and target.suffix != ".html":
        raise NotationError("only a page (.html) can show a review", key="--review")
    session = Save(record, flags).read(or_pipe=True)
    found = None
    if review:
        found = find_review(session, record, range(len(session.players)), review)
    write_export(session, target, found)
    output.print_sentence(say("written: {file}", file=escape_controls(str(target))))
