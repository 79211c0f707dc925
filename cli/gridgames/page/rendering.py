"""Pages as HTML: the templates, the style sheet of the palette, and the files beside them."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from gridgames.show.drawing.palette import PALETTE
from gridgames.show.registry import face_of, names
from gridgames.study.exports.game_page import environment

_FOLDERS = [files(room) / "static" for room in ("gridgames.page", "gridgames.study.exports")]
_KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def render(template: str, values: Mapping[str, Any]) -> str:
    """Return a page in the language in use."""
    pages = environment("gridgames.page")
    pages.globals["file"] = address_of_file
    return pages.get_template(template).render(values)


def static_file(name: str) -> tuple[bytes, str] | None:
    """Return the content and the type of a file that pages load, None for any other name."""
    stem, _, suffix = name.rpartition(".")
    if name in _files():
        return _files()[name], _KINDS[suffix]
    if suffix == "css" and stem in ("palette", *names()):
        return _colours(stem), _KINDS[suffix]
    return None


@cache  # one
def _files() -> Mapping[str, bytes]:
    """Return the files beside the templates that pages load, by name."""
    found = [path for folder in _FOLDERS for path in folder.iterdir()]
    return {path.name: path.read_bytes() for path in found if path.name.split(".")[-1] in _KINDS}


@cache  # one for each game, and one for other pages
def _colours(game: str) -> bytes:
    palette = PALETTE if game == "palette" else face_of(game).palette()
    return palette.stylesheet().encode()


@cache  # one for each file of pages
def address_of_file(name: str) -> str:
    """Return the address of a file, relative to a page: it changes with the content."""
    found = static_file(name)
    assert found is not None, name
    return f"../static/{name}?{hashlib.sha256(found[0]).hexdigest()[:12]}"
