"""The question ``cost``: the cheapest order to connect cities."""

from collections.abc import Iterator
from typing import Annotated, TypedDict

import typer

from gridcommon.answers import RefusalJson
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.commands.answers import refusal_to_json
from gridgames.wings.powergrid.companion.player_answer import (
    OfPlayerJson,
    Player,
    RouteAnswer,
    RouteJson,
    route_to_json,
    seats_named,
)
from gridgames.wings.powergrid.companion.position_input import QuerySubject, cities_named
from gridgames.wings.powergrid.plan.text import route_lines
from powergrid.projection import Route, cheapest_route

Cities = Annotated[list[str], typer.Argument(metavar="CITY...", help="The cities, in any order.")]


class CostJson(OfPlayerJson, RouteJson):
    """The cheapest order of the cities for a player."""

    money: int


class NoCostJson(OfPlayerJson):
    """A player who cannot connect the cities."""

    money: int
    refused: RefusalJson | None


class CostsJson(TypedDict):
    """The answer."""

    players: list[CostJson | NoCostJson]


class Costs(RouteAnswer[Route | Refusal]):
    """The cheapest order of the cities for each seat, with their prices."""

    @property
    def is_refused(self) -> bool:
        """Whether none of the players can connect them."""
        return all(isinstance(route, Refusal) for route in self.found.values())

    def route(self, one: Route | Refusal) -> Route | None:
        return None if isinstance(one, Refusal) else one

    def sentences(self, seat: Seat, one: Route | Refusal) -> Iterator[str]:
        return route_lines(one, self.subject.state.money[seat])

    def to_json(self) -> CostsJson:
        return {"players": [self._player(seat, one) for seat, one in self.found.items()]}

    def _player(self, seat: Seat, one: Route | Refusal) -> CostJson | NoCostJson:
        player, money = self.of_player(seat), self.subject.state.money[seat]
        if isinstance(one, Refusal):
            return {**player, "money": money, "refused": refusal_to_json(one)}
        return {**player, "money": money, **route_to_json(one)}


def ask(subject: QuerySubject, cities: Cities, player: Player = None) -> Costs:
    """Return the answer. Raises NotationError for an unknown city or player."""
    wanted = cities_named(cities, subject.state)
    seats = seats_named(player, subject.names)
    return Costs(subject, {seat: cheapest_route(subject.state, seat, wanted) for seat in seats})
