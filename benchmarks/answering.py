"""Play the bots of the engines on the path: the other side of ``strength.py --against``.

It runs with the engines of another commit, uses only interfaces that they have had since the first
records, and needs no other part of the project. Standard input has lines of JSON: the header of a
record with ``bots`` (a level for each seat, null if another program plays it) and ``seeds``, which
starts a game; the actions of the game, as lines of a record; and ``{"choose": SEAT}``, to which the
answer is the line of an action.
"""

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gridcommon.records import Header

# The game loop had another name before b80afe2b
_LOOP = "game_loop" if find_spec("gridcommon.game_loop") else "playing"
game_loop: Any = import_module(f"gridcommon.{_LOOP}")


def part(game: str, name: str) -> Any:
    """Return a function of a game, wherever that commit has it, or None."""
    modules = (import_module(module) for module in (game, f"{game}.game", f"{game}.bots"))
    return next((getattr(module, name) for module in modules if hasattr(module, name)), None)


def first_state(line: dict[str, Any]) -> Any:
    """Return the state after the header of a record."""
    name = line["game"]
    header = Header(name, line["ruleset"], tuple(line["players"]), line["seed"], line["setup"])
    if start := part(name, "start"):  # modules that each game had once
        return start(header)
    return game_loop.start(import_module(name), header)


class Table:
    """A game in progress, with the bots that this process plays."""

    def __init__(self, line: dict[str, Any]) -> None:
        self._name = line["game"]
        self._state = first_state(line)
        self._bots = [
            level and self._part("make_bot")(level, seed)
            for level, seed in zip(line["bots"], line["seeds"], strict=True)
        ]

    def _part(self, name: str) -> Any:
        return part(self._name, name)

    def choose(self, seat: int) -> dict[str, Any]:
        """Return the choice of a bot, without making it."""
        view = self._part("observe")(self._state, seat)
        legal = self._part("legal_actions")(self._state)
        line: dict[str, Any] = self._part("action_to_json")(self._bots[seat].choose(view, legal))
        return line

    def make(self, line: dict[str, Any]) -> None:
        """Make an action. Raises the error of the engine if it cannot be read."""
        action = self._part("action_from_json")(line)
        if refusal := self._part("check")(self._state, action):
            raise SystemExit(f"that commit refuses {line}: {refusal}")
        self._part("advance")(self._state, action, [])


def main() -> None:
    """Process the lines of standard input until its end."""
    table: Table | None = None
    for text in sys.stdin:
        line = json.loads(text)
        if "format" in line:
            table = Table(line)
        elif table is None:
            raise SystemExit("a game begins with the header of a record")
        elif "choose" in line:
            print(json.dumps(table.choose(line["choose"])), flush=True)
        else:
            table.make(line)


if __name__ == "__main__":
    main()
