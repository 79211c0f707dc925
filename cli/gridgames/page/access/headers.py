"""Headers of every answer: a page loads nothing from elsewhere, and does not reveal its address."""

from aiohttp import web

_HEADERS = {
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


def isolate(response: web.StreamResponse) -> None:
    """Add the headers that isolate a page and hide its address."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
