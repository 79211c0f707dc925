"""Pages as HTML: the templates, the style sheet of the palette, and the files beside them."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import Environment

from gridgames.show.drawing.palette import PALETTE
from gridgames.show.registry import face_of, names
from gridgames.study.exports.rendering import environment

_PACKAGES = "gridgames.page", "gridgames.study.exports"  # with templates and static files
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


def static_file(name: str) -> tuple[bytes, str] | None:
    """Return the content and the type of a file that pages load, None for any other name."""
    return _content(name) if name in palettes() or name in _files() else None


@cache  # one
def _files() -> Mapping[str, Traversable]:
    """Return the files beside the templates that pages load, by name."""
    found = [path for folder in _FOLDERS for path in folder.iterdir()]
    return {path.name: path for path in found if _suffix(path.name) in _KINDS}


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]


@cache  # one for each file of pages
def _content(name: str) -> tuple[bytes, str]:
    kind = _KINDS[_suffix(name)]
    if name in _files():
        return _files()[name].read_bytes(), kind
    game = name.removesuffix(".css")
    palette = face_of(game).palette() if game in names() else PALETTE
    return palette.stylesheet().encode(), kind


@cache  # one for each file of pages
def address_of_file(name: str) -> str:
    """Return the address of a file, relative to a page: it changes with the content."""
    found = static_file(name)
    assert found is not None, name
    return f"../static/{name}?{hashlib.sha256(found[0]).hexdigest()[:12]}"
