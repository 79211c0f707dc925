"""A game written to a file: its record, its numbers, its position, a picture, or a page."""

import json
from io import StringIO
from pathlib import Path
from typing import Final, Literal, TypedDict

from gridcommon.answers import ResultJson, RulesetJson
from gridcommon.errors import JoinedList, NotationError
from gridgames.languages.messages import render_error, say, unbreakable_parts
from gridgames.show.statistics import SEAT, StatisticsJson
from gridgames.study.review.review import ReviewJson
from gridgames.table.answers import Message, problem
from gridgames.table.saves.saves import check_new, write_copy, write_new
from gridgames.table.session import Session
from gridgames.table.statistics_text import statistics_of
from gridgames.terminal.csv_tables import CsvTable
from gridgames.terminal.printable import escape_controls

SUFFIXES = (".html", ".jsonl", ".csv", ".json", ".txt", ".svg", ".png")
_OFFERED_SUFFIXES = (".html", ".jsonl", ".csv", ".json", ".svg")
SCHEMA: Final = 1


def check_target(path: Path) -> None:
    """Raise NotationError for a suffix that is not one of ``SUFFIXES``, or a file that exists."""
    if path.suffix not in SUFFIXES:
        raise NotationError(
            "the name of an exported file ends with {suffixes}",
            source=str(path),
            suffixes=JoinedList(SUFFIXES, "or"),
        )
    check_new(path)


def write_export(session: Session, path: Path, review: ReviewJson | None = None) -> None:
    """Write a game to a new file: a page, its record, its statistics, its position or a picture.

    The suffix decides: ``.html`` for the page, which shows ``review`` too, ``.jsonl`` for the
    record, ``.csv`` and ``.json`` for numbers, ``.txt`` for the position, ``.svg`` and ``.png`` for
    a picture. Raises NotationError for another suffix, or if it fails.
    """
    check_target(path)
    match path.suffix:
        case ".jsonl":
            write_copy(session, path)
            return
        case ".html":
            try:
                from gridgames.study.exports.game_page import game_page
            except ImportError:
                raise NotationError(
                    'a page (.html) needs the web extra: pip install "gridgames[web]"'
                ) from None
            data = game_page(session, review).encode()
        case ".csv":
            data = _csv(session).encode()
        case ".json":
            data = f"{json.dumps(_to_json(session), ensure_ascii=False, indent=1)}\n".encode()
        case ".txt":
            names = [player.name for player in session.players]
            data = session.face.format_position(session.state, names).encode()
        case _:
            from gridgames.show.drawing.images import PNG_ZOOM, to_png
            from gridgames.show.pictures import drawings_of

            drawing = drawings_of(session.face, [session.state], session.names)[0]
            is_svg = path.suffix == ".svg"
            data = drawing.to_text().encode() if is_svg else to_png(drawing, PNG_ZOOM)
    write_new(path, data)


class ExportJson(TypedDict):
    """A game in numbers."""

    schema: Literal[1]
    game: str
    ruleset: RulesetJson
    players: list[str]
    result: ResultJson | None
    statistics: StatisticsJson


def _to_json(session: Session) -> ExportJson:
    result = session.result
    return {
        "schema": SCHEMA,
        "game": session.header.game,
        "ruleset": dict(session.header.ruleset),
        "players": list(session.header.players),
        "result": None if result is None else session.game.result_facts(result),
        "statistics": statistics_of(session).to_json(),
    }


def _csv(session: Session) -> str:
    """Return one CSV row per round and seat, with the keys of the measures as columns."""
    statistics = statistics_of(session)
    text = StringIO()
    table = CsvTable(text, ["round", SEAT, "player", *(one.key for one in statistics.MEASURES)])
    for number, values in zip(statistics.rounds, statistics.values, strict=True):
        for seat, player in enumerate(session.players):
            table.add([[number, seat, player.name, *(value[seat] for value in values)]])
    return text.getvalue()


def export_as(session: Session, name: str) -> Message:
    """Do what is typed as ``export NAME``, and return the answer."""
    if not name:
        header = session.header
        told = say(
            "Type export and the name of a file: .html, .jsonl, .csv, .json, .txt, .svg or .png."
        )
        files = [f"{header.game}-{header.seed}{suffix}" for suffix in _OFFERED_SUFFIXES]
        return Message(told, files=files, is_done=False)
    try:
        write_export(session, Path(name))
    except NotationError as error:
        return problem(render_error(error), unbreakable_parts(error))
    shown = escape_controls(name)
    return Message(say("Written to {file}.", file=shown), [shown])
