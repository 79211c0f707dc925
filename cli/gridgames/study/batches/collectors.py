"""Custom collectors: classes from a user's file that observe every game of a batch.

The process that plays a game makes a collector and shows it the game. Another collector, which sees
no game, merges all of them in the order of the batch. So the result does not depend on the number
of processes.
"""

import json
import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from gridcommon.errors import NotationError
from gridcommon.tables import read_text
from gridgames.system.files import locate


class Collector(Protocol):
    """The interface of a class for ``--collect FILE:CLASS``.

    It is created without arguments, and must support pickling.
    """

    def begin(self, state: Any, bots: Sequence[str]) -> None:
        """Observe the first state of a game, and the bot of each seat."""

    def see(self, state: Any, events: Sequence[Any]) -> None:
        """Observe an action: the state after it, and its events."""

    def merge(self, other: Any) -> None:
        """Add another collector of this class, which has observed the next game."""

    def to_json(self) -> Any:
        """Return the collected data for the summary."""


_METHODS = ("begin", "see", "merge", "to_json")


@dataclass(frozen=True, slots=True)
class CollectorClass:
    """A class in a file, with the file's text, so that other machines can load it."""

    named: str  # FILE:CLASS
    text: str

    def made(self) -> "SupervisedCollector":
        """Return a new collector. Raises NotationError if its file or its class cannot be used."""
        file, _, name = self.named.rpartition(":")
        module = _module(file, self.text)
        found: Any = getattr(module, name, None)
        missing = [one for one in _METHODS if not callable(getattr(found, one, None))]
        if missing:
            raise NotationError(
                "no collector {name} here: a collector is a class with {methods}",
                source=file,
                name=repr(name),
                methods=", ".join(_METHODS),
            )
        return SupervisedCollector(self.named, found)


class SupervisedCollector:
    """A wrapper for a user's collector; its exceptions become errors that name it."""

    def __init__(self, named: str, make: Callable[[], Any]) -> None:
        self._named = named
        self._collector = self._call(make)

    def begin(self, state: Any, bots: Sequence[str]) -> None:
        self._call(self._collector.begin, state, bots)

    def see(self, state: Any, events: Sequence[Any]) -> None:
        self._call(self._collector.see, state, events)

    def packed(self) -> bytes:
        """Return the collector as bytes for :meth:`merge`."""
        packed: bytes = self._call(pickle.dumps, self._collector)
        return packed

    def merge(self, packed: bytes) -> None:
        """Add the data of another collector of its class."""
        self._call(self._collector.merge, self._call(pickle.loads, packed))

    def to_json(self) -> Any:
        """Return the collected data. Raises NotationError if it cannot be written as JSON."""
        return json.loads(self._call(lambda: json.dumps(self._collector.to_json())))

    def _call(self, function: Callable[..., Any], *values: Any) -> Any:
        try:
            return function(*values)
        except Exception as problem:
            raise NotationError(
                "the collector failed: {problem}",
                source=self._named,
                problem=f"{type(problem).__name__}: {problem}",
            ) from problem


def read_collector(named: str) -> CollectorClass:
    """Return the class that ``FILE:CLASS`` names. Raises NotationError if there is none."""
    file, colon, name = named.rpartition(":")
    if not (colon and file and name.isidentifier()):
        raise NotationError(
            "expected FILE:CLASS, found {found}", key="--collect", found=repr(named)
        )
    found = CollectorClass(named, read_text(locate(Path(file))))
    found.made()
    return found


def _module(file: str, text: str) -> ModuleType:
    """Return the module with this text, created once per process and named by its hash."""
    name = f"gridgames_collector_{sha256(text.encode()).hexdigest()[:16]}"
    if name not in sys.modules:
        module = ModuleType(name)
        module.__file__ = file
        sys.modules[name] = module  # pickle looks for it there
        try:
            exec(compile(text, file, "exec"), module.__dict__)
        except BaseException as problem:
            del sys.modules[name]
            if not isinstance(problem, Exception):
                raise
            raise NotationError(
                "cannot be loaded: {problem}",
                source=file,
                problem=f"{type(problem).__name__}: {problem}",
            ) from problem
    return sys.modules[name]
