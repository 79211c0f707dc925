"""Access to the server: keys, names, headers, and limits far above what people need.

Every seat, every table's spectators and the host have a key, which is part of the path of their
links. A page in the same browser cannot read it, so it cannot ask in their name. The name in the
Host header must be one of this server, or else a foreign name could be made to lead here (DNS
rebinding).
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from secrets import token_urlsafe
from time import monotonic
from urllib.parse import urlsplit

from gridcommon.errors import NotationError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HEADERS = {  # of every answer: a page loads nothing from elsewhere, and hides its address
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{1,5})?")
_KEY = re.compile(r"[A-Za-z0-9_-]{24}")

ValuesOf = Callable[[str, list[str]], list[str]]


def new_key() -> str:
    """Return a key that nobody can guess: 24 characters, 144 bits."""
    return token_urlsafe(18)


def digest_of(key: str) -> bytes:
    """Return what a key is looked up by, so that the time of a look-up tells nothing about it."""
    return hashlib.sha256(key.encode("utf-8", "replace")).digest()


def is_key(text: object) -> bool:
    """Return whether a text has the form of a key."""
    return isinstance(text, str) and bool(_KEY.fullmatch(text))


def in_address(host: str) -> str:
    """Return a host in the form that addresses use."""
    return f"[{host}]" if ":" in host else host


def origin_of(address: str) -> str:
    """Return the origin of a public address, as in https://play.example.org.

    Raises NotationError for any other text.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    host = (parts.hostname or "").lower()
    named = in_address(host) + (f":{port}" if port else "")
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(named):
        raise NotationError(
            "expected an address such as https://play.example.org, found {found}",
            key="--address",
            found=repr(address),
        )
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise NotationError(
            "an address has a host and no path, found {found}", key="--address", found=repr(address)
        )
    return f"{parts.scheme}://{named}"


class Guard:
    """Admits requests for a name of this server that no foreign page has sent.

    ``names`` are host names besides those of the loopback; ``any_number`` admits every numeric
    address, which cannot be rebound.
    """

    def __init__(self, names: Iterable[str] = (), *, any_number: bool = False) -> None:
        self._names = {in_address(name).lower() for name in (*LOOPBACK, *names)}
        self._any_number = any_number

    def refusal(self, values_of: ValuesOf) -> str | None:
        """Return the header because of which a request is refused, or None if it is admitted.

        ``values_of`` returns all values of a header, or else a default. A browser that hides the
        origin of a form sends ``null``, as this server asks it to.
        """
        host = _only(values_of, "Host")
        found = _HOST.fullmatch(host or "")
        if found is None or not self._is_ours(found[1]):
            return "Host"
        origins = values_of("Origin", [])
        if origins and _only(values_of, "Origin") not in (
            "null",
            f"http://{host}",
            f"https://{host}",
        ):
            return "Origin"
        return None

    def _is_ours(self, name: str) -> bool:
        return name in self._names or (self._any_number and _is_number(name.strip("[]")))


def _only(values_of: ValuesOf, name: str) -> str | None:
    """Return the value of a header in lower case, or None unless it occurs exactly once."""
    values = values_of(name, [])
    return values[0].lower() if len(values) == 1 else None


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


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


class Allowances:
    """Allowances of keys or addresses, spent by requests and refilled with time.

    The one unused for longest is forgotten first.
    """

    def __init__(self, rate: float, burst: float, most: int = 4096) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._left: dict[object, tuple[float, float]] = {}  # and since when

    def take(self, whose: object) -> bool:
        """Spend a unit of an allowance, and return whether there was one."""
        now = monotonic()
        left, since = self._left.pop(whose, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        self._left[whose] = left - 1 if left >= 1 else left, now  # the last used one is the last
        while len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        return left >= 1
