"""The question ``reach``: the most cities that a player can afford."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from gridcommon.contract import Seat
from gridgames.wings.powergrid.companion.player_answer import (
    Player,
    RouteAnswer,
    route_to_json,
    seats_named,
)
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.plan.text import reach_lines
from powergrid.projection import Reach, Route, most_cities

_EFFORT = 90_000  # positions searched, of all players together

Money = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Assume this much money, in Elektro. By default, what each player has.",
        min=0,
    ),
]


class Reaches(RouteAnswer[tuple[int, Reach]]):
    """The money of each seat, and the most cities that it connects."""

    def route(self, one: tuple[int, Reach]) -> Route:
        return one[1].route

    def sentences(self, seat: Seat, one: tuple[int, Reach]) -> Iterator[str]:
        del seat
        money, reach = one
        return reach_lines(reach, money)

    def facts(self, seat: Seat, one: tuple[int, Reach]) -> dict[str, Any]:
        """Return the result of a seat as JSON; ``exact`` is false if the search stopped early."""
        del seat
        money, reach = one
        bounds = {"exact": reach.is_exact, "at_most": reach.bound}
        return {"money": money, **route_to_json(reach.route), **bounds}


def ask(subject: QuerySubject, money: Money = None, player: Player = None) -> Reaches:
    """Return the answer. Raises NotationError for an unknown player."""
    state, found = subject.state, {}
    seats = seats_named(player, subject.names)
    for seat in seats:
        has = state.money[seat] if money is None else money
        found[seat] = has, most_cities(state, seat, has, _EFFORT // len(seats))
    return Reaches(subject, found)
