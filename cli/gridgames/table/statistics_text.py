"""The statistics of a game as tables and plots."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from gridgames.languages.caveats import notes
from gridgames.languages.messages import render_value, say
from gridgames.show.registry import wing_of
from gridgames.show.statistics import SEAT, Sheet, Statistics
from gridgames.table.session import Session
from gridgames.terminal import output
from gridgames.terminal.output import Line, text_width
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
    statistics: Statistics, names: Sequence[str], *, plots: bool = False, is_brief: bool = False
) -> Iterator[Line]:
    """Yield each measure by round, as numbers or plotted, then the tables.

    ``is_brief`` leaves only the measure that tells how the game went.
    """
    for place, measure in enumerate(statistics.MEASURES if statistics.rounds else ()):
        if is_brief and place != statistics.STORY:
            continue
        yield []
        yield [(say("{what} by round", what=measure.title), "bold")]
        if plots:
            yield from plot_lines(statistics, place, names, output.width(), _PLOT_LINES)
        else:
            values = [list(map(str, row)) for row in statistics.by_seat(place)]
            yield from by_round(statistics.rounds, values, names)
    for sheet in () if is_brief else statistics.sheets():
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
    label = max(map(text_width, [say("round"), *names]))
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
    wide = [max(least, *map(text_width, column)) for column in zip(*rows, strict=True)]
    wide[0] = max(map(text_width, next(zip(*rows, strict=True))))
    for number, (first, *others) in enumerate(rows):
        text = first + " " * (wide[0] - text_width(first))
        for cell, width in zip(others, wide[1:], strict=True):
            text += " " * (1 + width - text_width(cell)) + cell
        yield [(text, "dim" if number < heads else "")]


def _width(rows: Sequence[Sequence[str]]) -> int:
    return sum(max(map(text_width, column)) + 1 for column in zip(*rows, strict=True)) - 1
