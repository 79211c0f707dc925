"""The result of a game: when it ends, the winners, and the deciding rule."""

from dataclasses import dataclass

from gridcommon.contract import Seat
from gridcommon.events import Events
from gridcommon.pickling import pickle_by_fields
from powergrid.events import PhaseBegan
from powergrid.powering import best_outcome
from powergrid.state import OVER, PHASES, State


@dataclass(frozen=True, slots=True)
class Result:
    """The winners, the compared numbers (by seat), and the deciding rule."""

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
    """Return the result, or None while the game is in progress.  Rules: PG-END-03."""
    return provisional_result(state) if state.phase == OVER else None


def provisional_result(state: State) -> Result:
    """Return the result if the game were over now, with the current fuel and cities.

    Rules: PG-END-03, PG-END-04, PG-END-05, PG-END-06, PG-END-07.
    """
    seats = range(state.terms.seats)
    powered = [powering(state, seat) for seat in seats]
    scores = _scores(state, powered)
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


def _scores(state: State, powered: list[int]) -> list[tuple[str, list[int]]]:
    scores = [("PG-END-03", powered), ("PG-END-04", state.money)]
    if state.terms.most_cities:
        scores.append(("PG-END-05", state.city_count))
    return scores


@dataclass(frozen=True, slots=True)
class RankedSeat:
    """A seat in the ranking if the game ended now. Tied seats share a place.

    ``decided_by`` is the rule that puts it before the next one, or None.
    """

    place: int  # from 1
    seat: Seat
    powered: int
    money: int
    cities: int
    decided_by: str | None = None


def ranking(state: State) -> list[RankedSeat]:
    """Return all seats, ranked as if the game ended now.

    Rules: PG-END-03, PG-END-04, PG-END-05, PG-END-06.

    >>> from powergrid import Ruleset, from_facts
    >>> state = from_facts(Ruleset(), 3, {"money": [10, 30, 30]})
    >>> [(one.place, one.seat, one.decided_by) for one in ranking(state)]
    [(1, 1, None), (1, 2, 'PG-END-04'), (3, 0, None)]
    """
    powered = [powering(state, seat) for seat in range(state.terms.seats)]
    scores = _scores(state, powered)

    def score(seat: Seat) -> list[int]:
        return [-values[seat] for _, values in scores]

    order = sorted(range(state.terms.seats), key=score)
    found = []
    for turn, seat in enumerate(order):
        after = order[turn + 1] if turn + 1 < len(order) else seat
        rule = next((rule for rule, values in scores if values[seat] != values[after]), None)
        place = 1 + next(at for at, other in enumerate(order) if score(other) == score(seat))
        found.append(
            RankedSeat(place, seat, powered[seat], state.money[seat], state.city_count[seat], rule)
        )
    return found


def powering(state: State, seat: Seat) -> int:
    """Return the most of its cities that the seat can power.  Rules: PG-END-03, PG-BUR-01."""
    cities = state.city_count[seat]
    return min(cities, best_outcome(state.plants[seat], state.fuel[seat], cities)[2])


pickle_by_fields(Result)
