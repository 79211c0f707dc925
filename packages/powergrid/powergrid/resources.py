"""Phase 3: players buy fuel, and the Cartel takes its own."""

from bisect import bisect_right

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word, word_list
from gridcommon.events import Events
from powergrid import cartel
from powergrid.actions import Action, Buy, Done
from powergrid.events import FuelBought
from powergrid.state import NOBODY, State
from powergrid.storage import room_for
from powergrid.tables import COAL, FUELS, PRICE_SUMS, SEATS, TOKENS, Fuel

_BUY = tuple(
    tuple(
        tuple(Buy(seat, fuel, count) for count in range(TOKENS[fuel] + 1))
        for fuel in range(len(FUELS))
    )
    for seat in range(SEATS.stop)
)
_DONE = tuple(Done(seat) for seat in range(SEATS.stop))


def available(state: State, fuel: Fuel) -> int:
    """Return how many tokens of ``fuel`` are for sale, in the market and after it the depot.

    Rules: PG-RES-02, PG-RES-03.
    """
    return state.market[fuel] + _in_depot(state, fuel)


def _in_depot(state: State, fuel: Fuel) -> int:
    return state.supply[COAL] if fuel == COAL and state.terms.depot_price else 0


def cost(state: State, fuel: Fuel, count: int) -> int:
    """Return what ``count`` available tokens of ``fuel`` cost, cheapest first, in Elektro.

    Rules: PG-RES-01, PG-RES-03, PG-COMP-03.
    """
    in_market = state.market[fuel]
    sums, cheapest = PRICE_SUMS[fuel], TOKENS[fuel] - in_market
    from_market = min(count, in_market)
    return (
        sums[cheapest + from_market]
        - sums[cheapest]
        + (count - from_market) * state.terms.depot_price
    )


def most(state: State, seat: Seat, fuel: Fuel) -> int:
    """Return how many tokens of ``fuel`` the seat has room, supply and money for.

    Rules: PG-RES-01, PG-RES-02, PG-RES-03, PG-PLANT-05.
    """
    bound = room_for(fuel, state.fuel[seat], state.plants[seat])
    if bound <= 0:
        return 0
    in_market, money = state.market[fuel], state.money[seat]
    sums, cheapest = PRICE_SUMS[fuel], TOKENS[fuel] - in_market
    count = bisect_right(sums, money + sums[cheapest]) - 1 - cheapest
    if count == in_market and (depot := _in_depot(state, fuel)):
        left = money - (sums[-1] - sums[cheapest])
        count += min(depot, left // state.terms.depot_price)
    return min(bound, count)


def check_buy(state: State, action: Buy) -> Refusal | None:
    """Return why the tokens may not be bought, or None.

    Rules: PG-RES-01, PG-RES-02, PG-RES-03, PG-PLANT-02, PG-PLANT-05.
    """
    if not 0 <= action.fuel < len(FUELS) or action.count < 1:
        return Refusal("PG-RES-01", "buy at least one token of {fuels}", fuels=word_list(FUELS))
    seat, fuel, count = action.seat, action.fuel, action.count
    room = room_for(fuel, state.fuel[seat], state.plants[seat])
    if count > room:
        return Refusal(
            "PG-PLANT-02",
            "your plants have room for {room} more {fuel}, not {count}",
            room=room,
            fuel=Word(FUELS[fuel]),
            count=count,
        )
    goods = available(state, fuel)
    if count > goods:
        return Refusal(
            "PG-RES-02",
            "{goods} {fuel} for sale, not {count}",
            goods=goods,
            fuel=Word(FUELS[fuel]),
            count=count,
        )
    price = cost(state, fuel, count)
    if price > state.money[seat]:
        return Refusal(
            "PG-RES-01",
            "{count} {fuel} cost {price} Elektro; {money} are held",
            count=count,
            fuel=Word(FUELS[fuel]),
            price=price,
            money=state.money[seat],
        )
    return None


def do_buy(state: State, action: Buy, events: Events) -> None:
    """Pay and store the tokens.  Rules: PG-RES-01, PG-RES-03."""
    seat, fuel, count = action.seat, action.fuel, action.count
    price = cost(state, fuel, count)
    from_market = min(count, state.market[fuel])
    state.market[fuel] -= from_market
    state.supply[fuel] -= count - from_market
    state.money[seat] -= price
    stock = list(state.fuel[seat])
    stock[fuel] += count
    state.fuel[seat] = (stock[0], stock[1], stock[2], stock[3])
    rule = "PG-RES-01" if count == from_market else "PG-RES-03"
    events.add(FuelBought, seat, fuel, count, price, count - from_market, rule)


def do_done(state: State, action: Done, events: Events) -> None:
    """End the turn; between the two players the Cartel takes its fuel.

    Rules: PG-CART-01, PG-CART-05.
    """
    if state.terms.cartel and action.seat != state.turn_order[0]:
        cartel.take_fuel(state, events)
    state.actor = NOBODY


def legal_purchases(state: State) -> list[Action]:
    """Return each purchase of one kind, by fuel and count, then the end of buying."""
    seat = state.actor
    actions: list[Action] = []
    for fuel in range(len(FUELS)):
        count = most(state, seat, fuel)
        if count:
            actions.extend(_BUY[seat][fuel][1 : count + 1])
    actions.append(_DONE[seat])
    return actions
