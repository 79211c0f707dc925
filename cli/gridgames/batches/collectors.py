"""Collectors of one's own: classes from a file, which see every game of a batch.

A collector is made for each game, by whichever process plays it, and shown the game; another one,
shown none, takes them all in, in the order of the batch. So what it adds up does not depend on how
many processes play.
"""

import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from gridcommon.errors import NotationError
from gridcommon.tables import read_text
from gridgames.system.files import located


class Collector(Protocol):
    """What a class for ``--collect FILE:CLASS`` has; it is made without arguments, and pickled."""

    def begin(self, state: Any, bots: Sequence[str]) -> None:
        """Take in the first state of a game, and the bot of each seat."""

    def see(self, state: Any, events: Sequence[Any]) -> None:
        """Take in an action: the state after it, and what happened."""

    def merge(self, other: Any) -> None:
        """Add another collector of this class, which has seen the next game."""

    def to_json(self) -> Any:
        """Return what was collected, as it stands in the summary."""


_METHODS = ("begin", "see", "merge", "to_json")


@dataclass(frozen=True, slots=True)
class CollectorClass:
    """A class in a file, whose text goes along to where the games are played."""

    named: str  # FILE:CLASS
    text: str

    def made(self) -> "SupervisedCollector":
        """Return a new collector. Raises NotationError if its file or its class cannot be used."""
        file, _, name = self.named.rpartition(":")
        module = _module(file, self.text)
        found = getattr(module, name, None)
        missing = [one for one in _METHODS if not callable(getattr(found, one, None))]
        if missing:
            raise NotationError(
                "no collector {name} here: it is a class with {methods}",
                source=file,
                name=repr(name),
                methods=", ".join(_METHODS),
            )
        return SupervisedCollector(self.named, _guarded(self.named, found))


class SupervisedCollector:
    """A collector of a stranger: what it raises is an error that names it."""

    def __init__(self, named: str, collector: Any) -> None:
        self._named = named
        self._collector = collector

    def begin(self, state: Any, bots: Sequence[str]) -> None:
        """Show it the first state of a game."""
        _guarded(self._named, self._collector.begin, state, bots)

    def see(self, state: Any, events: Sequence[Any]) -> None:
        """Show it an action."""
        _guarded(self._named, self._collector.see, state, events)

    def packed(self) -> bytes:
        """Return it as bytes for :meth:`merge`."""
        packed: bytes = _guarded(self._named, pickle.dumps, self._collector)
        return packed

    def merge(self, packed: bytes) -> None:
        """Add what another one of its class has collected."""
        other = _guarded(self._named, pickle.loads, packed)
        _guarded(self._named, self._collector.merge, other)

    def to_json(self) -> Any:
        """Return what was collected. Raises NotationError if that is no JSON."""
        import json

        return json.loads(_guarded(self._named, lambda: json.dumps(self._collector.to_json())))


def _guarded(named: str, call: Any, *values: Any) -> Any:
    try:
        return call(*values)
    except Exception as problem:
        raise NotationError(
            "the collector failed: {problem}",
            source=named,
            problem=f"{type(problem).__name__}: {problem}",
        ) from problem


def read_collector(named: str) -> CollectorClass:
    """Return the class that ``FILE:CLASS`` names. Raises NotationError if there is none."""
    file, colon, name = named.rpartition(":")
    if not (colon and file and name.isidentifier()):
        raise NotationError(
            "expected FILE:CLASS, found {found}", key="--collect", found=repr(named)
        )
    found = CollectorClass(named, read_text(located(Path(file))))
    found.made()
    return found


def _module(file: str, text: str) -> ModuleType:
    """Return the module of a text, made once in each process and known by what it says."""
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
