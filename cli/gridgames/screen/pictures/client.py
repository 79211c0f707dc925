"""Pictures made in another process, so that keys never wait for them: only the last one counts.

resvg holds the lock of the interpreter while it works, so a thread would not do. The process is
``python -m gridgames.screen.pictures.worker``.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from gridgames.screen.pictures.jobs import Job
from gridgames.system.workers import start_worker
from gridgames.terminal.canvas import Colour

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
