"""``gridgames eletrika edit``: a position entered by pointing."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from gridgames.commands.game_arguments import option_of
from gridgames.commands.options import At, Options
from gridgames.wings.eletrika import SCORING, TILES


def edit(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[POSITION|RECORD]",
            help="A position in any form, or a game record. Without it: the source alone.",
        ),
    ] = None,
    at: At = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Plain text: asks for the neighbours of each tile."),
    ] = False,
    option: Options = None,
    tiles: Annotated[Path | None, option_of(TILES)] = None,
    scoring: Annotated[Path | None, option_of(SCORING)] = None,
) -> None:
    """Enter a position by pointing: tiles that fit, structures, owners, by one key each.

    Everything energized, dark, closed, in dispute or against a rule shows at once, with the reason.
    """
    from gridgames.commands.editing import edit_position
    from gridgames.commands.full_screen import full_terminal
    from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
    from gridgames.wings.eletrika.companion.editing.neighbours import Neighbours
    from gridgames.wings.eletrika.companion.position_input import QuerySubject, ruleset_of

    if file is None:
        editor = PositionEditor.begin(ruleset_of(None, option or (), tiles, scoring))
        own = None
    else:
        subject = QuerySubject.load(str(file), at, None, option, tiles, scoring)
        editor = PositionEditor(subject.position(), subject.ruleset)
        own = file if file.is_file() and subject.names == () else None
    asked = partial(Neighbours, editor)
    has_screen = not plain and full_terminal()
    edit_position(ctx, editor, own, has_screen=has_screen, plain=plain, questions=asked)
