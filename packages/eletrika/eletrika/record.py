"""Eletrika in records: the facts of a ``check`` line and of the result."""

from collections.abc import Sequence
from typing import Any

from eletrika.ending import Result, unsure
from eletrika.events import Event, TurnEnded
from eletrika.position_fields import CHECKED
from eletrika.state import State
from gridcommon.contract import Seat


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Return whether a turn ended among these events."""
    return any(isinstance(event, TurnEnded) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return the values of all keys that a ``check`` line may have."""
    return {key: get(state) for key, get in CHECKED.items()} | _unsure(unsure(state))


def _unsure(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the key of the seats whose points are not sure, if there are any."""
    return {"unsure": list(seats)} if seats else {}


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "pawns_on_board": list(result.pawns_on_board),
        "decided_by": result.decided_by,
    } | _unsure(result.unsure)
