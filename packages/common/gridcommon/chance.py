"""Random numbers as values: a generator is an int that callers carry along, not an object.

The numbers are those of SplitMix64 (Steele, Lea and Flood 2014), so the same seed gives the same
draws on every platform and Python version. Python itself promises that only for
``random.random()``, not for ``shuffle`` or ``randrange``.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_NUMBERS: Final = 1 << 64
_MASK: Final = _NUMBERS - 1
_STEP: Final = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """Return the generator of ``seed``, any int. Seeds close together give unrelated draws."""
    rng = _mixed(seed & _MASK)
    while (seed := seed >> 64) not in (0, -1):
        rng = _mixed((rng + _STEP ^ seed) & _MASK)
    return rng if seed == 0 else _mixed((rng - _STEP) & _MASK)


def draw(rng: int, n: int) -> tuple[int, int]:
    """Return a number in ``0..n-1``, each equally likely, and the generator after the draw.

    Raises ValueError for an ``n`` below 1 or above 2**64.

    >>> value, rng = draw(seeded(7), 6)
    >>> 0 <= value < 6
    True
    """
    if not 1 <= n <= _NUMBERS:
        raise ValueError(f"cannot draw from {n} things")
    if n == 1:
        return 0, (rng + _STEP) & _MASK
    while True:
        rng = (rng + _STEP) & _MASK
        number = _mixed(rng)
        # Rejection sampling: the incomplete last block of values would favour low numbers.
        if number < _NUMBERS - n or number < _NUMBERS - _NUMBERS % n:
            return number % n, rng


def shuffle(items: Sequence[T], rng: int) -> tuple[list[T], int]:
    """Return ``items`` in random order, each order equally likely, and the generator after."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, rng = draw(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return order, rng


def choose(items: Sequence[T], rng: int) -> tuple[T, int]:
    """Return one of ``items``, each equally likely, and the generator after the draw."""
    place, rng = draw(rng, len(items))
    return items[place], rng


def fork(rng: int, branch: int) -> int:
    """Return an independent generator for ``branch`` (one draw of several, or one game of many).

    Draws from one never shift the draws of another. But each can be computed from any other: to
    keep something secret, such as the deck from a bot, use :func:`derived_seed`.
    """
    return _mixed((rng ^ _mixed((branch + 1) * _STEP & _MASK)) & _MASK)


def derived_seed(seed: int, purpose: str, *numbers: int) -> int:
    """Return a seed for a consumer that must not learn ``seed``, such as the bot of a seat.

    ``numbers`` distinguish consumers with the same purpose, such as seats or moves. SHA-256 makes
    the function one-way: only trying all seeds leads from the result back to ``seed`` or to another
    result.

    >>> derived_seed(7, "bot", 0) == derived_seed(7, "bot", 1)
    False
    """
    from hashlib import sha256

    text = "/".join([purpose, f"{seed:x}", *map(str, numbers)])
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _mixed(number: int) -> int:
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & _MASK
    return number ^ (number >> 31)
