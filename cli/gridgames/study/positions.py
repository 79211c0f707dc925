"""Recorded games and positions in files: read, replayed up to an action, and shown as answers."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, NotRequired

from gridcommon.answers import DoubtJson, Part, ResultJson
from gridcommon.caveats import Caveat
from gridcommon.errors import Command, NotationError
from gridcommon.spelling import quoted
from gridgames.languages.messages import say
from gridgames.show.questions import DocumentJson
from gridgames.show.registry import face_of, names, wing_of
from gridgames.show.statistics import StatisticsJson
from gridgames.system.files import STANDARD_INPUT, read_argument
from gridgames.table.record_files import ReplayedRecord, begins_record, is_record, replayed
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped

# The prefixes that chats add to a message: [21:03, 05/12/2026] Ana: or 05/12/2026, 21:03 - Ana:
_SENT = re.compile(
    r"^[ \t\u200e]*(?:\[[^\]\n]*\d{1,2}:\d\d[^\]\n]*\][^:\n]*:"
    r"|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d\d[^:\n]*:)[ \t]*",
    re.MULTILINE,
)
_RULE = r"([A-Z]{2}-[A-Z]+)-(\d{1,2})"  # whose picture is a position


def position_text(name: str) -> tuple[str, str]:
    """Return the text that an argument names, and the name of its source for errors.

    A rule id is the position in the picture of the rule, unless a file has that name. Raises
    NotationError if there is none, or if it cannot be read.
    """
    rule = None if os.path.lexists(name) else re.fullmatch(_RULE, name, re.IGNORECASE)
    if rule is None:
        return read_argument(name)
    from gridgames.study.rules.pictured import picture_of

    key = f"{rule[1].upper()}-{rule[2]:>02}"
    found = (picture_of(key, game) for game in names())
    if picture := next(filter(None, found), None):
        return picture.position(), key
    raise NotationError(
        "is neither a file nor a rule with a picture; gridgames rules ID --draw shows those of a "
        "rule",
        source=name,
    )


def state_of(
    record: Path,
    at: int | None,
    game: str,
    tables: Mapping[str, Path | None] | None = None,
    read: Iterable[bytes] | None = None,
) -> ReplayedRecord:
    """Return a recorded game of ``game``, replayed up to an action.

    ``tables`` are the given files of the tables that the record names, or None for one that is not
    given. ``read`` are the lines of the record, if they have been read already. Raises
    NotationError for a record of another game, or if a line of the record does not hold.
    """
    given = {name: file for name, file in (tables or {}).items() if file}
    found = replayed(record, at, given, read)
    if found.header.game != game:
        raise NotationError(
            "this is a record of {found}; see gridgames {found} show",
            source=str(record),
            found=found.header.game,
        )
    found.check(record)
    return found


def position_or_record(
    name: str,
    at: int | None,
    game: str,
    tables: Mapping[str, Path | None] | None = None,
    *,
    reads_json: bool = False,
) -> tuple[str | ReplayedRecord, str]:
    """Return the text of a position, or a record replayed up to an action, and its source.

    It is read from a file, or from standard input as ``-``. ``reads_json``: positions of the game
    may be JSON. Raises NotationError.
    """
    if name != STANDARD_INPUT and is_record(Path(name), reads_json=reads_json):
        return state_of(Path(name), at, game, tables), name
    text, source = position_text(name)
    if begins_record(text.encode(), reads_json=reads_json):
        lines = (f"{line}\n".encode() for line in text.split("\n") if line)
        return state_of(Path(source), at, game, tables, lines), source
    if at is not None:
        raise NotationError("--at needs a game record; this is a position", source=source)
    return text, source


def explain_misreading(text: str, game: str, problem: NotationError) -> NotationError:
    """Return the error for a text that cannot be read as a position of a game.

    It is a specific error for a text from a chat or a position of another game, or else
    ``problem``.
    """
    if sent := _SENT.search(text):
        return NotationError(
            "a chat program has put {found} in front of the text; delete it from every line",
            line=text.count("\n", 0, sent.start()) + 1,
            column=1,
            found=quoted(sent[0].strip()),
            source=problem.source,
        )
    for name in names():
        if name != game and face_of(name).is_position(text):
            return NotationError(
                "this is a position of {other}, not of {game}; see {command}",
                other=say(wing_of(name).title),
                game=say(wing_of(game).title),
                command=Command(f"gridgames {name} --help"),
                source=problem.source,
            )
    return problem


class ShownJson(DocumentJson):
    """The answer; the keys that may be missing are those of a record."""

    actions: int | None
    state: Annotated[dict[str, Any], Part("state")]
    position: str
    doubts: list[DoubtJson]
    result: NotRequired[ResultJson | None]
    broken_off: NotRequired[int | None]
    statistics: NotRequired[StatisticsJson]


def shown_position(
    facts: Mapping[str, Any],
    position: str,
    caveats: Iterable[Caveat],
    record: ReplayedRecord | None,
) -> ShownJson:
    """Return a position as a document; that of a record also has its result and statistics."""
    found: ShownJson = {
        "schema": 1,
        "actions": record.actions if record else None,
        "state": dict(facts),
        "position": position,
        "doubts": [doubt.to_json() for doubt in caveats],
    }
    if record is None:
        return found
    result = record.game.result(record.state)
    return {
        **found,
        "result": None if result is None else record.game.result_facts(result),
        "broken_off": record.broken_off,
        "statistics": record.statistics.to_json(),
    }


def describe_ending(record: ReplayedRecord | None, *, numbers: bool) -> Iterator[Line]:
    """Yield the winner and the statistics of a recorded game, as plots unless ``numbers``."""
    if record is None:
        return
    from gridgames.table.saves.saves import broken_off_words
    from gridgames.table.statistics_text import describe_statistics  # loads the plots

    result = record.game.result(record.state)
    if record.broken_off:
        yield []
        yield from wrapped(broken_off_words(record.broken_off), "  ", first="")
        return
    if result is None:
        return
    yield []
    for sentence in face_of(record.header.game).narrate_result(result, record.shown):
        yield from wrapped(sentence, "  ", first="")
    plots = output.is_terminal() and output.has_box_lines() and not numbers
    yield from describe_statistics(record.statistics, record.shown, plots=plots)
