"""Power Grid in records: the facts of a ``check`` line, the result."""

from collections.abc import Sequence
from typing import Any

from powergrid.board import Board
from powergrid.ending import Result
from powergrid.events import Event, PhaseBegan
from powergrid.state import PHASES, State
from powergrid.tables import CITY_NAMES


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Return whether a phase began, or the game ended, among these events."""
    return any(isinstance(event, PhaseBegan) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return every key that a ``check`` line may hold, as the state is now."""
    found: dict[str, Any] = {
        "round": state.round,
        "phase": PHASES[state.phase],
        "step": state.step,
        "turn_order": list(state.turn_order),
        "money": list(state.money),
        "plants": [list(plants) for plants in state.plants],
        "fuel": [list(fuel) for fuel in state.fuel],
        "cities": [_cities(state.board, network) for network in state.network],
        "market": list(state.market),
        "supply": list(state.supply),
        "plant_market": list(state.plant_market),
        "stack": len(state.stack),
    }
    if state.terms.cartel:
        found["cartel"] = {
            "plants": list(state.cartel_plants),
            "fuel": list(state.cartel_fuel),
            "houses": state.cartel_houses,
        }
    return found


def _cities(board: Board, network: int) -> list[str]:
    """Return the names of the cities of a network, in the order of the board."""
    names = []
    while network:
        place = (network & -network).bit_length() - 1
        names.append(CITY_NAMES[board.cities[place]])
        network &= network - 1
    return names


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "powered": list(result.powered),
        "money": list(result.money),
        "cities": list(result.cities),
        "decided_by": result.decided_by,
    }
