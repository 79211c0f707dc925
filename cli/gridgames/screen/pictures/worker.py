"""The process that makes pictures: it reads jobs from standard input and writes what changed."""

import pickle
import signal
import sys
from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageChops

from gridgames.screen.pictures.client import Job, PictureChanges, PictureLine
from gridgames.show.drawing.images import png_of
from gridgames.terminal.canvas import Colour
from gridgames.terminal.pictures import sixel
from gridgames.terminal.pictures.colours import palette_for, reduced, rows_of

_NEAR = 4  # columns between two changes that are sent as one: each defines its colours anew


class LastPicture:
    """The last picture."""

    def __init__(self) -> None:
        self._ground = self._pieces = self._image = Image.new("RGB", (1, 1))
        self._reduced = Image.new("P", (1, 1))
        self._palette: list[Colour] = []

    def draw(self, job: Job) -> PictureChanges:
        """Draw the areas of a job, and return the lines that have changed."""
        if job.is_whole:
            self._ground, self._image = Image.new("RGB", job.size), Image.new("RGB", job.size)
            self._pieces = Image.new("RGBA", job.size)
        for layer, changes in ((self._ground, job.ground), (self._pieces, job.pieces)):
            for (left, top, _, _), text in changes:
                drawn = Image.open(BytesIO(png_of(text))).convert(layer.mode)
                layer.paste(drawn, (left, top))
        for left, top, wide, high in job.areas:
            box = left, top, left + wide, top + high
            on_top = self._pieces.crop(box)
            self._image.paste(self._ground.crop(box), box)
            self._image.paste(on_top, box, on_top)
        if job.is_whole:
            self._palette = palette_for(self._image, job.reserved)
        before = None if job.is_whole else self._reduced.copy()
        self._reduce(job)
        changed = dict(self._changed(job, before))
        png = b""
        if changed and not job.most:
            file = BytesIO()
            self._reduced.save(file, "PNG", compress_level=6)
            png = file.getvalue()
        return PictureChanges(job.number, self._palette, changed, png)

    def _reduce(self, job: Job) -> None:
        """Reduce the colours of the areas of a job."""
        if job.is_whole:
            self._reduced = reduced(self._image, self._palette)
            return
        for left, top, wide, high in job.areas:
            area = self._image.crop((left, top, left + wide, top + high))
            self._reduced.paste(reduced(area, self._palette), (left, top))

    def _changed(self, job: Job, before: Image.Image | None) -> Iterator[tuple[int, PictureLine]]:
        wide, (cell, line) = job.size[0], job.cell
        columns = wide // cell
        touched: set[int] = set()
        for _, top, _, tall in job.areas:
            touched.update(range(top // line, -(-(top + tall) // line)))
        for y in sorted(touched):
            box = 0, y * line, wide, (y + 1) * line
            strip = self._reduced.crop(box)
            spans = _spans(strip, before.crop(box), columns) if before else [(0, columns)]
            if spans:
                rows = rows_of(strip)
                changes = self._written(rows, spans, job) if job.most else b""
                blocks = self._image.crop(box).resize((columns, 2), Image.Resampling.BOX)
                yield y, PictureLine(rows, changes, blocks.tobytes())

    def _written(self, rows: list[bytes], spans: list[tuple[int, int]], job: Job) -> bytes:
        """Return some columns of a line as Sixel, after which the cursor is behind the line."""
        written, at, cell = b"", 0, job.cell[0]
        for start, end in [*spans, (job.size[0] // cell,) * 2]:
            written += b"\x1b[%dC" % (start - at) if start > at else b""
            if end > start:
                part = [row[start * cell : end * cell] for row in rows]
                written += sixel.pieces(part, self._palette, cell, job.most)
            at = end
        return written


def _spans(now: Image.Image, before: Image.Image, columns: int) -> list[tuple[int, int]]:
    """Return the columns in which two lines differ, near ones as one."""
    apart = ImageChops.difference(now, before)
    marked = Image.frombytes("L", apart.size, apart.tobytes()).point([0] + 255 * [255])
    spans: list[tuple[int, int]] = []
    for column, is_changed in enumerate(
        marked.resize((columns, 1), Image.Resampling.BOX).tobytes()
    ):
        if is_changed:
            start = spans.pop()[0] if spans and column - spans[-1][1] < _NEAR else column
            spans.append((start, column + 1))
    return spans


def main() -> None:
    """Answer jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client ends this process
    canvas = LastPicture()
    while True:
        try:
            job: Job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(canvas.draw(job), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
