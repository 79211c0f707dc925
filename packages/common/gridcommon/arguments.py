"""Checks of arguments from callers: numbers and objects, before any rule uses them.

Numbers are annotated as ``SupportsIndex``, which compiled engines accept without a check.
"""

from collections.abc import Mapping
from operator import index
from typing import Any, SupportsIndex

from gridcommon.errors import NotationError, truncate


def whole(number: SupportsIndex, key: str) -> int:
    """Return a number as an int. Numbers of other libraries, such as NumPy, are accepted.

    Raises NotationError naming ``key`` if it is not a whole number; true and false are not numbers.

    >>> whole(3, "players")
    3
    """
    if not isinstance(number, bool):
        try:
            return index(number)
        except TypeError:
            pass
    raise NotationError(
        "expected a whole number, found {found}", key=key, found=truncate(repr(number))
    )


def seat_among(seat: SupportsIndex, seats: int) -> int:
    """Return a seat as an int. Raises NotationError unless it is below ``seats``."""
    found = whole(seat, "seat")
    if not 0 <= found < seats:
        raise NotationError(
            "there are seats 0 to {last}, found {found}", key="seat", last=seats - 1, found=found
        )
    return found


def check_list(data: object, key: str | None = None) -> None:
    """Raise NotationError naming ``key`` for JSON that is not a list."""
    if not isinstance(data, list):
        raise NotationError("expected a list, found {found}", key=key, found=truncate(repr(data)))


def check_text(data: object, key: str | None = None) -> None:
    """Raise NotationError naming ``key`` for JSON that is not a text."""
    if not isinstance(data, str):
        raise NotationError("expected a text, found {found}", key=key, found=truncate(repr(data)))


def check_constants(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise NotationError naming the first key whose value is not the ``wanted`` one."""
    for key, value in wanted.items():
        found = data.get(key)
        if found != value or isinstance(found, bool):
            raise NotationError(
                "expected {wanted}, found {found}",
                key=key,
                wanted=repr(value),
                found=truncate(repr(found)),
            )


def check_object(data: object, key: str | None = None) -> None:
    """Raise NotationError naming ``key`` for JSON that is not an object."""
    if not isinstance(data, dict | Mapping):  # dict first, for speed
        raise NotationError(
            "expected an object, found {found}", key=key, found=truncate(repr(data))
        )
