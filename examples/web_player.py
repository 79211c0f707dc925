"""A player at a table of ``web_table.py``: it makes legal actions by chance, to the end.

python web_player.py http://127.0.0.1:8000/KEY
"""

import json
import random
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

_LAST = ("pass", "decline", "done", "end")  # what does nothing


def ask(link: str, action: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what the seat sees, after its action if there is one."""
    body = None if action is None else json.dumps(action).encode()
    with urlopen(Request(link, body), timeout=20) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def choose(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Return an action that does something, without high bids, or the last of the others."""
    lively = [one for one in actions if one["do"] not in _LAST]
    cheap = [one for one in lively if one.get("amount", one.get("bid", 0)) < 20]
    return random.choice(cheap or actions[-1:])


def play(link: str) -> dict[str, Any]:
    """Play until the game is over, and return the result."""
    seen = ask(link)
    while seen["result"] is None:
        if seen["offered"]:
            seen = ask(link, choose(seen["offered"]["actions"]))
        else:
            time.sleep(0.02)
            seen = ask(link)
    result: dict[str, Any] = seen["result"]
    return result


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(sys.argv[1])) + "\n")
