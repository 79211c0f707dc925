"""The drills of Power Grid: the kinds of question, answered by the engine."""

from collections.abc import Iterator
from functools import cached_property

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Word
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.table.drills import Drill, DrillQuestion, a_number
from gridgames.terminal.output import Line
from gridgames.wings.powergrid.companion.position_input import parse_any_position
from gridgames.wings.powergrid.companion.questions import tie_breaker
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    fuel_words,
    market_prices,
    plant_words,
    prices_words,
    reach_lines,
    route_lines,
)
from gridgames.wings.powergrid.panels import describe
from gridgames.wings.powergrid.screen.board import map_lines
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


class GameDrill(Drill):
    """A drill of Power Grid."""

    @cached_property
    def shown(self) -> Position:
        return parse_any_position(self.table["position"])

    @property
    def is_on_the_board(self) -> bool:
        return self.table["ask"] in _ON_THE_MAP

    def board(self) -> Iterator[Line]:
        """Yield the map if the question needs it, and the markets."""
        state, names = self.shown.table(), self.shown.names
        if self.is_on_the_board:
            yield from map_lines(state, Marks())
        yield from describe(state, names)

    def _seat(self) -> Seat:
        return LETTERS.index(self.table["player"])

    def ask_cost(self) -> DrillQuestion:
        """Ask what a city costs a player; the usual mistakes count the slot or the path alone."""
        state, seat = self.shown.table(), self._seat()
        city = city_named(self.table["city"], [CITY_NAMES[one] for one in state.board.cities])
        route = cheapest_route(state, seat, [city])
        assert not isinstance(route, Refusal), city
        question = say(
            "What does {city} cost {name} now, in Elektro?",
            city=CITY_NAMES[city],
            name=self.shown.names[seat],
        )
        slot, path = route.slots[0], route.paths[0]
        lures = [slot, 10 + path, slot + 5 + path, route.total + 3]
        reasons = [*route_lines(route, state.money[seat])]
        return a_number(question, route.total, lures, reasons, "PG-BUILD-03", "PG-BUILD-04")

    def ask_reach(self) -> DrillQuestion:
        """Ask how many cities a player can pay in this round."""
        state, seat = self.shown.table(), self._seat()
        money = state.money[seat]
        reach = most_cities(state, seat, money)
        assert reach.is_exact, self.table
        values = {"name": self.shown.names[seat], "money": money}
        question = say("How many cities can {name} connect for {money} Elektro?", **values)
        reasons = [*reach_lines(reach, money)]
        count = len(reach.route.cities)
        return a_number(question, count, [money // 10], reasons, "PG-BUILD-03", "PG-BUILD-06")

    def ask_fuel(self) -> DrillQuestion:
        """Ask what a number of tokens cost; the usual mistake takes all of them at one price."""
        state, fuel, count = (
            self.shown.table(),
            GOODS.index(self.table["fuel"]),
            int(self.table["count"]),
        )
        price = cost(state, fuel, count)
        kind = Word(GOODS[fuel])
        question = say("What do {count} {kind} cost, in Elektro?", count=count, kind=kind)
        prices = market_prices(state, fuel, available(state, fuel))
        taken = say("the cheapest first: {prices}", prices=prices_words(prices[:count]))
        lures = [count * prices[0], count * prices[count - 1], price + prices[0]]
        return a_number(question, price, lures, [taken], "PG-RES-01")

    def ask_refill(self) -> DrillQuestion:
        """Ask how many tokens a refill brings; the usual mistake forgets the supply."""
        state, fuel = self.shown.table(), FUELS.index(self.table["fuel"])
        step = coming_step(state)
        added = tokens_to_add(state, step)
        question = say(
            "How many {kind} does the next refill add, if nothing is burnt before it?",
            kind=Word(FUELS[fuel]),
        )
        row = state.terms.refill[step - 1]
        reasons = [
            say(
                "the table of step {step} says {count}; {supply} in the supply, "
                "{room} empty spaces",
                step=step,
                count=row[fuel],
                supply=state.supply[fuel],
                room=len(state.terms.prices[fuel]) - state.market[fuel],
            )
        ]
        others = [row[fuel], *(rows[fuel] for rows in state.terms.refill)]
        return a_number(question, added[fuel], others, reasons, "PG-BUR-04")

    def ask_power(self) -> DrillQuestion:
        """Ask how many of its cities a player can power with the fuel in stock."""
        state, seat = self.shown.table(), self._seat()
        plants, cities = state.plants[seat], state.city_count[seat]
        name = self.shown.names[seat]
        question = say("How many of its own cities can {name} power now?", name=name)
        reasons = [f"{plant}: {plant_words(plant)}" for plant in plants]
        reasons.append(say("fuel: {fuel}", fuel=fuel_words(state.fuel[seat])))
        reasons.append(say("network: {cities}", cities=cities_words(cities)))
        lures = [output(plants), cities]
        rules = ("PG-BUR-01", "PG-PLANT-01")
        return a_number(question, powering(state, seat), lures, reasons, *rules)

    def ask_order(self) -> DrillQuestion:
        """Ask who will be first in the turn order of the next round."""
        state, names = self.shown.table(), self.shown.names
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
        return DrillQuestion(question, list(names), order[0], reasons, ("PG-ORDER-01",))

    def ask_winner(self) -> DrillQuestion:
        """Ask who wins if the game is over now."""
        state, names = self.shown.table(), self.shown.names
        result = provisional_result(state)
        reasons = []
        for one in ranking(state):
            values = {"powered": one.powered, "money": one.money, "name": names[one.seat]}
            told = say("{name}: {powered:city powered|cities powered}, {money} Elektro", **values)
            reasons.append(f"{told}; {tie_breaker(one)}" if one.decided_by else told)
        question = say("The game ends now. Who wins?")
        return DrillQuestion(
            question, list(names), result.winners[0], reasons, ("PG-END-03", "PG-END-04")
        )
