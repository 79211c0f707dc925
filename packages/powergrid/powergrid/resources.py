"""Phase 3: players buy fuel, and the Cartel takes its fuel."""

from typing import Final

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word, word_list
from gridcommon.events import Events
from gridcommon.lazy_actions import LegalActions
from powergrid import cartel
from powergrid.actions import Action, Buy, Done, Handlers
from powergrid.events import FuelBought
from powergrid.state import NOBODY, State
from powergrid.storage import add_fuel, room_for, rooms_left
from powergrid.tables import COAL, DEPOT, FUELS, GOODS, SEATS, TOKENS, Fuel


def _kind(good: Fuel) -> Fuel:
    return COAL if good == DEPOT else good


_MOST: Final = max(TOKENS)  # at once: four plants store no more
_BUY: Final = tuple(
    tuple(tuple(Buy(seat, good, count) for count in range(_MOST + 1)) for good in range(len(GOODS)))
    for seat in range(SEATS.stop)
)
_DONE: Final = tuple((Done(seat),) for seat in range(SEATS.stop))
_FUELS: Final = tuple(range(len(FUELS)))
_WITH_DEPOT: Final = (*_FUELS, DEPOT)


def buyable_goods(state: State) -> tuple[Fuel, ...]:
    """Return the goods for sale: the fuels, and DEPOT if its coal is always for sale.

    Rules: PG-RES-01, PG-RES-03.
    """
    always = state.terms.depot_price and state.terms.ruleset.depot_coal == "always"
    return _WITH_DEPOT if always else _FUELS


def available(state: State, good: Fuel) -> int:
    """Return the number of tokens for sale; for coal, the market's and then the depot's.

    Rules: PG-RES-02, PG-RES-03.
    """
    if good == DEPOT:
        return state.supply[COAL] if DEPOT in buyable_goods(state) else 0
    return state.market[good] + _in_depot(state, good)


def _in_depot(state: State, fuel: Fuel) -> int:
    return state.supply[COAL] if fuel == COAL and state.terms.depot_price else 0


def _from_market(state: State, good: Fuel, count: int) -> int:
    return 0 if good == DEPOT else min(count, state.market[good])


def cost(state: State, good: Fuel, count: int) -> int:
    """Return the cost of ``count`` available tokens, cheapest first, in Elektro.

    Rules: PG-RES-01, PG-RES-03, PG-COMP-03.
    """
    from_market = _from_market(state, good, count)
    dear = (count - from_market) * state.terms.depot_price
    if not from_market:
        return dear
    sums = state.terms.price_sums[good]
    cheapest = len(sums) - 1 - state.market[good]
    return sums[cheapest + from_market] - sums[cheapest] + dear


def max_purchase(state: State, seat: Seat, good: Fuel) -> int:
    """Return the most tokens the seat can buy, given room, supply and money.

    Rules: PG-RES-01, PG-RES-02, PG-RES-03, PG-PLANT-05.
    """
    return _max_purchase(
        state, seat, good, room_for(_kind(good), state.fuel[seat], state.plants[seat])
    )


def _max_purchase(state: State, seat: Seat, good: Fuel, bound: int) -> int:
    """Return the most tokens the seat can buy, with room for ``bound``; 0 if money is hidden."""
    money = state.money[seat]
    if bound <= 0 or money < 0:
        return 0
    if good == DEPOT:
        return min(bound, available(state, DEPOT), money // max(1, state.terms.depot_price))
    in_market = state.market[good]
    sums = state.terms.price_sums[good]
    cheapest = len(sums) - 1 - in_market
    if bound <= in_market and sums[cheapest + bound] - sums[cheapest] <= money:
        return bound
    count = min(bound, in_market)
    while sums[cheapest + count] - sums[cheapest] > money:
        count -= 1
    if count == in_market and (depot := _in_depot(state, good)):
        left = money - (sums[-1] - sums[cheapest])
        count += min(depot, left // state.terms.depot_price)
    return min(bound, count)


def check_buy(state: State, action: Buy) -> Refusal | None:
    """Return why buying the tokens is illegal, or None.

    Rules: PG-RES-01, PG-RES-02, PG-RES-03, PG-PLANT-02, PG-PLANT-05.
    """
    if not 0 <= action.fuel < len(GOODS) or action.count < 1:
        return Refusal("PG-RES-01", "buy at least one token of {fuels}", fuels=word_list(FUELS))
    seat, good, count = action.seat, action.fuel, action.count
    if good not in buyable_goods(state):
        if not state.terms.depot_price:
            return Refusal("PG-RES-03", "this game has no coal depot")
        return Refusal(
            "PG-RES-03",
            "once the market has no coal, what is bought as coal comes from the depot; option "
            "depot_coal sells it at any time",
        )
    fuel = _kind(good)
    room = room_for(fuel, state.fuel[seat], state.plants[seat])
    if count > room:
        return Refusal(
            "PG-PLANT-02",
            "your plants have room for {room} more {fuel}, not {count}",
            room=room,
            fuel=Word(FUELS[fuel]),
            count=count,
        )
    there = available(state, good)
    if count > there:
        return Refusal(
            "PG-RES-03" if good == DEPOT else "PG-RES-02",
            "{goods} {fuel} for sale, not {count}",
            goods=there,
            fuel=Word(FUELS[fuel]),
            count=count,
        )
    price = cost(state, good, count)
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
    seat, fuel, count = action.seat, _kind(action.fuel), action.count
    price = cost(state, action.fuel, count)
    from_market = _from_market(state, action.fuel, count)
    state.market[fuel] -= from_market
    state.supply[fuel] -= count - from_market
    state.money[seat] -= price
    state.fuel[seat] = add_fuel(state.fuel[seat], fuel, count)
    rule = "PG-RES-01" if count == from_market else "PG-RES-03"
    events.add(FuelBought, seat, fuel, count, price, count - from_market, rule)


def check_done(state: State, action: Done) -> Refusal | None:
    """Return None: buying is optional.  Rules: PG-RES-01."""
    del state, action
    return None


def do_done(state: State, action: Done, events: Events) -> None:
    """End the turn. Between the two players the Cartel takes its fuel.

    Rules: PG-CART-01, PG-CART-05.
    """
    if state.terms.cartel and action.seat != state.turn_order[0]:
        cartel.take_fuel(state, events)
    state.actor = NOBODY


def legal_purchases(state: State) -> LegalActions[Action]:
    """Return each possible purchase, by fuel and count, then Done."""
    seat = state.actor
    rooms = rooms_left(state.fuel[seat], state.plants[seat])
    listed: list[Action] = []
    for good in buyable_goods(state):
        room = rooms[COAL if good == DEPOT else good]
        if room > 0:
            count = _max_purchase(state, seat, good, room)
            listed += _BUY[seat][good][1 : count + 1]
    return LegalActions([listed, _DONE[seat]])


ACTIONS: Final[Handlers] = {Buy: (check_buy, do_buy), Done: (check_done, do_done)}
