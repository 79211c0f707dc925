"""Pickling views and actions for another process, with pure and compiled engines alike."""

import dataclasses
import io
import json
import pickle
from functools import lru_cache
from typing import IO, Any

from gridcommon.contract import AnyGame
from gridgames.games.registry import game_of

LENGTH = 4  # bytes of the length that precedes a pickle


def pack(game: AnyGame, *values: Any) -> bytes:
    """Return views and actions of a game as bytes, preceded by their length."""
    data = io.BytesIO()
    _Packer(data, game).dump(values)
    return data.tell().to_bytes(LENGTH, "big") + data.getvalue()


def unpack(data: bytes) -> tuple[Any, ...]:
    """Return an equal copy of the packed data, from a trusted source: unpickling can run code."""
    values: tuple[Any, ...] = pickle.loads(data)
    return values


def receive(stream: IO[bytes]) -> tuple[Any, ...] | None:
    """Return the next packed data from a trusted stream, or None at its end."""
    head = stream.read(LENGTH)
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    return unpack(data) if head and len(data) == size else None


class _Packer(pickle.Pickler):
    """A pickler that writes rulesets as records do, and frozen records field by field.

    A ruleset caches tables and functions, which cannot be pickled. A compiled frozen record refuses
    the default way of unpickling.
    """

    def __init__(self, file: IO[bytes], game: AnyGame) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game = game

    def reducer_override(self, obj: Any, /) -> Any:
        if type(obj) is self._game.Ruleset:
            return _ruleset, (self._game.NAME, json.dumps(obj.to_json()))
        if dataclasses.is_dataclass(obj) and not isinstance(obj, type):
            fields = {one.name: getattr(obj, one.name) for one in dataclasses.fields(obj)}
            return _record, (type(obj), fields)
        return NotImplemented


@lru_cache(maxsize=8)
def _ruleset(game: str, text: str) -> Any:
    return game_of(game).Ruleset.from_json(json.loads(text))


def _record(kind: Any, fields: dict[str, Any]) -> Any:
    if not kind.__dataclass_params__.frozen:
        one = kind.__new__(kind)
        for name, value in fields.items():
            setattr(one, name, value)
        return one
    taken = {field.name for field in dataclasses.fields(kind) if field.init}
    one = kind(**{name: value for name, value in fields.items() if name in taken})
    for name in fields.keys() - taken:
        object.__setattr__(one, name, fields[name])
    return one
