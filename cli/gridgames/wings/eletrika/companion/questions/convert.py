"""The question ``convert``: a position in another form, with a comment on omitted facts."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from eletrika.notation import format_beside, format_full, format_picture, format_wire
from eletrika.notation.wire import renamed
from eletrika.position import Network, Position
from eletrika.position_json import BoardJson, NetworkJson, position_to_json
from gridcommon.errors import NotationError
from gridgames.languages.messages import render_error, say
from gridgames.terminal import output
from gridgames.wings.eletrika.companion.query_subject import QuerySubject


class Target(StrEnum):
    """A form that a position can be written in."""

    WIRE = "wire"
    PICTURE = "picture"
    FULL = "full"
    JSON = "json"
    SVG = "svg"


def ask(
    subject: QuerySubject, to: Annotated[Target, typer.Option(help="The form to write.")]
) -> str | NetworkJson | BoardJson:
    """Return the position in a form; remarks on its notation go to standard error.

    Raises NotationError if the form cannot express the position.
    """
    for remark in subject.analysis.remarks:
        output.print_error(render_error(remark))
    match to:
        case Target.JSON:
            return position_to_json(subject.known)
        case Target.SVG:
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
        text = (format_full if form == "full" else format_picture)(position)
        if isinstance(subject.known, Network):
            how = say("shown in one layout in which only the joined structures touch")
            text = f"# {how}\n{text}"
    if form != "full":
        beside = subject.known if isinstance(subject.known, Position) else subject.known.beside
        text += format_beside(beside)
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
    from gridgames.show.registry import face_of
    from gridgames.wings.eletrika.description.scene import scene_of, scene_of_position

    if subject.names and subject.state is not None:
        scene = scene_of(subject.state, subject.names)
    else:
        scene = scene_of_position(subject.position(), subject.ruleset)
    return face_of("eletrika").draw([scene], ())[0].to_text()
