"""``gridgames draw``: a picture of a position, or of a recorded game after any action."""

import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from gridcommon.errors import NotationError, errors_located_in
from gridcommon.records import FORMAT
from gridgames.commands.options import Flags
from gridgames.languages.messages import say
from gridgames.show.drawing.printing import picture_room, print_drawing
from gridgames.show.drawing.svg import Drawing
from gridgames.show.face import Face
from gridgames.show.pictures import drawings_of, print_board
from gridgames.show.registry import face_of, wings
from gridgames.study.positions import position_text
from gridgames.system.files import STANDARD_INPUT, check_regular, writing
from gridgames.table.record_files import is_record, moments
from gridgames.terminal.output import print_sentence
from gridgames.terminal.printable import escape_controls

_GIF_ZOOM = 0.75  # times the size of the SVG
_MAX_PICTURES = 500  # of an animation: more than any game between people has


class Backdrop(StrEnum):
    """The background of a picture."""

    LIGHT = "light"
    DARK = "dark"


ThemeOption = Annotated[
    Backdrop | None,
    typer.Option(
        help="The background of the picture. By default, light in a file, and that of the "
        "terminal in a terminal."
    ),
]


class Suffix(StrEnum):
    """The suffix of a file."""

    SVG = ".svg"
    PNG = ".png"
    GIF = ".gif"


def draw(
    flags: Flags,
    what: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|RECORD|-",
            help="A game record (.jsonl), or a position in any form that shows where things are; "
            "- reads a position from standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The picture to write: .svg, .png or .gif. Without it, the picture is shown in a "
            "terminal that shows pictures, elsewhere the board is in characters.",
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="N|N..M",
            help="For a record: the position after N actions (0 is the start; the default "
            "is the end). With .gif, animate actions N to M.",
        ),
    ] = None,
    theme: ThemeOption = None,
    pace: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="Seconds per action in the animation.", min=0.02, max=60
        ),
    ] = 0.7,
) -> None:
    """Draw a position or a recorded game as a picture that needs no other file.

    An SVG can be zoomed and has a description for screen readers. A PNG looks the same everywhere.
    A GIF animates several actions; drawing three of them takes about a second.
    """
    kind = kind_of(output) if output else None
    wanted = _actions(at, kind)
    if output is None or kind is None:
        _print(*_shown(what, wanted, flags), theme)
        return
    check_regular(output)
    face, shown, names = _shown(what, wanted, flags)
    write_picture(output, kind, drawings_of(face, shown, names), theme, pace)


def write_picture(
    output: Path,
    kind: Suffix,
    drawings: Sequence[Drawing],
    theme: Backdrop | None,
    pace: float = 1.0,
) -> None:
    """Write a picture, or the animation of several drawings."""
    data = _data(drawings, kind, pace, theme or Backdrop.LIGHT)
    with writing(output):
        output.write_bytes(data)
    print_sentence(say("written: {file}", file=escape_controls(os.fspath(output))))


def _print(face: Face, shown: Sequence[Any], names: Sequence[str], theme: Backdrop | None) -> None:
    """Print a position with what is beside the board, or the board in characters."""
    if picture_room():
        [drawing] = drawings_of(face, shown, names)
        print_drawing(drawing, theme.value if theme else None)
    else:
        print_board(face, shown[0], names)


def kind_of(output: Path) -> Suffix:
    """Return the file type. Raises NotationError for an unknown suffix."""
    suffix = output.suffix.lower()
    if suffix not in [*Suffix]:
        raise NotationError(
            "a picture is one of {known}, found {found}",
            source=str(output),
            known=", ".join(Suffix),
            found=repr(output.suffix),
        )
    return Suffix(suffix)


def _actions(at: str | None, kind: Suffix | None) -> range | None:
    """Return the actions that ``--at`` names, or None for the end. Raises NotationError."""
    if at is None:
        return None
    first, dots, last = at.partition("..")
    ends = [first, last if dots else first]
    if not all(end.isascii() and end.isdigit() and len(end) < 10 for end in ends):
        raise NotationError(
            "expected a number of actions, as in 30, or two, as in 0..30; found {found}",
            key="--at",
            found=repr(at),
        )
    start, end = map(int, ends)
    if end < start:
        raise NotationError("the end {end} is before {start}", key="--at", start=start, end=end)
    if dots and kind is not Suffix.GIF:
        raise NotationError(
            "several actions make an animation: write it as .gif, not {found}",
            key="--at",
            found=kind or say("nothing"),
        )
    if end - start >= _MAX_PICTURES:
        raise NotationError(
            "an animation has at most {most} pictures, found {found}",
            key="--at",
            most=_MAX_PICTURES,
            found=end - start + 1,
        )
    return range(start, end + 1)


def _shown(
    name: str, wanted: range | None, flags: Flags
) -> tuple[Any, Sequence[Any], Sequence[str]]:
    """Return the face of a game, the states or positions to draw, and the names of the players."""
    if name != STANDARD_INPUT and is_record(Path(name)):
        found, states = moments(Path(name), wanted, flags)
        return face_of(found.header.game), states, found.shown
    if wanted is not None:
        raise NotationError("--at needs a game record; this is a position", source=name)
    text, source = position_text(name)
    if text.lstrip().startswith("{") and FORMAT in text:
        raise NotationError("a record cannot be piped in: name the file", source=source)
    with errors_located_in(source):
        read = ((wing.face, wing.face.parse_position(text, flags)) for wing in wings())
        face, position = next((face, found) for face, found in read if found is not None)
    return face, [position], ()


def _data(drawings: Sequence[Drawing], kind: Suffix, pace: float, theme: Backdrop) -> bytes:
    if kind is Suffix.SVG:
        return drawings[0].to_text(theme.value).encode()
    from gridgames.show.drawing.images import PNG_ZOOM, to_gif, to_png

    if kind is Suffix.PNG:
        return to_png(drawings[0], PNG_ZOOM, theme.value)
    return to_gif(drawings, _GIF_ZOOM, pace, theme.value)
