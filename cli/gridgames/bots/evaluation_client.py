"""A worker process that evaluates positions, so that the interface stays responsive.

The search is pure Python, so a thread would compete with the interface for the interpreter. The
process is ``python -m gridgames.bots.evaluation_worker``; questions and answers are lines of JSON.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Literal

from gridcommon.evaluation import Effort
from gridgames.bots.evaluation import ObservedPosition, thought_from_json
from gridgames.games.wing import Wing

Asked = Literal["choices", "worths", "move"]

_TRIES = 2  # processes that are tried for one question
_ENDING = 1  # seconds that the process may take to end


class EvaluationClient:
    """A client that sends questions about positions of a game, one after another.

    The process starts with the first question, and again if it is ended from outside. It abandons a
    question whose future was cancelled.
    """

    def __init__(self, wing: Wing) -> None:
        self._wing = wing
        self._asked: SimpleQueue[tuple[Callable[[], dict[str, Any]], Future[Any]] | None]
        self._asked = SimpleQueue()
        self._thread: Thread | None = None
        self._program: subprocess.Popen[bytes] | None = None
        self._count = 0  # questions sent so far
        self._is_closed = False
        self._writing = Lock()

    def ask(
        self,
        asked: Asked,
        position: Callable[[], ObservedPosition],
        *,
        effort: Effort | None = None,
        level: str | None = None,
    ) -> "Future[Any]":
        """Return the future answer about a position, or None if the process always ends at once.

        The answer is a list of choices, best first, evaluated with an effort; the value of the
        position for each seat; or a list with the move of a bot of a level.
        """

        def question() -> dict[str, Any]:
            how = {"effort": effort and asdict(effort), "level": level}
            return {"asked": asked, **position().to_json(), **how}

        future: Future[Any] = Future()
        self._asked.put((question, future))
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
                    future.set_result(self._read(self._answer(question(), future)))
                except Exception as fault:  # raised where the answer is awaited
                    future.set_exception(fault)
        self._end()

    def _answer(self, question: dict[str, Any], future: "Future[Any]") -> dict[str, Any] | None:
        for _ in range(_TRIES):
            if self._is_closed:
                break
            self._count += 1
            number = self._count
            program = self._begun()
            self._write({**question, "number": number})
            future.add_done_callback(partial(self._give_up, number))
            if line := program.stdout.readline() if program.stdout else b"":
                answer: dict[str, Any] = json.loads(line)
                return answer
            self._end()
        return None

    def _read(self, answer: dict[str, Any] | None) -> Any:
        if answer is None:
            return None
        if "fault" in answer:
            raise RuntimeError(answer["fault"])
        if "worths" in answer:
            return tuple(answer["worths"])
        return [thought_from_json(self._wing.game, one) for one in answer["choices"]]

    def _give_up(self, number: int, future: "Future[Any]") -> None:
        if future.cancelled():
            self._write({"give_up": number})

    def _write(self, data: dict[str, Any]) -> None:
        with self._writing, suppress(OSError):  # the process has ended, and does not answer
            if self._program is not None and self._program.stdin is not None:
                self._program.stdin.write(json.dumps(data).encode() + b"\n")
                self._program.stdin.flush()

    def _begun(self) -> "subprocess.Popen[bytes]":
        """Return the process, started if it is not running."""
        if self._program is None:
            self._program = subprocess.Popen(
                [sys.executable, "-m", "gridgames.bots.evaluation_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            self._write(self._wing.to_json())
        return self._program

    def _end(self) -> None:
        if self._program is not None:
            self._program.kill()
            with suppress(OSError), self._program:  # text that could not be written stays unwritten
                pass
            self._program = None
