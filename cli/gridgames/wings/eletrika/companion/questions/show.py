"""The question ``show``: a recorded game after any action."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from eletrika.notation import format_beside, format_full, format_picture, format_wire
from eletrika.notation.wire import renamed
from eletrika.position import to_position
from gridgames.commands.answers import ShownBoard
from gridgames.commands.game_arguments import option_of
from gridgames.commands.options import At, Numbers, RecordFile
from gridgames.commands.records import Shown, state_of
from gridgames.terminal.output import Line
from gridgames.wings.eletrika import SCORING_OF_RECORD, TILES_OF_RECORD
from gridgames.wings.eletrika.description.analysis import uncertain
from gridgames.wings.eletrika.description.scene import scene_of
from gridgames.wings.eletrika.description.situation import describe_game
from gridgames.wings.eletrika.description.text_board import board_lines


class Form(StrEnum):
    """A notation of positions."""

    FULL = "full"
    PICTURE = "picture"
    WIRE = "wire"


@dataclass(frozen=True)
class Written(Shown):
    """A position in another notation instead of words."""

    text_of_form: str

    def lines(self) -> Iterator[Line]:
        return ([(line, "")] for line in self.text_of_form.splitlines())


def ask(
    record: RecordFile,
    at: At = None,
    form: Annotated[
        Form | None, typer.Option(help="Write the position in this notation instead.")
    ] = None,
    tiles: Annotated[Path | None, option_of(TILES_OF_RECORD)] = None,
    scoring: Annotated[Path | None, option_of(SCORING_OF_RECORD)] = None,
    plain: Numbers = False,
) -> Shown:
    """Return the answer. Raises NotationError for a record that does not hold."""
    found = state_of(record, at, "eletrika", {"tiles": tiles, "scoring": scoring})
    state, position = found.state, to_position(found.state)
    caveats = state.ruleset.caveats

    def seen(has_board: bool) -> Iterator[Line]:
        board = board_lines(scene_of(state, found.shown)) if has_board else ()
        return chain(describe_game(state, found.shown, board), uncertain(caveats))

    full, beside = format_full(position), format_beside(position)
    subject = ShownBoard("eletrika", state, found.shown)
    shown = (seen, subject, found.game.facts(state), full, caveats, found, plain)
    match form:
        case None:
            return Shown(*shown)
        case Form.WIRE:
            return Written(*shown, f"{format_wire(renamed(position.network()))}\n{beside}")
        case Form.PICTURE:
            return Written(*shown, format_picture(position) + beside)
        case Form.FULL:
            return Written(*shown, full)
