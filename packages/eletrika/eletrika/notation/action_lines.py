"""Actions as lines: JSON in a record, and the short notation that people type.

tile 13/2 1,0 marker 2      build T 0,1        score 0,0 3,0 [no forests]
tile 13/2 1,0 build P       abandon 0,0 2,-1   recall 1,1      end      pass

Portuguese verbs are read too (``peça 13/2 1,0 marcador 2``).
"""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from eletrika.actions import (
    Abandon,
    Action,
    Build,
    EndTurn,
    LayTile,
    Pass,
    Recall,
    Score,
)
from eletrika.notation.pieces import Word, cell_of, kind_of, plain, words_of
from eletrika.tables import KINDS, MARKERS
from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex

if TYPE_CHECKING:
    from eletrika.state import State

_KEYS: dict[str, tuple[set[str], set[str]]] = {  # required and optional, besides seat and do
    "tile": ({"tile", "turn", "at"}, {"marker", "build"}),
    "build": ({"kind", "at"}, set()),
    "abandon": ({"at"}, set()),
    "score": ({"set"}, {"forests"}),
    "end": (set(), set()),
    "pass": (set(), set()),
    "recall": ({"at"}, set()),
}


def action_from_json(data: Mapping[str, Any]) -> Action:
    """Return the action of a record line. Raises NotationError naming the key."""
    verb = data.get("do")
    if not isinstance(verb, str) or verb not in _KEYS:
        raise NotationError(
            "unknown action {found}; allowed are {allowed}",
            key="do",
            found=repr(verb),
            allowed=", ".join(_KEYS),
        )
    required, optional = _KEYS[verb]
    for key in ("seat", *sorted(required)):
        if key not in data:
            raise NotationError("missing in {verb!r}", key=key, verb=verb)
    for key in data:
        if key not in required | optional | {"seat", "do"}:
            raise NotationError("unknown key in {verb!r}", key=key, verb=verb)
    seat = _int(data, "seat", 0, 3)
    if verb == "tile":
        return LayTile(
            seat,
            _int(data, "tile", 0, 38),
            _int(data, "turn", 0, 5),
            _cell(data["at"], "at"),
            _int(data, "marker", min(MARKERS), max(MARKERS)) if "marker" in data else None,
            _kind(data, "build") if "build" in data else None,
        )
    if verb == "build":
        return Build(seat, _kind(data, "kind"), _cell(data["at"], "at"))
    if verb == "abandon":
        return Abandon(seat, _cells(data, "at"))
    if verb == "score":
        forests = data.get("forests", True)
        if not isinstance(forests, bool):
            raise NotationError("true or false, found {found}", key="forests", found=repr(forests))
        return Score(seat, _cells(data, "set"), forests)
    if verb == "recall":
        return Recall(seat, _cell(data["at"], "at"))
    return EndTurn(seat) if verb == "end" else Pass(seat)


def _int(data: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise NotationError(
            "a whole number from {low} to {high}, found {found}",
            key=key,
            low=low,
            high=high,
            found=repr(value),
        )
    return value


def _kind(data: Mapping[str, Any], key: str) -> int:
    value = data[key]
    if not isinstance(value, str) or len(value) != 1 or value not in KINDS:
        raise NotationError(
            "one of {allowed}, found {found}", key=key, allowed=" ".join(KINDS), found=repr(value)
        )
    return KINDS.index(value)


def _cell(value: Any, key: str) -> Hex:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(part, int) and not isinstance(part, bool) for part in value)
    ):
        raise NotationError("a cell is [q, r], found {found}", key=key, found=repr(value))
    return value[0], value[1]


def _cells(data: Mapping[str, Any], key: str) -> tuple[Hex, ...]:
    if not isinstance(data[key], list):
        raise NotationError("a list of cells, found {found}", key=key, found=repr(data[key]))
    return tuple(_cell(value, key) for value in data[key])


def action_to_json(action: Action) -> dict[str, Any]:
    """Return the record line of an action; read again it gives the equal action."""
    line: dict[str, Any] = {"seat": action.seat}
    match action:
        case LayTile():
            line |= {"do": "tile", "tile": action.tile, "turn": action.turn, "at": [*action.at]}
            if action.marker is not None:
                line["marker"] = action.marker
            if action.build is not None:
                line["build"] = KINDS[action.build]
        case Build():
            line |= {"do": "build", "kind": KINDS[action.kind], "at": [*action.at]}
        case Abandon():
            line |= {"do": "abandon", "at": [[*cell] for cell in action.at]}
        case Score():
            line |= {"do": "score", "set": [[*cell] for cell in action.set]}
            if not action.forests:
                line["forests"] = False
        case Recall():
            line |= {"do": "recall", "at": [*action.at]}
        case EndTurn():
            line["do"] = "end"
        case Pass():
            line["do"] = "pass"
    return line


_NO_FORESTS = (("no", "forests"), ("sem", "bosques"))


def parse_for(text: str, state: "State") -> Action:
    """Return the action of the seat to act that ``text`` means. Raises NotationError."""
    return parse_action(text, state.seat)


def parse_action(text: str, seat: Seat) -> Action:
    """Return the action of a line of short notation. Raises NotationError with the column."""
    words = words_of(text, 1)
    if not words:
        raise NotationError("nothing typed; allowed are {verbs}", verbs=", ".join(_VERBS))
    verb = words[0].text.lower()
    verb = _PORTUGUESE.get(plain(verb), verb)
    if verb not in _VERBS:
        raise words[0].problem("{found} is no action; allowed are {verbs}", verbs=", ".join(_VERBS))
    return _VERBS[verb](seat, words)


def _count(words: list[Word], least: int, most: int, usage: str) -> None:
    if not least <= len(words) - 1 <= most:
        place = words[min(len(words) - 1, most + 1)]
        raise place.problem("write {usage}", usage=usage)


_TILE = re.compile(r"([0-9]{1,3})(?:/([0-5]))?")


def _parse_tile(seat: Seat, words: list[Word]) -> Action:
    usage = "tile NUMBER/TURN Q,R [marker 1|2 | build KIND], as in tile 13/2 1,0 marker 2"
    _count(words, 2, 4, usage)
    found = _TILE.fullmatch(words[1].text)
    if not found or len(words) == 4:
        raise words[1 if not found else 3].problem("write {usage}", usage=usage)
    marker = build = None
    if len(words) == 5:
        bonus = words[3].text.lower()
        if bonus in ("marker", "marcador") and words[4].text in {str(value) for value in MARKERS}:
            marker = int(words[4].text)
        elif bonus in ("build", "construir"):
            build = kind_of(words[4])
        else:
            raise words[3].problem("write {usage}", usage=usage)
    return LayTile(seat, int(found[1]), int(found[2] or 0), cell_of(words[2]), marker, build)


def _parse_build(seat: Seat, words: list[Word]) -> Action:
    _count(words, 2, 2, "build KIND Q,R, as in build T 0,1")
    return Build(seat, kind_of(words[1]), cell_of(words[2]))


def _parse_abandon(seat: Seat, words: list[Word]) -> Action:
    return Abandon(seat, tuple(cell_of(word) for word in words[1:]))


def _parse_score(seat: Seat, words: list[Word]) -> Action:
    forests = tuple(word.text.lower() for word in words[-2:]) not in _NO_FORESTS
    cells = words[1:] if forests else words[1:-2]
    return Score(seat, tuple(cell_of(word) for word in cells), forests)


def _parse_recall(seat: Seat, words: list[Word]) -> Action:
    _count(words, 1, 1, "recall Q,R")
    return Recall(seat, cell_of(words[1]))


def _parse_end(seat: Seat, words: list[Word]) -> Action:
    _count(words, 0, 0, "end")
    return EndTurn(seat)


def _parse_pass(seat: Seat, words: list[Word]) -> Action:
    _count(words, 0, 0, "pass")
    return Pass(seat)


_PORTUGUESE = {  # verbs that are read too, without accents; actions are written in English
    "abandonar": "abandon",
    "construir": "build",
    "fim": "end",
    "passar": "pass",
    "peca": "tile",
    "pontuar": "score",
    "recolher": "recall",
}
_VERBS: dict[str, Callable[[Seat, list[Word]], Action]] = {
    "tile": _parse_tile,
    "build": _parse_build,
    "abandon": _parse_abandon,
    "score": _parse_score,
    "recall": _parse_recall,
    "end": _parse_end,
    "pass": _parse_pass,
}


def format_action(action: Action) -> str:
    """Return the short notation of an action; parsed again it gives the equal action."""

    def at(cell: Hex) -> str:
        return f"{cell[0]},{cell[1]}"

    match action:
        case LayTile():
            line = f"tile {action.tile}/{action.turn} {at(action.at)}"
            if action.marker is not None:
                line += f" marker {action.marker}"
            if action.build is not None:
                line += f" build {KINDS[action.build]}"
            return line
        case Build():
            return f"build {KINDS[action.kind]} {at(action.at)}"
        case Abandon():
            return " ".join(["abandon", *(at(cell) for cell in action.at)])
        case Score():
            line = " ".join(["score", *(at(cell) for cell in action.set)])
            return line if action.forests else f"{line} no forests"
        case Recall():
            return f"recall {at(action.at)}"
        case EndTurn():
            return "end"
        case Pass():
            return "pass"
