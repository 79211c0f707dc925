"""The rules that a position must obey, whether or not play can lead to it."""

from collections.abc import Iterator, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridcommon.networks import components
from powergrid.auction import bidder_after, check_minimum
from powergrid.board import Place
from powergrid.building import may_start_occupied
from powergrid.game import first_seat
from powergrid.position_fields import must_stop_uranium
from powergrid.state import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    CARTEL,
    EMPTY,
    NOBODY,
    OVER,
    PHASES,
    RESOURCES,
    SETUP,
    State,
    members,
)
from powergrid.storage import fits, fits_one_run
from powergrid.tables import (
    CARTEL_HOUSES,
    CARTEL_PLANTS,
    CARTEL_START,
    CITY_NAMES,
    CURRENT,
    FUELS,
    SLOT_COST,
    STEP3,
    UNKNOWN,
    City,
)

# Phases in which no network grows
AFTER_GROWTH = (AUCTION, RESOURCES, BUREAUCRACY)


def problems_of(state: State) -> list[Refusal]:
    """Return the refusal for each rule that a position breaks.

    Rules: PG-COMP-01, PG-COMP-02, PG-COMP-04, PG-PLANT-02, PG-ROUND-02, PG-SETUP-09, PG-AUC-01,
    PG-AUC-11, PG-AUC-16, PG-BUILD-02, PG-BUILD-04, PG-BUILD-05, PG-BUILD-08, PG-BUILD-09,
    PG-BUR-05, PG-CART-01, PG-CART-02, PG-CART-04, PG-CART-05, PG-CART-06, PG-CART-07, PG-CART-08,
    PG-CART-09, PG-STEP-04, PG-STEP-05, PG-STEP-06, PG-STEP-09, PG-END-01, PG-END-02.
    """
    checks = (
        _check_time,
        _check_cards,
        _check_fuel,
        _check_houses,
        _check_starts,
        _check_cartel,
        _check_phase,
    )
    return [refusal for check in checks for refusal in check(state)]


def _check_time(state: State) -> Iterator[Refusal]:
    phase = Word(PHASES[state.phase])
    if (state.round == 0) != (state.phase == SETUP):
        yield Refusal(
            "PG-ROUND-02",
            "the set-up is round 0, and only that; found round {round}, phase {phase}",
            round=state.round,
            phase=phase,
        )
    if state.phase == SETUP and any((*state.plants, *map(any, state.fuel), *state.network)):
        yield Refusal("PG-ROUND-02", "in the set-up no player has plants, fuel or cities")
    if state.step == 1 and (large := step2_networks(state)):
        yield Refusal(
            "PG-STEP-04",
            "seat {seat} has {cities} cities, so step 2 has begun; found step 1",
            seat=large[0],
            cities=state.city_count[large[0]],
        )
    if state.phase in AFTER_GROWTH and state.most_cities >= state.terms.end_cities:
        yield Refusal(
            "PG-END-02" if state.terms.most_cities else "PG-END-01",
            "seat {seat} has {cities} cities, so the game ends after the phase building; found "
            "the phase {phase}",
            seat=state.city_count.index(state.most_cities),
            cities=state.most_cities,
            phase=phase,
        )
    if state.step3_lies + state.step3_pending + (state.step == 3) > 1:
        yield Refusal(
            "PG-STEP-05", "in step 3 the Step 3 card is neither in the market nor pending"
        )
    elif state.step3_lies and state.phase != AUCTION:
        yield Refusal(
            "PG-STEP-06",
            "the Step 3 card lies in the market in the phase auction only, not in {phase}",
            phase=phase,
        )
    elif state.step3_pending and state.phase in (SETUP, AUCTION, RESOURCES):
        yield Refusal(
            "PG-STEP-05",
            "the Step 3 card is drawn in the phases auction, where it lies in the market, "
            "building and bureaucracy; in {phase} step 3 cannot be pending",
            phase=phase,
        )


def step2_networks(state: State) -> list[Seat]:
    """Return the seats whose networks show that step 2 has started.

    In phase 4 only seats that have not built yet count, since the others may have grown in it.
    Rules: PG-STEP-02, PG-STEP-03, PG-ORDER-03.
    """
    seats: Sequence[Seat] = state.turn_order if state.phase in AFTER_GROWTH else ()
    if state.phase == BUILDING and state.actor in state.turn_order:
        seats = state.turn_order[: state.turn_order.index(state.actor)]
    return [seat for seat in seats if state.city_count[seat] >= state.terms.step2_cities]


def _check_cards(state: State) -> Iterator[Refusal]:
    owned = [plant for plants in state.plants for plant in plants]
    stack = [card for card in state.stack if card != UNKNOWN]
    cards = [*owned, *state.plant_market, *state.cartel_plants, *members(state.out), *stack]
    for card in sorted(set(cards)):
        if cards.count(card) > 1:
            yield listed_twice("step 3" if card == STEP3 else f"{card:02}", "PG-COMP-01")
        elif card != STEP3 and card not in state.terms.plants:
            yield Refusal("PG-COMP-10", "plant {plant} is not in this game", plant=card)
    for seat, plants in enumerate(state.plants):
        limit = state.terms.plant_limit
        allowed = limit + (state.surplus is not None and state.surplus.seat == seat)
        if len(plants) > allowed:
            yield Refusal(
                "PG-AUC-16",
                "seat {seat} has {count} plants; the limit is {limit}",
                seat=seat,
                count=len(plants),
                limit=limit,
            )
    if len(state.cartel_plants) > CARTEL_PLANTS or (state.cartel_plants and not state.terms.cartel):
        yield Refusal(
            "PG-CART-04",
            "the Cartel has {count} plants; the limit is {limit}",
            count=len(state.cartel_plants),
            limit=CARTEL_PLANTS if state.terms.cartel else 0,
        )
    left = state.step == 3 or state.step3_pending  # the lowest plant, and the Step 3 card
    room = 2 * CURRENT - 2 * left - state.step3_lies
    if len(state.plant_market) > room:
        yield Refusal(
            "PG-STEP-09" if left else "PG-STEP-06" if state.step3_lies else "PG-SETUP-06",
            "{count} plants are face up; there is room for {limit}",
            count=len(state.plant_market),
            limit=room,
        )
    if state.terms.obsolete and state.plant_market and state.plant_market[0] <= state.most_cities:
        yield Refusal(
            "PG-BUILD-08",
            "plant {plant} is obsolete: a network has {count} cities",
            plant=state.plant_market[0],
            count=state.most_cities,
        )
    drawn = state.step == 3 or state.step3_lies or state.step3_pending
    if UNKNOWN not in state.stack and (STEP3 in state.stack) == drawn:
        yield Refusal(
            "PG-STEP-05", "the Step 3 card is in the stack until it is drawn, and gone from then on"
        )
    bearers = state.plant_market if state.ruleset.lower_replacement == "first" else (
        state.plant_market[:1])  # fmt: skip
    has_token = state.phase == AUCTION and state.terms.discount_bid
    if state.discount and not (has_token and state.discount in bearers):
        yield Refusal(
            "PG-AUC-11", "plant {plant} cannot have the discount token here", plant=state.discount
        )


def _check_fuel(state: State) -> Iterator[Refusal]:
    for fuel, (held, every) in enumerate(zip(tokens_held(state), state.terms.tokens, strict=True)):
        count = held + state.market[fuel] + state.supply[fuel]
        if state.market[fuel] > len(state.terms.prices[fuel]):
            yield Refusal(
                "PG-COMP-03",
                "the market has {spaces} spaces for {fuel}; found {market}",
                spaces=len(state.terms.prices[fuel]),
                fuel=Word(FUELS[fuel]),
                market=state.market[fuel],
            )
        elif state.supply[fuel] < 0:
            yield Refusal(
                "PG-COMP-02",
                "there are {all} tokens of {fuel}; found {held} held and {market} on the market",
                all=every,
                fuel=Word(FUELS[fuel]),
                held=held,
                market=state.market[fuel],
            )
        elif count != every:
            yield Refusal(
                "PG-COMP-02",
                "there are {all} tokens of {fuel}; found {held} held, {market} on the market "
                "and {supply} in the supply",
                all=every,
                fuel=Word(FUELS[fuel]),
                held=held,
                market=state.market[fuel],
                supply=state.supply[fuel],
            )
    for seat, fuel_held in enumerate(state.fuel):
        if not fits(fuel_held, state.plants[seat]):
            yield Refusal(
                "PG-PLANT-02", "the plants of seat {seat} cannot hold its fuel", seat=seat
            )
    if must_stop_uranium(state) and not state.uranium_stopped:
        yield Refusal(
            "PG-BUR-05",
            "uranium is not refilled once plant {plant} has been bought",
            plant=state.terms.phase_out_plant,
        )
    if not fits_one_run(state.cartel_fuel, state.cartel_plants):
        yield Refusal("PG-CART-05", "the Cartel has more fuel than one run of its plants needs")
    elif any(state.cartel_fuel) and state.phase in (SETUP, AUCTION):
        yield Refusal(
            "PG-CART-08",
            "the Cartel has fuel from phase 3 to phase 5 only, not in the phase {phase}",
            phase=Word(PHASES[state.phase]),
        )


def _check_houses(state: State) -> Iterator[Refusal]:
    rules = state.terms
    for place, slots in enumerate(state.houses):
        city = state.board.cities[place]
        players = [owner for owner in slots if owner not in (EMPTY, CARTEL)]
        if len(set(players)) < len(players):
            yield listed_twice(CITY_NAMES[city], "PG-BUILD-05")
        highest = max((slot for slot, owner in enumerate(slots) if owner in players), default=0)
        if CARTEL in slots[:1] and players and state.step == 1:
            yield Refusal("PG-CART-06", "{city} is the Cartel's in step 1", city=CITY_NAMES[city])
        elif highest >= state.step or slots[2] == CARTEL:
            yield city_is_full(city, state.step)
        elif EMPTY in slots[:highest]:
            yield Refusal(
                "PG-BUILD-04",
                "a house of {city} is on slot {slot}, and slot {cheaper} is empty",
                city=CITY_NAMES[city],
                slot=SLOT_COST[highest],
                cheaper=SLOT_COST[slots.index(EMPTY)],
            )
    limit = rules.ruleset.house_limit
    for seat, count in enumerate(state.city_count):
        if limit is not None and count > limit:
            yield Refusal(
                "PG-COMP-04",
                "seat {seat} has {count} houses on the board; the limit is {limit}",
                seat=seat,
                count=count,
                limit=limit,
            )
    on_board = sum(slots.count(CARTEL) for slots in state.houses)
    wanted = CARTEL_HOUSES if rules.cartel else 0
    if on_board + state.cartel_houses != wanted:
        yield Refusal(
            "PG-CART-01",
            "the Cartel has {wanted} houses; found {board} in cities and {left} left",
            wanted=wanted,
            board=on_board,
            left=state.cartel_houses,
        )


def _check_starts(state: State) -> Iterator[Refusal]:
    """Yield the refusals about the first cities of networks, and the tokens for those to come."""
    cities, marked = state.board.cities, members(state.marked)
    if not state.ruleset.start_cities:
        if marked:
            yield Refusal("PG-SETUP-09", "this game has no start cities")
        if state.step > 1 and not may_start_occupied(state):
            for seat, network in enumerate(state.network):
                if network and all(slots[0] != seat for slots in state.houses):
                    yield Refusal(
                        "PG-BUILD-02",
                        "seat {seat} needs a house on slot {slot}: the first city was empty",
                        seat=seat,
                        slot=SLOT_COST[0],
                    )
        return
    waiting = state.network.count(0)
    if state.phase != SETUP and len(marked) != waiting:
        yield Refusal(
            "PG-SETUP-09",
            "as many cities are marked as players have no network, {waiting}; found {found}",
            waiting=waiting,
            found=len(marked),
        )
    for place in marked:
        city, slots = CITY_NAMES[cities[place]], state.houses[place]
        if slots[0] == CARTEL:
            yield Refusal("PG-SETUP-09", "{city} has a Cartel house", city=city)
        elif slots[0] != EMPTY and state.step == 1:
            yield Refusal(
                "PG-BUILD-09", "in step 1 the marked city {city} is only for starting", city=city
            )


def _check_cartel(state: State) -> Iterator[Refusal]:
    """Yield the refusals about the cities of the Cartel."""
    if not state.terms.cartel:
        return
    cities, joined = state.board.names, state.board.joined
    first = [place for place, slots in enumerate(state.houses) if slots[0] == CARTEL]
    wanted = len(CARTEL_START)
    if len(first) > wanted or (len(first) < wanted and state.phase != SETUP):
        yield Refusal(
            "PG-CART-02",
            "the Cartel has houses on slot {slot} of {wanted} cities; found {found}",
            slot=SLOT_COST[0],
            wanted=wanted,
            found=", ".join(cities[place] for place in first) or Word("none"),
        )
    elif len(first) < wanted and state.marked:
        yield Refusal("PG-CART-09", "the Cartel's first houses come before start cities")
    beside = [
        [near for near, other in enumerate(first) if joined[place] >> other & 1] for place in first
    ]
    for place, part in zip(first, components(beside), strict=True):
        if part:
            yield Refusal(
                "PG-CART-02",
                "no city directly connected to {city} has a Cartel house",
                city=cities[place],
            )
            break
    for place, slots in enumerate(state.houses):
        if slots[1] == CARTEL and not follows_network(state, place):
            yield Refusal(
                "PG-CART-07",
                "the Cartel's house on slot {slot} of {city} needs one of a player on slot {first}",
                first=SLOT_COST[0],
                slot=SLOT_COST[1],
                city=cities[place],
            )
    if state.cartel_houses and (open_ := unblocked(state)):
        yield Refusal(
            "PG-CART-07",
            "while the Cartel has houses, it blocks slot {slot} of each city that a player "
            "connects first; {left} are left, and it has none in {cities}",
            slot=SLOT_COST[1],
            left=state.cartel_houses,
            cities=", ".join(cities[place] for place in open_),
        )


def follows_network(state: State, place: Place) -> bool:
    """Return whether the Cartel blocks slot 15 there if it has a house left.

    Rules: PG-CART-07, PG-CART-09.
    """
    return state.houses[place][0] not in (EMPTY, CARTEL) or bool(state.marked >> place & 1)


def unblocked(state: State) -> list[Place]:
    """Return the places that the Cartel would have blocked, if it still had houses."""
    return [
        place
        for place, slots in enumerate(state.houses)
        if slots[1] != CARTEL and follows_network(state, place)
    ]


def _check_phase(state: State) -> Iterator[Refusal]:
    auction, surplus, actor = state.auction, state.surplus, state.actor
    if (auction or surplus) and state.phase != AUCTION:
        yield Refusal(
            "PG-ROUND-01",
            "nothing is up for auction in the phase {phase}",
            phase=Word(PHASES[state.phase]),
        )
    elif state.phase == AUCTION and state.in_auction.bit_count() + state.bought > state.terms.seats:
        yield Refusal(
            "PG-AUC-01",
            "{sold:plant was|plants were} sold, and {buyers:player|players} may still buy; "
            "each of {seats} buys at most once",
            sold=state.bought,
            buyers=state.in_auction.bit_count(),
            seats=state.terms.seats,
        )
    elif surplus:
        plants = state.plants[surplus.seat]
        if surplus.bought not in plants or len(plants) != state.terms.plant_limit + 1:
            yield Refusal(
                "PG-AUC-16",
                "there is nothing to scrap; the limit is {limit} plants",
                limit=state.terms.plant_limit,
            )
    elif auction:
        if auction.plant not in state.current_market:
            yield Refusal(
                "PG-AUC-02", "plant {plant} is not in the current market", plant=auction.plant
            )
        bidding = auction.bidders >> auction.leader & 1 and auction.bidders.bit_count() > 1
        if not bidding or auction.bidders & ~state.in_auction:
            yield Refusal("PG-AUC-03", "the leader and the bidders do not agree")
        if 0 <= state.money[auction.leader] < auction.high:
            yield Refusal(
                "PG-AUC-03",
                "{bid} is more than the {money} Elektro held",
                bid=auction.high,
                money=state.money[auction.leader],
            )
        if refusal := check_minimum(state, auction.plant, auction.high):
            yield refusal
    if not _may_act(state, actor):
        phase = Word(PHASES[state.phase])
        if actor == NOBODY:
            yield Refusal("PG-ORDER-03", "no player is to act in the phase {phase}", phase=phase)
        else:
            yield Refusal(
                "PG-ORDER-03",
                "seat {seat} cannot be the one to act in the phase {phase}",
                seat=actor,
                phase=phase,
            )


def _may_act(state: State, actor: Seat) -> bool:
    if state.phase == OVER:
        return actor == NOBODY
    if actor == NOBODY:
        return False
    if state.phase == SETUP:
        return actor == first_seat(state)
    if state.phase != AUCTION:
        return True
    if state.surplus:
        return actor == state.surplus.seat
    if state.auction:
        return actor == bidder_after(state, state.auction, state.auction.leader)
    return bool(state.plant_market) and bool(state.in_auction >> actor & 1)


def tokens_held(state: State) -> list[int]:
    """Return the tokens of each fuel that are neither on the market nor in the supply."""
    held = [sum(stock[fuel] for stock in state.fuel) for fuel in range(len(FUELS))]
    held = [count + taken for count, taken in zip(held, state.cartel_fuel, strict=True)]
    held[-1] += state.marked.bit_count()  # uranium marks start cities
    return held


def listed_twice(what: str, rule: str) -> Refusal:
    """Return the refusal for a duplicate card or city."""
    return Refusal(rule, "{what} is listed twice", what=what)


def city_is_full(city: City, step: int) -> Refusal:
    """Return the refusal for a city with too many houses for a step.  Rules: PG-BUILD-04."""
    return Refusal(
        "PG-BUILD-04",
        "{city} has more houses than step {step} allows",
        city=CITY_NAMES[city],
        step=step,
    )
