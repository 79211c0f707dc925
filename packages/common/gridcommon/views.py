"""Views as JSON documents, the same for all games, and the JSON Schemas of what games write.

A view has the keys of KEYS: ``facts`` are those of a ``check`` line, ``table`` is what else the
seat may see, as each game declares it.
"""

from collections.abc import Sequence
from typing import Any

from gridcommon.arguments import check_constants, check_object, seat_among, whole
from gridcommon.contract import AnyGame
from gridcommon.tables import check_keys

SCHEMA = 1
KEYS = ("schema", "game", "seat", "players", "ruleset", "facts", "table")


def to_document(
    game: str, seat: int, players: int, ruleset: Any, facts: Any, table: Any
) -> dict[str, Any]:
    """Return the JSON document of a view."""
    values = (SCHEMA, game, seat, players, ruleset.to_json(), facts, table)
    return dict(zip(KEYS, values, strict=True))


def read_document(data: Any, game: str) -> dict[str, Any]:
    """Return the keys of a view's document, with its ``seat`` checked.

    Raises NotationError naming the key, what was found and what is allowed.
    """
    check_object(data)
    check_constants(data, {"schema": SCHEMA, "game": game})
    check_keys(data, {*KEYS}, required={*KEYS})
    found = dict(data)
    players = whole(data["players"], "players")
    found["seat"] = seat_among(data["seat"], players)
    for key in ("ruleset", "facts", "table"):
        check_object(data[key], key)
    return found


def actions_to_json(
    game: AnyGame, state: Any, first: int = 0, most: int | None = None
) -> dict[str, Any]:
    """Return legal actions as a JSON document: their ``count``, and ``most`` from ``first`` on.

    ``state`` may be the ``public`` one of a view.
    """
    actions: Sequence[Any] = game.legal_actions(state)
    end = len(actions) if most is None else min(len(actions), first + most)
    return {
        "schema": SCHEMA,
        "count": len(actions),
        "first": first,
        "actions": [game.action_to_json(actions[place]) for place in range(first, end)],
    }
