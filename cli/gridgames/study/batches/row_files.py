"""Row files for other programs: one row per game, per seat and per round, and the game's tables.

A file is written under a temporary name while the games are played. It gets its own name at the
end, with all finished games.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gridgames.show.statistics import SEAT, Statistics
from gridgames.study.batches.outcome import WHOLE, Outcome
from gridgames.system.durable_files import fresh_path
from gridgames.system.files import check_regular, writing
from gridgames.terminal.csv_tables import CsvTable

SCHEMA = 1  # of what a Parquet file says about itself
SUFFIXES = (".csv", ".parquet")
SEEDS = {".parquet": range(-(1 << 63), 1 << 63)}  # the seeds that a file can hold, if it is limited
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

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class RowTable:
    """A table of a batch: its columns with their types, and a function for the rows of a game.

    ``meanings`` say what the columns hold, as far as the names that all games share do not.
    """

    key: str
    columns: Mapping[str, type]
    rows: Callable[[Outcome, int], Iterator[Row]]
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


def _game(outcome: Outcome, seed: int) -> Iterator[Row]:
    winners, is_broken_off = len(outcome.winners), int(outcome.is_broken_off)
    length = outcome.actions, outcome.rounds
    yield outcome.number, seed, *length, winners, outcome.decided_by, is_broken_off


def _seats(outcome: Outcome, seed: int) -> Iterator[Row]:
    for seat, bot in enumerate(outcome.bots):
        won = outcome.won(seat) / WHOLE
        points = None if outcome.is_broken_off else outcome.points[seat]
        yield outcome.number, seed, seat, bot, won, points


def _rounds(outcome: Outcome, seed: int) -> Iterator[Row]:
    for number, values in outcome.by_round:
        for seat, bot in enumerate(outcome.bots):
            of_seat = (by_seat[seat] for by_seat in values)
            yield outcome.number, seed, seat, bot, number, *of_seat


def _sheet(place: int, at: int) -> Callable[[Outcome, int], Iterator[Row]]:
    def rows(outcome: Outcome, seed: int) -> Iterator[Row]:
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

    def add(self, rows: Sequence[Row]) -> None:
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
        self._rows: list[Row] = []  # buffered
        path.open("x").close()
        self._file = parquet.ParquetWriter(path, self._schema)

    def add(self, rows: Sequence[Row]) -> None:
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
