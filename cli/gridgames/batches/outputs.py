"""The files that a batch writes: its summary, its rows, its plots."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from gridcommon.errors import Listed, NotationError, system_reason
from gridgames.batches import row_files
from gridgames.batches.outcome import Outcome
from gridgames.batches.row_files import RowFiles, row_tables
from gridgames.batches.simulation import Simulation
from gridgames.batches.tally import Tally
from gridgames.games.statistics import Statistics
from gridgames.terminal.disk import replace
from gridgames.terminal.files import check_regular

_PLOTS = (".svg", ".png")
SUFFIXES = (".json", *row_files.SUFFIXES, *_PLOTS)


class Outputs:
    """The files of a batch. What had their names is replaced when the batch ends."""

    def __init__(self, asked: Sequence[Path], simulation: Simulation, shape: Statistics) -> None:
        """Begin them. Raises NotationError for what cannot be written, before the first game."""
        self._simulation = simulation
        self._shape = shape
        for place, path in enumerate(asked):
            _check(path)
            if path in asked[:place]:
                raise NotationError("given twice", source=str(path))
        self._rows = [
            RowFiles(path, row_tables(shape)) for path in asked if path.suffix in row_files.SUFFIXES
        ]
        self._others = [path for path in asked if path.suffix not in row_files.SUFFIXES]

    def add(self, outcome: Outcome) -> None:
        """Write the rows of the next game."""
        _, seed = self._simulation.seating_of(outcome.number)
        for rows in self._rows:
            rows.add(outcome, seed)

    def close(self, tally: Tally) -> list[Path]:
        """Write all that is left to write, and return the files. Raises NotationError."""
        written: list[Path] = []
        for rows in self._rows:
            rows.close()
            written += rows.files.values()
        summary = tally.summary()
        for path in self._others:
            if path.suffix == ".json":
                data = json.dumps(summary, ensure_ascii=False, indent=1)
                written.append(_write(path, f"{data}\n".encode()))
                continue
            from gridgames.batches.summary_plots import plots

            for name, plot in plots(summary, self._shape, path.suffix):
                written.append(_write(path.with_name(f"{path.stem}.{name}{path.suffix}"), plot))
        return written


def _check(path: Path) -> None:
    """Raise NotationError if a file like this cannot be written here."""
    if path.suffix not in SUFFIXES:
        raise NotationError(
            "the name of an output ends with {suffixes}",
            source=str(path),
            suffixes=Listed(SUFFIXES, "or"),
        )
    check_regular(path)
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise NotationError("this is no folder that can be written in", source=str(path.parent))
    if path.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise NotationError(
                "Parquet needs the extra data: pip install 'gridgames[data]'", source=str(path)
            ) from None
    if path.suffix in _PLOTS:
        from gridgames.batches.summary_plots import check_plots

        check_plots()


def _write(path: Path, data: bytes) -> Path:
    try:
        replace(path, data, mode=0o666)
    except OSError as problem:
        raise NotationError(
            "cannot be written: {reason}", source=str(path), reason=system_reason(problem)
        ) from None
    return path
