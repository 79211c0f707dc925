"""Setting up a game from the facts of a position.

:mod:`powergrid.position_fields` lists the facts, :mod:`powergrid.position_check` the rules that a
position must obey.
"""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

from gridcommon.arguments import whole
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, Refusal, Word
from gridcommon.events import NOBODY_LISTENS
from powergrid.auction import bidder_after
from powergrid.board import Board, board, outside, paths_from, zones
from powergrid.game import first_seat
from powergrid.plant_market import place_discount
from powergrid.position_check import (
    city_is_full,
    listed_twice,
    problems_of,
    tokens_held,
    unblocked,
)
from powergrid.position_fields import AT_START, Declaration, read_facts
from powergrid.ruleset import Ruleset, Terms, terms
from powergrid.setup import STEP3_WORD, check_zone
from powergrid.state import (
    AUCTION,
    CARTEL,
    EMPTY,
    NOBODY,
    OVER,
    PHASES,
    RESOURCES,
    SETUP,
    Auction,
    Draws,
    State,
    Surplus,
    initial_state,
    price_slots,
)
from powergrid.tables import (
    CARTEL_HOUSES,
    CITY_NAMES,
    CURRENT,
    NOTHING,
    STEP3,
    City,
)
from powergrid.turn_order import recomputed_turn_order


def from_facts(
    ruleset: Ruleset, seats: SupportsIndex, facts: Mapping[str, Any], rng: SupportsIndex = 0
) -> State:
    """Return a game that continues from the position in ``facts``.

    Missing facts follow from the others: the lowest possible round and step (:func:`step_of`), the
    turn order by networks and plants, the buyers in round 1, the Cartel's houses on slot 15, and
    the end of the game if a network is large enough. All others are as in a new game at the start
    of the phase: phase auction, nothing owned or built, the lowest plants face up, the others in
    the stack, and all other tokens in the supply. ``rng`` is the generator.

    The position must obey the rules about everything visible on the table. Whether play can lead to
    it is not checked. Raises NotationError naming the key of a fact that cannot be read, and
    InvalidState with every rule that the position breaks.

    >>> state = from_facts(Ruleset(), 3, {"phase": "building", "cities": [["Essen"], [], []]})
    >>> state.city_count, state.actor
    ([1, 0, 0], 2)
    """
    state, problems = place_facts(ruleset, seats, facts, rng)
    if problems:
        raise InvalidState(problems)
    return state


def place_facts(
    ruleset: Ruleset, seats: SupportsIndex, facts: Mapping[str, Any], rng: SupportsIndex = 0
) -> tuple[State, list[Refusal]]:
    """Return the table with the position in ``facts``, and a refusal for each rule that it breaks.

    It is the game of :func:`from_facts` if there are none. Raises NotationError naming the key of a
    fact that cannot be read.
    """
    count = whole(seats, "players")
    rules = terms(ruleset, count)
    told = read_facts(facts, count)
    problems: list[Refusal] = []
    zone = _zone(rules, told, problems)
    state = initial_state(rules, zone, _no_draws(zone, told, count), whole(rng, "rng"))
    _set_time(state, told)
    _put_houses(state, told, problems)
    state.plants = [tuple(plants) for plants in told.get("plants", state.plants)]
    _set_order(state, told)
    _put_plants(state, told, problems)
    for key, start in AT_START.items():
        setattr(state, key, told[key] if key in told else start(state))
    _put_fuel(state, told)
    _set_auction(state, told)
    _set_turn(state, told)
    return state, [*problems, *problems_of(state)]


def _zone(rules: Terms, told: Declaration, problems: list[Refusal]) -> Board:
    """Return the given zone, or the first one that has all the cities."""
    ruleset = rules.ruleset
    if "regions" in told:
        if broken := check_zone(rules, told["regions"], "regions"):
            if not told["regions"]:
                raise InvalidState([broken])
            problems.append(broken)
        return board(ruleset.map, ruleset.edition, tuple(sorted({*told["regions"]})))
    cities = {city for owned in told.get("cities", ()) for city in owned}
    cities.update(told.get("houses", ()), told.get("marked", ()))
    boards = [
        board(ruleset.map, ruleset.edition, regions)
        for regions in zones(ruleset.map, ruleset.edition, rules.regions)
    ]
    return max(boards, key=lambda one: len(cities & one.places.keys()))  # the first of equal ones


def _no_draws(zone: Board, told: Declaration, seats: int) -> Draws:
    order = tuple(told.get("turn_order", range(seats)))
    return Draws(zone.regions, order, (), (), is_recorded=False)


def _set_time(state: State, told: Declaration) -> None:
    largest = max(map(len, told.get("cities", ())), default=0)
    usual = OVER if largest >= state.terms.end_cities else AUCTION
    state.phase = PHASES.index(told["phase"]) if "phase" in told else usual
    state.round = told.get("round", _round_of(told, state))
    state.step = step_of(state.terms, told)
    state.money = list(told.get("money", state.money))


def step_of(rules: Terms, told: Mapping[str, Any]) -> int:
    """Return the given step, or the lowest one that the other facts allow.

    Six plants face up mean step 3, a network that is large enough means step 2. A city with two
    players does not count, since it is usually a typing error. ``told`` are facts, or the values
    read from them.
    Rules: PG-STEP-02, PG-STEP-03, PG-STEP-05, PG-STEP-06, PG-STEP-09.
    """
    if "step" in told:
        step: int = told["step"]
        return step
    stack, face_up = told.get("stack"), told.get("plant_market", ())
    drawn = told.get("step3") is None and len(face_up) == 2 * CURRENT - 2
    if isinstance(stack, Sequence):
        drawn = drawn and not {STEP3, STEP3_WORD} & set(stack)
    if drawn:
        return 3
    return 2 if max(map(len, told.get("cities", ())), default=0) >= rules.step2_cities else 1


def _round_of(told: Declaration, state: State) -> int:
    """Return the first round in which this number of plants, fuel and cities is possible.

    Rules: PG-ROUND-01, PG-ROUND-02, PG-AUC-01.
    """
    if state.phase == SETUP:
        return 0
    owned = told.get("plants", state.plants)
    if state.phase > AUCTION:
        has_cities = state.phase == RESOURCES and any(told.get("cities", ()))
        return max(1 + has_cities, *map(len, owned))
    surplus = told.get("surplus") or {}
    buyers = told.get("in_auction", [seat for seat in range(len(owned)) if seat not in
                                     surplus.values()])  # fmt: skip
    begun = any(told.get("cities", ())) or any(any(fuel) for fuel in told.get("fuel", ()))
    return max(1 + begun, *(len(plants) + (seat in buyers) for seat, plants in enumerate(owned)))


def _set_order(state: State, told: Declaration) -> None:
    """Compute the turn order if it is not given, except in the first auction, where it is drawn.

    Rules: PG-ORDER-01, PG-ORDER-02.
    """
    if "turn_order" not in told and (state.round > 1 or state.phase > AUCTION):
        state.turn_order = recomputed_turn_order(state)


def _put_houses(state: State, told: Declaration, problems: list[Refusal]) -> None:
    zone, houses = state.board, [[EMPTY] * 3 for _ in state.houses]
    named = [city for owned in told.get("cities", ()) for city in owned]
    for city in dict.fromkeys((*named, *told.get("houses", ()), *told.get("marked", ()))):
        if city not in zone.places:
            problems.append(outside(zone, city))
    for city, slots in told.get("houses", {}).items():
        if city in zone.places:
            houses[zone.places[city]] = list(slots)
    if "cities" in told:
        _put_networks(state, told["cities"], houses, problems, given="houses" in told)
    state.houses = [(slots[0], slots[1], slots[2]) for slots in houses]
    for seat in range(state.terms.seats):
        mine = [place for place, slots in enumerate(state.houses) if seat in slots]
        state.network[seat] = sum(1 << place for place in mine)
        state.city_count[seat] = len(mine)
        state.reach[seat] = paths_from(zone, mine)
    for city in told.get("marked", ()):
        if city in zone.places:
            state.marked |= 1 << zone.places[city]
    if state.terms.cartel:
        _block_slots(state)
        on_board = sum(slots.count(CARTEL) for slots in state.houses)
        state.cartel_houses = told.get("cartel", {}).get("houses", CARTEL_HOUSES - on_board)
    price_slots(state)
    state.placed = sum(slots[0] == CARTEL for slots in state.houses) + state.marked.bit_count()


def _block_slots(state: State) -> None:
    """Put the Cartel's houses on slot 15 wherever it had one left, if that is certain.

    Rules: PG-CART-07, PG-CART-09.
    """
    blocked = unblocked(state)
    left = CARTEL_HOUSES - sum(slots.count(CARTEL) for slots in state.houses)
    if len(blocked) <= left and all(state.houses[place][1] == EMPTY for place in blocked):
        for place in blocked:
            first, _, last = state.houses[place]
            state.houses[place] = (first, CARTEL, last)


def _put_networks(
    state: State,
    cities: Sequence[Sequence[City]],
    houses: list[list[Seat]],
    problems: list[Refusal],
    *,
    given: bool,
) -> None:
    """Put the houses of each player on the cheapest empty slots, or compare them to given ones."""
    places = state.board.places
    for seat, owned in enumerate(cities):
        for city in dict.fromkeys(owned):
            slots = houses[places[city]] if city in places else [seat]
            if owned.count(city) > 1:
                problems.append(listed_twice(CITY_NAMES[city], "PG-BUILD-05"))
            elif given and seat not in slots:
                problems.append(_disagreement(city, seat))
            elif not given and city in places:
                if EMPTY in slots:
                    slots[slots.index(EMPTY)] = seat
                else:
                    problems.append(city_is_full(city, 3))
    if given:
        for place, slots in enumerate(houses):
            city = state.board.cities[place]
            for seat, owned in enumerate(cities):
                if seat in slots and city not in owned:
                    problems.append(_disagreement(city, seat))


def _disagreement(city: City, seat: Seat) -> Refusal:
    return Refusal(
        "PG-BUILD-04",
        "the houses of {city} do not agree with the cities of seat {seat}",
        city=CITY_NAMES[city],
        seat=seat,
    )


def _put_plants(state: State, told: Declaration, problems: list[Refusal]) -> None:
    rules = state.terms
    state.cartel_plants = tuple(told.get("cartel", {}).get("plants", ()))
    state.out = sum(1 << plant for plant in set(told.get("out", ())))
    stack, back = told.get("stack"), told.get("top_back")
    drawn = told.get("step3")
    in_stack = STEP3 in stack if isinstance(stack, tuple) else state.step < 3 and stack != 0
    if "step3" not in told and state.step < 3 and not in_stack:
        drawn = "lies" if state.phase == AUCTION else "pending"
    state.step3_lies, state.step3_pending = drawn == "lies", drawn == "pending"
    in_stack = in_stack and drawn is None
    buried = told.get("buried", ())
    away = {*state.cartel_plants, *told.get("out", ()), *buried}
    away.update(plant for plants in state.plants for plant in plants)
    if isinstance(stack, tuple):
        away.update(stack)
    if "plant_market" in told:
        state.plant_market = list(told["plant_market"])
    else:
        least = state.most_cities if rules.obsolete else 0
        face_up = 2 * CURRENT - 2 * (state.step == 3 or state.step3_pending) - state.step3_lies
        fitting = [plant for plant in rules.plants if plant not in away and plant > least]
        state.plant_market = fitting[:face_up]
    away.update(state.plant_market)
    unseen = [plant for plant in rules.plants if plant not in away]
    if isinstance(stack, tuple):
        state.stack = list(stack)
    else:
        count = len(unseen) if stack is None else stack - in_stack - len(buried)
        if not 0 <= count <= len(unseen):
            problems.append(
                Refusal(
                    "PG-COMP-01",
                    "the stack has {count} cards; it can have {least} to {most}",
                    count=stack,
                    least=len(buried) + in_stack,
                    most=len(unseen) + len(buried) + in_stack,
                )
            )
        with_back = (plant for plant in unseen if rules.back(plant) == back)
        if back and (top := next(with_back, None)):  # the lowest one
            unseen = [top, *(plant for plant in unseen if plant != top)]
        state.stack = [*unseen[: max(0, count)], *([STEP3] if in_stack else []), *buried]
        if back and not in_stack and state.top_back != back:  # shuffled: a seen card may be on top
            state.stack.sort(key=lambda plant: rules.back(plant) != back)
    if back and state.top_back != back:
        problems.append(
            Refusal(
                "PG-SETUP-10",
                "the top card of the stack cannot show a {back}; it shows {found}",
                back=Word(back),
                found=Word(state.top_back or "nothing"),
            )
        )


def _put_fuel(state: State, told: Declaration) -> None:
    state.fuel = list(told.get("fuel", state.fuel))
    state.cartel_fuel = told.get("cartel", {}).get("fuel", NOTHING)
    held = tokens_held(state)
    market = told.get("market")
    if market is None:  # as at the start, minus the tokens of players
        market = [
            max(0, min(start, every - gone))
            for start, every, gone in zip(
                state.terms.market_start, state.terms.tokens, held, strict=True
            )
        ]
    state.market = list(market)
    supply = told.get("supply")
    if supply is None:
        supply = [
            every - gone - here
            for every, gone, here in zip(state.terms.tokens, held, state.market, strict=True)
        ]
    state.supply = list(supply)


def _set_auction(state: State, told: Declaration) -> None:
    in_phase = state.phase == AUCTION
    auction, surplus = told.get("auction"), told.get("surplus")
    bought = {surplus["seat"]} if surplus else set()
    if state.round == 1:
        bought |= {seat for seat, plants in enumerate(state.plants) if plants}
    buyers = [seat for seat in range(state.terms.seats) if in_phase and seat not in bought]
    state.in_auction = _mask(told.get("in_auction", buyers))
    state.bought = told.get("bought", len(bought) if in_phase else 0)
    is_over = in_phase and state.in_auction.bit_count() < state.terms.seats
    state.cartel_taken = told.get("cartel", {}).get("taken", state.terms.cartel and is_over)
    if "discount" in told:
        state.discount = told["discount"] or 0
    elif in_phase:
        place_discount(state, NOBODY_LISTENS)
    if auction:
        bidders = _mask(auction["bidders"]) if "bidders" in auction else state.in_auction
        leader = auction["leader"]
        state.auction = Auction(auction["plant"], auction["high"], leader, bidders, leader)
    if surplus:
        state.surplus = Surplus(surplus["seat"], surplus["bought"])


def _set_turn(state: State, told: Declaration) -> None:
    if "turn" in told:
        state.actor = NOBODY if told["turn"] is None else told["turn"]
    elif state.phase == AUCTION and state.surplus:
        state.actor = state.surplus.seat
    elif state.phase == AUCTION and state.auction:
        state.actor = bidder_after(state, state.auction, state.auction.leader)
    else:
        state.actor = first_seat(state)
    if state.auction:
        state.auction.bidder = state.actor


def _mask(seats: Sequence[Seat]) -> int:
    return sum(1 << seat for seat in set(seats))
