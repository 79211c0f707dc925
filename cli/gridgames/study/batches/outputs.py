"""The files that a batch writes: its summary, its rows and its plots.

Row files are for other programs: one row per game, per seat and per round, and the game's tables. A
file is written under a temporary name while the games are played. It gets its own name at the end,
with all finished games. Plots are drawn by matplotlib, from the extra ``plots``.
"""

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridcommon.errors import JoinedList, NotationError
from gridgames import __version__
from gridgames.languages.messages import render_value, say
from gridgames.show.statistics import SEAT, Statistics
from gridgames.study.batches import batch
from gridgames.study.batches.simulation import WHOLE, Outcome, Simulation
from gridgames.study.batches.summary_text import side_names
from gridgames.study.batches.tally import Tally
from gridgames.system.durable_files import fresh_path, replace
from gridgames.system.files import check_regular, writing
from gridgames.terminal.canvas import hex_code
from gridgames.terminal.csv_tables import CsvTable
from gridgames.terminal.seat_styles import COLOURS_BY_THEME

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


SCHEMA = 1  # of what a Parquet file says about itself
_ROWS = (".csv", ".parquet")
_SEEDS = {".parquet": range(-(1 << 63), 1 << 63)}  # that a file can hold, if limited
_AT_ONCE = 10_000  # rows of a Parquet file that are buffered before they are written

# What columns hold that are the same in every game; others have the headings of its tables
_MEANINGS = {
    "game": "number of the game, from 1",
    "seed": "seed of the game",
    "seat": "seat, from 0",
    "bot": "bot of the seat",
    "actions": "actions played",
    "rounds": "rounds played",
    "winners": "number of winners",
    "decided_by": "rule that decided the game",
    "broken_off": "1 if the game was stopped early, otherwise 0",
    "won": "share of the win",
    "points": "value that decides first",
    "round": "number of the round",
}
_GAME = {"game": int, "seed": int}
_GAMES: dict[str, type] = {**_GAME, "actions": int, "rounds": int, "winners": int}
_GAMES |= {"decided_by": str, "broken_off": int}
_SEAT = {**_GAME, SEAT: int, "bot": str}

TableRow = Sequence[Any]


@dataclass(frozen=True, slots=True)
class RowTable:
    """A table of a batch: its columns with their types, and a function for the rows of a game.

    ``meanings`` say what the columns hold, as far as the names that all games share do not.
    """

    key: str
    columns: Mapping[str, type]
    rows: Callable[[Outcome, int], Iterator[TableRow]]
    meanings: Mapping[str, str] = field(default_factory=dict)

    def meaning(self, column: str) -> str:
        """Return what a column holds, in English."""
        return self.meanings.get(column) or _MEANINGS.get(column, column)


def row_tables(shape: Statistics) -> list[RowTable]:
    """Return the tables of a batch. Each row has the number and the seed of its game."""
    measures = {measure.key: int for measure in shape.MEASURES}
    titles = {measure.key: str(measure.title) for measure in shape.MEASURES}
    tables = [
        RowTable("games", _GAMES, _game),
        RowTable("seats", {**_SEAT, "won": float, "points": int}, _seats),
        RowTable("rounds", {**_SEAT, "round": int, **measures}, _rounds, titles),
    ]
    for place, sheet in enumerate(shape.sheets()):
        columns = {key: int for key in sheet.columns if key != SEAT}
        at = list(sheet.columns).index(SEAT)
        headings = {key: str(heading) for key, heading in sheet.columns.items() if key != SEAT}
        tables.append(RowTable(sheet.key, {**_SEAT, **columns}, _sheet(place, at), headings))
    return tables


def _game(outcome: Outcome, seed: int) -> Iterator[TableRow]:
    winners, is_broken_off = len(outcome.winners), int(outcome.is_broken_off)
    length = outcome.actions, outcome.rounds
    yield outcome.number, seed, *length, winners, outcome.decided_by, is_broken_off


def _seats(outcome: Outcome, seed: int) -> Iterator[TableRow]:
    for seat, bot in enumerate(outcome.bots):
        won = outcome.won(seat) / WHOLE
        points = None if outcome.is_broken_off else outcome.points[seat]
        yield outcome.number, seed, seat, bot, won, points


def _rounds(outcome: Outcome, seed: int) -> Iterator[TableRow]:
    for number, values in outcome.by_round:
        for seat, bot in enumerate(outcome.bots):
            of_seat = (by_seat[seat] for by_seat in values)
            yield outcome.number, seed, seat, bot, number, *of_seat


def _sheet(place: int, at: int) -> Callable[[Outcome, int], Iterator[TableRow]]:
    def rows(outcome: Outcome, seed: int) -> Iterator[TableRow]:
        for row in outcome.sheets[place]:
            seat = row[at]
            others = (*row[:at], *row[at + 1 :])
            yield outcome.number, seed, seat, outcome.bots[seat], *others

    return rows


class _Csv:
    def __init__(self, path: Path, table: RowTable, about: Mapping[str, Any]) -> None:
        del about  # a reader of CSV takes every line for a row
        self._file = path.open("x", encoding="utf-8", newline="")
        self._table = CsvTable(self._file, table.columns)

    def add(self, rows: Sequence[TableRow]) -> None:
        self._table.add(rows)

    def close(self) -> None:
        self._file.close()


class _Parquet:
    def __init__(self, path: Path, table: RowTable, about: Mapping[str, Any]) -> None:
        import pyarrow
        from pyarrow import parquet

        kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
        self._schema = pyarrow.schema(
            [
                pyarrow.field(key, kinds[kind], metadata={"description": table.meaning(key)})
                for key, kind in table.columns.items()
            ],
            metadata={"gridgames": json.dumps({"schema": SCHEMA, "table": table.key, **about})},
        )
        self._make = pyarrow.table
        self._rows: list[TableRow] = []  # buffered
        path.open("x").close()
        self._file = parquet.ParquetWriter(path, self._schema)

    def add(self, rows: Sequence[TableRow]) -> None:
        self._rows += rows
        if len(self._rows) >= _AT_ONCE:
            self._write()

    def _write(self) -> None:
        rows, self._rows = self._rows, []
        columns = list(zip(*rows, strict=True))
        self._file.write_table(self._make(columns, schema=self._schema))

    def close(self) -> None:
        try:
            if self._rows:
                self._write()
        finally:
            self._file.close()


class RowFiles:
    """The files of all tables of a batch, in one format."""

    def __init__(
        self,
        output: Path,
        tables: Sequence[RowTable],
        mark: str,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """Start ``STEM.TABLE.csv`` or ``.parquet`` for each table.

        ``mark`` is that of the batch, or empty; ``about`` says in files that can hold it where the
        rows come from. Raises NotationError if one cannot be written.
        """
        self.files = {
            table.key: output.with_name(f"{output.stem}.{table.key}{output.suffix}")
            for table in tables
        }
        self._tables = tables
        self._fresh = {table.key: fresh_path(output, mark, ".rows.new") for table in tables}
        self._writers: dict[str, _Csv | _Parquet] = {}
        make = _Csv if output.suffix == ".csv" else _Parquet
        try:
            for table in tables:
                check_regular(self.files[table.key])
                fresh = self._fresh[table.key]
                with writing(fresh):
                    self._writers[table.key] = make(fresh, table, about or {})
        except BaseException:
            self.drop()
            raise

    def add(self, outcome: Outcome, seed: int) -> None:
        """Write the rows of one more game. Raises NotationError if that fails."""
        for table in self._tables:
            with writing(self.files[table.key]):
                self._writers[table.key].add(list(table.rows(outcome, seed)))

    def close(self) -> None:
        """Give the files their names, replacing existing files."""
        try:
            for key, writer in self._writers.items():
                with writing(self.files[key]):
                    writer.close()
                    os.replace(self._fresh[key], self.files[key])
        finally:
            self.drop()

    def drop(self) -> None:
        """Remove the files that still have temporary names."""
        for writer in self._writers.values():
            with suppress(OSError, ValueError, ArithmeticError):  # a number may be too large
                writer.close()
        for fresh in self._fresh.values():
            with suppress(OSError):
                fresh.unlink()


_MARKS = "osD^P*Xv"
_FEW = 0.05  # share of the games; means of fewer games are not drawn
_LOOK: dict[Any, Any] = {
    "svg.fonttype": "none",  # keep text as text
    "svg.hashsalt": "gridgames",  # make the files reproducible
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
}


def check_plots() -> None:
    """Raise NotationError if matplotlib is not installed."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it logs building its font cache
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NotationError('plots need the plots extra: pip install "gridgames[plots]"') from None


def plots(
    summary: Mapping[str, Any], shape: Statistics, suffix: str
) -> Iterator[tuple[str, bytes]]:
    """Yield each plot of a summary: its name, and the content of its file."""
    from matplotlib import rc_context

    if not summary["games"]:
        return
    with rc_context(_LOOK):
        for name, figure in _figures(summary, shape):
            data = BytesIO()
            metadata = {"Date": None} if suffix == ".svg" else None
            figure.savefig(data, format=suffix[1:], dpi=144, metadata=metadata)
            yield name, data.getvalue()


def _figures(summary: Mapping[str, Any], shape: Statistics) -> Iterator[tuple[str, "Figure"]]:
    sides = side_names(summary)
    players = len(summary["seats"])
    figure, axes = _figure(say("share of wins, with 95% intervals"), 1 + 0.3 * len(sides))
    _shares(axes, summary[summary["sides"]], sides, 1 / players)
    yield "wins", figure
    by_round = summary["by_round"]
    for measure, found in zip(shape.MEASURES, by_round["measures"], strict=True):
        figure, axes = _figure(say("{what} by round, on average", what=measure.title))
        _lines(axes, by_round, found["means"], sides)
        yield f"rounds-{measure.key}", figure
    for sheet, table in zip(shape.sheets(), summary["tables"], strict=True):
        columns = [key for key in sheet.columns if key not in (SEAT, sheet.by)]
        if sheet.by == SEAT:
            figure, axes = _figure(render_value(sheet.title))
            means = [[row[key]["mean"] for key in columns] for row in table["rows"]]
            names = [sides[row[SEAT]] for row in table["rows"]]
            _bars(axes, means, names, [render_value(sheet.columns[key]) for key in columns])
        else:
            heading = render_value(sheet.columns[sheet.by])
            title = say(
                "share of wins of those who had it, with 95% intervals: {what}", what=heading
            )
            figure, axes = _figure(title, 1 + 0.16 * len(table["rows"]))
            names = [str(row[sheet.by]) for row in table["rows"]]
            _shares(axes, table["rows"], names, 1 / players)
            axes.set_ylabel(heading)
        yield sheet.key, figure


def _figure(title: str, height: float = 3.2) -> tuple["Figure", "Axes"]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, max(height, 1.6)), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left")
    return figure, axes


def _colour(side: int) -> str:
    colours = COLOURS_BY_THEME["light"]
    return hex_code(colours[side % len(colours)])


def _shares(
    axes: "Axes", rows: Sequence[Mapping[str, Any]], names: Sequence[str], even: float
) -> None:
    """Draw each side's share with its interval, and a line at the share of equal strength."""
    from matplotlib.ticker import PercentFormatter

    axes.axvline(even, color="gray", linestyle="--", linewidth=1)
    for place, row in enumerate(rows):
        low, high = row["interval"]
        axes.plot([low, high], [place, place], color=_colour(5), linewidth=2)
        axes.plot(row["share"], place, "o", color=_colour(0), markersize=4)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(PercentFormatter(1))


def _lines(
    axes: "Axes",
    by_round: Mapping[str, Any],
    means: Sequence[Sequence[float | None]],
    names: Sequence[str],
) -> None:
    """Draw a line for each side, up to the last round that enough games reached."""
    from matplotlib.ticker import MaxNLocator

    rounds = by_round["rounds"]
    for side, (name, values) in enumerate(zip(names, means, strict=True)):
        games = by_round["games"][side]
        kept = [
            (number, value)
            for number, value, count in zip(rounds, values, games, strict=True)
            if value is not None and count >= _FEW * games[0]
        ]
        mark = _MARKS[side % len(_MARKS)]
        axes.plot(
            *zip(*kept, strict=True), f"{mark}-", color=_colour(side), label=name, markersize=4
        )
    axes.set_xlabel(say("round"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(frameon=False)


def _bars(
    axes: "Axes",
    means: Sequence[Sequence[float]],
    names: Sequence[str],
    columns: Sequence[str],
) -> None:
    width = 0.8 / len(names)
    for side, (name, values) in enumerate(zip(names, means, strict=True)):
        places = [column + (side - (len(names) - 1) / 2) * width for column in range(len(columns))]
        axes.bar(places, values, width, color=_colour(side), label=name)
    axes.set_xticks(range(len(columns)), ["\n".join(one.split(" ")) for one in columns])
    axes.legend(frameon=False)


_PLOTS = (".svg", ".png")
SUFFIXES = (".json", *_ROWS, *_PLOTS)


class Outputs:
    """The files of a batch. Files that have their names are replaced when the batch ends."""

    def __init__(self, asked: Sequence[Path], simulation: Simulation, shape: Statistics) -> None:
        """Start the files. Raises NotationError for a file that cannot be written."""
        self._simulation = simulation
        self._shape = shape
        for place, path in enumerate(asked):
            _check(path)
            _check_seeds(path, simulation)
            if path in asked[:place]:
                raise NotationError("given twice", source=str(path))
        self._mark = simulation.mark
        if self._mark:
            for folder in {path.parent for path in asked}:
                batch.clear(folder, self._mark)
        self._rows: list[RowFiles] = []
        with ExitStack() as cleanup:
            for path in asked:
                if path.suffix in _ROWS:
                    rows = RowFiles(path, row_tables(shape), self._mark, _about(simulation))
                    cleanup.callback(rows.drop)
                    self._rows.append(rows)
            cleanup.pop_all()
        self._others = [path for path in asked if path.suffix not in _ROWS]

    def add(self, outcome: Outcome) -> None:
        """Write the rows of the next game."""
        _, seed = self._simulation.seating_of(outcome.number)
        for rows in self._rows:
            rows.add(outcome, seed)

    def close(self, tally: Tally) -> list[Path]:
        """Finish the files, and return their paths. Raises NotationError if one cannot be."""
        written: list[Path] = []
        with ExitStack() as cleanup:
            for rows in self._rows:
                cleanup.callback(rows.drop)
            for rows in self._rows:
                rows.close()
                written += rows.files.values()
        summary = tally.summary()
        for path in self._others:
            if path.suffix == ".json":
                data = json.dumps(summary, ensure_ascii=False, indent=1)
                self._write(path, f"{data}\n".encode())
                written.append(path)
                continue
            for name, plot in plots(summary, self._shape, path.suffix):
                file = path.with_name(f"{path.stem}.{name}{path.suffix}")
                self._write(file, plot)
                written.append(file)
        return written

    def _write(self, path: Path, data: bytes) -> None:
        with writing(path):
            replace(path, data, mode=0o666, mark=self._mark)


def _about(simulation: Simulation) -> dict[str, Any]:
    """Return what was played, and by which version."""
    return {
        "version": __version__,
        "game": simulation.game,
        "ruleset": dict(simulation.ruleset),
        "bots": list(simulation.levels),
        "seed": simulation.seed,
    }


def _check(path: Path) -> None:
    """Raise NotationError if this file cannot be written."""
    if path.suffix not in SUFFIXES:
        raise NotationError(
            "the name of an output ends with {suffixes}",
            source=str(path),
            suffixes=JoinedList(SUFFIXES, "or"),
        )
    check_regular(path)
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise NotationError(
            "the folder is missing or cannot be written to", source=str(path.parent)
        )
    if path.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise NotationError(
                'Parquet needs the data extra: pip install "gridgames[data]"', source=str(path)
            ) from None
    if path.suffix in _PLOTS:
        check_plots()


def _check_seeds(path: Path, simulation: Simulation) -> None:
    """Raise NotationError if a file of this kind cannot hold the seeds of all games."""
    seeds = _SEEDS.get(path.suffix)
    first, last = simulation.seed, simulation.last_seed
    if seeds and not (first in seeds and last in seeds):
        raise NotationError(
            "{suffix} files hold seeds from {least} to {most}; this batch has {first} to {last}",
            source=str(path),
            key="--seed",
            suffix=path.suffix,
            least=seeds[0],
            most=seeds[-1],
            first=first,
            last=last,
        )
