"""Answers with one result per player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypedDict, TypeVar

import typer

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridgames.commands.answers import Answer, ShownBoard
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, headed, item
from gridgames.terminal.seat_styles import seat_style
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.places import city_place
from powergrid.codecs import LETTERS
from powergrid.powering import output
from powergrid.projection import Route
from powergrid.tables import CITY_NAMES

Player = Annotated[
    str | None,
    typer.Option(metavar="PLAYER", help="Only this player: its letter, A to F, or its name."),
]
Found = TypeVar("Found")


class OfPlayerJson(TypedDict):
    """The result of a seat."""

    seat: int
    name: str


class ConnectionJson(TypedDict):
    """A city that is connected, the price of its slot and its path."""

    city: str
    slot: int
    path: int


class RouteJson(TypedDict):
    """The cities of a route in order, and their total price."""

    cities: list[ConnectionJson]
    total: int


@dataclass(frozen=True)
class PlayerAnswer(Answer, Generic[Found]):
    """An answer with one result per seat."""

    subject: QuerySubject
    found: Mapping[Seat, Found]

    def sentences(self, seat: Seat, one: Found) -> Iterable[str]:
        """Yield the result of a seat as sentences."""
        raise NotImplementedError

    def of_player(self, seat: Seat) -> OfPlayerJson:
        """Return the keys that each result has in JSON."""
        return {"seat": seat, "name": self.subject.names[seat]}

    def board(self) -> ShownBoard:
        return ShownBoard("powergrid", *self.subject)

    def lines(self) -> Iterator[Line]:
        state, names = self.subject
        for seat, one in self.found.items():
            values = {"money": state.money[seat], "cities": state.city_count[seat]}
            values["power"] = output(state.plants[seat])
            text = say(": {money} Elektro, {cities:city|cities}, plants for {power}", **values)
            yield from headed(f"{LETTERS[seat]} {names[seat]}", seat_style(seat), text)
            for sentence in self.sentences(seat, one):
                yield from item(sentence, "    ")


class RouteAnswer(PlayerAnswer[Found]):
    """An answer whose results connect cities."""

    def route(self, one: Found) -> Route | None:
        """Return the cities that the result of a seat connects, or None for none."""
        raise NotImplementedError

    def board(self) -> ShownBoard:
        """Return the map with the cities of one player: the player to act, if it is in the answer.

        Each has the price of its slot and its path.
        """
        state, names = self.subject
        routes = {seat: route for seat, one in self.found.items() if (route := self.route(one))}
        if not routes:
            return super().board()
        seat = state.actor if state.actor in routes else min(routes)
        route = routes[seat]
        steps = zip(route.cities, route.slots, route.paths, strict=True)
        marks = Marks(
            prices={city_place(city): f"{slot + path}" for city, slot, path in steps},
            planned={city_place(city): seat for city in route.cities},
        )
        note = say("On the map: the cities of {name}, with what each costs.", name=names[seat])
        return ShownBoard("powergrid", state, names, marks, note)


def route_to_json(route: Route) -> RouteJson:
    """Return the cities of a route in order, and their total price."""
    steps = zip(route.cities, route.slots, route.paths, strict=True)
    return {
        "cities": [
            {"city": CITY_NAMES[city], "slot": slot, "path": path} for city, slot, path in steps
        ],
        "total": route.total,
    }


def seats_named(player: str | None, names: Sequence[str]) -> list[Seat]:
    """Return the seat of a player by letter or name, or all seats if none is given.

    Raises NotationError.
    """
    if player is None:
        return list(range(len(names)))
    letters = LETTERS[: len(names)]
    known = [one.casefold() for one in (*letters, *names)]
    if player.casefold() in known:
        return [known.index(player.casefold()) % len(names)]
    raise NotationError(
        "unknown player {found}; choose one of {known}",
        key="player",
        found=repr(player),
        known=", ".join(f"{letter} {name}" for letter, name in zip(letters, names, strict=True)),
    )
