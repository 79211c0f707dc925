"""A bot at a table of ``gridgames serve``: it plays a legal action whenever it is asked.

    python join_bot.py http://127.0.0.1:8000/KEY/

Its idea is to do something rather than nothing: an action with the most in it, but no high bids.
"""

import asyncio
import json
import sys
from typing import Any

import aiohttp

_LAST = ("pass", "decline", "done", "end")  # what does nothing


def choose(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the first action that does something, or the last of the others."""
    return next((one for one in actions if one["do"] not in _LAST and is_cheap(one)), actions[-1])


def is_cheap(action: dict[str, Any]) -> bool:
    """Return whether an action is not a bid above 20."""
    return action.get("amount", action.get("bid", 0)) <= 20


async def play(link: str) -> dict[str, Any]:
    """Play until the game is over, and return the result."""
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(link.rstrip("/") + "/play", max_msg_size=0) as table,
    ):
        async for line in table:
            told = json.loads(line.data)
            if told["message"] == "view":
                if told["result"]:
                    return dict(told["result"])
                if told["actions"]:
                    action = choose(told["actions"])
                    await table.send_json({"do": action, "version": told["version"]})
            elif told["message"] in ("error", "bye"):
                raise SystemExit(told["reason"])
    raise SystemExit("the host is gone")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(play(sys.argv[1]))) + "\n")
