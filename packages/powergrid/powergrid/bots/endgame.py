"""The last round: whether ending the game wins it."""

from collections.abc import Callable
from dataclasses import dataclass

from gridcommon.contract import Reason, Seat
from powergrid.actions import Action, Bid, Decline, Open, Pass
from powergrid.bots.forecast import builds_to_come, is_last_round, money_of
from powergrid.bots.growth import Chain, next_cities
from powergrid.ending import result
from powergrid.game import advance, check
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome
from powergrid.state import OVER, State
from powergrid.view import View, determinize


@dataclass(frozen=True, slots=True)
class Finish:
    """A way to end the game with this turn: the cities to connect, and those powered then."""

    chain: Chain
    powered: int
    rivals: int  # the most cities that another seat can power then
    wins: bool


def fuelled(state: State, seat: Seat) -> int:
    """Return how many cities the seat's plants can power with its fuel, in any network."""
    return best_outcome(state.plants[seat], state.fuel[seat], len(state.houses))[2]


def projected_finish(state: State, seat: Seat) -> tuple[int, int]:
    """Return the cities a seat can power if the game ends in this round, and its money then.

    The seat burns the fuel it holds, and connects cities first if it still has a turn to build.
    """
    cities, money = state.city_count[seat], money_of(state, seat)
    power = fuelled(state, seat)
    if power > cities and builds_to_come(state, seat):
        chain = next_cities(state, seat, power - cities, money)
        cities += len(chain.places)
        money -= sum(chain.prices)
    return min(cities, power), money


def rivals_at_end(state: State, seat: Seat) -> tuple[int, int]:
    """Return the best projected finish of the other seats."""
    return max(
        projected_finish(state, other) for other in range(state.terms.seats) if other != seat
    )


def best_finish(state: State, seat: Seat) -> Finish | None:
    """Return the best way for the seat to end the game with this turn, or None.

    It connects at least the cities that end the game, and more if its plants power more.
    Rules: PG-END-01, PG-END-03, PG-END-04, PG-END-07.
    """
    count = state.city_count[seat]
    missing = state.terms.end_cities - count
    power = fuelled(state, seat)
    if missing > 0 and state.money[seat] < 10 * missing:
        return None
    chain = next_cities(state, seat, max(missing, power - count), state.money[seat])
    if len(chain.places) < missing:
        return None
    powered = min(power, count + len(chain.places))
    rival = rivals_at_end(state, seat)
    wins = (powered, state.money[seat] - sum(chain.prices)) > rival
    return Finish(chain, powered, rival[0], wins)


def winning_bid(view: View, decide: Callable[[State], tuple[Action, Reason]]) -> Open | Bid | None:
    """Return the lowest bid that wins in this round, or None if doing without the plant does too.

    Every seat plays the round as by ``decide``.
    """
    state, seat = view.public, view.seat
    if not is_last_round(state):
        return None
    start = determinize(view, 0)

    def wins(action: Action) -> bool:
        after = start.copy()
        advance(after, action, None)
        while after.phase != OVER and after.round == start.round:
            advance(after, decide(after)[0], None)
        end = result(after)
        return end is not None and end.winners == (seat,)

    bids: list[Open | Bid]
    if state.auction:
        without: Action = Pass(seat)
        bids = [Bid(seat, state.auction.high + 1)]
    else:
        without = Decline(seat)
        bids = [
            Open(seat, plant, minimum_bid(state, plant)) for plant in reversed(state.current_market)
        ]
    if wins(without):
        return None
    return next((bid for bid in bids if check(state, bid) is None and wins(bid)), None)
