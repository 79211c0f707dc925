"""A worker that sleeps, to be ended by its client."""

import time
from typing import Any

from gridgames.page import question_worker


def respond(*question: Any) -> Any:
    _, function, *arguments = question
    if function is question_worker.answer_at_table or arguments[0] == "eletrika":
        time.sleep(600)
    return {"title": "", "lines": [arguments[0]]}


if __name__ == "__main__":
    question_worker.main(respond)
