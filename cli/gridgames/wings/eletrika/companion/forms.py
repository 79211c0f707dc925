"""The questions that write a position or a recorded game: ``show`` and ``convert``."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from eletrika.analysis_json import BoardJson, NetworkJson, position_to_json
from eletrika.notation import format_beside, format_full, format_picture, format_wire
from eletrika.notation.wire import renamed
from eletrika.position import Network, Position, to_position
from gridcommon.errors import NotationError
from gridgames.commands.options import At, Numbers, RecordFile, option_of
from gridgames.languages.messages import render_error, say
from gridgames.show.pictures import drawings_of
from gridgames.show.questions import Answer, AnswerBoard
from gridgames.show.registry import face_of
from gridgames.study.positions import ShownJson, describe_ending, shown_position, state_of
from gridgames.terminal import output
from gridgames.terminal.output import Line
from gridgames.wings.eletrika import SCORING_OF_RECORD, TILES_OF_RECORD
from gridgames.wings.eletrika.companion.position_input import QuerySubject
from gridgames.wings.eletrika.description.analysis import uncertain
from gridgames.wings.eletrika.description.scene import scene_of, scene_of_position
from gridgames.wings.eletrika.description.situation import describe_game
from gridgames.wings.eletrika.description.text_board import board_lines


class Form(StrEnum):
    """A notation of positions that a record is shown in."""

    FULL = "full"
    PICTURE = "picture"
    WIRE = "wire"


def show(
    record: RecordFile,
    at: At = None,
    form: Annotated[
        Form | None, typer.Option(help="Write the position in this notation instead.")
    ] = None,
    tiles: Annotated[Path | None, option_of(TILES_OF_RECORD)] = None,
    scoring: Annotated[Path | None, option_of(SCORING_OF_RECORD)] = None,
    plain: Numbers = False,
) -> Answer[ShownJson]:
    """Show a recorded game after any action: the board, the players, and who is to act.

    For a finished game: who won, and the figures by round.
    """
    found = state_of(record, at, "eletrika", {"tiles": tiles, "scoring": scoring})
    state, position = found.state, to_position(found.state)
    caveats = state.ruleset.caveats

    def lines(board: Iterable[Line]) -> Iterable[Line]:
        if form:
            beside = "" if form is Form.FULL else format_beside(position)
            return ([(line, "")] for line in (_written(position, form) + beside).splitlines())
        panels = face_of("eletrika").panels(state, found.shown)
        game = describe_game(state, found.shown, panels, board)
        return chain(game, uncertain(caveats), describe_ending(found, numbers=plain))

    return Answer(
        lambda: shown_position(found.game.facts(state), format_full(position), caveats, found),
        lambda: lines(board_lines(scene_of(state, found.shown))),
        lambda: AnswerBoard("eletrika", state, found.shown),
        lambda: lines(()),
    )


def _written(position: Position, form: str) -> str:
    match form:
        case "wire":
            return format_wire(renamed(position.network())) + "\n"
        case "picture":
            return format_picture(position)
    return format_full(position)


class ConvertTarget(StrEnum):
    """A form that a position can be converted to."""

    WIRE = "wire"
    PICTURE = "picture"
    FULL = "full"
    JSON = "json"
    SVG = "svg"


def convert(
    subject: QuerySubject, to: Annotated[ConvertTarget, typer.Option(help="The form to write.")]
) -> str | NetworkJson | BoardJson:
    """Write a position in another form, to standard output.

    A comment lists anything the form cannot express.
    """
    for remark in subject.analysis.remarks:
        output.print_error(render_error(remark))
    match to:
        case ConvertTarget.JSON:
            return position_to_json(subject.known)
        case ConvertTarget.SVG:
            return _picture(subject)
    return _text(subject, to.value)


def _text(subject: QuerySubject, form: str) -> str:
    """Return a position in a notation, with a comment on the facts that it omits."""
    if form == "wire":
        known = subject.known
        network = known if isinstance(known, Network) else renamed(known.network())
        if not network.names:
            raise NotationError(
                "no structure on the board; the wire form shows nothing else",
                source=subject.source,
            )
        text = format_wire(network) + "\n"
    else:
        position = subject.position()
        text = _written(position, form)
        if isinstance(subject.known, Network):
            how = say("shown in one layout in which only the joined structures touch")
            text = f"# {how}\n{text}"
    if form != "full":
        text += format_beside(subject.beside)
    left_out = list(_left_out(subject.known, form))
    if left_out:
        text = f"# {say('left out: {what}', what=', '.join(left_out))}\n{text}"
    return text


def _left_out(known: Position | Network, form: str) -> Iterator[str]:
    """Yield the parts of a position that a form cannot express."""
    if form == "full" or isinstance(known, Network):
        return
    if any(land.edges is not None for land in known.tiles.values()):
        yield say("the land")
    if form == "wire":
        yield say("the places of the structures")
        if len(known.structures) < len(known.tiles):
            yield say("free tiles")
    if known.markers:
        yield say("markers")


def _picture(subject: QuerySubject) -> str:
    """Return a picture of a position or a game, as ``gridgames draw`` does."""
    if subject.names and subject.state is not None:
        scene = scene_of(subject.state, subject.names)
    else:
        scene = scene_of_position(subject.position(), subject.ruleset)
    return drawings_of(face_of("eletrika"), [scene], ())[0].to_text()
