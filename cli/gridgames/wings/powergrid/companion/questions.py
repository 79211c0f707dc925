"""The questions about a Power Grid position or game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain
from typing import Annotated, TypedDict, TypeVar

import typer

from gridcommon.answers import PositionJson, RefusalJson, ResultJson, as_answer
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.commands.options import At, Numbers
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.show.plans import in_the_way
from gridgames.show.questions import (
    Answer,
    AnswerBoard,
    DocumentJson,
)
from gridgames.study.positions import ShownJson, describe_ending, shown_position
from gridgames.terminal.output import Line, headed, heading, item, wrapped
from gridgames.terminal.seat_styles import seat_style
from gridgames.wings.powergrid.companion.position_input import (
    MapFile,
    PositionArgument,
    QuerySubject,
    load_position,
    load_position_or_record,
    own_map,
    with_defaults_filled_in,
)
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.description.situation import (
    cities_words,
    fuel_words,
    market_prices,
    money_words,
    prices_words,
    reach_lines,
    route_lines,
)
from gridgames.wings.powergrid.panels import describe
from powergrid import resources
from powergrid.bureaucracy import payment
from powergrid.codecs import LETTERS
from powergrid.ending import RankedSeat, powering, provisional_result, ranking
from powergrid.fuel_market import tokens_to_add
from powergrid.notation.formatter import format_position
from powergrid.position import Position, to_position
from powergrid.position_fields import facts, result_facts
from powergrid.powering import output
from powergrid.projection import (
    Reach,
    Route,
    Running,
    cheapest_route,
    cheapest_running,
    most_cities,
)
from powergrid.steps import coming_step
from powergrid.tables import CITY_NAMES, FUELS, GOODS, Fuel, Tokens

_EFFORT = 90_000  # positions searched, of all players together

Player = Annotated[
    str | None,
    typer.Option(metavar="PLAYER", help="Only this player: its letter, A to F, or its name."),
]
T = TypeVar("T")


class OfPlayerJson(TypedDict):
    """The result of a seat."""

    seat: int
    name: str


class ConnectionJson(TypedDict):
    """A city that is connected, the price of its slot and its path."""

    city: str
    slot: int
    path: int


# Show and convert


def show(
    position: PositionArgument, at: At = None, map_file: MapFile = None, plain: Numbers = False
) -> Answer[ShownJson]:
    """Show a position, or a recorded game after any action: markets, players, cities.

    For a finished game: who won, and the figures by round.
    """
    found = load_position_or_record(position, at, own_map(map_file))
    record = None if isinstance(found, Position) else found
    seen = found if isinstance(found, Position) else to_position(found.state, found.names)
    state = record.state if record else seen.table()

    def document() -> ShownJson:
        known = facts(state) | {"top_back": state.top_back}
        return shown_position(known, format_position(seen), state.terms.caveats, record)

    def lines() -> Iterator[Line]:
        yield from describe(state, seen.names)
        yield from describe_ending(record, numbers=plain)

    return Answer(document, lines, lambda: AnswerBoard("powergrid", state, seen.names))


class Form(StrEnum):
    """A notation of positions."""

    TEXT = "text"
    JSON = "json"


def convert(
    position: PositionArgument,
    to: Annotated[Form, typer.Option(help="The notation to write.")],
    at: At = None,
    map_file: MapFile = None,
    cards: Annotated[
        bool,
        typer.Option(
            "--cards",
            help=("Write out a record's stack card by card. No player can see this during play."),
        ),
    ] = False,
) -> str | PositionJson:
    """Write a position as text or as JSON, with everything that it leaves out filled in.

    Every command here can read the result.
    """
    found = load_position(position, at, cards=cards, own=own_map(map_file))
    full = with_defaults_filled_in(found)
    return full.to_json() if to is Form.JSON else format_position(full)


# Cost and reach


class MoneyJson(OfPlayerJson):
    """The money of a seat."""

    money: int


class CostJson(MoneyJson):
    """The cheapest order of the cities for a player, and their total price."""

    cities: list[ConnectionJson]
    total: int


class NoCostJson(MoneyJson):
    """A player who cannot connect the cities."""

    refused: RefusalJson | None


class CostsJson(DocumentJson):
    """The cheapest order of the cities for each player, with their prices."""

    players: list[CostJson | NoCostJson]


def cost(
    subject: QuerySubject,
    cities: Annotated[
        list[str], typer.Argument(metavar="CITY...", help="The cities, in any order.")
    ],
    player: Player = None,
) -> Answer[CostsJson]:
    """Show the cheapest order in which to connect cities, and what it costs each player.

    Exits with 1 if none of these players can connect them.
    """
    state, wanted = subject.state, subject.cities(cities)
    found = {seat: cheapest_route(state, seat, wanted) for seat in subject.open_seats(player)}

    def player_to_json(seat: Seat, one: Route | Refusal) -> CostJson | NoCostJson:
        shared = {**of_player(subject, seat), "money": state.money[seat]}
        if isinstance(one, Refusal):
            return as_answer(NoCostJson, None, **shared, refused=one)
        return as_answer(CostJson, one, **shared, cities=_connections(one))

    return Answer(
        lambda: {"schema": 1, "players": [player_to_json(*one) for one in found.items()]},
        lambda: chain(
            _by_player(subject, found, lambda seat, one: route_lines(one, state.money[seat])),
            _assumed(subject),
        ),
        lambda: _route_board(
            subject, {seat: one for seat, one in found.items() if isinstance(one, Route)}
        ),
        is_refused=all(isinstance(one, Refusal) for one in found.values()),
    )


class ReachJson(CostJson):
    """The most cities of a player; ``exact`` is false if the search stopped early."""

    exact: bool
    at_most: int


class ReachesJson(DocumentJson):
    """The money of each player, and the most cities that it connects."""

    players: list[ReachJson]


def reach(
    subject: QuerySubject,
    money: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Assume this much money, in Elektro. By default, what each player has.",
            min=0,
        ),
    ] = None,
    player: Player = None,
) -> Answer[ReachesJson]:
    """Show the most cities each player can connect with its money, and which ones.

    The answer is exact. If the search stops early, it gives an upper bound.
    """
    state, found = subject.state, dict[Seat, tuple[int, Reach]]()
    seats = subject.open_seats(player) if money is None else subject.seats(player)
    for seat in seats:
        has = state.money[seat] if money is None else money
        found[seat] = has, most_cities(state, seat, has, _EFFORT // len(seats))

    def player_to_json(seat: Seat, has: int, one: Reach) -> ReachJson:
        given = {**of_player(subject, seat), "money": has, "cities": _connections(one.route)}
        exact = {"exact": one.is_exact, "at_most": one.bound}
        return as_answer(ReachJson, one.route, **given, **exact)

    return Answer(
        lambda: {
            "schema": 1,
            "players": [player_to_json(seat, *one) for seat, one in found.items()],
        },
        lambda: chain(
            _by_player(subject, found, lambda _, one: reach_lines(one[1], one[0])),
            _assumed(subject),
        ),
        lambda: _route_board(subject, {seat: one.route for seat, (_, one) in found.items()}),
    )


# Power


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
    """A player's cheapest ways to power cities, by their number."""

    ways: list[WayJson | NoWayJson]


class PowerJson(DocumentJson):
    """The answer."""

    players: list[PlayerWaysJson]


def power(
    subject: QuerySubject,
    cities: Annotated[
        int | None, typer.Option(metavar="N", help="Only this number of cities.", min=0)
    ] = None,
    player: Player = None,
) -> Answer[PowerJson]:
    """Show which plants to run, and on which fuel, to power a given number of cities, and what
    that pays.

    Without --cities: every number from what the fuel in stock can power up to two more than the
    player's cities.
    """
    state, found = subject.state, dict[Seat, Mapping[int, Running | Refusal]]()
    for seat in subject.seats(player):
        most = min(output(state.plants[seat]), state.city_count[seat] + 2)
        asked = range(max(1, powering(state, seat)), most + 1) if cities is None else [cities]
        found[seat] = {count: cheapest_running(state, seat, count) for count in asked}

    def document() -> PowerJson:
        players: list[PlayerWaysJson] = [
            {**of_player(subject, seat), "ways": [_way_to_json(*way) for way in ways.items()]}
            for seat, ways in found.items()
        ]
        return {"schema": 1, "players": players}

    def sentences(seat: Seat, ways: Mapping[int, Running | Refusal]) -> Iterable[str]:
        texts = [_running(*way, state.city_count[seat]) for way in ways.items()]
        return texts or [say("no plant can run")]

    return Answer(document, lambda: _by_player(subject, found, sentences), subject.board)


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
        return as_answer(NoWayJson, None, cities=count, refused=one)
    burn = {FUELS[fuel]: count for fuel, count in enumerate(one.burn) if count}
    buy = {FUELS[fuel]: count for fuel, count in one.buys.items()}
    return as_answer(WayJson, one, cities=count, burn=burn, buy=buy)


# Market


class RefillJson(TypedDict):
    """The next refill, by the rules of ``step``."""

    step: int
    tokens: list[int]


class MarketJson(DocumentJson):
    """The market, and the next refill: ``prices`` are sums, from one token on."""

    market: list[int]
    prices: dict[str, list[int]]
    refill: RefillJson
    after: list[int]


def market(subject: QuerySubject) -> Answer[MarketJson]:
    """Show the price of any number of tokens of each fuel, and what the next refill adds."""
    state = subject.state
    step, offered = coming_step(state), resources.buyable_goods(state)
    added = tokens_to_add(state, step)
    after = [here + more for here, more in zip(state.market, added, strict=True)]
    prices = {
        good: [
            resources.cost(state, good, count)
            for count in range(1, resources.available(state, good) + 1)
        ]
        for good in offered
    }

    def document() -> MarketJson:
        return {
            "schema": 1,
            "market": list(state.market),
            "prices": {GOODS[good]: costs for good, costs in prices.items()},
            "refill": {"step": step, "tokens": list(added)},
            "after": after,
        }

    def lines() -> Iterator[Line]:
        columns = [say(GOODS[good]) for good in offered]
        wide = max(9, *map(len, columns)) + 1
        yield from heading(say("Total price of tokens, cheapest first"))
        yield [("     " + "".join(f"{name:>{wide}}" for name in columns), "dim")]
        for count in range(max(map(len, prices.values()))):
            row = (costs[count] if count < len(costs) else "-" for costs in prices.values())
            yield [(f"{count + 1:>5}" + "".join(f"{cost:>{wide}}" for cost in row), "")]
        yield []
        yield from heading(
            say("Next refill (step {step}): {fuel}", step=step, fuel=fuel_words(added))
        )
        yield from wrapped(say("if nothing more is bought or burnt; the market then:"), first="  ")
        for fuel, name in enumerate(FUELS):
            words = prices_words(market_prices(state, fuel, after[fuel]))
            yield from item(f"{say(name)}: {words or '-'}", "    ")

    return Answer(document, lines, subject.board)


# End


class RankedJson(TypedDict):
    """A player in the ranking, and the rule that puts it before the next one."""

    place: int
    seat: int
    name: str
    powered: int
    money: int
    cities: int
    decided_by: str | None


class EndJson(DocumentJson):
    """The result as of now, with the keys of a result line, and the whole ranking."""

    result: ResultJson
    ranking: list[RankedJson]
    largest: int
    ends_at: int


def end(subject: QuerySubject) -> Answer[EndJson]:
    """Show who would win if the game ended now, in which order all players would finish, and why.

    And how much is left to play: the cities that each player lacks to the end of the game.
    """
    state, names = subject.state, subject.names
    result, ranked = provisional_result(state), ranking(state)

    def document() -> EndJson:
        return {
            "schema": 1,
            "result": dict(result_facts(result)),
            "ranking": [as_answer(RankedJson, one, name=names[one.seat]) for one in ranked],
            "largest": state.most_cities,
            "ends_at": state.terms.end_cities,
        }

    def lines() -> Iterator[Line]:
        is_hidden = min(state.money) < 0
        if is_hidden and result.decided_by != "PG-END-03":
            yield from heading(say("If the game ended now, money would decide, and it is hidden."))
        else:
            winners = " + ".join(names[seat] for seat in result.winners)
            rule = result.decided_by
            title = say("If the game ended now: {names} ({rule})", names=winners, rule=rule)
            yield from heading(title)
        wide = max(len(names[one.seat]) for one in ranked)
        for one in ranked:
            head = f"{one.place}. {LETTERS[one.seat]} {names[one.seat]:<{wide}}  "
            text = say(
                "{powered} for {income}, {money}, {cities}, {missing} more to the end",
                powered=say("{cities:city powered|cities powered}", cities=one.powered),
                income=payment(one.powered),
                money=money_words(state, one.seat),
                cities=cities_words(one.cities),
                missing=max(0, state.terms.end_cities - one.cities),
            )
            yield from wrapped(f"{head}{text}", " " * len(head), first="")
            if one is not ranked[-1] and not (is_hidden and one.decided_by != "PG-END-03"):
                yield from wrapped(tie_breaker(one), " " * len(head), "dim")
        text = say(
            "The largest network has {largest}; the game ends with phase 4 at {end}.",
            largest=cities_words(state.most_cities),
            end=state.terms.end_cities,
        )
        yield from wrapped(text, "  ", first="")

    return Answer(document, lines, subject.board)


def tie_breaker(one: RankedSeat) -> str:
    """Return the tie-breaker that ranks a player before the next one."""
    if one.decided_by is None:
        return say("tied with the next: they share (PG-END-06)")
    return say(
        {
            "PG-END-03": "ahead with more cities powered ({rule})",
            "PG-END-04": "ahead with more money ({rule})",
            "PG-END-05": "ahead with more cities ({rule})",
        }[one.decided_by],
        rule=one.decided_by,
    )


# Shared by several answers


def of_player(subject: QuerySubject, seat: Seat) -> OfPlayerJson:
    """Return the keys that all answers have for a player."""
    return {"seat": seat, "name": subject.names[seat]}


def _connections(route: Route) -> list[ConnectionJson]:
    steps = zip(route.cities, route.slots, route.paths, strict=True)
    return [{"city": CITY_NAMES[city], "slot": slot, "path": path} for city, slot, path in steps]


def _by_player(
    subject: QuerySubject,
    found: Mapping[Seat, T],
    sentences: Callable[[Seat, T], Iterable[str]],
) -> Iterator[Line]:
    """Yield the money, cities and plants of each player, and its result in sentences."""
    state = subject.state
    for seat, one in found.items():
        text = say(
            ": {money}, {cities}, plants for {power}",
            money=money_words(state, seat),
            cities=cities_words(state.city_count[seat]),
            power=output(state.plants[seat]),
        )
        yield from headed(f"{LETTERS[seat]} {subject.names[seat]}", seat_style(seat), text)
        for sentence in sentences(seat, one):
            yield from item(sentence, "    ")


def _assumed(subject: QuerySubject) -> Iterator[Line]:
    """Yield a sentence about houses of the Cartel that the position leaves out."""
    if subject.blocked:
        cities = ", ".join(subject.blocked)
        told = say("Assumed: the Cartel has house 15 in {cities} (PG-CART-07)", cities=cities)
        yield from wrapped(told, "  ", first="")


def _route_board(subject: QuerySubject, routes: Mapping[Seat, Route]) -> AnswerBoard:
    """Return the map with the cities of one player: the player to act, if it is in the answer.

    Each has the price of its slot and its path.
    """
    state, names = subject.state, subject.names
    if not routes:
        return subject.board()
    seat = state.actor if state.actor in routes else min(routes)
    route = routes[seat]
    steps = zip(route.cities, route.slots, route.paths, strict=True)
    marks = Marks(
        prices={city_place(city): f"{slot + path}" for city, slot, path in steps},
        planned={city_place(city): seat for city in route.cities},
    )
    note = say("On the map: the cities of {name}, with what each costs.", name=names[seat])
    return AnswerBoard("powergrid", state, names, marks, note)
