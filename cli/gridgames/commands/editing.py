"""The command ``edit`` of every game: an editor on the full screen, with its draft."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer

from gridcommon.errors import NotationError
from gridgames.commands.plain_editing import Questions, edit_in_lines
from gridgames.languages.language import current_language
from gridgames.screen.editing.application import run_editor
from gridgames.table.drafts import Draft
from gridgames.table.editor import Editor
from gridgames.table.settings import read_settings


def edit_position(
    ctx: typer.Context,
    editor: Editor[Any],
    file: Path | None,
    *,
    has_screen: bool,
    plain: bool = False,
    questions: Callable[[], Questions] | None = None,
) -> None:
    """Edit a position, then do the command that the person chose to continue.

    With ``plain``, it is entered in plain text, by ``questions``. Raises NotationError without
    a full screen otherwise.
    """
    words: Sequence[str] | None
    if plain and questions:
        words = edit_in_lines(editor, questions, file)
    elif not has_screen and questions:
        raise NotationError(
            "editing needs the full screen of a terminal; in plain text: --plain; "
            "in a browser: gridgames serve"
        )
    elif not has_screen:
        raise NotationError(
            "editing needs the full screen of a terminal; in a browser: gridgames serve"
        )
    else:
        words = run_editor(editor, Draft.of_file(editor.GAME, file), file, read_settings())
    if words:
        program: Any = ctx.find_root().command
        program.main(["--lang", current_language(), *words], prog_name="gridgames")
