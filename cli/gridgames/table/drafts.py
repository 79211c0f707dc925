"""Drafts: what was entered and not saved yet, kept beside the saved games after each change."""

import hashlib
from contextlib import suppress
from pathlib import Path

from gridgames.system.durable_files import make_folder, replace
from gridgames.table.saves.saves import saves_directory

_PRIVATE = 0o700


def drafts_directory() -> Path:
    """Return the directory of the drafts."""
    return saves_directory() / "drafts"


class Draft:
    """The draft of a position of a game; ``whose`` is the file or the key that it belongs to.

    A draft that cannot be written never stops the editor: ``trouble`` has the reason.
    """

    def __init__(self, game: str, whose: str = "", folder: Path | None = None) -> None:
        mark = "-" + hashlib.sha256(whose.encode()).hexdigest()[:16] if whose else ""
        self.path = (folder or drafts_directory()) / f"{game}{mark}.txt"
        self.trouble = ""

    @classmethod
    def of_file(cls, game: str, file: Path | None) -> "Draft":
        """Return the draft of the position in a file, or of a new position."""
        return cls(game, "" if file is None else str(file.resolve()))

    def keep(self, text: str) -> None:
        """Write the draft."""
        try:
            make_folder(self.path.parent, _PRIVATE)
            replace(self.path, text.encode())
            self.trouble = ""
        except OSError as problem:
            self.trouble = problem.strerror or ""

    def read(self) -> str | None:
        """Return the text of the draft, or None if there is none that can be read."""
        with suppress(OSError, UnicodeDecodeError):
            return self.path.read_bytes().decode()
        return None

    def drop(self) -> None:
        """Delete the draft: everything is saved, or not wanted."""
        with suppress(OSError):
            self.path.unlink()
