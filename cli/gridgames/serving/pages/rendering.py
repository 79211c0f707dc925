"""Pages as HTML: the templates, the style sheet of the palette, and the files beside them."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment

from gridgames.exports.rendering import environment
from gridgames.games.drawing.palette import PALETTE
from gridgames.games.registry import face_of, names

_PACKAGES = "gridgames.serving.pages", "gridgames.exports"  # with templates and static files
_FOLDERS = [files(package) / "static" for package in _PACKAGES]
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache  # one
def _environment() -> Environment:
    made = environment(*_PACKAGES)
    made.globals["file"] = address_of_file
    return made


def render(template: str, values: Mapping[str, Any]) -> str:
    """Return a page in the language in use."""
    return _environment().get_template(template).render(values)


def palettes() -> list[str]:
    """Return the names of the style sheets with the colours of each game, and of other pages."""
    return ["palette.css", *(f"{name}.css" for name in names())]


@cache  # one for each file of pages
def static_file(name: str) -> tuple[bytes, str] | None:
    """Return the content and the type of a file that pages load, None for any other name."""
    suffix = name[name.rfind(".") :]
    if name in palettes():
        game = name.removesuffix(".css")
        palette = face_of(game).palette() if game in names() else PALETTE
        return palette.stylesheet().encode(), _KINDS[".css"]
    if "/" in name or suffix not in _KINDS:
        return None
    paths = (folder / name for folder in _FOLDERS)
    found = next((path for path in paths if path.is_file()), None)
    return (found.read_bytes(), _KINDS[suffix]) if found else None


@cache  # one for each file of pages
def address_of_file(name: str) -> str:
    """Return the address of a file, relative to a page: it changes with the content."""
    found = static_file(name)
    assert found is not None, name
    return f"static/{name}?{hashlib.sha256(found[0]).hexdigest()[:12]}"
