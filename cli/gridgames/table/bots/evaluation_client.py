"""A worker process that evaluates positions, so that the interface stays responsive.

The search is pure Python, so a thread would compete with the interface for the interpreter. The
process is ``python -m gridgames.table.bots.evaluation_worker``; questions and answers are packed
data.
"""

import subprocess
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Literal

from gridcommon.evaluation import Effort
from gridgames.show.wing import Wing
from gridgames.system.workers import start_worker
from gridgames.table.bots.evaluation import ObservedPosition
from gridgames.table.bots.pickling import pack, receive

EvaluationKind = Literal["choices", "worths", "move"]

_TRIES = 2  # processes that are tried for one question
_ENDING = 1  # seconds that the process may take to end


class EvaluationClient:
    """A client that sends questions about positions of a game, one after another.

    The process starts with the first question, and again if it is ended from outside. It abandons a
    question whose future was cancelled.
    """

    def __init__(self, wing: Wing) -> None:
        self._wing = wing
        self._asked: SimpleQueue[tuple[Callable[[], tuple[Any, ...]], Future[Any]] | None]
        self._asked = SimpleQueue()
        self._thread: Thread | None = None
        self._program: subprocess.Popen[bytes] | None = None
        self._count = 0  # questions sent so far
        self._is_closed = False
        self._writing = Lock()

    def ask(
        self,
        asked: EvaluationKind,
        position: Callable[[], ObservedPosition],
        *,
        effort: Effort | None = None,
        level: str | None = None,
    ) -> "Future[Any]":
        """Return the future answer about a position, or None if the process always ends at once.

        The answer is a list of choices, best first, evaluated with an effort; the value of the
        position for each seat; or a list with the move of a bot of a level.
        """

        future: Future[Any] = Future()
        self._asked.put((lambda: (asked, position(), effort, level), future))
        if self._thread is None:
            self._thread = Thread(target=self._answer_all, daemon=True, name="thinker")
            self._thread.start()
        return future

    def close(self) -> None:
        """End the process, even during an evaluation."""
        self._is_closed = True
        self._asked.put(None)
        if program := self._program:
            program.kill()
        if self._thread is not None:
            self._thread.join(_ENDING)

    def _answer_all(self) -> None:
        while (asked := self._asked.get()) is not None:
            question, future = asked
            if future.cancelled():
                continue
            with suppress(InvalidStateError):  # cancelled just now
                try:
                    future.set_result(self._answer(question(), future))
                except Exception as fault:  # raised where the answer is awaited
                    future.set_exception(fault)
        self._end()

    def _answer(self, question: tuple[Any, ...], future: "Future[Any]") -> Any:
        for _ in range(_TRIES):
            if self._is_closed:
                break
            self._count += 1
            number = self._count
            program = self._begun()
            self._write(number, *question)
            future.add_done_callback(partial(self._cancel, number))
            if received := receive(program.stdout) if program.stdout else None:
                (answer,) = received
                if isinstance(answer, RuntimeError):
                    raise answer
                return answer
            self._end()
        return None

    def _cancel(self, number: int, future: "Future[Any]") -> None:
        if future.cancelled():
            self._write(number)

    def _write(self, *values: Any) -> None:
        with self._writing, suppress(OSError):  # the process has ended, and does not answer
            if self._program is not None and self._program.stdin is not None:
                self._program.stdin.write(pack(*values))
                self._program.stdin.flush()

    def _begun(self) -> "subprocess.Popen[bytes]":
        if self._program is None:
            self._program = start_worker("gridgames.table.bots.evaluation_worker")
            self._write(self._wing.to_json())
        return self._program

    def _end(self) -> None:
        if self._program is not None:
            self._program.kill()
            with suppress(OSError), self._program:  # text that could not be written stays unwritten
                pass
            self._program = None
