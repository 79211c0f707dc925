"""The drills of Power Grid: the kinds of question, answered by the engine."""

from collections.abc import Iterator, Mapping
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridgames.languages.messages import say
from gridgames.show.registry import face_of, table_of
from gridgames.table.drills import Asked, a_number
from gridgames.terminal.output import Line
from gridgames.wings.powergrid.companion.position_input import parse_any_position
from gridgames.wings.powergrid.companion.questions.end import tie_breaker
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    describe,
    fuel_words,
    market_prices,
    plant_words,
    prices_words,
)
from gridgames.wings.powergrid.plan.text import reach_lines, route_lines
from powergrid.codecs import LETTERS, city_named
from powergrid.ending import powering, provisional_result, ranking
from powergrid.fuel_market import tokens_to_add
from powergrid.position import Position
from powergrid.powering import output
from powergrid.projection import cheapest_route, most_cities
from powergrid.resources import available, cost
from powergrid.steps import coming_step
from powergrid.tables import CITY_NAMES, FUELS, GOODS
from powergrid.turn_order import recomputed_turn_order

_ON_THE_MAP = ("cost", "reach")  # questions about paths


def parse(text: str) -> Position:
    """Return the position of a drill. Raises NotationError."""
    return parse_any_position(text)


def board(shown: Position, drill: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the position in characters: the map if the question needs it, and the markets."""
    state, names = shown.table(), shown.names
    if is_on_the_board(drill):
        yield from table_of(face_of("powergrid"), names, state).drawing()
    yield from describe(state, names)


def is_on_the_board(drill: Mapping[str, Any]) -> bool:
    """Return whether the question is about the map."""
    return drill["ask"] in _ON_THE_MAP


def drawn(shown: Position) -> Position:
    """Return the position to draw."""
    return shown


def _cost(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask what a city costs a player; the usual mistakes count the slot or the path alone."""
    state, seat = shown.table(), _seat(drill)
    city = city_named(drill["city"], [CITY_NAMES[one] for one in state.board.cities])
    route = cheapest_route(state, seat, [city])
    assert not isinstance(route, Refusal), city
    question = say(
        "What does {city} cost {name} now, in Elektro?",
        city=CITY_NAMES[city],
        name=shown.names[seat],
    )
    slot, path = route.slots[0], route.paths[0]
    lures = [slot, 10 + path, slot + 5 + path, route.total + 3]
    reasons = [*route_lines(route, state.money[seat])]
    return a_number(question, route.total, lures, reasons, "PG-BUILD-03", "PG-BUILD-04")


def _reach(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask how many cities a player can pay in this round."""
    state, seat = shown.table(), _seat(drill)
    money = state.money[seat]
    reach = most_cities(state, seat, money)
    assert reach.is_exact, drill
    values = {"name": shown.names[seat], "money": money}
    question = say("How many cities can {name} connect for {money} Elektro?", **values)
    reasons = [*reach_lines(reach, money)]
    count = len(reach.route.cities)
    return a_number(question, count, [money // 10], reasons, "PG-BUILD-03", "PG-BUILD-06")


def _fuel(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask what a number of tokens cost; the usual mistake takes all of them at one price."""
    state, fuel, count = shown.table(), GOODS.index(drill["fuel"]), int(drill["count"])
    price = cost(state, fuel, count)
    kind = Word(GOODS[fuel])
    question = say("What do {count} {kind} cost, in Elektro?", count=count, kind=kind)
    prices = market_prices(state, fuel, available(state, fuel))
    taken = say("the cheapest first: {prices}", prices=prices_words(prices[:count]))
    lures = [count * prices[0], count * prices[count - 1], price + prices[0]]
    return a_number(question, price, lures, [taken], "PG-RES-01")


def _refill(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask how many tokens a refill brings; the usual mistake forgets the supply."""
    state, fuel = shown.table(), FUELS.index(drill["fuel"])
    step = coming_step(state)
    added = tokens_to_add(state, step)
    question = say(
        "How many {kind} does the next refill add, if nothing is burnt before it?",
        kind=Word(FUELS[fuel]),
    )
    row = state.terms.refill[step - 1]
    reasons = [
        say(
            "the table of step {step} says {count}; {supply} in the supply, {room} empty spaces",
            step=step,
            count=row[fuel],
            supply=state.supply[fuel],
            room=len(state.terms.prices[fuel]) - state.market[fuel],
        )
    ]
    others = [row[fuel], *(rows[fuel] for rows in state.terms.refill)]
    return a_number(question, added[fuel], others, reasons, "PG-BUR-04")


def _power(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask how many of its cities a player can power with the fuel in stock."""
    state, seat = shown.table(), _seat(drill)
    plants, cities = state.plants[seat], state.city_count[seat]
    name = shown.names[seat]
    question = say("How many of its own cities can {name} power now?", name=name)
    reasons = [f"{plant}: {plant_words(plant)}" for plant in plants]
    reasons.append(say("fuel: {fuel}", fuel=fuel_words(state.fuel[seat])))
    reasons.append(say("network: {cities}", cities=cities_words(cities)))
    lures = [output(plants), cities]
    rules = ("PG-BUR-01", "PG-PLANT-01")
    return a_number(question, powering(state, seat), lures, reasons, *rules)


def _order(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask who will be first in the turn order of the next round."""
    del drill
    state, names = shown.table(), shown.names
    order = recomputed_turn_order(state)
    question = say("Who would be first in the turn order if the next round began now?")
    reasons = [
        say(
            "{name}: {cities}, highest plant {plant}",
            name=names[seat],
            cities=cities_words(state.city_count[seat]),
            plant=state.plants[seat][-1],
        )
        for seat in order
    ]
    return Asked(question, list(names), order[0], reasons, ("PG-ORDER-01",))


def _winner(shown: Position, drill: Mapping[str, Any]) -> Asked:
    """Ask who wins if the game is over now."""
    del drill
    state, names = shown.table(), shown.names
    result = provisional_result(state)
    reasons = []
    for one in ranking(state):
        values = {"powered": one.powered, "money": one.money, "name": names[one.seat]}
        told = say("{name}: {powered:city powered|cities powered}, {money} Elektro", **values)
        reasons.append(f"{told}; {tie_breaker(one)}" if one.decided_by else told)
    question = say("The game ends now. Who wins?")
    return Asked(question, list(names), result.winners[0], reasons, ("PG-END-03", "PG-END-04"))


def _seat(drill: Mapping[str, Any]) -> Seat:
    return LETTERS.index(drill["player"])


KINDS_OF_QUESTION = {
    "cost": _cost,
    "reach": _reach,
    "fuel": _fuel,
    "refill": _refill,
    "power": _power,
    "order": _order,
    "winner": _winner,
}
