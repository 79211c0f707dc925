"""Play the bots of whatever engines are on the path: the other side of ``strength.py --against``.

It runs with the engines of another commit, knows only what they have had since their first records,
and needs nothing else of the project. Standard input has lines of JSON: the header of a record
with ``bots`` (a level for each seat, null where another program plays) and ``seeds``, which begins
a game; the actions that were made, as lines of a record; and ``{"choose": SEAT}``, which is
answered with the line of an action.
"""

import json
import sys
from importlib import import_module
from typing import Any

from gridcommon import playing
from gridcommon.records import Header


def part(game: str, name: str) -> Any:
    """Return a function of a game, wherever that commit has it; None where it has none."""
    modules = (import_module(module) for module in (game, f"{game}.game", f"{game}.bots"))
    return next((getattr(module, name) for module in modules if hasattr(module, name)), None)


def first_state(line: dict[str, Any]) -> Any:
    """Return the state after the header of a record."""
    name = line["game"]
    header = Header(name, line["ruleset"], tuple(line["players"]), line["seed"], line["setup"])
    if start := part(name, "start"):  # what each game had itself once
        return start(header)
    return playing.start(import_module(name), header)


class Table:
    """A game in progress, with the bots that play here."""

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
        """Return the choice of a bot, which is made only when it is told."""
        view = self._part("observe")(self._state, seat)
        legal = self._part("legal_actions")(self._state)
        line: dict[str, Any] = self._part("action_to_json")(self._bots[seat].choose(view, legal))
        return line

    def make(self, line: dict[str, Any]) -> None:
        """Make an action. Raises what the engine raises where it cannot be read."""
        action = self._part("action_from_json")(line)
        if refusal := self._part("check")(self._state, action):
            raise SystemExit(f"that commit refuses {line}: {refusal}")
        self._part("advance")(self._state, action, [])


def main() -> None:
    """Obey the lines of standard input until it ends."""
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
