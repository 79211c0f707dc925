"""Eletrika in records: the facts of a ``check`` line, where one stands, and the result."""

from collections.abc import Sequence
from typing import Any

from eletrika.ending import Result, unsure
from eletrika.events import Event, TurnEnded
from eletrika.game import to_act
from eletrika.state import NO_KIND, OVER, State
from eletrika.tables import KINDS, kind_text, tile_to_json
from gridcommon.contract import Seat


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Say whether a turn ended among these events."""
    return any(isinstance(event, TurnEnded) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return every key that a ``check`` line may hold, as the state is now."""
    return {
        "turn": to_act(state),
        "round": state.round,
        "scores": list(state.scores),
        "hands": list(state.hands),
        "markers": [list(values) for values in state.markers_in_hand],
        "reserve": dict(zip(KINDS, state.reserve, strict=True)),
        "stack": len(state.stack),
        "row": row_facts(state),
        "bonus": None if state.bonus == NO_KIND else kind_text(state.bonus),
        "lit": [list(cell) for cell in sorted(state.lit)],
        "final_rounds": final_rounds(state),
    } | _unsure(unsure(state))


def _unsure(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the key that names the seats whose points are not sure, if there are any."""
    return {"unsure": list(seats)} if seats else {}


def row_facts(state: State) -> list[int | str]:
    """Return the tiles of the row: numbers in order, then those that are told by their edges."""
    row = [tile_to_json(tile) for tile in state.row]
    numbers = sorted(tile for tile in row if isinstance(tile, int))
    return [*numbers, *sorted(tile for tile in row if isinstance(tile, str))]


def final_rounds(state: State) -> int | None:
    """Return how many final rounds are still to end, None until the stack has run out.

    Rules: EL-END-03.
    """
    if not state.end_round:
        return None
    if state.phase == OVER:
        return 0
    return min(2, state.end_round - state.round + 1)


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "pawns_on_board": list(result.pawns_on_board),
        "decided_by": result.decided_by,
    } | _unsure(result.unsure)
