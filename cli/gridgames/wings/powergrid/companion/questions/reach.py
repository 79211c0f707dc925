"""The question ``reach``: the most cities that a player can afford."""

from collections.abc import Iterator
from typing import Annotated, TypedDict

import typer

from gridcommon.contract import Seat
from gridgames.wings.powergrid.companion.player_answer import (
    OfPlayerJson,
    Player,
    RouteAnswer,
    RouteJson,
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


class ReachJson(OfPlayerJson, RouteJson):
    """The most cities of a player; ``exact`` is false if the search stopped early."""

    money: int
    exact: bool
    at_most: int


class ReachesJson(TypedDict):
    """The answer."""

    players: list[ReachJson]


class Reaches(RouteAnswer[tuple[int, Reach]]):
    """The money of each seat, and the most cities that it connects."""

    def route(self, one: tuple[int, Reach]) -> Route:
        return one[1].route

    def sentences(self, seat: Seat, one: tuple[int, Reach]) -> Iterator[str]:
        del seat
        money, reach = one
        return reach_lines(reach, money)

    def to_json(self) -> ReachesJson:
        return {
            "players": [
                {
                    **self.of_player(seat),
                    "money": money,
                    **route_to_json(reach.route),
                    "exact": reach.is_exact,
                    "at_most": reach.bound,
                }
                for seat, (money, reach) in self.found.items()
            ]
        }


def ask(subject: QuerySubject, money: Money = None, player: Player = None) -> Reaches:
    """Return the answer. Raises NotationError for an unknown player."""
    state, found = subject.state, {}
    seats = seats_named(player, subject.names)
    for seat in seats:
        has = state.money[seat] if money is None else money
        found[seat] = has, most_cities(state, seat, has, _EFFORT // len(seats))
    return Reaches(subject, found)
