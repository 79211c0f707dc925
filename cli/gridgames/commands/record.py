"""``gridgames verify`` and ``new``: records of games."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gridgames.command_line.game_arguments import Flags
from gridgames.command_line.options import AsJson, Game, Options, Seed
from gridgames.games.registry import Choice
from gridgames.languages.messages import said, say, told, unbroken
from gridgames.terminal import output
from gridgames.terminal.printable import visible

if TYPE_CHECKING:
    from gridgames.sessions.record_files import Replayed

DIFFERS, UNREADABLE = 1, 2


def state_of(
    record: Path,
    at: int | None,
    game: str,
    tables: Mapping[str, Path | None] | None = None,
    read: Iterable[bytes] | None = None,
) -> "Replayed":
    """Return a recorded game of ``game``, replayed up to an action.

    ``tables`` are the files given for those that the record names, None where one is not, ``read``
    its lines, where they were read already. Raises NotationError for a record of another game or
    one that does not hold.
    """
    from gridcommon.errors import NotationError
    from gridgames.sessions.record_files import replayed

    given = {name: file for name, file in (tables or {}).items() if file}
    found = replayed(record, at, given, read)
    if found.header.game != game:
        raise NotationError(
            "this is a record of {found}; see gridgames {found} show",
            source=str(record),
            found=found.header.game,
        )
    if found.difference:
        raise NotationError(
            "{difference}; see gridgames verify",
            source=str(record),
            difference=found.difference.wording,
        )
    return found


def how_it_ended(found: "Replayed") -> dict[str, Any]:
    """Return the result of a recorded game, if it is over, and what it came to by round.

    ``broken_off`` is the round after which it was broken off, if it was.
    """
    result = found.game.result(found.state)
    return {
        "result": None if result is None else found.game.result_facts(result),
        "broken_off": found.broken_off,
        "statistics": found.statistics.to_json(),
    }


def show_ending(found: "Replayed", *, numbers: bool) -> None:
    """Show who has won and what the game came to, if it is over.

    On a terminal it is plotted, unless ``numbers`` are asked for.
    """
    from gridgames.games.registry import face_of
    from gridgames.review.statistics_text import describe_statistics
    from gridgames.saves.saves_text import broken_off_words

    result = found.game.result(found.state)
    if found.broken_off:
        output.show([[]])
        output.tell(broken_off_words(found.broken_off))
        return
    if result is None:
        return
    output.show([[]])
    for sentence in face_of(found.header.game).tell_result(result, found.shown):
        output.tell(sentence)
    plots = output.is_terminal() and output.has_box_lines() and not numbers
    output.show(describe_statistics(found.statistics, found.shown, plots=plots))


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Game records (.jsonl).")],
    flags: Flags,
    as_json: AsJson = False,
) -> None:
    """Replay records strictly: every action legal, every check and the result as they say.

    One line per file. Exits with 0 if all hold, 1 if one differs, 2 if one cannot be read.
    """
    from gridcommon.errors import Listed, NotationError, path_in_short
    from gridgames.games.registry import face_of
    from gridgames.sessions.record_files import verified

    worst = 0
    answers: list[dict[str, Any]] = []
    for path in files:
        answer: dict[str, Any] = {"file": str(path)}
        try:
            found = verified(path, flags)
        except NotationError as problem:
            problem.source = problem.source or str(path)
            output.complain(told(problem), keep=unbroken(problem))
            answer |= {"verdict": "unreadable", "problem": str(problem)}
            text = say("cannot be read")
            worst = UNREADABLE
        else:
            answer |= {
                "verdict": "differs" if found.difference else "holds",
                "game": found.header.game,
                "actions": found.actions,
                "checks": found.checks,
                "finished": found.finished,
                "broken_off": found.broken_off,
                "corrections": found.corrections,
                "unsure": list(face_of(found.header.game).unsure(found.state)),
            }
            if difference := found.difference:
                worst = max(worst, DIFFERS)
                text = said(difference.wording)
                answer["difference"] = {
                    "line": difference.line,
                    "key": difference.key,
                    "expected": difference.expected,
                    "got": str(difference.got),
                    "rule": difference.rule,
                }
            else:
                if found.finished:
                    template = "holds: {actions:action|actions}, {checks:check|checks}"
                elif found.broken_off:
                    template = (
                        "holds: {actions:action|actions}, {checks:check|checks}, broken off after"
                        " round {rounds}"
                    )
                else:
                    template = (
                        "holds: {actions:action|actions}, {checks:check|checks}, not finished"
                    )
                counts = {"actions": found.actions, "checks": found.checks}
                text = say(template, **counts, rounds=found.broken_off)
                if found.corrections:
                    times = say("{count:time|times}", count=found.corrections)
                    text += say("; corrected by hand {times}", times=times)
                if answer["unsure"]:
                    who = Listed(tuple(found.shown[seat] for seat in answer["unsure"]), "and")
                    text += say("; the points of {who} rest on what nobody has told", who=who)
        answers.append(answer)
        if not as_json:
            output.show([[(f"{visible(path_in_short(str(path)))}: ", ""), (text, "")]])
    if as_json:
        output.answer({"schema": 1, "files": answers})
    if worst:
        raise typer.Exit(worst)


def new(
    game: Game,
    flags: Flags,
    players: Annotated[
        int | None, typer.Option(help="How many players.", min=1, show_default=False)
    ] = None,
    seed: Seed = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Show a fresh set-up: as text, or with --json as the header of a record."""
    from gridcommon import playing
    from gridcommon.records import Header
    from gridgames.games.registry import face_of
    from gridgames.sessions.seeds import chosen_seed
    from gridgames.sessions.session import default_seats

    choice = Choice(game, option or (), flags)
    number = chosen_seed(seed)
    face = face_of(game)
    count = players or default_seats(face.game)
    if count not in face.game.SEATS:  # refused there, before so many get names
        face.game.new_game(face.game.Ruleset.from_json(choice.ruleset()), count, number, None)
    names = tuple(f"player {seat + 1}" for seat in range(count))
    header = Header(game, choice.ruleset(), names, number, choice.setup())
    state = playing.start(face.game, header)
    full = playing.header(face.game, state, names, number)
    if as_json:
        output.answer({"schema": 1, "header": full.to_json()})
        return
    output.show(face.whole_drawn(state, names))
    output.show([[(say("seed {seed}", seed=number), "dim")]])
