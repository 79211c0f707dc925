"""The end of the game: when it comes, and who has won by which rule."""

from dataclasses import dataclass

from gridcommon.contract import Seat
from gridcommon.events import Events
from powergrid.events import PhaseBegan
from powergrid.powering import best_outcome
from powergrid.state import OVER, PHASES, State


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, the numbers that were compared (by seat), and the rule that decided."""

    winners: tuple[Seat, ...]
    powered: tuple[int, ...]
    money: tuple[int, ...]
    cities: tuple[int, ...]
    decided_by: str


def end_if_due(state: State, events: Events) -> None:
    """After phase 4: end the game if a network has reached the number of cities.

    The Cartel has no network and cannot win.

    Rules: PG-END-01, PG-END-02, PG-END-07, PG-CART-08, PG-CART-10, PG-COMP-04.
    """
    if state.most_cities >= state.terms.end_cities:
        state.phase = OVER
        rule = "PG-END-02" if state.terms.most_cities else "PG-END-01"
        events.add(PhaseBegan, state.round, PHASES[OVER], rule)


def result(state: State) -> Result | None:
    """Return who won, or None while the game goes on.

    Rules: PG-END-03, PG-END-04, PG-END-05, PG-END-06, PG-END-07.
    """
    if state.phase != OVER:
        return None
    seats = range(state.terms.seats)
    powered = [powering(state, seat) for seat in seats]
    scores: list[tuple[str, list[int]]] = [("PG-END-03", powered), ("PG-END-04", state.money)]
    if state.terms.most_cities:
        scores.append(("PG-END-05", state.city_count))
    winners, decided_by = list(seats), "PG-END-06"
    for rule, score in scores:
        best = max(score[seat] for seat in winners)
        winners = [seat for seat in winners if score[seat] == best]
        if len(winners) == 1:
            decided_by = rule
            break
    return Result(
        tuple(winners), tuple(powered), tuple(state.money), tuple(state.city_count), decided_by
    )


def powering(state: State, seat: Seat) -> int:
    """Return how many own cities the seat can power at most.  Rules: PG-END-03, PG-BUR-01."""
    cities = state.city_count[seat]
    return min(cities, best_outcome(state.plants[seat], state.fuel[seat], cities)[2])
