"""Small positions of Power Grid, played by the engine under the rules of a side.

Each is dealt openly, brought to the phase it is about by legal actions, and given what the example
says players own. Seats are called A, B, C.
"""

from collections.abc import Sequence

from gridcommon.errors import Word, word_list
from gridcommon.events import NOBODY_LISTENS
from gridgames.comparison.document import Trial, Unplayable, reason, refused
from gridgames.comparison.sides import CARTEL, Side
from gridgames.languages.messages import say
from powergrid.actions import Action, Build, Decline, Done, MarkStart, Open, Pass, PlaceCartel, Run
from powergrid.board import FAR
from powergrid.building import cost
from powergrid.ending import end_if_due
from powergrid.ending import result as result_of
from powergrid.events import CartelTook, Event, Powered
from powergrid.fuel_market import refill as do_refill
from powergrid.game import advance, check, legal_actions, new_game, to_act
from powergrid.notation import format_action
from powergrid.order import set_order
from powergrid.plant_market import minimum_bid as least_bid
from powergrid.powering import best_outcome
from powergrid.setup import Setup
from powergrid.state import OVER, PHASES, State, price_slots
from powergrid.steps import begin_step2
from powergrid.storage import room_for
from powergrid.tables import CITY_OF, FUELS, NOTHING, PLANTS, PRICES, STEP3, TOKENS, UNKNOWN, Tokens
from powergrid.view import UNKNOWN_MONEY, observe

SEATS = "ABCDEF"
_RICH = 500  # Elektro: enough for every example

_ZONES = {
    "germany": ("west", "northwest", "southwest", "east", "northeast"),
    "usa": ("northeast", "midwest", "southeast", "south", "northwest"),
}
_REGIONS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}
_HOUSES = ("Kassel", "Osnabrück", "Bremen", "Hamburg", "Hannover", "Cuxhaven")
_MARKED = ("Essen", "Düsseldorf")


def _seats(side: Side, wanted: int) -> int:
    return 2 if side.variant == CARTEL else wanted


def _players(side: Side) -> range:
    """Return the numbers of players that a side is played with."""
    return range(2, 3) if side.variant == CARTEL else range(2, 7)


def _dealt(side: Side, seats: int) -> State:
    """Return a game with A first, plants 3-10 face up and 11-40 in the stack, lowest on top."""
    regions = tuple(sorted(_ZONES[side.map][: _REGIONS[seats]]))
    stack = (*(plant for plant in PLANTS if 10 < plant <= 40), STEP3)
    draws = Setup(regions, tuple(range(seats)), tuple(range(3, 11)), stack)
    state = new_game(side.power_rules(), seats, 1, draws)
    for name in _HOUSES if side.map == "germany" else ():
        actor = to_act(state)
        house = PlaceCartel(actor or 0, CITY_OF[name])
        if check(state, house) is None:
            advance(state, house)
    while PHASES[state.phase] == "setup":
        actions = legal_actions(state)
        wanted = [MarkStart(to_act(state) or 0, CITY_OF[name]) for name in _MARKED]
        advance(state, next((mark for mark in wanted if mark in actions), actions[0]))
    return state


def _least(state: State) -> Action:
    """Return the legal action that changes least: to leave, to be done, to buy the cheapest."""
    actions = legal_actions(state)
    for kind in (Decline, Pass, Done):
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[0]


def _skip_to(state: State, phase: str, round_number: int) -> State:
    """Let everybody do least until ``phase`` of a round begins."""
    while (PHASES[state.phase], state.round) != (phase, round_number):
        if to_act(state) is None:
            raise Unplayable
        advance(state, _least(state))
    return state


def _price(state: State, seat: int, city: str) -> int:
    return cost(state, seat, state.board.places[CITY_OF[city]])


def _told_price(state: State, seat: int, city: str) -> int | str:
    price = _price(state, seat, city)
    return price if price < FAR else say("closed")


def _settled(side: Side, homes: Sequence[Sequence[str]]) -> State:
    """Return round 2 at building, step 1, after seats connected cities in round 1."""
    state = _skip_to(_dealt(side, _seats(side, 3)), "building", 1)
    state.money = [_RICH] * state.terms.seats
    while PHASES[state.phase] == "building":
        seat = to_act(state) or 0
        for city in homes[seat] if seat < len(homes) else ():
            action = Build(seat, CITY_OF[city])
            if check(state, action):
                raise Unplayable
            advance(state, action)
        advance(state, Done(seat))
    _skip_to(state, "building", 2)
    state.money = [_RICH] * state.terms.seats
    return state


def _in_step(state: State, step: int) -> State:
    """Return a copy in which ``step`` is in force."""
    other = state.copy()
    other.step = step
    price_slots(other)
    return other


def _turn_of(state: State, seat: int) -> State:
    while to_act(state) != seat:
        advance(state, _least(state))
    return state


_A, _B = ("Essen", "Münster"), ("Düsseldorf", "Köln")  # the example of the rulebooks


def city_costs(side: Side) -> Trial | None:
    """Play the building example of the rulebooks: A owns Essen, Münster; B Düsseldorf, Köln."""
    if side.map != "germany":
        return None
    state = _settled(side, (_A, _B))
    values: dict[str, int | str] = {}
    working = [
        say(
            "{side}, {seats} players, regions {regions}",
            side=side.name,
            seats=state.terms.seats,
            regions=word_list(state.board.regions),
        ),
        say("A has connected Essen and Münster, B Düsseldorf and Köln."),
    ]
    for step, seat, city in (
        (1, 0, "Duisburg"),
        (1, 0, "Dortmund"),
        (1, 0, "Aachen"),
        (1, 1, "Duisburg"),
        (2, 0, "Düsseldorf"),
        (2, 0, "Köln"),
    ):
        now = _in_step(state, step)
        place = now.board.places[CITY_OF[city]]
        price, told = _price(now, seat, city), _told_price(now, seat, city)
        where = {"step": step, "seat": SEATS[seat], "city": city}
        values[say("step {step} {seat} {city}", **where)] = told
        slot = now.prices[place]
        how = (
            say("slot {slot} + path {path}", slot=slot, path=price - slot)
            if price < FAR
            else say("no slot is open")
        )
        working.append(
            say("Step {step}, {seat} to {city}: {price} ({how})", price=told, how=how, **where)
        )
    both = _turn_of(_in_step(state, 2), 0)
    before = both.money[0]
    shut = ""
    for city in _B:
        action = Build(0, CITY_OF[city])
        if refusal := check(both, action):
            shut = refused(refusal.rule)
            what = reason(refusal)
        else:
            advance(both, action)
            what = say("{price} paid in all", price=before - both.money[0])
        working.append(say("Step 2, A builds {city}: {what}", city=city, what=what))
    values[say("step 2 A both in turn")] = shut or before - both.money[0]
    return Trial(values, tuple(working))


def through_others(side: Side) -> Trial | None:
    """Price Aachen for A, whose way leads through Düsseldorf, with and without B there."""
    if side.map != "germany":
        return None
    values: dict[str, int | str] = {}
    working = []
    for name, homes in ((say("with B in between"), (_A, _B)), (say("without B"), (_A,))):
        state = _settled(side, homes)
        price = _told_price(state, 0, "Aachen")
        values[name] = price
        working.append(
            say("A in Essen and Münster, {what}: Aachen costs {price}", what=name, price=price)
        )
    return Trial(values, tuple(working))


def taken(side: Side) -> Trial | None:
    """Let A try to connect Köln, where B began, in each step."""
    if side.map != "germany":
        return None
    state = _settled(side, (_A, _B))
    values: dict[str, str] = {}
    working = [say("A has Essen and Münster, B Düsseldorf and Köln; A wants Köln.")]
    for step in (1, 2, 3):
        now = _turn_of(_in_step(state, step), 0)
        refusal = check(now, Build(0, CITY_OF["Köln"]))
        slot = now.prices[now.board.places[CITY_OF["Köln"]]]
        values[say("step {step}", step=step)] = (
            refused(refusal.rule) if refusal else say("open at {slot}", slot=slot)
        )
        what = reason(refusal) if refusal else say("slot {slot} is open", slot=slot)
        working.append(say("Step {step}: {what}", step=step, what=what))
    return Trial(values, tuple(working))


def minimum_bid(side: Side) -> Trial:
    """Begin an auction and look for the least bid on the two lowest plants."""
    state = _dealt(side, _seats(side, 3))
    values: dict[str, int | str] = {}
    for plant in state.current_market[:2]:
        values[say("plant {plant}", plant=plant)] = least_bid(state, plant)
    lowest = state.current_market[0]
    refusal = check(state, Open(to_act(state) or 0, lowest, 1))
    values[say("bid of 1 for the lowest")] = refused(refusal.rule) if refusal else say("accepted")
    token = (
        say("The discount token lies on plant {plant}.", plant=state.discount)
        if state.discount
        else say("No token.")
    )
    market = say("Current market {plants}.", plants=_listed(state.current_market))
    opened = say("A opens {plant} for 1: {why}", plant=lowest, why=reason(refusal))
    return Trial(values, (f"{market} {token}", opened))


def two_players(side: Side) -> Trial:
    """Begin a game of two and sell the first plant."""
    drawn = new_game(side.power_rules(), 2, 1)
    state = _dealt(side, 2)
    rules = state.terms
    market = _listed(state.current_market)
    working = [say("Two players, current market {plants}.", plants=market)]
    seat, plant = to_act(state) or 0, state.current_market[0]
    events: list[Event] = []
    advance(state, Open(seat, plant, least_bid(state, plant)), events)
    working.append(say("A opens plant {plant}; the other passes.", plant=plant))
    advance(state, Pass(to_act(state) or 0), events)
    took = [event.plant for event in events if isinstance(event, CartelTook)]
    working += [say("The Cartel takes plant {plant} for free.", plant=plant) for plant in took]
    market = _listed(state.current_market)
    working.append(say("Current market then: {plants}", plants=market))
    return Trial(
        {
            say("a third party takes plant"): took[0] if took else None,
            say("plants a player"): rules.plant_limit,
            say("step 2 at cities"): rules.step2_cities,
            say("end at cities"): rules.end_cities,
            say("cards in the stack"): len(drawn.stack),
        },
        tuple(working),
    )


def _listed(plants: Sequence[int]) -> str:
    return ", ".join(map(str, plants))


def points(side: Side) -> Trial:
    """Power cities with plants 07, 10 and 15, full, and see what is paid."""
    values: dict[str, int] = {}
    working = [say("Plants 07, 10 and 15 with 8 coal and 6 oil.")]
    start = _skip_to(_dealt(side, _seats(side, 3)), "bureaucracy", 1)
    seat = to_act(start) or 0
    for cities, plants, burn in (
        (6, (7, 10, 15), (4, 3, 0, 0)),
        (6, (7,), (0, 3, 0, 0)),
        (1, (7, 10, 15), (4, 3, 0, 0)),
        (6, (), NOTHING),
    ):
        state = start.copy()
        state.plants[seat], state.fuel[seat] = (7, 10, 15), (8, 6, 0, 0)
        state.city_count[seat] = cities
        events: list[Event] = []
        advance(state, Run(seat, plants, burn), events)
        (powered,) = [event for event in events if isinstance(event, Powered)]
        values[say("paid for {cities} powered", cities=powered.cities)] = powered.income
        working.append(
            say(
                "Cities: {cities}; run {plants}: {fuel} burnt, {powered} powered, {income} Elektro",
                cities=cities,
                plants=_listed(plants) or say("nothing"),
                fuel=_tokens(burn),
                powered=powered.cities,
                income=powered.income,
            )
        )
    return Trial(values, tuple(working))


def _tokens(tokens: Tokens) -> str:
    told = [
        say("{count} {fuel}", count=count, fuel=Word(FUELS[fuel]))
        for fuel, count in enumerate(tokens)
        if count
    ]
    return ", ".join(told) or say("no fuel")


def refill(side: Side) -> Trial | None:
    """Play the refill example of the rulebooks: 5 players, step 1, round 1."""
    if side.variant == CARTEL:
        return None  # five players
    state = _dealt(side, 5)
    for fuel, bought in enumerate((10, 2, 1, 0)):
        state.market[fuel] -= bought  # they lie on the plants of the players
    state.supply[0] = 4
    before = list(state.market)
    do_refill(state, NOBODY_LISTENS)
    values: dict[str, str] = {}
    working = [say("10 coal, 2 oil and 1 garbage were bought; the supply has only 4 coal.")]
    for fuel, name in enumerate(FUELS):
        full = TOKENS[fuel]
        filled = PRICES[fuel][full - state.market[fuel] : full - before[fuel]]
        added = [
            say("{count} on {price}", count=filled.count(price), price=price)
            for price in sorted(set(filled), reverse=True)
        ]
        told = say(" and ").join(added) or say("nothing")
        values[say(name)] = told
        working.append(
            say(
                "{fuel}: {before} on the market, then {after}: {added}",
                fuel=Word(name),
                before=before[fuel],
                after=state.market[fuel],
                added=told,
            )
        )
    return Trial(values, tuple(working))


def refill_rates(side: Side) -> Trial:
    """Refill an empty market from a full supply in each step, for each number of players."""
    values: dict[str, str] = {}
    for seats in (2,) if side.variant == CARTEL else (2, 5):
        added = []
        for step in (1, 2, 3):
            state = _dealt(side, seats)
            state.step, state.market, state.supply = step, [0] * len(FUELS), list(TOKENS)
            do_refill(state, NOBODY_LISTENS)
            added.append(state.market)
        for fuel, name in enumerate(FUELS):
            values[say("{seats} players {fuel}", seats=seats, fuel=Word(name))] = "/".join(
                str(market[fuel]) for market in added
            )
    return Trial(values, (say("Steps 1/2/3, from an empty market and a full supply."),))


def step2(side: Side) -> Trial:
    """Grow a network city by city and see when phase 5 begins step 2."""
    values: dict[str, int] = {}
    working = []
    for seats in _players(side):
        cities = 0
        state = _dealt(side, seats)
        while state.step == 1:
            cities += 1
            state = _dealt(side, seats)
            state.city_count[0] = cities
            begin_step2(state, NOBODY_LISTENS)
        values[say("{seats} players", seats=seats)] = cities
        working.append(
            say(
                "{seats} players: {fewer} cities leave step 1 in force, {cities} begin step 2.",
                seats=seats,
                fewer=cities - 1,
                cities=cities,
            )
        )
    return Trial(values, tuple(working))


def end_trigger(side: Side) -> Trial:
    """Grow a network city by city and see after how many phase 4 ends the game."""
    values: dict[str, str] = {}
    working = []
    for seats in _players(side):
        state, cities = _dealt(side, seats), 0
        while state.phase != OVER:
            cities += 1
            state.city_count[0] = cities
            end_if_due(state, NOBODY_LISTENS)
        values[say("{seats} players", seats=seats)] = say("{count:city|cities}", count=cities)
        working.append(
            say(
                "{seats} players: {fewer} cities: goes on; {cities}: the game ends.",
                seats=seats,
                fewer=cities - 1,
                cities=cities,
            )
        )
    return Trial(values, tuple(working))


def turn_order(side: Side) -> Trial:
    """Set the order of the rulebooks' example: those ahead act first."""
    held = [(6, 10), (5, 17), (5, 15), (4, 20)]
    seats = _seats(side, 4)
    state = _dealt(side, seats)
    working = []
    for seat, (cities, plant) in enumerate(reversed(held[:seats])):
        state.city_count[seat], state.plants[seat] = cities, (plant,)
        working.append(
            say(
                "{seat}: {cities} cities, highest plant {plant}",
                seat=SEATS[seat],
                cities=cities,
                plant=plant,
            )
        )
    set_order(state, NOBODY_LISTENS)
    order = " ".join(SEATS[seat] for seat in state.turn_order)
    working.append(say("Turn order: {order}", order=order))
    return Trial({say("order of {seats}", seats=seats): order}, tuple(working))


def ties(side: Side) -> Trial:
    """End a game with two players equal in powered cities and money; A has one city more."""
    values: dict[str, str] = {}
    working = []
    for name, money, cities in (
        (say("A has more money"), (60, 50), (8, 8)),
        (say("A has more cities"), (50, 50), (8, 7)),
    ):
        state = _dealt(side, _seats(side, 3))
        state.phase = OVER
        for seat in range(2):
            state.money[seat], state.city_count[seat] = money[seat], cities[seat]
            state.plants[seat], state.fuel[seat] = (13, 22), NOTHING
        for seat in range(2, state.terms.seats):
            state.money[seat] = 0
        end = result_of(state)
        assert end is not None, state.phase
        who = say(" and ").join(SEATS[seat] for seat in end.winners)
        values[name] = f"{who} ({end.decided_by})"
        held = [
            say(
                "{seat}: {powered} powered, {money} Elektro, {cities} cities",
                seat=SEATS[seat],
                powered=end.powered[seat],
                money=money[seat],
                cities=cities[seat],
            )
            for seat in range(2)
        ]
        by = say("{winners} by {rule}", winners=who, rule=end.decided_by)
        working.append(f"{'; '.join(held)}: {by}")
    return Trial(values, tuple(working))


def hidden(side: Side) -> Trial:
    """Ask the engine what A may see right after set-up."""
    state = new_game(side.power_rules(), _seats(side, 3), 1)
    view = observe(state, 0)
    cards = view.public.stack
    money = view.public.money[1]
    return Trial(
        {
            say("face down, {seats} players", seats=state.terms.seats): len(cards),
            say("of them shown"): sum(card != UNKNOWN for card in cards),
            say("money of others"): say("hidden") if money == UNKNOWN_MONEY else say("shown"),
        },
        (
            say(
                "A sees {plants} plants face up and {cards} cards face down.",
                plants=len(view.public.plant_market),
                cards=len(cards),
            ),
            say(
                "Which of the {count} plants that nobody has seen were removed is hidden.",
                count=len(view.unseen),
            ),
        ),
    )


def setup(side: Side) -> Trial:
    """Deal a game and count what lies ready."""
    seats = _seats(side, 3)
    state = new_game(side.power_rules(), seats, 1)
    fuel = dict(zip(map(say, FUELS), state.market, strict=True))
    regions = word_list(state.board.regions)
    return Trial(
        {
            **fuel,
            say("plants face up"): len(state.plant_market),
            say("cards in the stack, {seats} players", seats=seats): len(state.stack),
            say("money"): state.money[0],
        },
        (say("Dealt for {seats} players; regions {regions}.", seats=seats, regions=regions),),
    )


def storage(side: Side) -> Trial:
    """Ask how much one plant holds, and what it powers when full."""
    del side
    values: dict[str, int] = {}
    working = []
    for plant, fuel in ((3, 1), (5, 0), (14, 2), (33, 0)):
        room = room_for(fuel, NOTHING, (plant,))
        stock = [0, 0, 0, 0]
        stock[fuel] = room
        power = best_outcome((plant,), (stock[0], stock[1], stock[2], stock[3]), 20)[2]
        values[say("plant {plant} holds", plant=f"{plant:02}")] = room
        working.append(
            say(
                "Plant {plant} ({kind}): room for {room} {fuel}; it powers {power}.",
                plant=f"{plant:02}",
                kind=Word(PLANTS[plant].kind),
                room=room,
                fuel=Word(FUELS[fuel]),
                power=power,
            )
        )
    return Trial(values, tuple(working))


def component_counts(side: Side) -> Trial:
    """Count the tokens of a game and the plants on the table, in the stack and out."""
    state = new_game(side.power_rules(), _seats(side, 5), 1)
    fuel = {
        say(name): here + there
        for name, here, there in zip(FUELS, state.market, state.supply, strict=True)
    }
    dealt = len(state.plant_market) + len(state.stack) - 1
    return Trial(
        {**fuel, say("plants in play, {seats} players", seats=state.terms.seats): dealt},
        (
            say(
                "{seats} players: {part} of {count} plants lie in the market or in the stack.",
                seats=state.terms.seats,
                part=dealt,
                count=len(PLANTS),
            ),
        ),
    )


def stuck(side: Side) -> Trial:
    """Leave A without money and without fuel, and ask what is legal in each phase."""
    state = _skip_to(_dealt(side, _seats(side, 3)), "auction", 2)
    values: dict[str, list[str]] = {}
    working = []
    for phase in ("auction", "resources", "building", "bureaucracy"):
        now = _turn_of(_skip_to(state, phase, 2), 0).copy()
        now.money[0], now.fuel[0] = 0, NOTHING
        actions = [format_action(action) for action in legal_actions(now)]
        values[say(phase)] = actions
        working.append(
            say("{phase}, no money: {names}", phase=Word(phase), names=", ".join(actions))
        )
    return Trial(values, tuple(working))
