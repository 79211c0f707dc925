"""Views and actions on their way to another program, pure or compiled engines alike."""

import dataclasses
import io
import json
import pickle
from functools import lru_cache
from typing import IO, Any

from gridcommon.contract import AnyGame
from gridgames.games.registry import game_of

LENGTH = 4  # bytes before what is packed, which say how long it is


def packed(game: AnyGame, *told: Any) -> bytes:
    """Return views and actions of a game as bytes, after their length."""
    data = io.BytesIO()
    _Packer(data, game).dump(told)
    return data.tell().to_bytes(LENGTH, "big") + data.getvalue()


def unpacked(data: bytes) -> tuple[Any, ...]:
    """Return what was packed, equal to what it was. It must be of a program of ours: it is run."""
    told: tuple[Any, ...] = pickle.loads(data)
    return told


class _Packer(pickle.Pickler):
    """A pickler that takes rulesets as in a record, and any record field by field.

    A ruleset holds tables that are worked out once, and with functions of their own. A compiled
    frozen record would refuse what pickle does by itself.
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
