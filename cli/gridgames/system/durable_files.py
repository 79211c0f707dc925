"""Durable files: created atomically, changed only at the end, and locked by one program at a time.

No other file is ever renamed over such a file, so links to it stay valid, and the file can be its
own lock under any of its names.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)  # Windows
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for its other end
_LOCKED = (1 << 31) - 2  # Windows: a locked byte cannot be read, so it is beyond any save
_OWNER = 0o600
_NUMBERS = "123456789\u00b9\u00b2\u00b3"
_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
_DEVICES |= {f"{port}{number}" for port in ("COM", "LPT") for number in _NUMBERS}
_UNFINISHED = 60  # seconds after which a file is no longer being written
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EPERM}


def create(path: Path, data: bytes, mode: int = _OWNER, mark: str = "") -> None:
    """Create a file that only its owner can read; its data are on the disk before its name is.

    ``mode`` can let others read the file, within the user's umask; ``mark`` is as in
    ``fresh_path``. Call ``sync_folder`` to wait until the name is on the disk. Raises
    FileExistsError if the name is taken, and OSError if the file cannot be created.
    """
    if sys.platform == "win32" and not is_name_on_windows(path.name):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    with _fresh(path, data, mode, mark) as fresh:
        _name(fresh, path)


def replace(path: Path, data: bytes, mode: int = _OWNER, mark: str = "") -> None:
    """Replace the content of a file with ``data``, completely or not at all.

    ``mode`` and ``mark`` are as in ``create``. Raises OSError if that fails.
    """
    with _fresh(path, data, mode, mark) as fresh:
        os.replace(fresh, path)


def fresh_path(path: Path, mark: str = "", end: str = ".new") -> Path:
    """Return an unused path beside ``path``, for a file that is still being written.

    The name contains ``mark``, if given: eight hexadecimal digits that identify the writer, so that
    unfinished files can be found later.
    """
    chance = os.urandom(8).hex()
    return path.with_name(f".gridgames-{mark}{chance[len(mark) :]}{end}")


def remove_unfinished(folder: Path) -> None:
    """Remove the files in a folder that a killed program left unfinished more than a minute ago."""
    for path in folder.glob(".gridgames-*.new"):
        with suppress(OSError):
            if path.lstat().st_mtime < time.time() - _UNFINISHED:
                path.unlink()


@contextmanager
def _fresh(path: Path, data: bytes, mode: int, mark: str) -> Iterator[Path]:
    """Write ``data`` to a temporary file beside ``path``, which is removed if anything fails."""
    fresh = fresh_path(path, mark)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | _NO_LINK
    file = os.open(fresh, flags, mode)
    try:
        try:
            _write(file, data)
            os.fsync(file)
        finally:
            os.close(file)
        yield fresh
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise


def is_name_on_windows(name: str) -> bool:
    """Return whether Windows allows this file name: it is neither a device nor a stream.

    >>> [is_name_on_windows(name) for name in ("game.jsonl", "aux.jsonl", "a:b", "game.")]
    [True, False, False, False]
    """
    stem = name.partition(".")[0].rstrip(" ").upper()
    return not (stem in _DEVICES or set(name) & set('<>:"/\\|?*') or name.endswith((".", " ")))


def _name(fresh: Path, path: Path) -> None:
    """Give a file its name. Raises FileExistsError if the name is taken."""
    if sys.platform == "win32":
        os.rename(fresh, path)  # which refuses a taken name on Windows
        return
    try:
        os.link(fresh, path)
    except OSError as problem:
        if problem.errno not in _UNSUPPORTED:
            raise
    else:
        with suppress(OSError):
            os.unlink(fresh)
        return
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, _OWNER))
    os.replace(fresh, path)  # over the empty file that was just created


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, if the system supports that."""
    if sys.platform == "win32":
        return
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:  # a folder that can be written but not read
        return
    try:
        os.fsync(opened)
    except OSError as problem:
        if problem.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(opened)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Create a folder and its missing parents, and wait until they are on the disk."""
    missing = [one for one in (folder, *folder.parents) if not os.path.lexists(one)]
    for one in reversed(missing):
        with suppress(FileExistsError):
            os.mkdir(one, mode)
        sync_folder(one.parent)
    if not os.path.isdir(folder):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


class LockedFile:
    """An existing file that no other program can lock while it is open here.

    On a file system without locks it is not protected.
    """

    def __init__(self, path: Path) -> None:
        """Open and lock the file. Raises BlockingIOError if another program has it, or OSError."""
        self._file = os.open(path, os.O_RDWR | _BINARY | _NO_WAIT)
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
            _lock(self._file)
        except BaseException:
            os.close(self._file)
            raise

    def close(self) -> None:
        """Release the file."""
        os.close(self._file)

    @property
    def size(self) -> int:
        """The size in bytes."""
        return os.fstat(self._file).st_size

    def is_at(self, path: Path) -> bool:
        """Return whether ``path`` still leads to this file."""
        try:
            return os.path.samestat(os.stat(path), os.fstat(self._file))
        except OSError:
            return False

    def cut(self, size: int) -> None:
        """Truncate the file to ``size`` bytes, and wait until that is on the disk."""
        os.ftruncate(self._file, size)
        os.fsync(self._file)

    def append(self, data: bytes) -> None:
        """Append ``data``, and wait for the disk. After an OSError nothing was appended."""
        size = self.size
        try:
            os.lseek(self._file, size, os.SEEK_SET)
            _write(self._file, data)
            os.fsync(self._file)
        except OSError:
            with suppress(OSError):
                self.cut(size)
            raise


def _write(file: int, data: bytes) -> None:
    while data:  # one call, unless the disk is full
        data = data[os.write(file, data) :]


def _lock(file: int) -> None:
    """Lock a file for this program. Raises BlockingIOError if another program has locked it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, _LOCKED, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as problem:
            raise BlockingIOError(*problem.args) from None
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError as problem:
        if problem.errno not in _UNSUPPORTED | {errno.ENOLCK}:
            raise
