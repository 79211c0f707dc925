"""What programs hand over: numbers and objects, looked at before a rule reads them.

Numbers are annotated as ``SupportsIndex``, which compiled engines do not check before us.
"""

from collections.abc import Mapping
from operator import index
from typing import SupportsIndex

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, truncate


def whole(number: SupportsIndex, key: str) -> int:
    """Return a number as an int, also one of another library, such as NumPy.

    Raises NotationError naming ``key`` for anything else; true and false are no numbers.

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


def seat_among(seat: SupportsIndex, seats: int) -> Seat:
    """Return the number of a seat, of so many. Raises NotationError if there is none such."""
    found = whole(seat, "seat")
    if not 0 <= found < seats:
        raise NotationError(
            "there are seats 0 to {last}, found {found}", key="seat", last=seats - 1, found=found
        )
    return found


def check_object(data: object, key: str | None = None) -> None:
    """Raise NotationError naming ``key`` for JSON that is no object."""
    if not isinstance(data, dict | Mapping):  # the first costs less
        raise NotationError(
            "expected an object, found {found}", key=key, found=truncate(repr(data))
        )
