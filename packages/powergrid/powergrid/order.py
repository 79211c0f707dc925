"""Phase 1: the turn order."""

from gridcommon.contract import Seat
from powergrid.events import Events, OrderSet
from powergrid.state import NOBODY, State
from powergrid.steps import begin_round


def enter(state: State, events: Events) -> None:
    """Begin a round. The random order of the set-up holds for the first auction.

    Rules: PG-ROUND-01, PG-ORDER-01, PG-ORDER-02.
    """
    state.round += 1
    begin_round(state)
    if state.round > 1:
        set_order(state, events)
    state.actor = NOBODY


def set_order(state: State, events: Events) -> None:
    """Put the seats in order: most cities first, then the highest plant.

    The Cartel always stands between the two players and is not in the list.

    Rules: PG-ORDER-01, PG-CART-01.
    """

    def rank(seat: Seat) -> tuple[int, int]:
        return (-state.city_count[seat], -max(state.plants[seat], default=0))

    state.turn_order = tuple(sorted(range(state.terms.seats), key=rank))
    if events is not None:
        events.append(OrderSet(state.turn_order))
