"""``gridgames powergrid ...``: help with a Power Grid position."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from gridgames.command_line.options import AsJson, At, Numbers
from gridgames.command_line.typer_classes import Command, Group
from gridgames.system.exit_codes import REFUSED
from gridgames.terminal import output

app = typer.Typer(
    help="Ask about a Power Grid position: what cities cost, how far money reaches, what to bid.",
    cls=Group,
    add_completion=False,
)

_EFFORT = 90_000  # positions that reach searches, of all players together

PositionTold = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A position as text or JSON, or a record; which it is is detected. - reads standard "
        "input.",
    ),
]
Player = Annotated[
    str | None,
    typer.Option(metavar="PLAYER", help="Only this player: its letter, A to F, or its name."),
]


class Form(StrEnum):
    """A notation of positions."""

    TEXT = "text"
    JSON = "json"


@app.command(cls=Command)
def show(
    position: PositionTold, at: At = None, plain: Numbers = False, as_json: AsJson = False
) -> None:
    """Show a position, or a recorded game after any action: markets, players, cities.

    Of a game that is over: who has won, and what it came to by round.
    """
    from gridgames.commands.record import how_it_ended, show_ending
    from gridgames.wings.powergrid.companion.position_input import told
    from gridgames.wings.powergrid.description.situation import describe
    from powergrid.notation.formatter import format_position
    from powergrid.position import Position, to_position
    from powergrid.record import facts

    found = told(position, at)
    record = None if isinstance(found, Position) else found
    seen = found if isinstance(found, Position) else to_position(found.state, found.names)
    state = record.state if record else seen.table()
    if not as_json:
        output.show(describe(state, seen.names))
        if record:
            show_ending(record, numbers=plain)
        return
    answer: dict[str, Any] = {
        "schema": 1,
        "actions": record.actions if record else None,
        "state": facts(state) | {"top_back": state.top_back},
        "position": format_position(seen),
        "doubts": [doubt.to_json() for doubt in state.terms.doubts],
    }
    output.answer(answer | (how_it_ended(record) if record else {}))


@app.command(cls=Command)
def cost(
    position: PositionTold,
    cities: Annotated[
        list[str], typer.Argument(metavar="CITY...", help="The cities, in any order.")
    ],
    at: At = None,
    player: Player = None,
    as_json: AsJson = False,
) -> None:
    """Say in which order cities are connected for the least, and what that costs each player.

    Ends with 1 where nobody asked about can connect them.
    """
    from gridcommon.errors import Refusal
    from gridgames.wings.powergrid.companion.answers import costs_json, tell_costs
    from gridgames.wings.powergrid.companion.position_input import (
        cities_named,
        position_told,
        seats_named,
    )
    from powergrid.projection import cheapest_route

    told = position_told(position, at)
    state = told.table()
    wanted = cities_named(cities, state)
    seats = seats_named(player, told.names)
    routes = {seat: cheapest_route(state, seat, wanted) for seat in seats}
    if as_json:
        output.answer(costs_json(state, told.names, routes))
    else:
        output.show(tell_costs(state, told.names, routes))
    if all(isinstance(route, Refusal) for route in routes.values()):
        raise typer.Exit(REFUSED)


@app.command(cls=Command)
def reach(
    position: PositionTold,
    money: Annotated[
        int | None,
        typer.Option(metavar="N", help="So many Elektro; by default what each has.", min=0),
    ] = None,
    at: At = None,
    player: Player = None,
    as_json: AsJson = False,
) -> None:
    """Say how many cities a player can connect at most with its money, and which.

    The answer is exact, or says how many it can be at most where the search stops.
    """
    from gridgames.wings.powergrid.companion.answers import reaches_json, tell_reaches
    from gridgames.wings.powergrid.companion.position_input import position_told, seats_named
    from powergrid.projection import most_cities

    told = position_told(position, at)
    state = told.table()
    found, seats = {}, seats_named(player, told.names)
    for seat in seats:
        has = state.money[seat] if money is None else money
        found[seat] = has, most_cities(state, seat, has, _EFFORT // len(seats))
    if as_json:
        output.answer(reaches_json(told.names, found))
    else:
        output.show(tell_reaches(state, told.names, found))


@app.command(cls=Command)
def power(
    position: PositionTold,
    cities: Annotated[
        int | None, typer.Option(metavar="N", help="Only this number of cities.", min=0)
    ] = None,
    at: At = None,
    player: Player = None,
    as_json: AsJson = False,
) -> None:
    """Say which plants run on which fuel to power so many cities, and what that pays.

    Without --cities: from what the fuel in stock powers to two cities more than there are.
    """
    from gridgames.wings.powergrid.companion.answers import power_json, tell_power
    from gridgames.wings.powergrid.companion.position_input import position_told, seats_named
    from powergrid.ending import powering
    from powergrid.powering import output as output_of
    from powergrid.projection import cheapest_running

    told = position_told(position, at)
    state = told.table()
    found = {}
    for seat in seats_named(player, told.names):
        most = min(output_of(state.plants[seat]), state.city_count[seat] + 2)
        asked = range(max(1, powering(state, seat)), most + 1) if cities is None else [cities]
        found[seat] = {count: cheapest_running(state, seat, count) for count in asked}
    if as_json:
        output.answer(power_json(told.names, found))
    else:
        output.show(tell_power(state, told.names, found))


@app.command(cls=Command)
def market(position: PositionTold, at: At = None, as_json: AsJson = False) -> None:
    """Say what any number of tokens of each fuel costs, and what the next refill adds."""
    from gridgames.wings.powergrid.companion.answers import market_json, tell_market
    from gridgames.wings.powergrid.companion.position_input import position_told
    from powergrid.fuel_market import tokens_to_add
    from powergrid.steps import coming_step

    state = position_told(position, at).table()
    step = coming_step(state)
    added = tokens_to_add(state, step)
    if as_json:
        output.answer(market_json(state, step, added))
    else:
        output.show(tell_market(state, step, added))


@app.command(cls=Command)
def auction(
    position: PositionTold, at: At = None, player: Player = None, as_json: AsJson = False
) -> None:
    """Say what each plant on sale is worth to each player, how far it would bid, and why.

    This is the judgement of the bot normal, which sees only what that player sees.
    """
    from gridgames.wings.powergrid.companion.answers import auction_json, tell_auction
    from gridgames.wings.powergrid.companion.position_input import position_told, seats_named
    from powergrid.bots.plant_appraisal import appraise
    from powergrid.view import observe

    told = position_told(position, at)
    state = told.table()
    seats = seats_named(player, told.names)
    found = {seat: appraise(observe(state, seat)) for seat in seats}
    if as_json:
        output.answer(auction_json(state, told.names, found))
    else:
        output.show(tell_auction(state, told.names, found))


@app.command(cls=Command)
def end(position: PositionTold, at: At = None, as_json: AsJson = False) -> None:
    """Say who would win if the game ended now, in which order all would finish, and why."""
    from gridgames.wings.powergrid.companion.answers import end_json, tell_end
    from gridgames.wings.powergrid.companion.position_input import position_told
    from powergrid.ending import provisional_result, ranking
    from powergrid.record import result_facts

    told = position_told(position, at)
    state = told.table()
    result, places = provisional_result(state), ranking(state)
    if as_json:
        output.answer(end_json(state, told.names, result_facts(result), places))
    else:
        output.show(tell_end(state, told.names, result, places))


@app.command(cls=Command)
def convert(
    position: PositionTold,
    to: Annotated[Form, typer.Option(help="The notation to write.")],
    at: At = None,
    cards: Annotated[
        bool,
        typer.Option(
            "--cards", help="Write the stack of a record card by card, which nobody sees in play."
        ),
    ] = False,
) -> None:
    """Write a position as text or as JSON, with everything that it leaves out.

    What is written can be read again by every command here.
    """
    from gridgames.wings.powergrid.companion.position_input import position_told, whole
    from powergrid.notation.formatter import format_position

    told = whole(position_told(position, at, cards=cards))
    if to is Form.JSON:
        output.answer(told.to_json())
    else:
        output.document(format_position(told))
