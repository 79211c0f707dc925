"""Keys and names: who may ask the server, and under which names it answers.

Every seat, every table's spectators and the host have a key, which is part of the path of their
links. A page in the same browser cannot read it, so it cannot ask in their name. The name in the
Host header must be one of this server, or else a foreign name could be made to lead here (DNS
rebinding).
"""

import hashlib
import re
from collections.abc import Iterable
from ipaddress import ip_address
from secrets import token_urlsafe
from typing import Protocol
from urllib.parse import urlsplit

from gridcommon.errors import NotationError

LOOPBACK = ("127.0.0.1", "localhost", "::1")

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{1,5})?")
_KEY = re.compile(r"[A-Za-z0-9_-]{24}")


class Headers(Protocol):
    """The headers of a request; a header may occur several times."""

    def getall(self, key: str, default: list[str]) -> list[str]:
        """Return all values of a header."""


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

    def refusal(self, headers: Headers) -> str | None:
        """Return the header because of which a request is refused, or None if it is admitted.

        A browser that hides the origin of a form sends ``null``, as this server asks it to.
        """
        host = _only(headers, "Host")
        found = _HOST.fullmatch(host or "")
        if found is None or not self._is_ours(found[1]):
            return "Host"
        origins = headers.getall("Origin", [])
        if origins and _only(headers, "Origin") not in (
            "null",
            f"http://{host}",
            f"https://{host}",
        ):
            return "Origin"
        return None

    def _is_ours(self, name: str) -> bool:
        return name in self._names or (self._any_number and _is_number(name.strip("[]")))


def _only(headers: Headers, name: str) -> str | None:
    """Return the value of a header in lower case, or None unless it occurs exactly once."""
    values = headers.getall(name, [])
    return values[0].lower() if len(values) == 1 else None


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
