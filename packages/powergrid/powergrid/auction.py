"""Phase 2: power plants are put up for auction, bid for, sold and scrapped."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Refusal
from gridcommon.events import Events
from gridcommon.lazy_actions import KEPT, LegalActions, Numbered, Span, Spans
from powergrid import cartel
from powergrid.actions import Action, Bid, Decline, Handlers, Open, Pass, Scrap
from powergrid.events import AuctionOpened, OptedOut, PlantScrapped, PlantSold
from powergrid.fuel_market import stop_uranium
from powergrid.plant_market import (
    bring_step3,
    draw,
    leave,
    minimum_bid,
    place_discount,
    remove_discount,
    replace_lowest,
)
from powergrid.state import NOBODY, Auction, State, Surplus
from powergrid.storage import amounts, fits, free_losses, smallest_losses, subtract_fuel
from powergrid.tables import PLANTS, SEATS, Plant, Tokens
from powergrid.turn_order import set_order

# By seat, openings also by plant
_PASS: Final = tuple((Pass(seat),) for seat in range(SEATS.stop))
_DECLINE: Final = tuple((Decline(seat),) for seat in range(SEATS.stop))
_BIDS: Final[tuple[Numbered[Action], ...]] = tuple(
    Numbered(partial(Bid, seat), "amount") for seat in range(SEATS.stop)
)
_OPENS: Final[tuple[tuple[Numbered[Action], ...], ...]] = tuple(
    tuple(Numbered(partial(Open, seat, plant), "bid") for plant in range(max(PLANTS) + 1))
    for seat in range(SEATS.stop)
)


def enter(state: State, events: Events) -> None:
    """Begin the phase: every seat may buy, and the discount token is placed.

    Rules: PG-AUC-01, PG-AUC-11.
    """
    state.in_auction = (1 << state.terms.seats) - 1
    state.bought = 0
    state.cartel_taken = False
    place_discount(state, events)


def finish(state: State, events: Events) -> None:
    """End the phase: unsold plants, then step changes, then the first turn order.

    Rules: PG-AUC-14, PG-AUC-15, PG-STEP-06, PG-STEP-10, PG-ORDER-02.
    """
    if state.discount:
        plant = state.discount
        remove_discount(state, "PG-AUC-14", events)
        one = state.terms.ruleset.unsold_discount_with_step3 == "one"
        if not (one and state.step3_lies):
            state.plant_market.remove(plant)
            leave(state, plant, "PG-AUC-14", events)
            draw(state, events)
    if state.terms.unsold and not state.bought and state.plant_market:
        replace_lowest(state, "PG-AUC-15", events)
    if state.step3_lies:
        bring_step3(state, "PG-STEP-06", events)
    if state.round == 1:
        set_order(state, events)


def next_opener(state: State, after: Seat = NOBODY) -> Seat:
    """Return the first seat in turn order that may still buy, or NOBODY.

    Rules: PG-AUC-01, PG-AUC-05, PG-AUC-18.
    """
    del after  # an opener that did not buy may open again
    if state.plant_market:
        for seat in state.turn_order:
            if state.in_auction >> seat & 1:
                return seat
    return NOBODY


def _next_bidder(state: State, auction: Auction) -> None:
    """Pass the turn to the next bidder, clockwise by seat.  Rules: PG-AUC-03."""
    auction.bidder = state.actor = bidder_after(state, auction, auction.bidder)


def bidder_after(state: State, auction: Auction, seat: Seat) -> Seat:
    """Return the first bidder after ``seat``, clockwise, or NOBODY.  Rules: PG-AUC-03."""
    seats = state.terms.seats
    for _ in range(seats):
        seat = (seat + 1) % seats
        if auction.bidders >> seat & 1:
            return seat
    return NOBODY


def _sell(state: State, seat: Seat, plant: Plant, price: int, events: Events) -> None:
    """Sell ``plant``; draw its replacement; let the Cartel take its plant after the first sale.

    Rules: PG-AUC-04, PG-AUC-13, PG-AUC-16, PG-BUR-05, PG-CART-03.
    """
    rule = "PG-AUC-04" if state.auction else "PG-AUC-08"
    state.auction = None
    state.in_auction &= ~(1 << seat)
    state.bought += 1
    state.money[seat] -= price
    state.plants[seat] = tuple(sorted((*state.plants[seat], plant)))
    state.plant_market.remove(plant)
    events.add(PlantSold, seat, plant, price, rule)
    if plant == state.discount:
        remove_discount(state, "PG-AUC-13", events)
    stop_uranium(state, plant, events)
    draw(state, events)
    cartel.take_plant(state, events)
    if len(state.plants[seat]) > state.terms.plant_limit:
        state.surplus = Surplus(seat, plant)
        state.actor = seat
    else:
        state.actor = NOBODY


def _pending(state: State, action: Action) -> Refusal | None:
    """Return why another action must come before ``action``, or None."""
    if state.surplus and not isinstance(action, Scrap):
        return Refusal(
            "PG-AUC-16",
            "scrap one plant first; the limit is {limit}",
            limit=state.terms.plant_limit,
        )
    if state.auction and isinstance(action, Open | Decline):
        return Refusal(
            "PG-AUC-03", "plant {plant} is up for auction: bid or pass", plant=state.auction.plant
        )
    return None


def _affords(state: State, seat: Seat, bid: int) -> Refusal | None:
    if bid > state.money[seat]:
        return Refusal(
            "PG-AUC-03",
            "{bid} is more than the {money} Elektro held",
            bid=bid,
            money=state.money[seat],
        )
    return None


def check_minimum(state: State, plant: Plant, bid: int) -> Refusal | None:
    """Return why ``bid`` is too low for ``plant``, or None.  Rules: PG-AUC-09, PG-AUC-10."""
    least = minimum_bid(state, plant)
    if bid >= least:
        return None
    return Refusal(
        "PG-AUC-09" if state.terms.discount_bid else "PG-AUC-10",
        "{bid} is below the minimum bid of {least} for plant {plant}",
        bid=bid,
        least=least,
        plant=plant,
    )


def _pays_minimum(state: State, seat: Seat) -> bool:
    """Return whether a seat that opens can only pay the minimum.  Rules: PG-AUC-08."""
    return state.in_auction == 1 << seat and state.terms.ruleset.last_price == "minimum"


def check_open(state: State, action: Open) -> Refusal | None:
    """Return why opening ``action.plant`` with that bid is illegal, or None.

    Rules: PG-AUC-02, PG-AUC-03, PG-AUC-08, PG-AUC-09, PG-AUC-10.
    """
    if refusal := _pending(state, action):
        return refusal
    if action.plant not in state.current_market:
        return Refusal(
            "PG-AUC-02",
            "plant {plant} is not in the current market: {market}",
            plant=action.plant,
            market=", ".join(map(str, state.current_market)),
        )
    if refusal := check_minimum(state, action.plant, action.bid):
        return refusal
    least = minimum_bid(state, action.plant)
    if action.bid > least and _pays_minimum(state, action.seat):
        return Refusal(
            "PG-AUC-08",
            "the last player in the phase pays exactly {least} for plant {plant}, not {bid}",
            bid=action.bid,
            least=least,
            plant=action.plant,
        )
    return _affords(state, action.seat, action.bid)


def do_open(state: State, action: Open, events: Events) -> None:
    """Open an auction, or sell at once to the last player.  Rules: PG-AUC-02, PG-AUC-08."""
    seat, plant, bid = action.seat, action.plant, action.bid
    events.add(AuctionOpened, seat, plant, bid)
    if state.in_auction == 1 << seat:
        _sell(state, seat, plant, bid, events)
        return
    state.auction = Auction(plant, bid, seat, state.in_auction, seat)
    _next_bidder(state, state.auction)


def check_decline(state: State, action: Decline) -> Refusal | None:
    """Return why opting out is illegal, or None.  Rules: PG-AUC-06, PG-AUC-07."""
    if refusal := _pending(state, action):
        return refusal
    if state.round == 1:
        return Refusal("PG-AUC-07", "in round 1 everybody must buy a plant")
    return None


def do_decline(state: State, action: Decline, events: Events) -> None:
    """Take the seat out of the phase.  Rules: PG-AUC-06, PG-CART-03."""
    state.in_auction &= ~(1 << action.seat)
    events.add(OptedOut, action.seat)
    cartel.take_plant(state, events)
    state.actor = NOBODY


def check_bid(state: State, action: Bid) -> Refusal | None:
    """Return why the bid is illegal, or None.  Rules: PG-AUC-03."""
    if refusal := _pending(state, action):
        return refusal
    if state.auction is None:
        return Refusal("PG-AUC-02", "no plant is up for auction: open one")
    if action.amount <= state.auction.high:
        return Refusal(
            "PG-AUC-03", "{bid} does not beat {high}", bid=action.amount, high=state.auction.high
        )
    return _affords(state, action.seat, action.amount)


def do_bid(state: State, action: Bid, events: Events) -> None:
    """Raise the auction.  Rules: PG-AUC-03."""
    auction = state.auction
    assert auction is not None, (events, action)
    auction.high, auction.leader = action.amount, action.seat
    _next_bidder(state, auction)


def check_pass(state: State, action: Pass) -> Refusal | None:
    """Return why leaving the auction is illegal, or None.  Rules: PG-AUC-03."""
    if refusal := _pending(state, action):
        return refusal
    if state.auction is None:
        return Refusal("PG-AUC-06", "no plant is up for auction: open one or decline")
    return None


def do_pass(state: State, action: Pass, events: Events) -> None:
    """Leave the auction. The last bidder left buys the plant.  Rules: PG-AUC-03, PG-AUC-04."""
    auction = state.auction
    assert auction is not None, action
    auction.bidders &= ~(1 << action.seat)
    if auction.bidders == 1 << auction.leader:
        _sell(state, auction.leader, auction.plant, auction.high, events)
    else:
        _next_bidder(state, auction)


def losses(state: State, plant: Plant) -> tuple[Tokens, ...]:
    """Return the possible fuel losses of the seat that scraps ``plant``, ascending.

    Rules: PG-AUC-17.
    """
    surplus = state.surplus
    assert surplus is not None, state.plants
    stock, left = state.fuel[surplus.seat], _without(state.plants[surplus.seat], plant)
    if state.terms.ruleset.scrap_keep == "free":
        return free_losses(stock, plant, left)
    return smallest_losses(stock, left)


def check_scrap(state: State, action: Scrap) -> Refusal | None:
    """Return why scrapping ``action.plant`` with that loss is illegal, or None.

    Rules: PG-AUC-16, PG-AUC-17.
    """
    surplus = state.surplus
    if surplus is None:
        return Refusal(
            "PG-AUC-16",
            "there is nothing to scrap; the limit is {limit} plants",
            limit=state.terms.plant_limit,
        )
    owned = state.plants[action.seat]
    if action.plant == surplus.bought:
        return Refusal("PG-AUC-16", "plant {plant}, just bought, stays", plant=action.plant)
    if action.plant not in owned:
        return Refusal(
            "PG-AUC-16",
            "plant {plant} is not one of {plants}",
            plant=action.plant,
            plants=", ".join(map(str, _without(owned, surplus.bought))),
        )
    stock, left = state.fuel[action.seat], _without(owned, action.plant)
    if action.lose is None:
        choices = smallest_losses(stock, left)
        if len(choices) > 1:
            return Refusal(
                "PG-AUC-17",
                "name the fuel that is lost: {choices}",
                choices=JoinedList(tuple(map(amounts, choices)), "or"),
            )
        return None
    kept = subtract_fuel(stock, action.lose)
    if min(kept) < 0 or min(action.lose) < 0:
        return Refusal(
            "PG-AUC-17",
            "{lose} is not part of {stock}",
            lose=amounts(action.lose),
            stock=amounts(stock),
        )
    if not fits(kept, left):
        return Refusal(
            "PG-AUC-17",
            "without plant {plant}, the other plants have no room for {kept}",
            plant=action.plant,
            kept=amounts(kept),
        )
    if action.lose not in losses(state, action.plant):
        return Refusal(
            "PG-AUC-17",
            "{lose} is more than must be lost: {choices}",
            lose=amounts(action.lose),
            choices=JoinedList(tuple(map(amounts, losses(state, action.plant))), "or"),
        )
    return None


def do_scrap(state: State, action: Scrap, events: Events) -> None:
    """Scrap a plant. The lost fuel goes to the supply.  Rules: PG-AUC-16, PG-AUC-17."""
    seat, plant = action.seat, action.plant
    left = _without(state.plants[seat], plant)
    lost = action.lose
    if lost is None:
        lost = smallest_losses(state.fuel[seat], left)[0]
    state.plants[seat] = left
    state.fuel[seat] = subtract_fuel(state.fuel[seat], lost)
    for fuel, count in enumerate(lost):
        state.supply[fuel] += count
    state.out |= 1 << plant
    state.surplus = None
    events.add(PlantScrapped, seat, plant, lost)
    state.actor = NOBODY


def legal_bids(state: State) -> LegalActions[Action]:
    """Return the legal actions: openings with each bid, raises, or scraps with each loss.

    Plants and bids ascend; opting out or passing comes last.
    """
    seat = state.actor
    if state.surplus:
        return LegalActions([_scraps(state, seat, state.surplus.bought)])
    if state.auction:
        return _bids(seat, state.auction.high + 1, state.money[seat] + 1)
    return _opens(state, seat, state.money[seat])


def _scraps(state: State, seat: Seat, bought: Plant) -> list[Action]:
    return [
        Scrap(seat, plant, lost)
        for plant in state.plants[seat]
        if plant != bought
        for lost in losses(state, plant)
    ]


def _bids(seat: Seat, begin: int, end: int) -> LegalActions[Action]:
    if begin < end > KEPT:
        return LegalActions([Spans([(_BIDS[seat], begin, end)]), _PASS[seat]])
    return LegalActions([_BIDS[seat].some(begin, end), _PASS[seat]])


def _opens(state: State, seat: Seat, money: int) -> LegalActions[Action]:
    listed: list[Action] = []
    spans: list[Span[Action]] = []  # instead, if there may be very many
    is_fixed = _pays_minimum(state, seat)
    for plant in state.current_market:
        least = minimum_bid(state, plant)
        if least <= money:
            series, end = _OPENS[seat][plant], least + 1 if is_fixed else money + 1
            if end <= KEPT:
                listed += series.some(least, end)
            else:
                spans.append((series, least, end))
    last: Sequence[Action] = _DECLINE[seat] if state.round > 1 else ()
    return LegalActions([Spans(spans) if spans else listed, last])


def _without(plants: tuple[Plant, ...], gone: Plant) -> tuple[Plant, ...]:
    return tuple(plant for plant in plants if plant != gone)


ACTIONS: Final[Handlers] = {
    Open: (check_open, do_open),
    Decline: (check_decline, do_decline),
    Bid: (check_bid, do_bid),
    Pass: (check_pass, do_pass),
    Scrap: (check_scrap, do_scrap),
}
