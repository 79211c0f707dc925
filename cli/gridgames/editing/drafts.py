"""Drafts: what was entered and not saved yet, kept beside the saved games after each change."""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from gridgames.saves.saves import saves_directory
from gridgames.system.durable_files import make_folder, replace

_VERSION = 1
_PRIVATE = 0o700


class Draft:
    """The draft of the position in a file, or of a new position of a game.

    A draft that cannot be written never stops the editor: ``trouble`` has the reason.
    """

    def __init__(self, game: str, file: Path | None = None, folder: Path | None = None) -> None:
        named = game
        if file is not None:
            named += "-" + hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]
        self.path = (folder or saves_directory() / "drafts") / f"{named}.json"
        self.trouble = ""

    def keep(self, text: str) -> None:
        """Write the draft."""
        try:
            make_folder(self.path.parent, _PRIVATE)
            replace(self.path, json.dumps({"version": _VERSION, "text": text}).encode())
            self.trouble = ""
        except OSError as problem:
            self.trouble = problem.strerror or ""

    def read(self) -> str | None:
        """Return the text of the draft, or None if there is none that can be read."""
        with suppress(OSError, ValueError, TypeError, KeyError):
            text = json.loads(self.path.read_bytes())["text"]
            return text if isinstance(text, str) else None
        return None

    def drop(self) -> None:
        """Delete the draft: everything is saved, or not wanted."""
        with suppress(OSError):
            self.path.unlink()
