"""A worker process that evaluates positions: ``python -m gridgames.table.bots.evaluation_worker``.

It reads packed data from standard input: first the game, then numbered questions, and the numbers
of cancelled questions. It answers one question after another, and exits at the end of its input.
"""

import os
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Any

from gridcommon.evaluation import Effort
from gridgames.show.wing import Wing
from gridgames.system.parent_watch import limit_memory
from gridgames.table.bots.evaluation import ObservedPosition, bot_choice, evaluate, rank_candidates
from gridgames.table.bots.pickling import pack, receive


class _Questions:
    """The queue of questions, which a thread fills."""

    def __init__(self) -> None:
        self.waiting: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self.cancelled = 0  # the last cancelled question

    def read(self) -> None:
        """Read all questions, and exit at the end of the input, even during an evaluation."""
        while received := receive(sys.stdin.buffer):
            number, *question = received
            if question:
                self.waiting.put(received)
            else:
                self.cancelled = number
        os._exit(0)


def main() -> None:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client ends this process
    limit_memory()
    wing = Wing(**(receive(sys.stdin.buffer) or ({},))[0])
    questions = _Questions()
    Thread(target=questions.read, daemon=True).start()
    while True:
        question = questions.waiting.get()
        try:
            answer = _answer(wing, questions, *question)
        except Exception:  # an internal error, which the client raises
            answer = RuntimeError(traceback.format_exc())
        sys.stdout.buffer.write(pack(answer))
        sys.stdout.buffer.flush()


def _answer(
    wing: Wing,
    questions: _Questions,
    number: int,
    asked: str,
    position: ObservedPosition,
    effort: Effort | None,
    level: str | None,
) -> Any:
    if asked == "worths":
        return evaluate(wing, position)
    if level is not None:
        return [bot_choice(wing, position, level)]
    return rank_candidates(wing, position, effort, lambda: questions.cancelled < number)


if __name__ == "__main__":
    main()
