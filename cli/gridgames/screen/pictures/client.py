"""Pictures made in another process, so that keys never wait for them: only the last one counts.

resvg holds the lock of the interpreter while it works, so a thread would not do. The process is
``python -m gridgames.screen.pictures.worker``.
"""

import pickle
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from gridgames.system.workers import start_worker
from gridgames.terminal.canvas import Colour

if TYPE_CHECKING:
    from gridgames.show.drawing.palette import Theme
    from gridgames.show.drawing.pane import BoardPicture
    from gridgames.show.parts import Fragment


_COST = 20_000  # pixels that take as long as reading the drawing once more, for another area

PixelArea = tuple[int, int, int, int]  # left, top, width, height


Piece = tuple[PixelArea, str]  # an area with its SVG


class Job(NamedTuple):
    """A picture to make, or areas of its two layers to make anew: the ground, and what is on it.

    ``is_whole`` says that nothing of the picture before stays. A line of the terminal is ``cell``
    pixels wide and high; ``most`` is the width of its widest picture, 0 for one picture as PNG.
    ``reserved`` are the colours that have to be exact.
    """

    number: int
    size: tuple[int, int]
    is_whole: bool
    ground: list[Piece]
    pieces: list[Piece]
    cell: tuple[int, int]
    most: int
    reserved: list[Colour]

    @property
    def areas(self) -> list[PixelArea]:
        """The areas that may differ from the picture before."""
        return [area for area, _ in (*self.ground, *self.pieces)]


def job_for(
    picture: "BoardPicture",
    before: "BoardPicture | None",
    theme: "Theme",
    number: int,
    cell: tuple[int, int],
    most: int,
) -> Job | None:
    """Return the job that leads from a picture ``before`` to another, None if they are equal."""
    is_whole = before is None or (picture.size, picture.box, picture.definitions) != (
        before.size,
        before.box,
        before.definitions,
    )

    def changes(layer: "Sequence[Fragment]", old: "Sequence[Fragment]") -> list[Piece]:
        if is_whole:
            areas = [(0, 0, *picture.size)]
        else:
            areas = _joined(filter(None, map(picture.area_of, {*layer} ^ {*old})))
        return [(area, picture.to_text(theme, area, layer)) for area in areas]

    ground = changes(picture.ground, before.ground if before else ())
    pieces = changes(picture.pieces, before.pieces if before else ())
    if not (ground or pieces):
        return None
    reserved = picture.palette.colours(theme)
    return Job(number, picture.size, is_whole, ground, pieces, cell, most, reserved)


def _joined(areas: Iterable[PixelArea]) -> list[PixelArea]:
    """Return areas, as one where one together takes hardly more pixels."""
    found: list[Region] = []
    for area in sorted(areas):
        joined = Region(*area)
        for other in [*found]:
            both = joined.union(other)
            if both.area < joined.area + other.area + _COST:
                found.remove(other)
                joined = both
        found.append(joined)
    return [(left, top, wide, high) for left, top, wide, high in found]


class PictureLine(NamedTuple):
    """A line of a picture: rows of numbers of colours.

    ``changes`` is what the terminal is sent if it shows the line before. ``blocks`` has red, green
    and blue of the upper half of each character, then of the lower ones.
    """

    pixels: list[bytes]
    changes: bytes
    blocks: bytes


class PictureChanges(NamedTuple):
    """Changes of a picture, by line; with kitty's protocol also all of it as PNG."""

    number: int
    palette: list[Colour]
    lines: dict[int, PictureLine]
    png: bytes


class Rasteriser:
    """The process that makes pictures, one after another."""

    def __init__(self) -> None:
        self._program = start_worker("gridgames.screen.pictures.worker")

    def make(self, job: Job) -> PictureChanges | None:
        """Wait for a picture and return it, or None if the process has ended."""
        sending, answers = self._program.stdin, self._program.stdout
        assert sending is not None
        assert answers is not None
        try:
            pickle.dump(job, sending)
            sending.flush()
            made: PictureChanges = pickle.load(answers)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            return None
        return made

    def close(self) -> None:
        """End the process, even while it works."""
        self._program.kill()
        self._program.wait()
