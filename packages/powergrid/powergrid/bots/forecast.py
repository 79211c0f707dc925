"""Forecasts: how long the game will last, and the other players' money and output."""

from gridcommon.contract import Seat
from powergrid.bots.growth import next_cities
from powergrid.bureaucracy import payment
from powergrid.powering import output
from powergrid.state import BUILDING, BUREAUCRACY, OVER, State
from powergrid.tables import START_MONEY
from powergrid.view import UNKNOWN_MONEY

GROWTH = 2.2  # average growth of the leading network per round, in cities
LEAP = 7  # most cities that a rich player usually connects in one round


def money_of(state: State, seat: Seat) -> int:
    """Return the money of a seat, or an estimate from its last income if it is hidden.

    An estimate is at least the seat's own high bid.
    """
    money = state.money[seat]
    if money != UNKNOWN_MONEY:
        return money
    if state.round <= 1 and not state.city_count[seat]:
        guess = START_MONEY - sum(state.plants[seat])
    else:
        guess = payment(min(output(state.plants[seat]), state.city_count[seat])) + 15
    if state.phase == BUILDING and has_built(state, seat):
        guess //= 4
    if state.auction and state.auction.leader == seat:
        guess = max(guess, state.auction.high)
    return max(0, guess)


def has_built(state: State, seat: Seat) -> bool:
    """Return whether the seat has had its turn in this building phase.  Rules: PG-ORDER-03."""
    order = state.turn_order
    return order.index(seat) > order.index(state.actor)


def builds_to_come(state: State, seat: Seat) -> bool:
    """Return whether the seat still has a turn to build in this round."""
    if state.phase == BUILDING:
        return not has_built(state, seat)
    return state.phase < BUILDING


def may_end_now(state: State, seat: Seat) -> bool:
    """Return whether the seat has or can still pay for the cities that end the game this round."""
    missing = state.terms.end_cities - state.city_count[seat]
    if missing <= 0:
        return True
    if missing > LEAP or not builds_to_come(state, seat):
        return False
    money = money_of(state, seat)
    return len(next_cities(state, seat, missing, money).places) == missing


def potential(state: State, seat: Seat) -> int:
    """Return how many cities a seat could power in this round with fuel for all its plants."""
    power, cities = output(state.plants[seat]), state.city_count[seat]
    if power > cities and builds_to_come(state, seat):
        wanted = min(LEAP, power - cities)
        cities += len(next_cities(state, seat, wanted, money_of(state, seat)).places)
    return min(power, cities)


def is_last_round(state: State) -> bool:
    """Return whether a seat that can end the game in this round could win it."""
    enders = _enders(state)
    if not enders:
        return False
    powers = [potential(state, seat) for seat in range(state.terms.seats)]
    return any(powers[seat] == max(powers) for seat in enders)


def share_of_enders(state: State) -> float:
    """Return the fraction of seats able to end the game now, a proxy for how likely that is."""
    return len(_enders(state)) / state.terms.seats


def _enders(state: State) -> list[Seat]:
    if state.phase in (BUREAUCRACY, OVER) or state.most_cities < state.terms.end_cities - LEAP:
        return []
    return [seat for seat in range(state.terms.seats) if may_end_now(state, seat)]


def incomes_to_come(state: State) -> int:
    """Return the expected number of incomes still to come, this round's included.

    It is 0 if this is probably the last round.
    """
    if is_last_round(state):
        return 0
    missing = state.terms.end_cities - state.most_cities
    return max(1, round(missing / GROWTH - 0.5))
