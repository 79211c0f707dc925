"""Limits on what browsers may ask for, far above what people at a table need."""

from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class ServingLimits:
    """The limits of a server."""

    tables: int = 200  # at the same time
    connections: int = 2048  # open at the same time
    connections_each: int = 64  # of one address on the network
    connections_here: int = 1536  # of this computer, where a proxy may be
    streams: int = 1024  # pages and programs that wait for news: four at each table, and others
    streams_each: int = 8  # of one seat
    streams_watching: int = 128  # of the spectators of one table
    body: int = 16 << 10  # bytes of a request
    patience: float = 15  # seconds for the head of a request, its body, and taking the answer
    rate: float = 20  # requests a second of one key
    burst: float = 60  # requests at once
    question: float = 2  # seconds for an answer about a position
    wrong_rate: float = 1  # requests a second without a valid key, of one address
    wrong_burst: float = 30
    name: int = 60  # characters of a name
    line: int = 500  # characters of a typed line or of a line to the others
    chat: int = 200  # lines that are kept
    heartbeat: float = 15  # seconds between two signs of life


class TokenBucket:
    """An allowance that is spent by requests and refilled with time."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = monotonic()

    def take(self) -> bool:
        """Spend one unit, and return whether there was one."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Allowances:
    """A bucket for each key or address; the one unused for longest is forgotten first."""

    def __init__(self, rate: float, burst: float, most: int = 4096) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: dict[object, TokenBucket] = {}

    def take(self, whose: object) -> bool:
        """Spend a unit of an allowance, and return whether there was one."""
        bucket = self._buckets.pop(whose, None) or TokenBucket(self._rate, self._burst)
        self._buckets[whose] = bucket  # the last used one is the last
        while len(self._buckets) > self._most:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()
