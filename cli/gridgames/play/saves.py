"""Saved games: records that grow by one line per move, so a kill loses at most one move."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from gridcommon.errors import NotationError, Word, system_reason
from gridcommon.records import Line, format_line, read_record
from gridgames.games.registry import game_of
from gridgames.play.session import Session, players_of
from gridgames.terminal.files import check_regular, is_cut_off, opened_lines

SUFFIX = ".jsonl"


def saves_directory() -> Path:
    """Return the directory where games are saved if no file is named."""
    return user_data_path("gridgames", appauthor=False) / "saves"


def new_save_path(game: str, now: datetime) -> Path:
    """Return the path of a new save, named after the game and the time."""
    return saves_directory() / f"{game}-{now:%Y%m%d-%H%M%S-%f}{SUFFIX}"


def saved_games() -> Iterator[Path]:
    """Yield the saves, the latest first."""
    directory = saves_directory()
    found = directory.glob(f"*{SUFFIX}") if directory.is_dir() else ()
    yield from sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


class Save:
    """The file of one game, held by one program at a time.

    Trouble with the disk never stops the game: ``trouble`` says what it is until a later move can
    be written, with all that is missing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: Word | None = None
        self._written = 0  # moves in the file
        self._last: object = None  # the last of them
        self._lock = FileLock(f"{path}.lock")
        self.is_begun = False

    def follow(self, session: Session) -> None:
        """Save a game from its first move on; a game without one leaves no file."""
        session.on_change = self._begin

    def _begin(self, session: Session) -> None:
        self.open()
        session.on_change = self.write
        self.write(session)

    def open(self) -> None:
        """Lock the file for this program.

        Raises NotationError if another program holds it, or if it is not a regular file.
        """
        check_regular(self.path)
        self.is_begun = True
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise NotationError(
                "this game is open in another program", source=str(self.path)
            ) from None
        except OSError as problem:
            self.trouble = system_reason(problem)

    def close(self) -> None:
        """Release the file."""
        if self._lock.is_locked:
            with suppress(OSError):  # while it is held, so that a program waiting for it sees it go
                Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()

    def exists(self) -> bool:
        """Whether the file exists.

        Raises NotationError if it is not a saved game: it must not be overwritten.
        """
        check_regular(self.path)
        if not self.path.exists():
            return False
        try:
            self.read()
        except NotationError as problem:
            raise NotationError(
                "already exists, is not a saved game, and is not overwritten ({problem})",
                source=str(self.path),
                problem=problem.wording,
            ) from None
        return True

    def write(self, session: Session) -> None:
        """Update the file: append one line, or write all of it after an undo."""
        moves = session.moves
        grown = (
            self._written > 0
            and len(moves) > self._written
            and moves[self._written - 1] is self._last
            and self.trouble is None
        )
        try:
            if grown:
                _append(self.path, _lines(session, self._written))
            else:
                _replace(self.path, _record(session))
        except OSError as problem:
            self.trouble = system_reason(problem)
            return
        self.trouble = None
        self._written = len(moves)
        self._last = moves[-1] if moves else None

    def read(self) -> Session:
        """Return the saved game, without a last line that a crash cut off.

        Raises NotationError for what cannot be read or a rule refuses.
        """
        source = str(self.path)
        with opened_lines(self.path) as read:
            header, lines = read_record(_without_torn_end(read), source)
            levels = tuple(game_of(header.game).LEVELS)
            try:
                session = Session(header, players_of(header, levels))
            except NotationError as problem:
                problem.source, problem.line = problem.source or source, problem.line or 1
                raise
            for line in lines:
                if line.kind == "action":
                    _follow(session, line, source)
        session.on_change = self.write
        return session


def _without_torn_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield all lines except a last one that was cut off; a broken header is kept, to report it."""
    has_header = False
    for line in lines:
        if not (has_header and is_cut_off(line)):
            yield line
        has_header = has_header or bool(line.strip())


def _follow(session: Session, line: Line, source: str) -> None:
    """Make the action of a line. Raises NotationError if it cannot be read or a rule refuses it."""
    try:
        action = session.game.action_from_json(line.data)
    except NotationError as problem:
        problem.source, problem.line = source, line.number
        raise
    if refusal := session.check(action):
        raise NotationError(
            "{rule}: {why}",
            source=source,
            line=line.number,
            rule=refusal.rule,
            why=refusal.wording,
        )
    session.follow([action])


def write_copy(session: Session, path: Path) -> None:
    """Write the record so far to a new file. Raises NotationError if that fails."""
    text = "".join(f"{line}\n" for line in _record(session))
    try:
        stream = path.open("x", encoding="utf-8", newline="\n")
        with _gone_on_failure(path), stream:
            stream.write(text)
    except FileExistsError:
        raise NotationError("already exists and is not overwritten", source=str(path)) from None
    except (OSError, ValueError) as problem:
        reason = system_reason(problem) if isinstance(problem, OSError) else str(problem)
        raise NotationError(
            "cannot be written: {reason}", source=str(path), reason=reason
        ) from None


def _record(session: Session) -> list[str]:
    return [format_line(session.header.to_json()), *_lines(session, 0)]


def _lines(session: Session, first: int) -> list[str]:
    """Return the lines of the moves from ``first`` on, and the result if the game is over."""
    to_json = session.game.action_to_json
    lines = [format_line(to_json(move.action)) for move in session.moves[first:]]
    if session.result is not None:
        facts = session.game.result_facts(session.result)
        lines.append(format_line({"result": facts}))
    return lines


def _append(path: Path, lines: list[str]) -> None:
    """Append lines and wait until they are on the disk: all of them or none."""
    data = "".join(f"{line}\n" for line in lines).encode()
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    size = os.fstat(file).st_size
    try:
        while data:  # one call, unless the disk is full
            data = data[os.write(file, data) :]
        os.fsync(file)
    except OSError:
        os.truncate(file, size)
        raise
    finally:
        os.close(file)


def _replace(path: Path, lines: list[str]) -> None:
    """Replace the file; a crash leaves either the old or the new one intact."""
    fresh = path.with_name(path.name + ".new")
    stream = fresh.open("w", encoding="utf-8", newline="\n")
    with _gone_on_failure(fresh):
        with stream:
            stream.writelines(f"{line}\n" for line in lines)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)


@contextmanager
def _gone_on_failure(path: Path) -> Iterator[None]:
    """Remove a file that could not be finished."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise
