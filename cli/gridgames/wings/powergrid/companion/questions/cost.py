"""The question ``cost``: the cheapest order to connect cities."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.wings.powergrid.companion.player_answer import (
    Player,
    RouteAnswer,
    refused,
    route_to_json,
    seats_named,
)
from gridgames.wings.powergrid.companion.position_input import QuerySubject, cities_named
from gridgames.wings.powergrid.plan.text import route_lines
from powergrid.projection import Route, cheapest_route

Cities = Annotated[list[str], typer.Argument(metavar="CITY...", help="The cities, in any order.")]


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

    def facts(self, seat: Seat, one: Route | Refusal) -> dict[str, Any]:
        found = refused(one) if isinstance(one, Refusal) else route_to_json(one)
        return {"money": self.subject.state.money[seat]} | found


def ask(subject: QuerySubject, cities: Cities, player: Player = None) -> Costs:
    """Return the answer. Raises NotationError for an unknown city or player."""
    wanted = cities_named(cities, subject.state)
    seats = seats_named(player, subject.names)
    return Costs(subject, {seat: cheapest_route(subject.state, seat, wanted) for seat in seats})
