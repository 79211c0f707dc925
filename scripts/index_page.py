"""The metadata hook of wheels: the README as the page of a package index.

An index shows that page far from the repository, where relative links and pictures lead nowhere.
``GRIDGAMES_SOURCE``, the address of the files of a version, goes before them. Without it, links
become their text, and pictures are left out.

    GRIDGAMES_SOURCE=https://example.org/gridgames/raw/v1.0.0 pip wheel --no-deps .
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)\s]+)\)")
_ATTRIBUTE = re.compile(r'\b(href|src)="(?!\w+:)([^"]+)"')
_PICTURE = re.compile(r"^<a href=.*<img .*\n", re.MULTILINE)


def index_page(text: str, source: str) -> str:
    """Return the README with absolute addresses, or with none where ``source`` is empty."""
    if not source:
        return re.sub(r"\n{3,}", "\n\n", _PICTURE.sub("", _LINK.sub(r"\1", text)))
    base = source.rstrip("/")
    return _ATTRIBUTE.sub(rf'\1="{base}/\2"', _LINK.sub(rf"[\1]({base}/\2)", text))


class Readme(MetadataHookInterface):
    """A metadata hook that gives the text of the page."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme`` of the project's metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        page = index_page(text, os.environ.get("GRIDGAMES_SOURCE", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
