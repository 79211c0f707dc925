"""The command ``edit`` of every game: a draft on the full screen or in lines."""

from pathlib import Path
from typing import Any

import typer

from gridgames.commands.full_screen import full_terminal
from gridgames.languages.language import current_language
from gridgames.lines.table import PlainTable
from gridgames.show.draft import DraftTable
from gridgames.table.draft import DraftPolicy, drafts_directory
from gridgames.table.settings import read_settings


def edit_position(
    ctx: typer.Context, table: DraftTable[Any], file: Path | None, *, plain: bool
) -> None:
    """Enter a position, then do the command that the person chose to go on."""
    draft = DraftPolicy(table, file, folder=drafts_directory())
    if plain or not full_terminal():
        PlainTable(draft.session, table=table).draft(draft)
    else:
        from gridgames.screen.play import run_screen

        run_screen(draft.session, settings=read_settings())
    if draft.follows:
        program: Any = ctx.find_root().command
        program.main(["--lang", current_language(), *draft.follows], prog_name="gridgames")
