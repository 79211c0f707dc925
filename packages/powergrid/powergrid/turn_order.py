"""Phase 1: the turn order, and whose turn it is in the other phases."""

from gridcommon.contract import Seat
from gridcommon.events import Events
from powergrid.events import OrderSet
from powergrid.state import NOBODY, State
from powergrid.steps import begin_round
from powergrid.tables import Plant


def enter(state: State, events: Events) -> None:
    """Begin a round. The random order of the set-up holds for the first auction.

    Rules: PG-ROUND-01, PG-ROUND-02, PG-ORDER-01, PG-ORDER-02.
    """
    state.round += 1  # 0 in set-up
    begin_round(state)
    if state.round > 1:
        set_order(state, events)


def nobody(state: State, after: Seat) -> Seat:
    """Return NOBODY: no seat acts in this phase."""
    del state, after
    return NOBODY


def in_turn_order(state: State, after: Seat) -> Seat:
    """Return the seat after ``after`` in turn order, the first after NOBODY, or NOBODY.

    Rules: PG-ORDER-03.
    """
    order = state.turn_order
    turn = 0 if after == NOBODY else _turn(order, after) + 1
    return order[turn] if turn < len(order) else NOBODY


def in_reverse(state: State, after: Seat) -> Seat:
    """Return the seat after ``after`` in reverse turn order, the last one after NOBODY, or NOBODY.

    Rules: PG-ORDER-03.
    """
    order = state.turn_order
    turn = len(order) if after == NOBODY else _turn(order, after)
    return order[turn - 1] if turn else NOBODY


def _turn(order: tuple[Seat, ...], seat: Seat) -> int:
    turn = 0
    while order[turn] != seat:
        turn += 1
    return turn


def recomputed_turn_order(state: State) -> tuple[Seat, ...]:
    """Return the turn order by the current networks and plants.

    Most cities come first, then the highest plant. The Cartel is always between the two players
    and is not listed. ``state.turn_order`` is the order as it was last set.
    Rules: PG-ORDER-01, PG-CART-01.
    """
    order: list[tuple[int, Plant, Seat]] = []
    for seat in range(state.terms.seats):
        plants = state.plants[seat]
        order.append((-state.city_count[seat], -plants[-1] if plants else 0, seat))
    order.sort()
    return tuple([seat for _, _, seat in order])


def set_order(state: State, events: Events) -> None:
    """Set the turn order.  Rules: PG-ORDER-01, PG-CART-01."""
    state.turn_order = recomputed_turn_order(state)
    events.add(OrderSet, state.turn_order)
