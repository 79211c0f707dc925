"""A program that fills a page of ``gridgames serve``, and what it tells the server besides."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def in_browser() -> bool:
    """Whether the screen is shown by ``gridgames serve``."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def goes_on_with(words: Sequence[str], file: "Path | None" = None) -> None:
    """Tell the server the words that go on with this page when it is loaded again.

    They hold once there is a ``file``, until then what was told before. Without a server nothing
    is told.
    """
    _tell("goes_on", words=list(words), file=None if file is None else str(file.absolute()))


def followed_by(words: Sequence[str]) -> None:
    """Tell the server the words to run in this page once this program has ended."""
    _tell("next", words=list(words))


def _tell(kind: str, **data: object) -> None:
    """Write a packet between those of the screen: to be called where the screen is drawn."""
    if not in_browser() or sys.__stdout__ is None:
        return
    import json

    content = json.dumps({"type": kind, **data}).encode()
    os.write(sys.__stdout__.fileno(), b"M" + len(content).to_bytes(4, "big") + content)
