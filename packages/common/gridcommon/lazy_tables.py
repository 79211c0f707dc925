"""Tables that are parsed, and values that are made, when they are first asked for.

A command often needs one rule, one example or one topic of a long table; to parse all of it would
take as long as the rest of the command.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from gridcommon.tables import parse_toml, shipped_text

T = TypeVar("T")

_HEADING = re.compile(r"^\[\[?([A-Za-z0-9_-]+)[].]", re.MULTILINE)


class LazyMapping(Mapping[str, T]):
    """A mapping whose keys are known, and whose values are made when they are asked for."""

    def __init__(self, keys: Iterable[str], make: Callable[[str], T]) -> None:
        self._keys = dict.fromkeys(keys)
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key in self._made:
            return self._made[key]
        if key not in self._keys:
            raise KeyError(key)
        made = self._made[key] = self._make(key)
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def shipped_tables(
    package: str, name: str, folder: str = "data", *, about: str = ""
) -> Mapping[str, dict[str, Any]]:
    """Return the :func:`lazy_tables` of ``FOLDER/NAME`` shipped in ``package``.

    Raises FileNotFoundError.
    """
    text = shipped_text(package, name, folder)
    return lazy_tables(text, f"{package}/{folder}/{name}", about=about)


def lazy_tables(text: str, source: str, *, about: str = "") -> Mapping[str, dict[str, Any]]:
    """Return the tables on the first level of one of our files, by name.

    ``about`` leaves out what is under a heading and does not contain it. Headings begin with a bare
    key, and no line of a value begins with a bracket: ours are tested for that. Values before the
    first heading are left out.
    """
    headings = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    parts: dict[str, list[str]] = {}
    for heading, end in zip(headings, ends, strict=True):
        part = text[heading.start() : end]
        if about in part:
            parts.setdefault(heading[1], []).append(part)
    return LazyMapping(parts, lambda key: parse_toml("".join(parts[key]), source)[key])
