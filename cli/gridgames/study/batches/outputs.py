"""The files that a batch writes: its summary, its rows and its plots."""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gridcommon.errors import JoinedList, NotationError
from gridgames import __version__
from gridgames.show.statistics import Statistics
from gridgames.study.batches import batch, row_files
from gridgames.study.batches.outcome import Outcome
from gridgames.study.batches.row_files import RowFiles, row_tables
from gridgames.study.batches.simulation import Simulation
from gridgames.study.batches.tally import Tally
from gridgames.system.durable_files import replace
from gridgames.system.files import check_regular, writing

_PLOTS = (".svg", ".png")
SUFFIXES = (".json", *row_files.SUFFIXES, *_PLOTS)


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
                if path.suffix in row_files.SUFFIXES:
                    rows = RowFiles(path, row_tables(shape), self._mark, _about(simulation))
                    cleanup.callback(rows.drop)
                    self._rows.append(rows)
            cleanup.pop_all()
        self._others = [path for path in asked if path.suffix not in row_files.SUFFIXES]

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
            from gridgames.study.batches.summary_plots import plots

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
        from gridgames.study.batches.summary_plots import check_plots

        check_plots()


def _check_seeds(path: Path, simulation: Simulation) -> None:
    """Raise NotationError if a file of this kind cannot hold the seeds of all games."""
    seeds = row_files.SEEDS.get(path.suffix)
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
