"""Links to tables, as ``gridgames serve`` prints them."""

from urllib.parse import urlsplit

from gridcommon.errors import NotationError
from gridcommon.spelling import quoted


def socket_address(link: str) -> str:
    """Return the address of the protocol for the link of a seat. Raises NotationError.

    >>> socket_address("https://play.example.org/0123456789abcdefghijklmn/")
    'wss://play.example.org/0123456789abcdefghijklmn/play'
    """
    try:
        parts = urlsplit(link.strip())
        is_link = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_link = False
    key = parts.path.strip("/") if is_link else ""
    if not key or "/" in key:
        raise NotationError(
            "expected the link of a seat, such as http://192.168.1.5:8000/KEY/, found {found}",
            key="LINK",
            found=quoted(link),
        )
    return f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}/{key}/play"
