"""Abandoning structures: all own pawns come back, the structures stay."""

from itertools import combinations

from eletrika.actions import Abandon
from eletrika.scoring import take_pawns_back
from eletrika.state import MAIN, State
from gridcommon.errors import Refusal
from gridcommon.events import Events


def check_abandon(state: State, action: Abandon) -> Refusal | None:
    """Return why structures may not be abandoned now, or None.

    Rules: EL-TURN-01, EL-TURN-03, EL-TURN-04, EL-ABAN-01, EL-ABAN-04, EL-STUCK-01 (A-14).
    """
    if state.phase != MAIN:
        return Refusal("EL-TURN-01", "the main action of this turn is done, or not yet due")
    if state.scored:
        return Refusal("EL-TURN-03", "a set was scored this turn: a tile or a build must follow")
    if not action.at and not state.ruleset.abandon_zero:
        return Refusal("EL-ABAN-01", "at least one structure must be abandoned (A-14)")
    for cell in action.at:
        if state.owners.get(cell) != action.seat:
            return Refusal("EL-ABAN-01", "you have no structure on {q},{r}", q=cell[0], r=cell[1])
    if len(set(action.at)) < len(action.at):
        return Refusal("EL-ABAN-01", "a structure is listed twice")
    return None


def legal_abandons(state: State) -> list[Abandon]:
    """Return each legal choice of structures as sorted cells, smaller choices first."""
    if state.scored:
        return []
    seat = state.actor
    own = state.own_cells(seat)
    fewest = 0 if state.ruleset.abandon_zero else 1
    return [
        Abandon(seat, cells)
        for count in range(fewest, len(own) + 1)
        for cells in combinations(own, count)
    ]


def do_abandon(state: State, action: Abandon, events: Events) -> None:
    """Take the pawns back.  Rules: EL-ABAN-01, EL-ABAN-02."""
    for cell in action.at:
        take_pawns_back(state, cell, "EL-ABAN-01", events)
