"""A state of Power Grid under the rules of several sides: where the editions part.

The state stays as it was recorded; only the rules, and what they say of it at once, change. The
stack stays hidden: nothing is drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word
from gridcommon.events import NOBODY_LISTENS, Events
from gridgames.comparison.document import NONE, Cell, Comparison, Row, marked
from gridgames.comparison.sides import CARTEL, Side, written
from gridgames.languages.messages import say
from powergrid.actions import Action
from powergrid.board import FAR, Board, board
from powergrid.building import cost as city_cost
from powergrid.ending import result
from powergrid.events import Event, MarketRefilled
from powergrid.fuel_market import refill
from powergrid.game import legal_actions, to_act
from powergrid.notation import format_action
from powergrid.plant_market import minimum_bid, place_discount
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.ruleset import Ruleset, terms
from powergrid.state import AUCTION, EMPTY, OVER, PHASES, SETUP, State, price_slots
from powergrid.state import CARTEL as CARTEL_HOUSE
from powergrid.tables import CARTEL_HOUSES, CITY_NAMES, FUELS, NOTHING, Plant

_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Cast:
    """A state under the rules of a side, and the plants that these take away at once."""

    side: Side
    state: State
    obsolete: tuple[Plant, ...]


def compared_state(
    state: State, players: Sequence[str], sides: Sequence[Side], where: str
) -> Comparison:
    """Return how the sides differ about ``state``.

    Raises NotationError for a side that cannot be, and in the set-up.
    """
    rules = state.terms.ruleset
    if state.phase == SETUP:
        raise NotationError(
            "this is still the set-up, whose choices only one edition has: see --at"
        )
    casts = [cast(state, side) for side in sides]
    actor = to_act(state)
    seat = state.turn_order[-1] if actor is None else actor
    notes = [_now(state, players)]
    if options := rules.options():
        held = ", ".join(f"{name}={written(value)}" for name, value in options.items())
        notes.append(say("Options of the record, which hold on every side: {known}.", known=held))
    if len({one.state.board.cities for one in casts}) > 1:
        moved = _moved(state.board, casts)
        notes.append(say("The maps of the editions differ: {cities}.", cities=moved))
    if len({one.state.terms.cartel for one in casts}) > 1:
        notes.append(
            say(
                "Houses of the Cartel stay where they are; where it does not play it holds nothing "
                "else, and where the record has none it has all its houses beside the board."
            )
        )
    offered = [set(legal_actions(one.state)) for one in casts]
    common = set.intersection(*offered)
    who = players[seat]
    rows = [
        _row("step", say("When does the next step begin?"), casts, _next_step),
        _row("plants", say("How many plants may a player own?"), casts, _limit),
        _row("end", say("When does the game end?"), casts, _end(players)),
    ]
    title = say("Power Grid record")
    if actor is None:
        return Comparison("record", title, where, tuple(rows), tuple(notes))
    may = say("What may {name} do now?", name=who)
    prices = say("Which cities cost {name} something else?", name=who)
    rows[:0] = [
        _row("actions", may, casts, lambda one: _actions(one, common)),
        _row("bids", say("What is the least bid for each plant?"), casts, _bids),
        _row("obsolete", say("Which plants are obsolete?"), casts, _obsolete),
        _row("fuel", say("What does the next token cost?"), casts, _fuel),
        _row("cities", prices, casts, _city_prices(casts, seat)),
        _row("refill", say("What would a refill add now?"), casts, _refill),
    ]
    return Comparison("record", title, where, tuple(rows), tuple(notes))


def cast(state: State, side: Side) -> Cast:
    """Return ``state`` under the rules of ``side``.

    Its options that are defaults leave those of the record alone. The discount token is placed
    where its edition has one and nothing was sold yet; plants that are obsolete are taken away
    and not replaced, since the stack is hidden. Raises NotationError for another map, or for the
    Cartel beside more than two players.
    """
    old = state.terms
    seats = old.seats
    if side.map != old.ruleset.map and side.map != Side("powergrid").map:
        raise NotationError(
            "{side}: the record is played on {map}", side=side.name, map=old.ruleset.map
        )
    if side.variant == CARTEL and seats != 2:
        raise NotationError(
            "{side}: the Cartel plays with two; the record has {seats} players",
            side=side.name,
            seats=seats,
        )
    ruleset: Ruleset = replace(old.ruleset, edition=side.edition, **dict(side.options))
    other = state.copy()
    other.terms = terms(ruleset, seats)
    _move(other, board(ruleset.map, ruleset.edition, state.board.regions))
    _cast_cartel(other, had_one=old.cartel)
    if not other.terms.discount_bid:
        other.discount = 0
    elif not old.discount_bid and state.phase == AUCTION and not state.bought:
        place_discount(other, NOBODY_LISTENS)
    obsolete: list[Plant] = []
    if other.terms.obsolete and state.phase != OVER:
        on_auction = state.auction.plant if state.auction else 0
        obsolete = [
            plant
            for plant in other.plant_market
            if plant <= other.most_cities and plant != on_auction
        ]
        other.plant_market = [plant for plant in other.plant_market if plant not in obsolete]
    return Cast(side, other, tuple(obsolete))


def counterparts(old: Board, new: Board) -> dict[int, int]:
    """Return the place on ``new`` of each place on ``old``.

    A city that only one edition prints stands for the one that only the other prints in its
    region.
    """
    places: dict[int, int] = {}
    free = [city for city in new.cities if city not in old.places]
    for place, city in enumerate(old.cities):
        twin = city
        if city not in new.places:
            region = old.map.region_of[city]
            twin = next(other for other in free if new.map.region_of[other] == region)
            free.remove(twin)
        places[place] = new.places[twin]
    return places


def _move(state: State, new: Board) -> None:
    """Put everything that stands on cities onto another board, with its costs and prices."""
    to = counterparts(state.board, new)
    houses = [(EMPTY, EMPTY, EMPTY)] * len(new.cities)
    for place, slots in enumerate(state.houses):
        houses[to[place]] = slots
    state.houses = houses
    state.network = [_moved_mask(mask, to) for mask in state.network]
    state.marked = _moved_mask(state.marked, to)
    state.board = new
    for seat, mask in enumerate(state.network):
        own = [place for place in range(len(houses)) if mask >> place & 1]
        state.reach[seat] = tuple(
            FAR if place in own else min((new.costs[start][place] for start in own), default=FAR)
            for place in range(len(houses))
        )
    price_slots(state)


def _moved_mask(mask: int, to: dict[int, int]) -> int:
    return sum(1 << new for old, new in to.items() if mask >> old & 1)


def _cast_cartel(state: State, *, had_one: bool) -> None:
    if state.terms.cartel and not had_one:
        state.cartel_houses = CARTEL_HOUSES - sum(
            slots.count(CARTEL_HOUSE) for slots in state.houses
        )
    elif had_one and not state.terms.cartel:
        state.supply = [
            here + held for here, held in zip(state.supply, state.cartel_fuel, strict=True)
        ]
        state.cartel_plants, state.cartel_fuel, state.cartel_houses = (), NOTHING, 0


def _now(state: State, players: Sequence[str]) -> str:
    if state.phase == OVER:
        return say(
            "Round {round}, step {step}: the game is over.", round=state.round, step=state.step
        )
    actor = to_act(state)
    return say(
        "Round {round}, step {step}, {phase}: {name} is to act.",
        round=state.round,
        step=state.step,
        phase=Word(PHASES[state.phase]),
        name=say("nobody") if actor is None else players[actor],
    )


def _moved(own: Board, casts: Sequence[Cast]) -> str:
    parts = []
    for one in casts:
        new = one.state.board
        for place, other in counterparts(own, new).items():
            if own.cities[place] != new.cities[other]:
                parts.append(
                    say(
                        "{side} has {city} where the record has {other}",
                        side=one.side.name,
                        city=CITY_NAMES[new.cities[other]],
                        other=CITY_NAMES[own.cities[place]],
                    )
                )
    return ", ".join(dict.fromkeys(parts))


_Tell = Callable[[Cast], tuple[str, tuple[str, ...]]]


def _row(key: str, question: str, casts: Sequence[Cast], tell: _Tell) -> Row:
    told = [(one.side.name, *tell(one)) for one in casts]
    cells = marked(
        (Cell(side, text, rules), NONE if text == _never() else text) for side, text, rules in told
    )
    return Row(f"record.{key}", question, cells)


def _never() -> str:
    return say("none: this rule is Classic's")


def _few(names: Sequence[str]) -> str:
    named = ", ".join(names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return say("{names} and {count} more", names=named, count=more) if more > 0 else named


def _actions(one: Cast, common: set[Action]) -> tuple[str, tuple[str, ...]]:
    actions = legal_actions(one.state)
    only = [format_action(action) for action in actions if action not in common]
    text = say("{count} legal actions", count=len(actions))
    if only:
        text = say("{legal}; not on every side: {names}", legal=text, names=_few(only))
    return text, ("PG-ROUND-01",)


def _bids(one: Cast) -> tuple[str, tuple[str, ...]]:
    state = one.state.copy()
    if state.phase != AUCTION:
        place_discount(state, NOBODY_LISTENS)  # as the next auction will
    bids = [
        say("{plant} for {price}", plant=plant, price=minimum_bid(state, plant))
        for plant in state.current_market
    ]
    has_token = bool(state.terms.discount_bid)
    rules = ("PG-AUC-09", "PG-AUC-11") if has_token else ("PG-AUC-10",)
    return ", ".join(bids) or say("the market is empty"), rules


def _obsolete(one: Cast) -> tuple[str, tuple[str, ...]]:
    if not one.state.terms.obsolete:
        return _never(), ("PG-BUILD-08",)
    if not one.obsolete:
        return say("none now"), ("PG-BUILD-08",)
    plants = ", ".join(map(str, one.obsolete))
    return say("{plants}: replaced at once from the stack", plants=plants), ("PG-BUILD-08",)


def _fuel(one: Cast) -> tuple[str, tuple[str, ...]]:
    parts = []
    for fuel, name in enumerate(FUELS):
        goods = available(one.state, fuel)
        parts.append(
            say("{fuel} {price}", fuel=Word(name), price=fuel_cost(one.state, fuel, 1))
            if goods
            else say("{fuel} none left", fuel=Word(name))
        )
    depot = ("PG-RES-03",) if one.state.terms.depot_price else ()
    return ", ".join(parts), ("PG-RES-01", *depot)


def _city_prices(casts: Sequence[Cast], seat: Seat) -> _Tell:
    to = [counterparts(casts[0].state.board, one.state.board) for one in casts]
    prices = [
        [city_cost(one.state, seat, places[place]) for place in sorted(places)]
        for one, places in zip(casts, to, strict=True)
    ]
    differing = [place for place, found in enumerate(zip(*prices, strict=True)) if _part(found)]

    def tell(one: Cast) -> tuple[str, tuple[str, ...]]:
        number = next(number for number, other in enumerate(casts) if other is one)
        own = one.state.board
        parts = []
        for place in differing:
            price = prices[number][place]
            name = CITY_NAMES[own.cities[to[number][place]]]
            parts.append(f"{name} {say('closed') if price >= FAR else price}")
        return _few(parts) or say("none"), ("PG-BUILD-03", "PG-BUILD-04")

    return tell


def _part(prices: Sequence[int]) -> bool:
    return len({min(price, FAR) for price in prices}) > 1


def _refill(one: Cast) -> tuple[str, tuple[str, ...]]:
    state = one.state.copy()
    if state.step == 1 and state.most_cities >= state.terms.step2_cities:
        state.step = 2
    events: list[Event] = []
    refill(state, Events(events))
    (added,) = [event.added for event in events if isinstance(event, MarketRefilled)]
    told = ", ".join(
        say("{count} {fuel}", count=count, fuel=Word(name))
        for name, count in zip(FUELS, added, strict=True)
    )
    rules = ("PG-BUR-05",) if state.uranium_stopped else ()
    return say("{fuel} (step {step})", fuel=told, step=state.step), ("PG-BUR-04", *rules)


def _next_step(one: Cast) -> tuple[str, tuple[str, ...]]:
    state, wanted = one.state, one.state.terms.step2_cities
    rule = "PG-STEP-03" if state.terms.most_cities else "PG-STEP-02"
    if state.step == 3 or state.step3_pending:
        return say("step 3 is the last"), ("PG-STEP-09",)
    if state.step == 2:
        return say("step 3 with the phase after its card is drawn"), ("PG-STEP-05",)
    template = (
        "step 2 in this round: {cities} of {wanted} cities"
        if state.most_cities >= wanted
        else "step 2 at {wanted} cities; the largest network has {cities}"
    )
    return say(template, cities=state.most_cities, wanted=wanted), (rule,)


def _limit(one: Cast) -> tuple[str, tuple[str, ...]]:
    limit = one.state.terms.plant_limit
    over = max(len(plants) for plants in one.state.plants) > limit
    text = say("{limit}, which somebody is above", limit=limit) if over else str(limit)
    return text, ("PG-AUC-16",)


def _end(players: Sequence[str]) -> _Tell:
    def tell(one: Cast) -> tuple[str, tuple[str, ...]]:
        state, wanted = one.state, one.state.terms.end_cities
        rule = "PG-END-02" if state.terms.most_cities else "PG-END-01"
        if state.phase != OVER:
            template = "at {wanted} cities; the largest network has {cities}"
            return say(template, wanted=wanted, cities=state.most_cities), (rule,)
        if state.most_cities < wanted:
            template = "not yet: {cities} of {wanted} cities"
            return say(template, wanted=wanted, cities=state.most_cities), (rule,)
        end = result(state)
        assert end is not None, state.phase
        winners = say(" and ").join(players[seat] for seat in end.winners)
        return say("it is over: won by {winners}", winners=winners), (rule, end.decided_by)

    return tell
