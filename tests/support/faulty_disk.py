"""A disk that fails, or loses its power, at any operation of ``gridgames.system.durable_files``.

It stands between that module and the operating system. Operations take place as usual; beside
that it keeps book of what has been waited for, and so of what a disk may hold after a power cut.
"""

import errno
import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

CREATING = os.O_CREAT | os.O_EXCL


class PowerCut(BaseException):
    """The program is gone."""


class FaultyDisk:
    """The module ``os``, as one module sees it.

    At operation ``at``, counted from 0, the power is cut, or the operation fails: ``how`` is
    ``cut``, ``once``, ``always`` (from there on), or ``short`` (a write ends halfway, and the next
    operation fails).
    """

    def __init__(self, at: int, how: str) -> None:
        self.at, self.how = at, how
        self.count = 0
        self.has_failed = False
        self._handles: dict[int, tuple[str, Any]] = {}  # what is open: a file or a folder
        self._safe: dict[int, bytes] = {}  # contents on the disk, by inode
        self._since: dict[int, list[tuple[int, bytes | None]]] = {}  # (place, data), None: cut
        self._names: dict[str, int] = {}  # names on the disk
        self._renamed: list[tuple[str, int | None]] = []  # and what has been done to names since

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _operation(self) -> None:
        number, self.count = self.count, self.count + 1
        if self.how == "cut":
            if number >= self.at:
                raise PowerCut
        elif number == self.at + (self.how == "short") or (
            self.how == "always" and number >= self.at
        ):
            self.has_failed = True
            raise OSError(errno.EIO, "Input/output error")

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            self._operation()
        handle = os.open(path, flags, mode)
        ino = os.fstat(handle).st_ino
        self._handles[handle] = ("folder" if os.path.isdir(path) else "file", ino)
        if flags & os.O_CREAT:
            self._safe[ino], self._since[ino] = b"", []
            self._renamed.append((str(path), ino))
        return handle

    def close(self, handle: int) -> None:
        del self._handles[handle]
        os.close(handle)

    def write(self, handle: int, data: bytes) -> int:
        if self.how == "short" and self.count == self.at:
            data = data[: len(data) // 2]
        self._operation()
        place = os.lseek(handle, 0, os.SEEK_CUR)
        done = os.write(handle, data)
        self._since[self._handles[handle][1]].append((place, data[:done]))
        return done

    def ftruncate(self, handle: int, size: int) -> None:
        self._operation()
        os.ftruncate(handle, size)
        self._since[self._handles[handle][1]].append((size, None))

    def fsync(self, handle: int) -> None:
        self._operation()
        kind, ino = self._handles[handle]
        if kind == "folder":
            for name, target in self._renamed:
                self._rename(self._names, name, target)
            self._renamed.clear()
        else:
            for place, data in self._since[ino]:
                self._safe[ino] = self._changed(self._safe[ino], place, data)
            self._since[ino].clear()

    def link(self, old: Path, new: Path) -> None:
        self._operation()
        os.link(old, new)
        self._renamed.append((str(new), os.stat(new).st_ino))

    def unlink(self, path: Path) -> None:
        self._operation()
        os.unlink(path)
        self._renamed.append((str(path), None))

    @staticmethod
    def _rename(names: dict[str, int], name: str, target: int | None) -> None:
        if target is None:
            names.pop(name, None)
        else:
            names[name] = target

    @staticmethod
    def _changed(content: bytes, place: int, data: bytes | None) -> bytes:
        if data is None:
            return content[:place]
        return content[:place].ljust(place, b"\0") + data + content[place + len(data) :]

    def after_a_power_cut(self, path: Path) -> Iterator[bytes | None]:
        """Yield each content that ``path`` may have then, None where this file does not exist.

        Of what was not waited for, any of the changes of names may be lost; changes of content
        are kept up to any byte, and what follows is missing or zeros.
        """
        found: set[bytes | None] = set()
        for kept in range(len(self._renamed) + 1):
            for chosen in combinations(self._renamed, kept):
                names = dict(self._names)
                for name, target in chosen:
                    self._rename(names, name, target)
                ino = names.get(str(path))
                found |= {None} if ino is None else set(self._contents(ino))
        yield from found

    def _contents(self, ino: int) -> Iterator[bytes]:
        content = self._safe[ino]
        yield content
        for place, data in self._since[ino]:
            if data is None:
                yield content[:place] + bytes(len(content) - place)
            for length in range(len(data or b"")):
                part = self._changed(content, place, (data or b"")[:length])
                yield part
                yield part + bytes(len(data or b"") - length)
            content = self._changed(content, place, data)
            yield content
