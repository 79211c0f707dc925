"""Power Grid in records: the facts of a ``check`` line and of the result."""

from collections.abc import Sequence
from typing import Any

from powergrid.ending import Result
from powergrid.events import Event, PhaseBegan
from powergrid.position_fields import CHECKED
from powergrid.state import State


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Return whether a phase began, or the game ended, among these events."""
    return any(isinstance(event, PhaseBegan) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return the values of all keys that a ``check`` line may have."""
    found = CHECKED.read_state(state)
    found.get("cartel", {}).pop("taken", None)
    return found


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "powered": list(result.powered),
        "money": list(result.money),
        "cities": list(result.cities),
        "decided_by": result.decided_by,
    }
