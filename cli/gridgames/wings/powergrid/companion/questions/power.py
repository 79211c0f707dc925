"""The question ``power``: the plants and fuel that power a number of cities most cheaply."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

import typer

from gridcommon.answers import RefusalJson
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.commands.answers import refusal_to_json
from gridgames.languages.messages import say
from gridgames.show.plans import in_the_way
from gridgames.wings.powergrid.companion.player_answer import (
    OfPlayerJson,
    Player,
    PlayerAnswer,
    seats_named,
)
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.situation import cities_words, fuel_words
from powergrid.ending import powering
from powergrid.powering import output
from powergrid.projection import Running, cheapest_running
from powergrid.tables import FUELS, Fuel, Tokens

Cities = Annotated[int | None, typer.Option(metavar="N", help="Only this number of cities.", min=0)]
Ways = Mapping[int, Running | Refusal]  # by the number of cities


class WayJson(TypedDict):
    """The plants and fuel that power a number of cities."""

    cities: int
    plants: list[int]
    burn: dict[str, int]
    buy: dict[str, int]
    price: int
    income: int


class NoWayJson(TypedDict):
    """A number of cities that a player cannot power."""

    cities: int
    refused: RefusalJson | None


class PlayerWaysJson(OfPlayerJson):
    """A player's ways to power cities."""

    ways: list[WayJson | NoWayJson]


class PowerJson(TypedDict):
    """The answer."""

    players: list[PlayerWaysJson]


class Power(PlayerAnswer[Ways]):
    """The cheapest plants and fuel for each seat, by the number of cities."""

    def sentences(self, seat: Seat, one: Ways) -> Sequence[str]:
        cities = self.subject.state.city_count[seat]
        texts = [_running(count, way, cities) for count, way in one.items()]
        return texts or [say("no plant can run")]

    def to_json(self) -> PowerJson:
        return {
            "players": [
                {
                    **self.of_player(seat),
                    "ways": [_way_to_json(count, way) for count, way in one.items()],
                }
                for seat, one in self.found.items()
            ]
        }


def ask(subject: QuerySubject, cities: Cities = None, player: Player = None) -> Power:
    """Return the answer. Raises NotationError for an unknown player."""
    state, found = subject.state, {}
    for seat in seats_named(player, subject.names):
        most = min(output(state.plants[seat]), state.city_count[seat] + 2)
        asked = range(max(1, powering(state, seat)), most + 1) if cities is None else [cities]
        found[seat] = {count: cheapest_running(state, seat, count) for count in asked}
    return Power(subject, found)


def _running(count: int, one: Running | Refusal, cities: int) -> str:
    head = cities_words(count)
    if count > cities:
        missing = count - cities
        head = say("{cities}, of which {missing} not connected yet", cities=head, missing=missing)
    if isinstance(one, Refusal):
        return f"{head}: {in_the_way(one)}"
    plants = " ".join(map(str, one.plants)) or say("nothing")
    values = {"head": head, "plants": plants, "burn": fuel_words(one.burn), "income": one.income}
    if not one.buys:
        return say("{head}: run {plants} on {burn}, buy nothing; pays {income}", **values)
    return say(
        "{head}: run {plants} on {burn}, buy {buys} for {price}; pays {income}, {left} after that",
        **values,
        buys=fuel_words(_tokens(one.buys)),
        price=one.price,
        left=one.income - one.price,
    )


def _tokens(counts: Mapping[Fuel, int]) -> Tokens:
    return (counts.get(0, 0), counts.get(1, 0), counts.get(2, 0), counts.get(3, 0))


def _way_to_json(count: int, one: Running | Refusal) -> WayJson | NoWayJson:
    if isinstance(one, Refusal):
        return {"cities": count, "refused": refusal_to_json(one)}
    return {
        "cities": count,
        "plants": list(one.plants),
        "burn": {FUELS[fuel]: count for fuel, count in enumerate(one.burn) if count},
        "buy": {FUELS[fuel]: count for fuel, count in one.buys.items()},
        "price": one.price,
        "income": one.income,
    }
