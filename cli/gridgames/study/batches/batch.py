"""The folder of a batch: a file that describes the batch, and a record of each game.

``GAME-SEED.batch.json`` is named after the first seed. It is written before the first game, and the
program that plays keeps it locked. A batch that was interrupted is continued by the next program
that requests it.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from gridcommon.errors import NotationError, errors_located_in
from gridcommon.game_loop import ROUNDS
from gridcommon.records import read_object
from gridcommon.tables import read_text
from gridgames.system.durable_files import LockedFile, create, make_folder, sync_folder
from gridgames.system.files import check_regular, writing

FORMAT = "gridgames-batch"
VERSION = 1
SUFFIX = ".batch.json"

_PATIENCE = 2.0  # seconds for the processes of a killed batch to release its file
_UNFINISHED = re.compile(r"\.gridgames-[0-9a-f]{16}\.new")
_MARK = 8  # digits
_ABANDONED = 3600.0  # seconds after which no process is still writing such a file


def description(
    game: str,
    ruleset: Mapping[str, Any],
    setup: Mapping[str, Any],
    bots: tuple[str, ...],
    players: int | None = None,
    rounds: int = ROUNDS,
) -> dict[str, Any]:
    """Return the settings that identify a batch, without its first seed, as read from its file."""
    settings: dict[str, Any] = {"game": game, "ruleset": dict(ruleset), "setup": dict(setup)}
    settings |= {"bots": bots, "players": players, "rounds": rounds}
    read: dict[str, Any] = json.loads(json.dumps(settings))
    return read


def seed_in(folder: Path, wanted: Mapping[str, Any]) -> int | None:
    """Return the first seed of the batch in ``folder`` with the wanted settings, or None.

    Raises NotationError if there are several, or if the folder holds other batches of this game.
    """
    found: dict[Path, dict[str, Any]] = {}
    with suppress(OSError):
        for path in sorted(folder.glob(f"{wanted['game']}-*{SUFFIX}")):
            found[path] = _read(path)
    seeds = [one["seed"] for one in found.values() if wanted.items() <= one.items()]
    if len(seeds) > 1:
        raise NotationError(
            "this folder holds several such batches; choose one by its --seed: {seeds}",
            source=str(folder),
            seeds=", ".join(map(str, seeds)),
        )
    for path, other in () if seeds else found.items():
        raise _difference(path, other, wanted)
    return seeds[0] if seeds else None


def file_of(folder: Path, game: str, seed: int) -> Path:
    """Return the path of the file that describes the batch."""
    return folder / f"{game}-{seed}{SUFFIX}"


def mark_of(folder: Path, game: str, seed: int) -> str:
    """Return the prefix of the names of this batch's unfinished files."""
    name = os.fsencode(file_of(folder, game, seed).absolute())
    return sha256(name).hexdigest()[:_MARK]


@contextmanager
def locked_batch(folder: Path, seed: int, wanted: Mapping[str, Any]) -> Iterator[None]:
    """Start or continue a batch in ``folder``, and lock it against other programs.

    Raises NotationError if the folder holds another batch of this seed, or cannot be written.
    """
    path = file_of(folder, wanted["game"], seed)
    mark = mark_of(folder, wanted["game"], seed)
    whole = {"format": FORMAT, "version": VERSION, **wanted, "seed": seed}
    with writing(folder):
        make_folder(folder)
        with suppress(FileExistsError):
            create(path, f"{json.dumps(whole, ensure_ascii=False)}\n".encode(), mode=0o666)
            sync_folder(folder)
        found = _read(path)
        if found != whole:
            raise _difference(path, found, whole)
        file = _locked(path)
        clear(folder, mark)
    try:
        yield
    finally:
        clear(folder, mark)  # left by a process that was killed
        file.close()


def _read(path: Path) -> dict[str, Any]:
    """Return the description in a file. Raises NotationError if the file does not hold one."""
    check_regular(path)
    with errors_located_in(str(path)):
        found = read_object(read_text(path))
    found = {"players": None, "rounds": ROUNDS, **found}  # version 1 may omit these
    known = {"format", "version", "seed", *description("", {}, {}, ())}
    if found.keys() != known or (found["format"], found["version"]) != (FORMAT, VERSION):
        raise NotationError("not the description of a batch", source=str(path))
    return found


def _difference(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> NotationError:
    """Return an error that names how a batch differs from the wanted one."""
    key = next(key for key, value in wanted.items() if found[key] != value)
    return NotationError(
        "another batch is in this folder, with {found}, not {wanted}; choose another folder",
        source=str(path),
        key=key,
        found=json.dumps(found[key], ensure_ascii=False),
        wanted=json.dumps(wanted[key], ensure_ascii=False),
    )


def _locked(path: Path) -> LockedFile:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return LockedFile(path)
        except BlockingIOError:
            if time.monotonic() > until:
                raise NotationError(
                    "another program is playing this batch", source=str(path)
                ) from None
            time.sleep(0.05)


def clear(folder: Path, mark: str) -> None:
    """Remove the unfinished files of the batch with this mark, and all that are very old.

    The batch is locked, so none of its processes is still writing. Row files are open for as long
    as a batch runs, so the row files of other batches stay.
    """
    oldest = time.time() - _ABANDONED
    for path in folder.glob(".gridgames-*.new"):
        with suppress(OSError):
            is_ours = path.name.startswith(f".gridgames-{mark}")
            if is_ours or (_UNFINISHED.fullmatch(path.name) and path.lstat().st_mtime < oldest):
                path.unlink()
