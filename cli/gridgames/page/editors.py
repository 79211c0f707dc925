"""The positions that are edited on pages: one of each game for each key, kept as drafts."""

from pathlib import Path
from typing import Any

from gridcommon.errors import GridgamesError
from gridgames.table.drafts import Draft
from gridgames.table.editor import Editor, editor_of

_MOST = 64  # in memory; the others are read from their drafts again


class Editors:
    """The editors of a server, found by key and game; the one unused for longest is dropped."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._open: dict[tuple[str, str], tuple[Editor[Any], Draft | None]] = {}

    def of(self, key: str, game: str) -> Editor[Any]:
        """Return the editor of a key. Raises NotationError for a game without one."""
        return self._of(key, game)[0]

    def _of(self, key: str, game: str) -> tuple[Editor[Any], Draft | None]:
        found = self._open.pop((key, game), None)
        if found is None:
            found = editor_of(game), Draft(game, key, self._folder) if self._folder else None
            self._restore(*found)
        self._open[key, game] = found
        if len(self._open) > _MOST:
            del self._open[next(iter(self._open))]
        return found

    def _restore(self, editor: Editor[Any], draft: Draft | None) -> None:
        text = draft.read() if draft else None
        if draft and text is not None and text != editor.text():
            try:
                editor.restore(text)
            except GridgamesError:
                draft.drop()

    def do(self, key: str, game: str, command: str) -> Editor[Any]:
        """Do a command in the editor of a key, and keep its draft."""
        editor, draft = self._of(key, game)
        before = editor.position
        editor.do(command)
        if draft and editor.position is not before:
            draft.keep(editor.text())
        return editor
