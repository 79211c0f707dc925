"""Limits on the requests of browsers, and timeouts."""

import asyncio
from dataclasses import dataclass
from time import monotonic

COLUMNS = range(20, 501)
LINES = range(6, 201)


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The limits of pages. The defaults far exceed normal typing, mouse use and screen sizes."""

    pages: int = 8  # pages open at the same time
    tables: int = 1000  # addresses that are remembered
    message: int = 1 << 16  # bytes of a message from a browser; a longer one closes the page
    typed: int = 2000  # characters typed or pasted at once; the rest is dropped
    rate: float = 400  # units of input per second: one for a key, or for 16 characters
    burst: float = 800  # units that may arrive at once
    resize: float = 0.1  # seconds between two changes of size
    stall: float = 20  # seconds for which a program or a browser may read nothing
    grace: float = 3  # seconds that a program has for ending


def clamp_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window in columns and lines, limited to what a program may draw."""
    columns, lines = size
    return (
        min(max(columns, COLUMNS[0]), COLUMNS[-1]),
        min(max(lines, LINES[0]), LINES[-1]),
    )


class TokenBucket:
    """A token bucket for input: each message spends units, which are refilled over time."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = monotonic()

    def wait_for(self, units: float) -> float:
        """Spend units, and return the seconds until they may be used."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate) - units
        self._seen = now
        return max(0.0, -self._left / self._rate)

    async def take(self, units: float) -> None:
        """Spend units, and wait until they may be used, so that fast input is delayed."""
        if delay := self.wait_for(units):
            await asyncio.sleep(delay)
