"""Game records: one game per file, UTF-8, one JSON object per line (``docs/formats.md``).

A record is a header, then actions, with ``check`` and ``note`` lines anywhere and a ``result`` at
the end of a finished game. ``reveal`` and ``set`` lines are facts declared by the people at the
table. This module reads and writes the lines; each game defines their meaning.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import Any, SupportsIndex

from gridcommon.arguments import whole
from gridcommon.errors import JoinedList, NotationError, Word, truncate
from gridcommon.tables import decode_text, is_embedded, require

FORMAT = "gridgames-record"
POSITION_FORMAT = "gridgames-position"  # the format of a position document
VERSIONS = (1, 2)  # supported versions

_HEADER_KEYS = {
    "format": str,
    "version": int,
    "game": str,
    "ruleset": dict,
    "players": list,
    "seed": int,
    "setup": dict,
}
_OPTIONAL = {"seed", "setup"}
_KINDS = {"check": dict, "result": dict, "note": dict, "do": str, "reveal": dict, "set": dict}
_SINCE = {"note": 2, "reveal": 2, "set": 2}  # the first version with this kind of line
_NAMES = {str: "a text", int: "a whole number", dict: "an object", list: "a list"}
_MOST_DIGITS = 100  # of a number, such as a seed
_SHORT = 100  # characters of an action line that is cached
_DEEPEST = 32  # brackets within brackets; a record needs six


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: the game, its rules, its players, and its initial draws.

    ``takes_notes`` is true if the record may have the lines of version 2.
    """

    game: str
    ruleset: Mapping[str, Any]
    players: tuple[str, ...]
    seed: int | None = None
    setup: Mapping[str, Any] = field(default_factory=dict)
    takes_notes: bool = False

    @property
    def version(self) -> int:
        """The format version that this header needs: 2 for notes or an embedded table."""
        return 2 if self.takes_notes or any(map(is_embedded, self.ruleset.values())) else 1

    def to_json(self) -> dict[str, Any]:
        """Return the header line, without a seed or a set-up that is None."""
        line: dict[str, Any] = {
            "format": FORMAT,
            "version": self.version,
            "game": self.game,
            "ruleset": dict(self.ruleset),
            "players": list(self.players),
        }
        if self.seed is not None:
            line["seed"] = self.seed
        if self.setup:
            line["setup"] = dict(self.setup)
        return line


@dataclass(slots=True)
class Line:
    """One line after the header.

    ``kind`` is ``action``, ``check``, ``note``, ``reveal``, ``set`` or ``result``. Lines with the
    same ``raw``, if it is not empty, have equal data.
    """

    number: int  # in the file; the header is line 1
    kind: str
    data: Mapping[str, Any]
    raw: str | bytes = field(default=b"", compare=False)  # of a short line, as it was read


DECLARATION_KINDS = ("reveal", "set")  # lines that change the state without a player's choice


@dataclass(frozen=True, slots=True)
class Declaration:
    """A ``reveal`` or ``set`` line: a fact stated by the people at the table."""

    kind: str
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {self.kind: dict(self.data)}


def format_line(data: Mapping[str, Any]) -> str:
    """Return one line of a record, without the line break."""
    return _WRITER.encode(data)


def read_record(stream: Iterable[str | bytes], source: str) -> tuple[Header, Iterator[Line]]:
    """Return the header, and an iterator that reads the other lines on demand.

    Raises NotationError, naming ``source`` and the line: here for a bad header or an unknown
    version, and while the lines are read for one that is not a JSON object, has a kind unknown to
    the version, or follows the result.
    """
    numbered = enumerate(stream, start=1)
    for number, raw in numbered:
        with _errors_on_line(source, number):
            first = _object(raw)
            if first is not None:
                return _header(first), _lines(numbered, source, first["version"])
    raise NotationError("an empty file is not a record", source=source, line=1)


@contextmanager
def _errors_on_line(source: str, number: int) -> Iterator[None]:
    """Name the line in each NotationError of a ``with`` block."""
    try:
        yield
    except NotationError as problem:
        problem.source, problem.line = source, number
        raise


def _check_kind(data: Mapping[str, Any], key: str, kind: type) -> None:
    """Raise NotationError unless the value of a key is of a kind."""
    if not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool)):
        wanted = Word(_NAMES[kind])
        raise NotationError(
            "expected {wanted}, found {found}", key=key, wanted=wanted, found=_brief(data[key])
        )


def _header(data: Mapping[str, Any]) -> Header:
    found, version = data.get("format"), data.get("version")
    if found != FORMAT:
        raise NotationError(
            "expected {wanted}, found {found}", key="format", wanted=FORMAT, found=_brief(found)
        )
    require(
        type(version) is int and version in VERSIONS,
        "version",
        "unknown version {found}; the known versions are {known}",
        found=_brief(version),
        known=JoinedList(VERSIONS, "and"),
    )
    for key in data:
        require(
            key in _HEADER_KEYS,
            key,
            "unknown key; a header has {known}",
            known=", ".join(_HEADER_KEYS),
        )
    for key, kind in _HEADER_KEYS.items():
        require(key in data or key in _OPTIONAL, key, "missing in the header")
        if key in data:
            _check_kind(data, key, kind)
    players = data["players"]
    require(
        all(isinstance(name, str) for name in players),
        "players",
        "expected {wanted}, found {found}",
        wanted=Word("a list of names"),
        found=_brief(players),
    )
    require(
        "seed" in data or "setup" in data,
        "seed",
        "missing: without a seed, 'setup' must hold the draws",
    )
    header = Header(
        data["game"],
        data["ruleset"],
        tuple(players),
        data.get("seed"),
        data.get("setup", {}),
        takes_notes=data["version"] >= _SINCE["note"],
    )
    require(
        header.version <= data["version"],
        "version",
        "a table in the record needs version {wanted}",
        wanted=header.version,
    )
    return header


def _lines(
    numbered: Iterator[tuple[int, str | bytes]], source: str, version: int
) -> Iterator[Line]:
    finished = 0
    for number, raw in numbered:
        if not finished and len(raw) <= _SHORT:
            data = short_action(raw)
            if data is not None:
                yield Line(number, "action", data, raw)
                continue
        with _errors_on_line(source, number):
            data = _object(raw)
            if data is not None and finished:
                raise NotationError(
                    "nothing may follow the result of line {result}", result=finished
                )
            kind = "" if data is None else _kind_of(data, version)
        if data is None:  # mypyc compiles no continue within a with
            continue
        if kind == "result":
            finished = number
        yield Line(number, "action", data) if kind == "do" else Line(number, kind, data[kind])


def _kind_of(data: Mapping[str, Any], version: int) -> str:
    """Return the key that gives the kind of a line. Raises NotationError for an unknown line."""
    kind = next((key for key in _KINDS if key in data), None)
    if kind is None or (kind != "do" and len(data) > 1):
        raise NotationError(
            "a line holds an action ('do') or one of {kinds}, found {found}",
            kinds=", ".join(repr(kind) for kind in _KINDS if kind != "do"),
            found=", ".join(repr(key) for key in data) or Word("no key"),
        )
    since = _SINCE.get(kind, 1)
    require(version >= since, kind, "a line of this kind needs version {wanted}", wanted=since)
    _check_kind(data, kind, _KINDS[kind])
    return kind


def _object(raw: str | bytes) -> dict[str, Any] | None:
    """Return the object on a line, or None for a blank one."""
    text = decode_text(raw, "") if isinstance(raw, bytes) else raw
    text = text.removeprefix("\ufeff")
    return read_object(text) if text.strip() else None


# Nine out of ten action lines of Power Grid have been parsed before, so they are cached.
@lru_cache(maxsize=8192)
def short_action(raw: str | bytes) -> dict[str, Any] | None:
    """Return the object on an action line, or None for any other line, also an unreadable one.

    Callers must not modify it.
    """
    try:
        data = _object(raw)
        return data if data is not None and _kind_of(data, 1) == "do" else None
    except NotationError:
        return None


def read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in ``text``. All its values can be written again unchanged.

    Raises NotationError if it is not one, or is nested deeper than any record.
    """
    try:
        data = _READERS[_LONG.search(text) is not None].decode(text)
    except json.JSONDecodeError as problem:
        raise NotationError(
            "not JSON: {problem}", column=problem.colno, problem=problem.msg
        ) from None
    except RecursionError:
        raise NotationError("nested too deep") from None
    if text.count("[") + text.count("{") > _DEEPEST and _depth(data) > _DEEPEST:
        raise NotationError("nested too deep")
    if "\\u" in text or not text.isascii():
        try:
            (format_line(data) if "\\u" in text else text).encode()
        except UnicodeEncodeError:
            raise NotationError("half of a surrogate pair is not a character") from None
    if not isinstance(data, dict):
        raise NotationError("expected an object, found {found}", found=_brief(data))
    return data


def _depth(data: object) -> int:
    depth = 0
    level = [data]
    while level := [part for part in level if isinstance(part, dict | list)]:
        depth += 1
        level = [
            inner for part in level for inner in (part.values() if isinstance(part, dict) else part)
        ]
    return depth


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise NotationError("given twice", key=key)
            seen.add(key)
    return found


def _no_number(name: str) -> Any:
    raise NotationError("{name} is not a number that a record can hold", name=name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        _no_number(digits if len(digits) <= 40 else digits[:37] + "...")
    return number


def check_seed(seed: SupportsIndex) -> None:
    """Raise NotationError for a seed that is not a whole number or that no record can hold."""
    if abs(whole(seed, "seed")) >= 10**_MOST_DIGITS:
        raise NotationError("a seed has at most {most} digits", key="seed", most=_MOST_DIGITS)


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > _MOST_DIGITS:
        raise NotationError("a number has too many digits")
    return int(digits)


# What is written was read from JSON, or made by a game, and cannot contain itself; to look for that
# would take a third of the time
_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
_LONG = re.compile(rf"[0-9]{{{_MOST_DIGITS + 1}}}")
_READERS = [  # by whether a number may have too many digits
    json.JSONDecoder(
        object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite, parse_int=whole
    )
    for whole in (int, _whole)
]


def _brief(value: object) -> str:
    return truncate(json.dumps(value, ensure_ascii=False), 40)
