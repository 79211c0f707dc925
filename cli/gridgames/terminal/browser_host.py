"""Running inside a page of ``gridgames serve``: messages to the server."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def in_browser() -> bool:
    """Return whether the screen is shown by ``gridgames serve``."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def resume_with(words: Sequence[str], file: "Path | None" = None) -> None:
    """Send the server the arguments that resume this page when it is reloaded.

    They apply once ``file`` exists; until then the earlier ones apply. Without a server nothing is
    sent.
    """
    _tell("goes_on", words=list(words), file=None if file is None else str(file.absolute()))


def continue_with(words: Sequence[str]) -> None:
    """Send the server the arguments to run in this page after this program."""
    _tell("next", words=list(words))


def _tell(kind: str, **data: object) -> None:
    """Write a packet between the packets of the screen; call it in the thread that draws."""
    if not in_browser() or sys.__stdout__ is None:
        return
    import json

    content = json.dumps({"type": kind, **data}).encode()
    os.write(sys.__stdout__.fileno(), b"M" + len(content).to_bytes(4, "big") + content)
