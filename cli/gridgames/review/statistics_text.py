"""The statistics of a game as tables, plots and files."""

import json
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from gridcommon.errors import JoinedList, NotationError
from gridgames.games.registry import wing_of
from gridgames.games.statistics import SEAT, Sheet, Statistics
from gridgames.languages.caveats import notes
from gridgames.languages.messages import render_value, say
from gridgames.saves.saves import write_copy, write_new
from gridgames.sessions.session import Session
from gridgames.terminal import output
from gridgames.terminal.csv_tables import CsvTable
from gridgames.terminal.output import Line
from gridgames.terminal.plots import line_plot
from gridgames.terminal.seat_styles import GLYPHS, seat_style

_PLOT_LINES = 12


def statistics_of(session: Session, moves: int | None = None) -> Statistics:
    """Return the statistics of a game after a number of moves, by default after all moves."""
    count = len(session.moves) if moves is None else moves
    wing = wing_of(session.header.game)
    statistics = wing.statistics(session.state_after(0), len(session.players))
    for place, move in enumerate(session.moves[:count], start=1):
        statistics.see(session.state_after(place), move.events)
    return statistics


def describe_statistics(
    statistics: Statistics, names: Sequence[str], *, plots: bool = False
) -> Iterator[Line]:
    """Yield each measure by round, as numbers or plotted, then the tables."""
    for place, measure in enumerate(statistics.MEASURES if statistics.rounds else ()):
        yield []
        yield [(say("{what} by round", what=measure.title), "bold")]
        if plots:
            yield from plot_lines(statistics, place, names, output.width(), _PLOT_LINES)
        else:
            values = [list(map(str, row)) for row in statistics.by_seat(place)]
            yield from by_round(statistics.rounds, values, names)
    for sheet in statistics.sheets():
        yield []
        yield from sheet_lines(sheet, names)


def plot_lines(
    statistics: Statistics, measure: int, names: Sequence[str], columns: int, lines: int
) -> Iterator[Line]:
    """Yield a measure as a plot, and a legend of the lines."""
    yield from line_plot(statistics.rounds, statistics.by_seat(measure), columns, lines)
    yield [(f"{GLYPHS[seat]} {name}   ", seat_style(seat)) for seat, name in enumerate(names)]


def by_round(
    rounds: Sequence[int], values: Sequence[Sequence[str]], names: Sequence[str]
) -> Iterator[Line]:
    """Yield a row of values for each name below the rounds, in several tables if needed."""
    heads = list(map(str, rounds))
    wide = max(map(len, [*heads, *(cell for row in values for cell in row)])) + 1
    label = max(map(cell_len, [say("round"), *names]))
    at_once = max(1, (output.width() - label - 1) // wide)
    for first in range(0, len(heads), at_once):
        part = slice(first, first + at_once)
        table = [[say("round"), *heads[part]]]
        table += [[name, *row[part]] for name, row in zip(names, values, strict=True)]
        yield from align_rows(table, least=wide - 1)


def sheet_lines(sheet: Sheet, names: Sequence[str]) -> Iterator[Line]:
    """Yield a table that fits the available width, and its caveats."""
    yield [(render_value(sheet.title), "bold")]
    rows = [[render_value(heading) for heading in sheet.columns.values()]]
    for row in sheet.rows:
        cells = zip(sheet.columns, row, strict=True)
        rows.append([names[cell] if key == SEAT else str(cell) for key, cell in cells])
    yield from fit_rows(rows)
    for note in notes(sheet.caveats):
        yield from output.wrapped(say("Not certain: {note}", note=note), "  ", "dim", first="")


def fit_rows(rows: list[list[str]]) -> Iterator[Line]:
    """Yield rows of cells that fit the available width; the first row has the headings.

    If they are too wide, columns become rows, or the headings take one line per word.
    """
    heads = 1
    if _width(rows) > output.width():
        turned = [list(column) for column in zip(*rows, strict=True)]
        if _width(turned) <= output.width():
            rows = turned
        else:  # aligned at the bottom
            words = (heading.split()[::-1] for heading in rows[0])
            below = [list(row) for row in zip_longest(*words, fillvalue="")][::-1]
            heads, rows = len(below), [*below, *rows[1:]]
    yield from align_rows(rows, heads=heads)


def align_rows(rows: Sequence[Sequence[str]], least: int = 0, heads: int = 1) -> Iterator[Line]:
    """Yield rows of aligned cells, the first column to the left, the others to the right.

    The first ``heads`` rows are headings.
    """
    wide = [max(least, *map(cell_len, column)) for column in zip(*rows, strict=True)]
    wide[0] = max(map(cell_len, next(zip(*rows, strict=True))))
    for number, (first, *others) in enumerate(rows):
        text = first + " " * (wide[0] - cell_len(first))
        for cell, width in zip(others, wide[1:], strict=True):
            text += " " * (1 + width - cell_len(cell)) + cell
        yield [(text, "dim" if number < heads else "")]


def _width(rows: Sequence[Sequence[str]]) -> int:
    return sum(max(map(cell_len, column)) + 1 for column in zip(*rows, strict=True)) - 1


SUFFIXES = (".jsonl", ".csv", ".json", ".txt", ".svg", ".png")
SCHEMA = 1


def export(session: Session, path: Path) -> None:
    """Write a game to a new file: its record, its statistics, its position or a picture.

    The suffix decides: ``.jsonl`` for the record, ``.csv`` and ``.json`` for numbers,
    ``.txt`` for the position, ``.svg`` and ``.png`` for a picture. Raises NotationError for another
    suffix, or if it fails.
    """
    match path.suffix:
        case ".jsonl":
            write_copy(session, path)
            return
        case ".csv":
            data = _csv(session).encode()
        case ".json":
            data = f"{json.dumps(_to_json(session), ensure_ascii=False, indent=1)}\n".encode()
        case ".txt":
            data = session.face.format_position(session.state, _names(session)).encode()
        case ".svg" | ".png":
            data = _picture(session, path.suffix)
        case _:
            raise NotationError(
                "the name of an exported file ends with {suffixes}",
                source=str(path),
                suffixes=JoinedList(SUFFIXES, "or"),
            )
    write_new(path, data)


def _names(session: Session) -> list[str]:
    return [player.name for player in session.players]


def _picture(session: Session, suffix: str) -> bytes:
    from gridgames.games.drawing.images import PNG_ZOOM, to_png

    names = [player.shown for player in session.players]
    drawing = session.face.draw([session.state], names)[0]
    return drawing.to_text().encode() if suffix == ".svg" else to_png(drawing, PNG_ZOOM)


def _to_json(session: Session) -> dict[str, Any]:
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
        for seat, name in enumerate(_names(session)):
            table.add([[number, seat, name, *(value[seat] for value in values)]])
    return text.getvalue()
