"""What a browser may ask of the server, and for how long."""

import asyncio
from dataclasses import dataclass
from time import monotonic

COLUMNS = range(20, 501)
LINES = range(6, 201)


@dataclass(frozen=True, slots=True)
class PageLimits:
    """How much pages may take; the defaults are far beyond a hand, a mouse and a large screen."""

    pages: int = 8  # open at the same time
    tables: int = 1000  # addresses of pages that are kept
    message: int = 1 << 16  # bytes of a message from a browser; a longer one closes the page
    typed: int = 2000  # characters typed or pasted at once; more of them are left out
    rate: float = 400  # units of input a second: a key is one, and so are 16 characters
    burst: float = 800  # units that may come at once
    resize: float = 0.1  # seconds between two changes of size
    stall: float = 20  # seconds that a program or a browser may take nothing
    grace: float = 3  # seconds that a program has to end


def clamped(size: tuple[int, int]) -> tuple[int, int]:
    """Return the columns and lines that a program draws for a window of this size."""
    columns, lines = size
    return (
        min(max(columns, COLUMNS[0]), COLUMNS[-1]),
        min(max(lines, LINES[0]), LINES[-1]),
    )


class TokenBucket:
    """Input that may come now: it is used up by what comes, and grows again with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = monotonic()

    def wait_for(self, units: float) -> float:
        """Take units, and return the seconds after which they may be used."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate) - units
        self._seen = now
        return max(0.0, -self._left / self._rate)

    async def take(self, units: float) -> None:
        """Take units, and wait until they may be used: what comes too fast comes later."""
        if delay := self.wait_for(units):
            await asyncio.sleep(delay)
