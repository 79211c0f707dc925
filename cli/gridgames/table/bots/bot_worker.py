"""The process that a custom bot runs in: ``python -m gridgames.table.bots.bot_worker``.

It reads requests from standard input, each a pickle preceded by its length: first the bot to load,
then views with the legal actions. It answers each request with one line of JSON, in which an action
is a line of a record. What the bot prints goes to standard error.
"""

import importlib
import importlib.util
import json
import os
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from gridcommon.contract import Reason
from gridcommon.records import read_object
from gridgames.show.registry import game_of
from gridgames.system.parent_watch import exit_with_pipe, limit_memory
from gridgames.table.bots.notes import from_reason, to_reason
from gridgames.table.bots.pickling import receive
from gridgames.terminal.printable import escape_controls

_MEMORY = 2 << 30  # bytes of memory that a bot may use
_LONGEST = 100  # characters of the description of an error


def main() -> None:
    """Answer requests until there are no more."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # output stays visible even if it hangs next
    if sys.platform != "win32":
        exit_with_pipe(requests.fileno())
    limit_memory(_MEMORY)
    bot: _Loaded | None = None
    while request := receive(requests):
        try:
            if bot is None:
                bot = _Loaded(*request)
                answer: dict[str, Any] = {}
            else:
                answer = bot.choose(*request)
        except BaseException as problem:  # SystemExit too: anything that a bot raises is its error
            answer = {"raised": _described_error(problem)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


class _Loaded:
    """The class of a bot, and the current bot."""

    def __init__(self, game: str, source: str, attribute: str, is_file: bool) -> None:
        self._game = game_of(game)
        module = _loaded(Path(source)) if is_file else importlib.import_module(source)
        found: Any = module
        for name in attribute.split("."):
            found = getattr(found, name)
        self._make: Callable[[int], Any] = found
        self._seed: int | None = None
        self._bot: Any = None
        self._take_seed(0)
        if not callable(getattr(self._bot, "choose", None)):
            raise TypeError(f"{attribute} has no method choose(view, actions)")

    def _take_seed(self, seed: int) -> None:
        if seed != self._seed:
            random.seed(seed)
            self._bot = self._make(seed)
            self._seed = seed

    def choose(self, seed: int, view: Any, actions: Sequence[Any]) -> dict[str, Any]:
        """Return the answer to one request. A new seed creates a new bot."""
        self._take_seed(seed)
        chosen = self._bot.choose(view, actions)
        try:
            action = self._game.action_to_json(chosen)
            self._game.action_from_json(read_object(json.dumps(action)))
        except Exception:
            return {"returned": _described(chosen)}
        return {"action": action, "reason": _reason(getattr(self._bot, "reason", None))}


def _loaded(file: Path) -> Any:
    """Run a file as a module that can import from its folder."""
    sys.path.insert(0, str(file.parent.absolute()))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError("not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def _reason(reason: object) -> dict[str, Any]:
    if isinstance(reason, str):
        reason = Reason("{text}", {"text": _short(reason)})
    if not isinstance(reason, Reason):
        return {}
    try:
        note = from_reason(reason)
        return note if to_reason(read_object(json.dumps(note))) else {}
    except Exception:  # a bot may put any object into it
        return {}


def _described_error(problem: BaseException) -> str:
    """Return a description of an exception, with the last line of the bot's code in it."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    file, line = Path(last.filename), last.lineno
    if isinstance(problem, SyntaxError) and problem.filename:  # no line of it ran
        file, line = Path(problem.filename), problem.lineno
    place = "" if file == Path(__file__) else f" ({file.name}, line {line})"
    return _short("".join(traceback.format_exception_only(problem)[-1:]).strip()) + place


def _described(value: object) -> str:
    try:
        return _short(repr(value))
    except Exception:  # nested too deep, for example
        return type(value).__name__


def _short(text: str) -> str:
    text = escape_controls(" ".join(text.split()))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


if __name__ == "__main__":
    main()
