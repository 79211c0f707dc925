"""Pictures made in another process, so that keys never wait for them: only the last one counts.

resvg holds the lock of the interpreter while it works, so a thread would not do. The process is
``python -m gridgames.screen.pictures.worker``.
"""

import pickle
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from gridgames.system.workers import start_worker
from gridgames.terminal.canvas import Colour

if TYPE_CHECKING:
    from gridgames.show.drawing.palette import Theme
    from gridgames.show.drawing.pane import BoardPicture
    from gridgames.show.parts import Fragment


_COST = 20_000  # pixels that take as long as reading the drawing once more, for another area

Area = tuple[int, int, int, int]  # left, top, width, height


Piece = tuple[Area, str]  # an area with its SVG


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
    def areas(self) -> list[Area]:
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


def _joined(areas: Iterable[Area]) -> list[Area]:
    """Return areas, as one where one together takes hardly more pixels."""
    found: list[Area] = []
    for area in sorted(areas):
        joined = area
        for other in [*found]:
            both = _around(joined, other)
            if _pixels(both) < _pixels(joined) + _pixels(other) + _COST:
                found.remove(other)
                joined = both
        found.append(joined)
    return found


def _around(one: Area, other: Area) -> Area:
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    return left, top, right - left, max(one[1] + one[3], other[1] + other[3]) - top


def _pixels(area: Area) -> int:
    return area[2] * area[3]


_ENDING = 1  # seconds that the process may take to end


class Line(NamedTuple):
    """A line of a picture: rows of numbers of colours.

    ``changes`` is what the terminal is sent if it shows the line before. ``blocks`` has red, green
    and blue of the upper half of each character, then of the lower ones.
    """

    pixels: list[bytes]
    changes: bytes
    blocks: bytes


class Made(NamedTuple):
    """Changes of a picture, by line; with kitty's protocol also all of it as PNG."""

    number: int
    palette: list[Colour]
    lines: dict[int, Line]
    png: bytes


class Rasteriser:
    """A client that makes pictures one after another, and skips those that are out of date.

    ``made`` is called from a thread with each picture, and with None once if there will be none.
    """

    def __init__(self, made: Callable[[Made | None], None]) -> None:
        self._made = made
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._program = start_worker("gridgames.screen.pictures.worker")
        self._thread = Thread(target=self._work, daemon=True, name="pictures")
        self._thread.start()

    def make(self, job: Job) -> None:
        """Make a picture; call it only when the picture before is made."""
        self._jobs.put(job)

    def close(self) -> None:
        """End the process, even while it works."""
        self._jobs.put(None)
        self._program.kill()
        self._thread.join(_ENDING)
        with suppress(OSError), self._program:  # a job that could not be written stays unwritten
            pass

    def _work(self) -> None:
        sending, answers = self._program.stdin, self._program.stdout
        assert sending is not None
        assert answers is not None
        while (job := self._jobs.get()) is not None:
            try:
                pickle.dump(job, sending)
                sending.flush()
                made: Made = pickle.load(answers)
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):  # the process ended
                self._made(None)
                return
            self._made(made)
