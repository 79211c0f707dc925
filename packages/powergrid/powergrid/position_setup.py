"""Positions as facts: any position as JSON, and a game that goes on from it.

The keys are those of a ``check`` line, see :func:`powergrid.record.facts`, and besides:

``regions``    the zone; without it the first zone that has all the cities
``turn``       the seat to act; without it the first one of the phase
``houses``     ``{"Essen": [0, 1, null]}``: who is on slots 10, 15 and 20; without it the cheapest
``marked``     start cities that still have their token
``stack``      the cards, top first, with "step3"; or their number, the Step 3 card counted; without
               it as at the beginning
``buried``     plants seen to go under the stack, in their order, where it is only counted
``top_back``   what the back of the top card shows: "plug", "socket", or null for not known
``step3``      the card "lies" in the market until the auction ends, or is "pending": step 3 holds
               from the next phase
``out``        plants seen to leave the game
``auction``    ``{"plant": 13, "high": 15, "leader": 0, "bidders": [0, 2]}``
``surplus``    ``{"seat": 0, "bought": 13}``: a seat has to scrap a plant
``in_auction`` seats that have neither bought nor opted out
``bought``     how many plants were sold in this phase
``discount``   the plant with the discount token, or null
``update``     what this round's market update does: "step", "none", "bury" or "discard"
``uranium_stopped``, and ``taken`` in ``cartel``: whether it has used its take of this phase
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

from gridcommon.codecs import Codec, Many, Number, OneOf
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, Listed, NotationError, Refusal, Word
from gridcommon.events import NOBODY_LISTENS
from gridcommon.given import whole
from gridcommon.spelling import quoted
from powergrid.auction import check_minimum
from powergrid.board import Board, board, outside, paths_from, zones
from powergrid.game import first_seat
from powergrid.notation.actions import CITY, PLANT
from powergrid.plant_market import place_discount
from powergrid.record import facts
from powergrid.ruleset import Ruleset, Terms, terms
from powergrid.setup import STEP3_WORD, given_regions
from powergrid.state import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    CARTEL,
    EMPTY,
    NOBODY,
    ORDER,
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
from powergrid.storage import fits
from powergrid.tables import (
    BACKS,
    CARTEL_HOUSES,
    CARTEL_PLANTS,
    CITY_NAMES,
    CURRENT,
    FUELS,
    PLANTS,
    STEP3,
    TOKENS,
    UNKNOWN,
    City,
    Plant,
    Tokens,
)
from powergrid.turn_order import recomputed_turn_order

UPDATES = ("step", "none", "bury", "discard")  # by BY_STEP, NO_UPDATE, BURY, DISCARD
_CARTEL_WORD = "cartel"

# What belongs to the phase in progress, and is as at its beginning where it is left out
PENDING = {"turn", "auction", "surplus", "in_auction", "bought", "discount"}

# Phases in which no network grows
AFTER_GROWTH = (AUCTION, RESOURCES, BUREAUCRACY)


def full_facts(state: State) -> dict[str, Any]:
    """Return the facts of ``state`` with everything else that :func:`from_facts` reads.

    A stack whose cards are hidden is only counted.
    """
    zone = state.board
    known = UNKNOWN not in state.stack
    found = facts(state) | {
        "regions": list(zone.regions),
        "turn": None if state.actor == NOBODY else state.actor,
        "houses": {
            CITY_NAMES[zone.cities[place]]: [_owner_word(owner) for owner in slots]
            for place, slots in enumerate(state.houses)
            if slots != (EMPTY, EMPTY, EMPTY)
        },
        "marked": [CITY_NAMES[city] for city in _cities_of(zone, state.marked)],
        "top_back": state.top_back,
        "out": [plant for plant in PLANTS if state.out >> plant & 1],
        "step3": "lies" if state.step3_lies else "pending" if state.step3_pending else None,
        "in_auction": _seats_of(state.in_auction),
        "bought": state.bought,
        "discount": state.discount or None,
        "update": UPDATES[state.update],
        "uranium_stopped": state.uranium_stopped,
    }
    if known:
        found["stack"] = [STEP3_WORD if card == STEP3 else card for card in state.stack]
    if state.auction:
        found["auction"] = {
            "plant": state.auction.plant,
            "high": state.auction.high,
            "leader": state.auction.leader,
            "bidders": _seats_of(state.auction.bidders),
        }
    if state.surplus:
        found["surplus"] = {"seat": state.surplus.seat, "bought": state.surplus.bought}
    if state.terms.cartel:
        found["cartel"]["taken"] = state.cartel_taken
    return found


def from_facts(
    ruleset: Ruleset, seats: SupportsIndex, facts: Mapping[str, Any], rng: SupportsIndex = 0
) -> State:
    """Return a game that goes on from the position in ``facts``.

    What is left out follows from the rest: the least round and step that there can be
    (:func:`step_of`), the turn order of the networks and plants, who has bought in round 1. Else it
    is as in a new game, at the beginning of the phase: phase auction, nothing owned or built, the
    lowest plants face up, the others in the stack, and all other tokens in the supply. ``rng`` is
    the generator.

    Only what is visible on the table is checked, not whether play can lead there. Raises
    NotationError naming the key for what cannot be read, InvalidState with every rule that the
    position breaks.

    >>> state = from_facts(Ruleset(), 3, {"phase": "building", "cities": [["Essen"], [], []]})
    >>> state.city_count, state.actor
    ([1, 0, 0], 2)
    """
    count = whole(seats, "players")
    rules = terms(ruleset, count)
    told = read_facts(facts, count)
    zone = _zone(rules, told)
    problems: list[Refusal] = []
    state = initial_state(rules, zone, _no_draws(zone, told, count), whole(rng, "rng"))
    _set_time(state, told)
    _put_houses(state, told, problems)
    state.plants = [tuple(plants) for plants in told.get("plants", state.plants)]
    _set_order(state, told)
    _put_plants(state, told, problems)
    _put_fuel(state, told)
    _set_auction(state, told)
    _set_turn(state, told)
    problems += problems_of(state)
    if problems:
        raise InvalidState(problems)
    return state


# Reading


class _Object(Codec[dict[str, Any]]):
    """An object with known keys; those in ``needed`` are required."""

    def __init__(self, codecs: Mapping[str, Codec[Any]], *needed: str) -> None:
        self.codecs = codecs
        self.needed = needed

    def from_json(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise NotationError("expected an object, found {found}", found=quoted(data))
        for key in self.needed:
            if key not in data:
                raise NotationError("missing", key=key)
        read: dict[str, Any] = {}
        for key, value in data.items():
            if key not in self.codecs:
                raise NotationError(
                    "unknown key; known are {known}", key=key, known=Listed(tuple(self.codecs))
                )
            try:
                read[key] = self.codecs[key].from_json(value)
            except NotationError as problem:
                problem.key = f"{key}.{problem.key}" if problem.key else key
                raise
        return read


class _Maybe(Codec[Any]):
    """A value or null."""

    def __init__(self, codec: Codec[Any]) -> None:
        self.codec = codec

    def from_json(self, data: Any) -> Any:
        return None if data is None else self.codec.from_json(data)


class _Boolean(Codec[bool]):
    """True or false."""

    def from_json(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise NotationError("expected true or false, found {found}", found=quoted(data))
        return data


class _Text(Codec[str]):
    """A text; its meaning is checked later."""

    def from_json(self, data: Any) -> str:
        if not isinstance(data, str):
            raise NotationError("expected a name, found {found}", found=quoted(data))
        return data


class _Card(Codec[Plant]):
    """A plant or the Step 3 card."""

    def from_json(self, data: Any) -> Plant:
        return STEP3 if data == STEP3_WORD else PLANT.from_json(data)


class _Stack(Codec[Any]):
    """The cards of the stack, or their number."""

    def from_json(self, data: Any) -> Any:
        return _CARDS.from_json(data) if isinstance(data, list) else _COUNT.from_json(data)


class _Back(Codec[str]):
    """What the back of a card shows."""

    _word = OneOf("BACK", BACKS)

    def from_json(self, data: Any) -> str:
        return BACKS[self._word.from_json(data)]


class _Houses(Codec[dict[City, tuple[Seat, ...]]]):
    """Who is on the slots of each city, by name."""

    def from_json(self, data: Any) -> dict[City, tuple[Seat, ...]]:
        if not isinstance(data, Mapping):
            raise NotationError("expected an object, found {found}", found=quoted(data))
        return {CITY.from_json(name): self._owners(name, slots) for name, slots in data.items()}

    def _owners(self, name: str, slots: Any) -> tuple[Seat, ...]:
        if not isinstance(slots, list) or len(slots) != 3:
            raise NotationError(
                "expected who is on slots 10, 15 and 20, found {found}",
                key=name,
                found=quoted(slots),
            )
        words = {_CARTEL_WORD: CARTEL, None: EMPTY}
        return tuple(
            words[owner] if owner is None or owner == _CARTEL_WORD else _SEAT.from_json(owner)
            for owner in slots
        )


_COUNT = Number("COUNT", 0)
_SEAT = Number("SEAT", 0, CARTEL - 1)
_SEATS = Many(_SEAT)
_CARDS = Many(_Card())
_PLANTS = Many(PLANT, ascending=True)
_TOKENS = Many(_COUNT)
_FUEL_LISTS = ("market", "supply")
_BY_SEAT = ("money", "plants", "fuel", "cities")
_KEYS = _Object(
    {
        "round": _COUNT,
        "phase": OneOf("PHASE", [word for word in PHASES if word != PHASES[ORDER]]),
        "step": Number("STEP", 1, 3),
        "turn_order": _SEATS,
        "money": Many(_COUNT),
        "plants": Many(_PLANTS),
        "fuel": Many(_TOKENS),
        "cities": Many(Many(CITY)),
        "market": _TOKENS,
        "supply": _TOKENS,
        "plant_market": _PLANTS,
        "stack": _Stack(),
        "buried": Many(PLANT),
        "top_back": _Maybe(_Back()),
        "cartel": _Object(
            {"plants": _PLANTS, "fuel": _TOKENS, "houses": _COUNT, "taken": _Boolean()}
        ),
        "regions": Many(_Text()),
        "turn": _Maybe(_SEAT),
        "houses": _Houses(),
        "marked": Many(CITY),
        "out": _PLANTS,
        "step3": _Maybe(OneOf("STEP3", ("lies", "pending"))),
        "auction": _Maybe(
            _Object(
                {"plant": PLANT, "high": _COUNT, "leader": _SEAT, "bidders": _SEATS},
                "plant",
                "high",
                "leader",
            )
        ),
        "surplus": _Maybe(_Object({"seat": _SEAT, "bought": PLANT}, "seat", "bought")),
        "in_auction": _SEATS,
        "bought": _COUNT,
        "discount": _Maybe(PLANT),
        "update": OneOf("UPDATE", UPDATES),
        "uranium_stopped": _Boolean(),
    }
)


def read_facts(facts: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the values of facts by key, lists as long as they must be.

    Raises NotationError naming the key; whether the position can be is not looked at.
    """
    told = _KEYS.from_json(facts)
    if "phase" in facts:
        told["phase"] = PHASES.index(facts["phase"])
    for key in _BY_SEAT:
        _expect_length(key, told.get(key), seats)
    cartel = told.get("cartel", {})
    lists = [(key, told.get(key)) for key in _FUEL_LISTS]
    lists += [("fuel", one) for one in told.get("fuel", ())]
    for key, tokens in (*lists, ("cartel.fuel", cartel.get("fuel"))):
        _expect_length(key, tokens, len(FUELS))
    order = told.get("turn_order", range(seats))
    if sorted(order) != list(range(seats)):
        raise NotationError(
            "expected each seat from 0 to {last} once, found {found}",
            key="turn_order",
            last=seats - 1,
            found=", ".join(map(str, order)),
        )
    if isinstance(told.get("stack"), tuple) and "buried" in told:
        raise NotationError("only a stack that is counted has it", key="buried")
    auction, surplus = told.get("auction") or {}, told.get("surplus") or {}
    owners = [owner for slots in told.get("houses", {}).values() for owner in slots]
    for key, named in (
        ("turn", [told.get("turn") or 0]),
        ("in_auction", told.get("in_auction", ())),
        ("auction", [auction.get("leader", 0), *auction.get("bidders", ())]),
        ("surplus", [surplus.get("seat", 0)]),
        ("houses", [owner for owner in owners if owner != CARTEL]),
    ):
        if max(named, default=0) >= seats:
            raise NotationError(
                "expected a seat from 0 to {last}, found {found}",
                key=key,
                last=seats - 1,
                found=max(named),
            )
    return told


def _expect_length(key: str, values: Sequence[Any] | None, count: int) -> None:
    if values is not None and len(values) != count:
        raise NotationError(
            "expected {count} values, found {found}", key=key, count=count, found=len(values)
        )


def _zone(rules: Terms, told: Mapping[str, Any]) -> Board:
    """Return the zone that is given, else the first that has all the cities."""
    ruleset = rules.ruleset
    if "regions" in told:
        regions = given_regions(rules, told["regions"], "regions")
        return board(ruleset.map, ruleset.edition, regions)
    cities = {city for owned in told.get("cities", ()) for city in owned}
    cities.update(told.get("houses", ()), told.get("marked", ()))
    boards = [
        board(ruleset.map, ruleset.edition, regions)
        for regions in zones(ruleset.map, ruleset.edition, rules.regions)
    ]
    return max(boards, key=lambda one: len(cities & one.places.keys()))  # the first of the best


def _no_draws(zone: Board, told: Mapping[str, Any], seats: int) -> Draws:
    order = tuple(told.get("turn_order", range(seats)))
    return Draws(zone.regions, order, (), (), is_recorded=False)


# Setting up


def _set_time(state: State, told: Mapping[str, Any]) -> None:
    state.phase = told.get("phase", AUCTION)
    state.round = told.get("round", _round_of(told, state))
    state.step = step_of(state.terms, told)
    state.update = told.get("update", 0)
    state.money = list(told.get("money", state.money))


def step_of(rules: Terms, told: Mapping[str, Any]) -> int:
    """Return the step that is told, or the least in which the rest can be.

    Six plants face up are of step 3, a network that is large enough of step 2. Nothing is made of
    a city with two players, which is a slip of the finger more often. ``told`` are facts, read or
    not.

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


def _round_of(told: Mapping[str, Any], state: State) -> int:
    """Return the first round in which there can be so many plants, fuel and cities.

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


def _set_order(state: State, told: Mapping[str, Any]) -> None:
    """Put the seats in order where it is not told; that of the first auction is drawn.

    Rules: PG-ORDER-01, PG-ORDER-02.
    """
    if "turn_order" not in told and (state.round > 1 or state.phase > AUCTION):
        state.turn_order = recomputed_turn_order(state)


def _put_houses(state: State, told: Mapping[str, Any], problems: list[Refusal]) -> None:
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
    price_slots(state)
    for city in told.get("marked", ()):
        if city in zone.places:
            state.marked |= 1 << zone.places[city]
    if state.terms.cartel:
        on_board = sum(slots.count(CARTEL) for slots in state.houses)
        state.cartel_houses = told.get("cartel", {}).get("houses", CARTEL_HOUSES - on_board)
    state.placed = sum(slots[0] == CARTEL for slots in state.houses) + state.marked.bit_count()


def _put_networks(
    state: State,
    cities: Sequence[Sequence[City]],
    houses: list[list[Seat]],
    problems: list[Refusal],
    *,
    given: bool,
) -> None:
    """Put each player's houses on the cheapest empty slots, or compare them with those given."""
    places = state.board.places
    for seat, owned in enumerate(cities):
        for city in dict.fromkeys(owned):
            slots = houses[places[city]] if city in places else [seat]
            if owned.count(city) > 1:
                problems.append(_twice(CITY_NAMES[city], "PG-BUILD-05"))
            elif given and seat not in slots:
                problems.append(
                    Refusal(
                        "PG-BUILD-04",
                        "the houses of {city} do not agree with the cities of seat {seat}",
                        city=CITY_NAMES[city],
                        seat=seat,
                    )
                )
            elif not given and city in places:
                if EMPTY in slots:
                    slots[slots.index(EMPTY)] = seat
                else:
                    problems.append(_full(city, 3))
    if given:
        for place, slots in enumerate(houses):
            city = state.board.cities[place]
            for seat, owned in enumerate(cities):
                if seat in slots and city not in owned:
                    problems.append(
                        Refusal(
                            "PG-BUILD-04",
                            "the houses of {city} do not agree with the cities of seat {seat}",
                            city=CITY_NAMES[city],
                            seat=seat,
                        )
                    )


def _put_plants(state: State, told: Mapping[str, Any], problems: list[Refusal]) -> None:
    rules = state.terms
    state.cartel_plants = tuple(told.get("cartel", {}).get("plants", ()))
    state.out = sum(1 << plant for plant in set(told.get("out", ())))
    stack, back = told.get("stack"), told.get("top_back")
    drawn = told.get("step3", "in the stack")
    in_stack = STEP3 in stack if isinstance(stack, tuple) else state.step < 3 and stack != 0
    if drawn == "in the stack":
        drawn = None
        if state.step < 3 and not in_stack:
            drawn = 0 if state.phase == AUCTION else 1
    state.step3_lies, state.step3_pending = drawn == 0, drawn == 1
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
        face_up = 2 * CURRENT - 2 * (state.step == 3 or drawn == 1) - (drawn == 0)
        fitting = [plant for plant in PLANTS if plant not in away and plant > least]
        state.plant_market = fitting[:face_up]
    away.update(state.plant_market)
    unseen = [plant for plant in PLANTS if plant not in away]
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
    if back and state.top_back != back:
        problems.append(
            Refusal(
                "PG-SETUP-10",
                "the top card of the stack cannot show a {back}; it shows {found}",
                back=Word(back),
                found=Word(state.top_back or "nothing"),
            )
        )
    stopper = rules.phase_out_plant
    state.uranium_stopped = told.get(
        "uranium_stopped", stopper in (plant for plants in state.plants for plant in plants)
    )


def _put_fuel(state: State, told: Mapping[str, Any]) -> None:
    state.fuel = [_tokens(fuel) for fuel in told.get("fuel", state.fuel)]
    state.cartel_fuel = _tokens(told.get("cartel", {}).get("fuel", (0, 0, 0, 0)))
    held = _held(state)
    market = told.get("market")
    if market is None:  # as at the start, less what the players hold
        market = [
            max(0, min(start, every - gone))
            for start, every, gone in zip(state.terms.market_start, TOKENS, held, strict=True)
        ]
    state.market = list(market)
    supply = told.get("supply")
    if supply is None:
        supply = [
            every - gone - here
            for every, gone, here in zip(TOKENS, held, state.market, strict=True)
        ]
    state.supply = list(supply)


def _set_auction(state: State, told: Mapping[str, Any]) -> None:
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


def _set_turn(state: State, told: Mapping[str, Any]) -> None:
    """Let the seat act that is given, else the first one of the phase."""
    if "turn" in told:
        state.actor = NOBODY if told["turn"] is None else told["turn"]
    elif state.phase == AUCTION and state.surplus:
        state.actor = state.surplus.seat
    elif state.phase == AUCTION and state.auction:
        seats = state.terms.seats
        after = [(state.auction.leader + step) % seats for step in range(1, seats)]
        bidders = state.auction.bidders
        state.actor = next((seat for seat in after if bidders >> seat & 1), NOBODY)
    else:
        state.actor = first_seat(state)
    if state.auction:
        state.auction.bidder = state.actor


# Checking


def problems_of(state: State) -> list[Refusal]:
    """Return every rule that a position breaks, empty for one that can be on the table.

    Rules: PG-COMP-01, PG-COMP-02, PG-COMP-04, PG-PLANT-02, PG-ROUND-02, PG-AUC-01, PG-AUC-11,
    PG-AUC-16, PG-BUILD-04, PG-BUILD-05, PG-BUILD-08, PG-CART-02, PG-CART-04, PG-STEP-04,
    PG-STEP-05, PG-STEP-06, PG-STEP-09.
    """
    problems: list[Refusal] = []
    for check in (_check_time, _check_cards, _check_fuel, _check_houses, _check_phase):
        check(state, problems.append)
    return problems


_Report = Callable[[Refusal], None]


def _check_time(state: State, report: _Report) -> None:
    """Check the round and the step against the phase and the networks."""
    phase = Word(PHASES[state.phase])
    if (state.round == 0) != (state.phase == SETUP):
        report(
            Refusal(
                "PG-ROUND-02",
                "the set-up is round 0, and only that; found round {round}, phase {phase}",
                round=state.round,
                phase=phase,
            )
        )
    if state.phase == SETUP and any((*state.plants, *map(any, state.fuel), *state.network)):
        report(Refusal("PG-ROUND-02", "in the set-up no player has plants, fuel or cities"))
    if state.step == 1 and (large := step2_networks(state)):
        report(
            Refusal(
                "PG-STEP-04",
                "seat {seat} has {cities} cities, so step 2 has begun; found step 1",
                seat=large[0],
                cities=state.city_count[large[0]],
            )
        )
    if state.step3_lies + state.step3_pending + (state.step == 3) > 1:
        report(Refusal("PG-STEP-05", "in step 3 the Step 3 card neither lies nor is pending"))
    elif state.step3_lies and state.phase != AUCTION:
        report(
            Refusal(
                "PG-STEP-06",
                "the Step 3 card lies in the market in the phase auction only, not in {phase}",
                phase=phase,
            )
        )
    elif state.step3_pending and state.phase in (SETUP, AUCTION, RESOURCES):
        report(
            Refusal(
                "PG-STEP-05",
                "the Step 3 card is drawn in the phases auction, where it lies in the market, "
                "building and bureaucracy; in {phase} step 3 cannot be pending",
                phase=phase,
            )
        )


def step2_networks(state: State) -> list[Seat]:
    """Return the seats whose networks show that step 2 has begun.

    In phase 4 these are only of seats that have not built yet: the others may have grown in it.

    Rules: PG-STEP-02, PG-STEP-03, PG-ORDER-03.
    """
    seats: Sequence[Seat] = state.turn_order if state.phase in AFTER_GROWTH else ()
    if state.phase == BUILDING and state.actor in state.turn_order:
        seats = state.turn_order[: state.turn_order.index(state.actor)]
    return [seat for seat in seats if state.city_count[seat] >= state.terms.step2_cities]


def _check_cards(state: State, report: _Report) -> None:
    owned = [plant for plants in state.plants for plant in plants]
    out = [plant for plant in PLANTS if state.out >> plant & 1]
    stack = [card for card in state.stack if card != UNKNOWN]
    cards = [*owned, *state.plant_market, *state.cartel_plants, *out, *stack]
    for card in sorted(set(cards)):
        if cards.count(card) > 1:
            report(_twice("step 3" if card == STEP3 else f"{card:02}", "PG-COMP-01"))
    for seat, plants in enumerate(state.plants):
        limit = state.terms.plant_limit
        allowed = limit + (state.surplus is not None and state.surplus.seat == seat)
        if len(plants) > allowed:
            report(
                Refusal(
                    "PG-AUC-16",
                    "seat {seat} has {count} plants; the limit is {limit}",
                    seat=seat,
                    count=len(plants),
                    limit=limit,
                )
            )
    if len(state.cartel_plants) > CARTEL_PLANTS or (state.cartel_plants and not state.terms.cartel):
        report(
            Refusal(
                "PG-CART-04",
                "the Cartel has {count} plants; the limit is {limit}",
                count=len(state.cartel_plants),
                limit=CARTEL_PLANTS if state.terms.cartel else 0,
            )
        )
    left = state.step == 3 or state.step3_pending  # the lowest plant, and the Step 3 card
    room = 2 * CURRENT - 2 * left - state.step3_lies
    if len(state.plant_market) > room:
        report(
            Refusal(
                "PG-STEP-09" if left else "PG-STEP-06" if state.step3_lies else "PG-SETUP-06",
                "{count} plants are face up; there is room for {limit}",
                count=len(state.plant_market),
                limit=room,
            )
        )
    if state.terms.obsolete and state.plant_market and state.plant_market[0] <= state.most_cities:
        report(
            Refusal(
                "PG-BUILD-08",
                "plant {plant} is obsolete: a network has {count} cities",
                plant=state.plant_market[0],
                count=state.most_cities,
            )
        )
    drawn = state.step == 3 or state.step3_lies or state.step3_pending
    if UNKNOWN not in state.stack and (STEP3 in state.stack) == drawn:
        report(
            Refusal(
                "PG-STEP-05",
                "the Step 3 card is in the stack until it is drawn, and gone from then on",
            )
        )
    bearer = state.phase == AUCTION and state.terms.discount_bid and state.plant_market[:1]
    if state.discount and [state.discount] != bearer:
        report(
            Refusal(
                "PG-AUC-11",
                "plant {plant} cannot have the discount token here",
                plant=state.discount,
            )
        )


def _check_fuel(state: State, report: _Report) -> None:
    for fuel, (held, every) in enumerate(zip(_held(state), TOKENS, strict=True)):
        count = held + state.market[fuel] + state.supply[fuel]
        if state.supply[fuel] < 0:
            report(
                Refusal(
                    "PG-COMP-02",
                    "there are {all} tokens of {fuel}; found {held} held and {market} on the "
                    "market",
                    all=every,
                    fuel=Word(FUELS[fuel]),
                    held=held,
                    market=state.market[fuel],
                )
            )
        elif count != every:
            report(
                Refusal(
                    "PG-COMP-02",
                    "there are {all} tokens of {fuel}; found {held} held, {market} on the market "
                    "and {supply} in the supply",
                    all=every,
                    fuel=Word(FUELS[fuel]),
                    held=held,
                    market=state.market[fuel],
                    supply=state.supply[fuel],
                )
            )
    for seat, fuel_held in enumerate(state.fuel):
        if not fits(fuel_held, state.plants[seat]):
            report(
                Refusal("PG-PLANT-02", "the plants of seat {seat} cannot hold its fuel", seat=seat)
            )


def _check_houses(state: State, report: _Report) -> None:
    rules = state.terms
    for place, slots in enumerate(state.houses):
        city = state.board.cities[place]
        players = [owner for owner in slots if owner not in (EMPTY, CARTEL)]
        if len(set(players)) < len(players):
            report(_twice(CITY_NAMES[city], "PG-BUILD-05"))
        if len(players) > state.step or slots[2] == CARTEL:
            report(_full(city, state.step))
    limit = rules.ruleset.house_limit
    for seat, count in enumerate(state.city_count):
        if limit is not None and count > limit:
            report(
                Refusal(
                    "PG-COMP-04",
                    "seat {seat} has {count} houses on the board; the limit is {limit}",
                    seat=seat,
                    count=count,
                    limit=limit,
                )
            )
    on_board = sum(slots.count(CARTEL) for slots in state.houses)
    wanted = CARTEL_HOUSES if rules.cartel else 0
    if on_board + state.cartel_houses != wanted:
        report(
            Refusal(
                "PG-CART-01",
                "the Cartel has {wanted} houses; found {board} in cities and {left} left",
                wanted=wanted,
                board=on_board,
                left=state.cartel_houses,
            )
        )
    if state.marked and not rules.ruleset.start_cities:
        report(Refusal("PG-SETUP-09", "this game has no start cities"))


def _check_phase(state: State, report: _Report) -> None:
    """Check who is to act, and what is pending in the auction."""
    auction, surplus, actor = state.auction, state.surplus, state.actor
    if (auction or surplus) and state.phase != AUCTION:
        report(
            Refusal(
                "PG-ROUND-01",
                "nothing is up for auction in the phase {phase}",
                phase=Word(PHASES[state.phase]),
            )
        )
    elif state.phase == AUCTION and state.in_auction.bit_count() + state.bought > state.terms.seats:
        report(
            Refusal(
                "PG-AUC-01",
                "{sold:plant was|plants were} sold, and {buyers:player|players} may still buy; "
                "each of {seats} buys at most once",
                sold=state.bought,
                buyers=state.in_auction.bit_count(),
                seats=state.terms.seats,
            )
        )
    elif surplus:
        plants = state.plants[surplus.seat]
        if surplus.bought not in plants or len(plants) != state.terms.plant_limit + 1:
            report(
                Refusal(
                    "PG-AUC-16",
                    "nothing is to be scrapped; the limit is {limit} plants",
                    limit=state.terms.plant_limit,
                )
            )
    elif auction:
        if auction.plant not in state.current_market:
            report(
                Refusal(
                    "PG-AUC-02", "plant {plant} is not in the current market", plant=auction.plant
                )
            )
        bidding = auction.bidders >> auction.leader & 1 and auction.bidders.bit_count() > 1
        if not bidding or auction.bidders & ~state.in_auction:
            report(Refusal("PG-AUC-03", "the leader and the bidders do not agree"))
        if 0 <= state.money[auction.leader] < auction.high:
            report(
                Refusal(
                    "PG-AUC-03",
                    "{bid} is more than the {money} Elektro held",
                    bid=auction.high,
                    money=state.money[auction.leader],
                )
            )
        if refusal := check_minimum(state, auction.plant, auction.high):
            report(refusal)
    if not _may_act(state, actor):
        phase = Word(PHASES[state.phase])
        if actor == NOBODY:
            report(Refusal("PG-ORDER-03", "nobody is to act in the phase {phase}", phase=phase))
        else:
            report(
                Refusal(
                    "PG-ORDER-03",
                    "seat {seat} cannot be the one to act in the phase {phase}",
                    seat=actor,
                    phase=phase,
                )
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
        return actor != state.auction.leader and bool(state.auction.bidders >> actor & 1)
    return bool(state.plant_market) and bool(state.in_auction >> actor & 1)


def _held(state: State) -> list[int]:
    """Return the tokens of each fuel that are neither on the market nor in the supply."""
    held = [sum(stock[fuel] for stock in state.fuel) for fuel in range(len(FUELS))]
    held = [count + taken for count, taken in zip(held, state.cartel_fuel, strict=True)]
    held[-1] += state.marked.bit_count()  # uranium marks start cities
    return held


def _twice(what: str, rule: str) -> Refusal:
    return Refusal(rule, "{what} is listed twice", what=what)


def _full(city: City, step: int) -> Refusal:
    return Refusal(
        "PG-BUILD-04",
        "{city} has more houses than step {step} allows",
        city=CITY_NAMES[city],
        step=step,
    )


def _owner_word(owner: Seat) -> Seat | str | None:
    if owner == CARTEL:
        return _CARTEL_WORD
    return None if owner == EMPTY else owner


def _cities_of(zone: Board, mask: int) -> list[City]:
    return [city for place, city in enumerate(zone.cities) if mask >> place & 1]


def _seats_of(mask: int) -> list[Seat]:
    return [seat for seat in range(CARTEL) if mask >> seat & 1]


def _mask(seats: Sequence[Seat]) -> int:
    return sum(1 << seat for seat in set(seats))


def _tokens(counts: Sequence[int]) -> Tokens:
    return (counts[0], counts[1], counts[2], counts[3])
