"""The sides, positions and questions of Power Grid's worked examples.

The examples are in ``data/examples.toml``, and :mod:`gridcommon.examples` plays them.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import powergrid
from gridcommon.caveats import Caveat
from gridcommon.errors import JoinedList, Word, Wording
from gridcommon.examples import SEATS, Answer, ExampleContext, ExampleRunner, refusal_answer
from gridcommon.options import Option
from gridcommon.sides import SideOptions, Variant
from powergrid.actions import Build, Buy
from powergrid.board import FAR, Board, board, counterparts, zones
from powergrid.building import cost
from powergrid.events import CartelTook
from powergrid.plant_market import minimum_bid
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.ruleset import OPTIONS, Ruleset, terms
from powergrid.setup import Setup
from powergrid.state import OVER, PHASES, SETUP, State
from powergrid.tables import (
    CARTEL_HOUSES,
    CARTEL_START,
    CAVEATS,
    CITY_NAMES,
    EDITION,
    EDITIONS,
    FUELS,
    MAP,
    MAPS,
    PLANTS,
    PRICES,
    STEP3,
    TOKENS,
    UNKNOWN,
    City,
    Fuel,
    Map,
    city_number,
)
from powergrid.view import UNKNOWN_MONEY

_ZONES = {  # for 2 or 3, 4, and 5 or 6 players; the first has the cities of the rulebooks' example
    "germany": ("west", "northwest", "southwest", "east", "northeast"),
    "usa": ("northeast", "midwest", "southeast", "south", "northwest"),
}
_CARTEL_HOUSES = ("Kassel", "Osnabrück", "Bremen", "Hamburg", "Hannover", "Cuxhaven")
_BY_SEAT: Mapping[str, Any] = {"plants": [], "fuel": [0, 0, 0, 0], "cities": [], "money": 50}

VARIANTS = {
    "recharged": Variant({"edition": "recharged"}, title=EDITION["recharged"].title),
    "classic": Variant({"edition": "classic"}, title=EDITION["classic"].title),
    "cartel": Variant(
        {"edition": "recharged"}, seats=2, title="against the Cartel", like="recharged"
    ),
}


def position(rules: Ruleset, seats: int, at: Mapping[str, Any]) -> State:
    """Return a state with the facts ``at``, see :func:`powergrid.from_facts`.

    Values by seat are given by letter (``{ A = 4 }``), or as one value for all seats. ``cities``
    may be numbers of cities, ``bought`` are tokens missing from the market, and ``turn_order`` is a
    list of letters. Without facts a game is dealt, openly or ``by chance``. ``marked`` is ignored
    if the game has no start cities; otherwise cities, empty ones first, are added to it. The Cartel
    has its first six houses.
    """
    if at.get("dealt") == "by chance":
        return powergrid.new_game(rules, seats, 1)
    regions = _zone(rules, terms(rules, seats).regions)
    if not at:
        return _dealt(rules, seats, regions)
    facts = {**at, "regions": list(regions)}
    if not rules.start_cities:
        facts.pop("marked", None)
    if "bought" in facts:
        start = terms(rules, seats).market_start
        facts["market"] = [
            here - gone for here, gone in zip(start, facts.pop("bought"), strict=True)
        ]
    if "turn_order" in facts:
        order = [SEATS.index(letter) for letter in facts["turn_order"]]
        facts["turn_order"] = [seat for seat in order if seat < seats]
    for key, nothing in _BY_SEAT.items():
        if key in facts:
            told = facts[key]
            facts[key] = [
                told.get(letter, nothing) if isinstance(told, Mapping) else told
                for letter in SEATS[:seats]
            ]
    zone = board(rules.map, rules.edition, regions)
    closed = _cartel_cities(zone) if terms(rules, seats).cartel else ()
    if "cities" in facts:
        facts["cities"] = _named(zone, closed or _CARTEL_HOUSES, facts["cities"])
    owned = facts.get("cities", [[]] * seats)
    is_setup = facts.get("phase") == PHASES[SETUP]
    if closed and not is_setup:
        facts["houses"] = _with_cartel(closed, owned)
    if rules.start_cities and not is_setup:
        built = {*chain(*owned)}
        open_ = sorted({*zone.names} - {*closed}, key=lambda name: (name in built, name))
        marked = dict.fromkeys((*facts.get("marked", ()), *open_))
        facts["marked"] = list(marked)[: sum(not own for own in owned)]
    return powergrid.from_facts(rules, seats, facts)


def _zone(rules: Ruleset, count: int) -> tuple[str, ...]:
    """Return the regions in play: if ``_ZONES`` has none, the first valid zone."""
    if rules.map not in _ZONES or count > len(_ZONES[rules.map]):
        return zones(rules.map, rules.edition, count)[0]
    return tuple(sorted(_ZONES[rules.map][:count]))


def _dealt(rules: Ruleset, seats: int, regions: tuple[str, ...]) -> State:
    """Return a game with A first, plants 3-10 face up and 11-40 in the stack, lowest on top."""
    stack = (*(plant for plant in PLANTS if 10 < plant <= 40), STEP3)
    draws = Setup(regions, tuple(range(seats)), tuple(range(3, 11)), stack)
    state = powergrid.new_game(rules, seats, 1, draws)
    while state.phase == SETUP:
        powergrid.advance(state, powergrid.legal_actions(state)[0], None)
    return state


def _cartel_cities(zone: Board) -> tuple[str, ...]:
    """Return the cities of the Cartel's first houses: connected ones, the last of the zone."""
    if {*_CARTEL_HOUSES} <= {*zone.names}:
        return _CARTEL_HOUSES
    places = [len(zone.names) - 1]
    while len(places) < len(CARTEL_START):
        near = [place for one in places for place, _ in zone.links[one] if place not in places]
        places.append(max(near))
    return tuple(zone.names[place] for place in places)


def _named(
    zone: Board, closed: Sequence[str], cities: Sequence[Sequence[str] | int]
) -> list[list[str]]:
    """Return the cities of each seat by name; numbers take cities in order, empty ones first."""
    left = sorted(zone.names, key=lambda name: name in closed)
    named: list[list[str]] = []
    for told in cities:
        own = left[:told] if isinstance(told, int) else list(told)
        named.append(own)
        left = [name for name in left if name not in own] + [name for name in left if name in own]
    return named


def _with_cartel(closed: Sequence[str], cities: Sequence[Sequence[str]]) -> dict[str, list[Any]]:
    """Return the houses in each city of a Cartel game. The Cartel follows into new cities."""
    houses: dict[str, list[Any]] = {name: ["cartel"] for name in closed}
    left = CARTEL_HOUSES - len(closed)
    for seat, owned in enumerate(cities):
        for name in owned:
            slots = houses.setdefault(name, [])
            slots.append(seat)
            if len(slots) == 1 and left:
                slots.append("cartel")
                left -= 1
    return {name: [*slots, *[None] * (3 - len(slots))] for name, slots in houses.items()}


# Questions


def _price(context: ExampleContext) -> Answer:
    """The price for ``seat`` to connect ``city``, and its parts."""
    state = context.before
    place = state.board.places[city_number(context.given["city"])]
    price, slot = cost(state, context.seat, place), state.prices[place]
    if price >= FAR:
        return Answer("closed", Word("closed"), (Wording("no house may be built", {}),))
    how = Wording("house {slot} + connection {path}", {"slot": slot, "path": price - slot})
    return Answer(price, notes=(how,))


def _slot(context: ExampleContext) -> Answer:
    """The slot on which the seat to act could build in ``city``."""
    city = city_number(context.given["city"])
    refusal = powergrid.check(context.before, Build(context.seat, city))
    if refusal is not None:
        return refusal_answer(refusal.rule, (refusal.wording,))
    slot = context.before.prices[context.before.board.places[city]]
    return Answer(slot, Wording("open at {slot}", {"slot": slot}))


def _cartel_takes(context: ExampleContext) -> Answer:
    took = [event.plant for event in context.events if isinstance(event, CartelTook)]
    return Answer(took[0]) if took else Answer("nothing", Word("nothing"))


def _may_buy(context: ExampleContext) -> Answer:
    """The most tokens of ``fuel`` that A may buy."""
    fuel = FUELS.index(context.given["fuel"])
    buys = [
        action.count
        for action in powergrid.legal_actions(context.before)
        if isinstance(action, Buy) and action.fuel == fuel
    ]
    return Answer(max(buys, default=0))


def _next_token(context: ExampleContext) -> Answer:
    """The price of the next token of ``fuel``."""
    fuel = FUELS.index(context.given["fuel"])
    if not available(context.state, fuel):
        return Answer("none left", Word("none left"))
    return Answer(fuel_cost(context.state, fuel, 1))


def _added(context: ExampleContext) -> Answer:
    """The tokens of ``fuel`` added to the market, by the price of their spaces."""
    fuel = FUELS.index(context.given["fuel"])
    new = _new_on_market(context.before, context.state, fuel)
    told = [Wording("{count} on {price}", {"count": new[p], "price": p}) for p in new]
    note = Wording(
        "{before} on the market, then {after}",
        {"before": context.before.market[fuel], "after": context.state.market[fuel]},
    )
    if not new:
        return Answer({}, Word("nothing"), (note,))
    return Answer({str(p): new[p] for p in new}, JoinedList(tuple(told), "and"), (note,))


def _new_on_market(before: State, after: State, fuel: Fuel) -> dict[int, int]:
    full = TOKENS[fuel]
    filled = PRICES[fuel][full - after.market[fuel] : full - before.market[fuel]]
    return {price: filled.count(price) for price in sorted(set(filled), reverse=True)}


def _rates(context: ExampleContext) -> Answer:
    """The refill of an empty market with ``fuel`` from a full supply, in steps 1, 2 and 3."""
    fuel = FUELS.index(context.given["fuel"])
    found = []
    for step in (1, 2, 3):
        at = {"phase": "bureaucracy", "market": [0] * len(FUELS), "step": step}
        state = position(context.ruleset, context.given["seats"], at)
        for _ in range(context.given["seats"]):
            powergrid.advance(state, powergrid.parse_action("run", state), None)
        found.append(state.market[fuel])
    caveats = terms(context.ruleset, context.given["seats"]).refill_caveats
    return Answer(found, "/".join(map(str, found)), caveats=caveats)


def _cities_until(context: ExampleContext) -> Answer:
    """The smallest network of A that starts ``step2`` or ends the game (``end``) after phase 4."""
    seats, is_end = context.given["seats"], context.given["of"] == "end"

    def reached(cities: int) -> bool:
        at = {"phase": "building", "cities": {"A": cities}, "plant_market": [40, 42, 44, 46, 50]}
        state = position(context.ruleset, seats, at)
        for _ in range(seats):
            powergrid.advance(state, powergrid.parse_action("done", state), None)
        return state.phase == OVER if is_end else state.step == 2

    cities = bisect_left(range(22), True, key=reached)
    note = Wording("{fewer} are not enough", {"fewer": cities - 1})
    shown = Wording("{count:city|cities}", {"count": cities}) if is_end else cities
    return Answer(cities, shown, (note,))


def _in_play(context: ExampleContext) -> Answer:
    """The number of plants in the market and the stack."""
    count = len(context.state.plant_market) + len(context.state.stack) - 1
    note = Wording("{part} of {count} plants", {"part": count, "count": len(PLANTS)})
    return Answer(count, notes=(note,))


def _shown(context: ExampleContext) -> Answer:
    """The number of cards of the stack that A sees."""
    return Answer(sum(card != UNKNOWN for card in powergrid.observe(context.state, 0).public.stack))


def _top_back(context: ExampleContext) -> Answer:
    """The back of the top card of the stack, as A sees it."""
    back = powergrid.observe(context.state, 0).top_back or "nothing"
    return Answer(back, Word(back))


def _uranium(context: ExampleContext) -> Answer:
    """Whether uranium is still refilled."""
    if context.state.uranium_stopped:
        return Answer("not refilled any more", Word("not refilled any more"))
    return Answer("refilled", Word("refilled"))


def _own_cities(context: ExampleContext) -> Answer:
    """The cities of ``map`` that only this edition has."""
    chart, others = _prints(context)
    others_have = {city for other in others for city in other.cities}
    names = [CITY_NAMES[city] for city in chart.cities if city not in others_have]
    return Answer(names, None if names else Word("nothing"))


def _own_costs(context: ExampleContext) -> Answer:
    """The costs of those connections of ``map`` that differ from another edition.

    ``none`` stands for a connection that only another edition has.
    """
    chart, others = _prints(context)
    own = _costs(chart, {city: city for city in chart.cities})
    costs: dict[tuple[str, str], int | None] = {}
    for other in others:
        told = _costs(other, counterparts(other, chart))
        for link in {*own, *told}:
            if own.get(link) != told.get(link):
                costs[link] = own.get(link)
    value: dict[str, int | str] = {}
    words: list[Wording] = []
    for ends, elektro in sorted(costs.items()):
        name = "-".join(ends)
        value[name] = "none" if elektro is None else elektro
        template = "{link}: none" if elektro is None else "{link} {cost}"
        words.append(Wording(template, {"link": name, "cost": elektro}))
    about = {caveat.id: caveat for one in (chart, *others) for caveat in _caveats_of(one)}
    return Answer(value, JoinedList(tuple(words)), caveats=tuple(about.values()))


def _prints(context: ExampleContext) -> tuple[Map, list[Map]]:
    """Return ``map`` as the edition of the side prints it, and as the others do."""
    name, edition = context.given["map"], context.ruleset.edition
    return MAP[name, edition], [MAP[name, other] for other in EDITIONS if other != edition]


def _costs(chart: Map, names: Mapping[City, City]) -> dict[tuple[str, str], int]:
    """Return the cost of each connection, keyed by its two cities, which are named by ``names``."""
    found = {}
    for one, other, elektro in chart.links:
        first, second = sorted((CITY_NAMES[names[one]], CITY_NAMES[names[other]]))
        found[first, second] = elektro
    return found


def _caveats_of(chart: Map) -> list[Caveat]:
    caveats = EDITION[chart.edition].map_caveats[str(chart.key)]
    return [caveat for caveat in caveats if "PG-COMP-07" in caveat.rules]


def _open(context: ExampleContext) -> Answer:
    """Whether A sees the money of the other seats."""
    money = powergrid.observe(context.state, 0).public.money[1]
    if money == UNKNOWN_MONEY:
        return Answer("hidden", Word("hidden"))
    return Answer("shown", Word("shown"))


def _paid_by(context: ExampleContext) -> int:
    """Return the money that the seat that acted first has paid."""
    return int(context.before.money[context.seat] - context.state.money[context.seat])


def _tokens(state: State, name: str) -> int:
    """Return the number of tokens of a fuel on the market and in the supply."""
    return state.market[FUELS.index(name)] + state.supply[FUELS.index(name)]


RUNNER = ExampleRunner(
    game=powergrid,
    choices=SideOptions(
        "powergrid",
        Ruleset,
        {"map": Option("map", tuple(MAPS)), **dict(sorted(OPTIONS.items()))},
        VARIANTS,
    ),
    seats=3,
    position=position,
    asks={
        "added": _added,
        "cartel_takes": _cartel_takes,
        "cities_until": _cities_until,
        "count": lambda one: Answer(len(getattr(one.state, one.given["of"]))),
        "earned": lambda one: Answer(-_paid_by(one)),
        "in_play": _in_play,
        "may_buy": _may_buy,
        "next_token": _next_token,
        "minimum_bid": lambda one: Answer(minimum_bid(one.before, one.given["plant"])),
        "open": _open,
        "own_cities": _own_cities,
        "own_costs": _own_costs,
        "paid": lambda one: Answer(_paid_by(one)),
        "price": _price,
        "rates": _rates,
        "shown": _shown,
        "slot": _slot,
        "terms": lambda one: Answer(getattr(one.before.terms, one.given["of"])),
        "tokens": lambda one: Answer(_tokens(one.state, one.given["fuel"])),
        "top_back": _top_back,
        "turn_order": lambda one: Answer(" ".join(SEATS[seat] for seat in one.state.turn_order)),
        "uranium": _uranium,
    },
    caveats=CAVEATS,
    ruleset=Ruleset,
)
