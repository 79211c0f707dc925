"""Access control: the server answers only its own pages, opened at an address with its key.

Any web page that is open in a browser can send requests to the server. But such a page cannot read
the key and cannot change the Origin header. If it lets its own name lead to this computer (DNS
rebinding), that name is in the Host header.
"""

import hmac
import re
from ipaddress import ip_address
from secrets import token_urlsafe
from socket import gethostname
from typing import Protocol

LOOPBACK = ("127.0.0.1", "localhost", "::1")

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:[0-9]{1,5})?")


class Headers(Protocol):
    """The headers of a request; a header may occur several times."""

    def getall(self, key: str, default: list[str]) -> list[str]:
        """Return all values of a header."""


def is_loopback(host: str) -> bool:
    """Return whether a listening address can be reached only from this computer."""
    return host in LOOPBACK


def in_address(host: str) -> str:
    """Return a host in the form that addresses use."""
    return f"[{host}]" if ":" in host else host


class Guard:
    """Admits requests that have the key and use a name of this computer."""

    def __init__(self, host: str) -> None:
        self.key = token_urlsafe(24)
        self._local = is_loopback(host)
        names = {gethostname(), f"{gethostname()}.local", host}
        self._names = {in_address(name).lower() for name in (() if self._local else names)}
        self._names |= {in_address(name) for name in LOOPBACK}

    def refusal(self, path: str, headers: Headers, *, needs_origin: bool) -> str | None:
        """Return why a request is refused, or None if it is admitted.

        A browser sends an Origin with every WebSocket request, for which ``needs_origin`` is set.
        It must be this server, under the same name and port.
        """
        host = _only(headers, "Host")
        if host is None or not self._is_ours(host):
            return "Host"
        origin = _only(headers, "Origin")
        if (needs_origin or headers.getall("Origin", [])) and origin != f"http://{host}":
            return "Origin"
        given = path.removeprefix("/").partition("/")[0]
        if not hmac.compare_digest(given.encode("utf-8", "replace"), self.key.encode()):
            return "key"
        return None

    def _is_ours(self, host: str) -> bool:
        """Return whether a host is a name of this computer; the port may belong to a tunnel.

        A numeric address cannot be rebound, so any is allowed if other computers may connect.
        """
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        if found[1] in self._names:
            return True
        return not self._local and _is_number(found[1].strip("[]"))


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
