"""A worker process that evaluates positions: ``python -m gridgames.bots.evaluation_worker``.

It reads lines of JSON from standard input: first the game, then numbered questions, and the numbers
of cancelled questions. It answers one question after another, each with a line, and exits at the
end of its input.
"""

import json
import os
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Any

from gridcommon.evaluation import Effort
from gridgames.bots.evaluation import (
    bot_choice,
    evaluate,
    position_from_json,
    rank_candidates,
    thought_to_json,
)
from gridgames.games.wing import Wing
from gridgames.system.parent_watch import limit_memory


class _Questions:
    """The queue of questions, which a thread fills."""

    def __init__(self) -> None:
        self.waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.given_up = 0  # the last cancelled question

    def read(self) -> None:
        """Read all questions, and exit at the end of the input, even during an evaluation."""
        for line in sys.stdin.buffer:
            told = json.loads(line)
            if "give_up" in told:
                self.given_up = told["give_up"]
            else:
                self.waiting.put(told)
        os._exit(0)


def main() -> None:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client ends this process
    limit_memory()
    wing = Wing(**json.loads(sys.stdin.buffer.readline()))
    questions = _Questions()
    Thread(target=questions.read, daemon=True).start()
    while True:
        question = questions.waiting.get()
        try:
            answer = _answer(wing, question, questions)
        except Exception:  # an internal error, which the client raises
            answer = {"fault": traceback.format_exc()}
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def _answer(wing: Wing, question: dict[str, Any], questions: _Questions) -> dict[str, Any]:
    position = position_from_json(question)
    if question["asked"] == "worths":
        return {"worths": evaluate(wing, position)}
    if question["asked"] == "move":
        found = [bot_choice(wing, position, question["level"])]
    else:
        effort = Effort(**question["effort"]) if question["effort"] else None
        found = rank_candidates(
            wing, position, effort, lambda: questions.given_up < question["number"]
        )
    return {"choices": [thought_to_json(wing.game, thought) for thought in found]}


if __name__ == "__main__":
    main()
