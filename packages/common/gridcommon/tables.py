"""Data tables: TOML files, and tables in records. Errors name the file or line, and the key."""

import os
import re
import select
import stat
import sys
import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from pkgutil import get_data  # importlib.resources loads four times as many modules
from typing import Any, BinaryIO, TypeVar

from gridcommon.arguments import check_object
from gridcommon.errors import JoinedList, NotationError, system_reason

T = TypeVar("T")

# Limits for a user's table, so that parsing takes at most a second. Ours use a tenth of each.
_MOST_IN_A_LINE = 100  # dots and brackets; the time for nested tables is quadratic
_MOST_IN_ALL = 20_000  # of these, of entries and of items
_MOST_BITS = 128  # of a whole number

_PATIENCE = 2000  # milliseconds until something is written into a pipe
_MOST_CARRIED = 1 << 17  # bytes; the table of a whole box takes four thousand
_PLACE = r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$"


def shipped_toml(package: str, name: str, folder: str = "data") -> dict[str, Any]:
    """Return the table ``FOLDER/NAME`` shipped in ``package``."""
    return parse_toml(shipped_text(package, name, folder), f"{package}/{folder}/{name}")


def shipped_text(package: str, name: str, folder: str = "data") -> str:
    """Return the text of the file ``FOLDER/NAME`` shipped in ``package``, or NAME alone."""
    path = f"{folder}/{name}" if folder else name
    raw = get_data(package, path)
    if raw is None:
        raise FileNotFoundError(f"{package}/{path}")
    return raw.decode("utf-8")


def load_toml(path: Path) -> dict[str, Any]:
    """Return the table in the user's file ``path``. Raises NotationError naming the file."""
    source = str(path)
    text = read_text(path)
    _check_parts(text, source)
    table = parse_toml(text, source)
    _check_numbers(table, source)
    return table


def read_user_table(path: Path, parse: Callable[[dict[str, Any], str], T]) -> T:
    """Return ``parse(table, file name)`` for the table in a user's file.

    Raises NotationError naming the file, and the line and key if they are known.
    """
    table = load_toml(path)
    try:
        return parse(table, str(path))
    except NotationError as problem:
        text = read_text(path)
        for one in {problem, *problem.each()}:
            one.source = str(path)
            if one.line is None and one.key:
                one.line = line_of_key(text, one.key)
        raise


_HEADER = r"\s*(\[\[?)\s*([^]#]+?)\s*\]"
_ENTRY = r"\s*([\w.\"'-]+)\s*=(\s*\[\s*(#.*)?$)?"
_ITEM = r"\s*[\[{]"


def line_of_key(text: str, key: str) -> int | None:
    """Return the line of a table's text that has ``key``, or the table that contains it.

    The tables of a list are numbered from 0, as in ``tile 3.edges``, and so are the items of a
    list that has one in each line.

    >>> line_of_key("[meta]\\n[[tile]]\\n[[tile]]\\nedges = 1", "tile 1.edges")
    4
    >>> line_of_key("links = [\\n  [1, 2],  # short\\n  [2, 3],\\n]\\n[a]\\nb = 1", "links 1")
    3
    >>> line_of_key("links = [\\n  [1, 2],  # short\\n  [2, 3],\\n]\\n[a]\\nb = 1", "a.b")
    6
    """
    wanted = re.split(r"[. ]", key)
    found: int | None = None
    known = 0
    inside: list[str] = []
    lists: dict[str, int] = {}
    item = -1  # the last one of a list over several lines, whose key is the end of ``listed``
    listed: list[str] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if listed and re.match(_ITEM, line):
            item += 1
            path = [*listed, str(item)]
        elif header := re.match(_HEADER, line):
            inside = [part.strip(" \"'") for part in header[2].split(".")]
            if header[1] == "[[":
                lists[header[2]] = lists.get(header[2], -1) + 1
                inside.append(str(lists[header[2]]))
            path, listed = inside, None
        elif entry := re.match(_ENTRY, line):
            path = [*inside, *(part.strip("\"'") for part in entry[1].split("."))]
            listed, item = (path if entry[2] else None), -1
        else:
            listed = None if line.startswith("]") else listed
            continue
        if len(path) > known and path == wanted[: len(path)]:
            found, known = number, len(path)
    return found


def _check_parts(text: str, source: str) -> None:
    """Reject text with so many elements that parsing it would take a minute."""
    for number, line in enumerate(text.split("\n"), start=1):
        if _count(line, ".[{") > _MOST_IN_A_LINE:
            raise NotationError(
                "more than {most} dots and brackets in a line",
                source=source,
                line=number,
                most=_MOST_IN_A_LINE,
            )
    if _count(text, ".[{=,") > _MOST_IN_ALL:
        raise NotationError(
            "more than {most} entries and items", source=source, most=f"{_MOST_IN_ALL:,}"
        )


def _count(text: str, signs: str) -> int:
    return sum(map(text.count, signs))


def _check_numbers(table: object, source: str) -> None:
    """Reject whole numbers that are too large for any table, and for Python to print."""
    pending = [table]
    while pending:
        match pending.pop():
            case dict() as inner:
                pending.extend(inner.values())
            case list() as items:
                pending.extend(items)
            case int() as number if number.bit_length() > _MOST_BITS:
                raise NotationError("a number has too many digits", source=source)


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the table in ``text``. Raises NotationError naming ``source`` and the line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NotationError("not a TOML table: nested too deep", source=source) from None
    except tomllib.TOMLDecodeError as problem:
        reason, line, column = _placed(str(problem))
        raise NotationError(
            "not a TOML table: {reason}", source=source, line=line, column=column, reason=reason
        ) from None
    except ValueError:  # Python refuses to read numbers with thousands of digits
        raise NotationError("a number has too many digits", source=source) from None


def _placed(problem: str) -> tuple[str, int | None, int | None]:
    """Split an error message of tomllib into the reason, the line and the column."""
    found = re.search(_PLACE, problem)
    if found is None:
        return problem, None, None
    return problem[: found.start()], int(found["line"]), int(found["column"])


def to_embedded(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table for embedding in a record, with its digest.

    Raises NotationError for a table that is too long for the line of a header.
    """
    text = _canonical(table)
    if len(text) > _MOST_CARRIED:
        raise NotationError(
            "longer than the {limit} bytes that a record can carry", limit=f"{_MOST_CARRIED:,}"
        )
    return {"digest": _digest(text), "table": dict(table)}


def is_embedded(value: object) -> bool:
    """Return whether a value in the ``ruleset`` of a record is a table, not a name."""
    return isinstance(value, Mapping) and "table" in value


def read_embedded(data: object, key: str, parse: Callable[[dict[str, Any], str], T]) -> T:
    """Return ``parse(table, digest)`` for the table embedded in a record under ``key``.

    Raises NotationError, naming the key, if ``data`` is not such a table or its digest is wrong.
    """
    if not isinstance(data, dict):
        import json

        found = json.dumps(data, ensure_ascii=False)
        raise NotationError(
            "expected a table with its digest, found {found}",
            key=key,
            found=found if len(found) <= 60 else f"{found[:57]}...",
        )
    check_keys(data, {"digest", "table"}, within=key, required={"digest", "table"})
    table = data["table"]
    if not isinstance(table, dict):
        raise NotationError("expected a table", key=f"{key}.table")
    text = _canonical(table)
    digest = _digest(text)
    if data["digest"] != digest:
        raise NotationError(
            "the table has another digest, {digest}: one of them was changed",
            key=f"{key}.digest",
            digest=digest,
        )
    try:
        parsed: T = _parsed(parse, text, digest)
    except NotationError as problem:
        for one in {problem, *problem.each()}:
            one.key = f"{key}.table.{one.key}"
        raise
    return parsed


@lru_cache(maxsize=8)  # reading a map takes a quarter of a second
def _parsed(parse: Callable[[dict[str, Any], str], Any], text: bytes, digest: str) -> Any:
    import json

    return parse(json.loads(text), digest)


def _canonical(table: Mapping[str, Any]) -> bytes:
    import json

    return json.dumps(
        table, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode()


def _digest(text: bytes) -> str:
    from hashlib import sha256

    return f"sha256:{sha256(text).hexdigest()}"


@contextmanager
def open_input(path: Path) -> Iterator[BinaryIO]:
    """Yield a file or pipe, open to be read in bytes.

    Raises NotationError for a named pipe into which nothing is written, rather than wait for ever,
    and OSError if the file cannot be opened.
    """
    is_pipe = stat.S_ISFIFO(path.stat().st_mode) and _has_name(path)
    if sys.platform == "win32" or not is_pipe:
        with path.open("rb") as file:
            yield file
        return
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # with or without a writer
    with os.fdopen(pipe, "rb") as file:
        ready = select.poll()
        ready.register(pipe, select.POLLIN)
        if not ready.poll(_PATIENCE):
            raise NotationError("is a pipe into which nothing is written", source=str(path))
        os.set_blocking(pipe, True)
        yield file


def _has_name(path: Path) -> bool:
    """Return whether a pipe is a file of a folder, not a pipe of this process such as <(...)."""
    return not str(path).startswith(("/dev/", "/proc/"))


def read_text(path: Path, limit: int = 1 << 20) -> str:
    """Return the UTF-8 text in the file ``path``, of at most ``limit`` bytes.

    Raises NotationError, naming the file, if it cannot be read.
    """
    try:
        with open_input(path) as file:
            raw = file.read(limit + 1)
    except OSError as problem:
        raise NotationError(
            "cannot be read: {reason}", source=str(path), reason=system_reason(problem)
        ) from None
    except NotationError:
        raise
    except ValueError as problem:  # a NUL in the name
        raise NotationError(
            "cannot be read: {reason}", source=repr(str(path)), reason=problem
        ) from None
    return decode_text(raw, str(path), limit)


def decode_text(raw: bytes, source: str, limit: int = 1 << 20) -> str:
    """Return ``raw`` as UTF-8 text. Raises NotationError naming ``source``, line and column."""
    if len(raw) > limit:
        raise NotationError(
            "longer than the {limit} bytes that are read", source=source, limit=f"{limit:,}"
        )
    raw = raw.removeprefix(BOM_UTF8)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = raw[: problem.start].decode("utf-8")
        raise NotationError(
            "not UTF-8 text: byte {byte}",
            byte=f"0x{raw[problem.start]:02x}",
            source=source,
            line=before.count("\n") + 1,
            column=len(before) - before.rfind("\n"),
        ) from None


def check_keys(
    table: Mapping[str, Any],
    known: Set[str],
    source: str | None = None,
    *,
    within: str = "",
    required: Set[str] = frozenset(),
) -> None:
    """Raise NotationError for a key that is not ``known``, or a ``required`` one that is missing.

    It is also raised if ``table`` is not an object. ``within`` is the dotted name of the table, as
    in ``set.equal``.
    """
    check_object(table, within or None)
    for key in table:
        if key not in known:
            raise NotationError(
                "unknown key; the known keys are {known}",
                known=JoinedList(tuple(sorted(known))),
                source=source,
                key=f"{within}.{key}" if within else key,
            )
    for key in sorted(required):
        if key not in table:
            raise NotationError("missing", source=source, key=f"{within}.{key}" if within else key)


def require(holds: bool, key: str, template: str, **values: Any) -> None:
    """Raise NotationError with the message ``template`` about ``key``, unless ``holds``."""
    if not holds:
        problem = NotationError(template, **values)
        problem.key = key
        raise problem


def subtable(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the table under ``key``, empty if it is missing. Raises NotationError otherwise."""
    found = table.get(key, {})
    require(isinstance(found, dict), key, "expected a table")
    return dict(found)
