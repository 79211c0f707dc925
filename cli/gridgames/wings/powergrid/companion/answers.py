"""Questions about a position of Power Grid, answered in lines of text and as JSON.

Each answer is made once, by a function of the engine, and told here in both ways.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.games.planning import in_the_way
from gridgames.languages.messages import said, say
from gridgames.terminal.output import Line, headed, wrapped
from gridgames.wings.powergrid.description.situation import (
    SEAT_STYLES,
    cities_words,
    fuel_words,
    market_prices,
    plant_words,
    prices_words,
)
from gridgames.wings.powergrid.plan.text import each_city, in_all, reach_lines
from powergrid.bots.plant_appraisal import PlantAppraisal
from powergrid.ending import RankedSeat, Result
from powergrid.game import next_auctions
from powergrid.notation.parser import LETTERS
from powergrid.powering import output
from powergrid.projection import Reach, Route, Running
from powergrid.resources import available, buyable_goods, cost
from powergrid.state import AUCTION, State
from powergrid.tables import CITY_NAMES, FUELS, GOODS, PLANTS, Fuel, Plant, Tokens

_HEAD = "bold"

Answers = Mapping[Seat, Any]  # by the seats that were asked about


def player_head(state: State, seat: Seat, names: Sequence[str]) -> list[Line]:
    """Return what a player's part of an answer begins with."""
    told = say(
        ": {money} Elektro, {cities:city|cities}, plants for {power}",
        money=state.money[seat],
        cities=state.city_count[seat],
        power=output(state.plants[seat]),
    )
    return headed(f"{LETTERS[seat]} {names[seat]}", SEAT_STYLES[seat], told)


def _by_player(state: State, names: Sequence[str], told: Mapping[Seat, Any]) -> Iterator[Line]:
    for seat, sentences in told.items():
        yield from player_head(state, seat, names)
        for sentence in sentences:
            yield from wrapped(sentence, "    ", first="  ")


def _players_json(names: Sequence[str], told: Mapping[Seat, Mapping[str, Any]]) -> list[Any]:
    return [{"seat": seat, "name": names[seat], **answer} for seat, answer in told.items()]


def _refusal_json(refusal: Refusal) -> dict[str, Any]:
    return {"refused": {"rule": refusal.rule, "why": refusal.why}}


# What cities cost


def _route_json(route: Route) -> dict[str, Any]:
    steps = zip(route.cities, route.slots, route.paths, strict=True)
    return {
        "cities": [
            {"city": CITY_NAMES[city], "slot": slot, "path": path} for city, slot, path in steps
        ],
        "total": route.total,
    }


def tell_costs(
    state: State, names: Sequence[str], routes: Mapping[Seat, Route | Refusal]
) -> Iterator[Line]:
    """Yield for each seat the cheapest order of the cities, and what they cost."""
    told = {
        seat: [in_the_way(route)]
        if isinstance(route, Refusal)
        else [*each_city(route), in_all(route, state.money[seat])]
        for seat, route in routes.items()
    }
    yield from _by_player(state, names, told)


def costs_json(
    state: State, names: Sequence[str], routes: Mapping[Seat, Route | Refusal]
) -> dict[str, Any]:
    """Return the same as JSON."""
    told = {
        seat: {"money": state.money[seat]}
        | (_refusal_json(route) if isinstance(route, Refusal) else _route_json(route))
        for seat, route in routes.items()
    }
    return {"schema": 1, "players": _players_json(names, told)}


def tell_reaches(
    state: State, names: Sequence[str], found: Mapping[Seat, tuple[int, Reach]]
) -> Iterator[Line]:
    """Yield for each seat the most cities that its money connects."""
    told = {seat: list(reach_lines(reach, money)) for seat, (money, reach) in found.items()}
    yield from _by_player(state, names, told)


def reaches_json(names: Sequence[str], found: Mapping[Seat, tuple[int, Reach]]) -> dict[str, Any]:
    """Return the same as JSON; ``exact`` is false where the search stopped."""
    told = {
        seat: {
            "money": money,
            **_route_json(reach.route),
            "exact": reach.is_exact,
            "at_most": reach.bound,
        }
        for seat, (money, reach) in found.items()
    }
    return {"schema": 1, "players": _players_json(names, told)}


# What plants power


def tell_power(
    state: State, names: Sequence[str], found: Mapping[Seat, Mapping[int, Running | Refusal]]
) -> Iterator[Line]:
    """Yield for each seat how it powers so many cities, and what that pays."""
    told = {
        seat: [_running(count, one, state.city_count[seat]) for count, one in ways.items()]
        or [say("no plant can run")]
        for seat, ways in found.items()
    }
    yield from _by_player(state, names, told)


def _running(count: int, one: Running | Refusal, cities: int) -> str:
    head = cities_words(count)
    if count > cities:
        head = say("{cities}, of which {missing} not connected yet", cities=head,
                   missing=count - cities)  # fmt: skip
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


def power_json(
    names: Sequence[str], found: Mapping[Seat, Mapping[int, Running | Refusal]]
) -> dict[str, Any]:
    """Return the same as JSON."""
    told = {
        seat: {"ways": [{"cities": count} | _running_json(one) for count, one in ways.items()]}
        for seat, ways in found.items()
    }
    return {"schema": 1, "players": _players_json(names, told)}


def _running_json(one: Running | Refusal) -> dict[str, Any]:
    if isinstance(one, Refusal):
        return _refusal_json(one)
    return {
        "plants": list(one.plants),
        "burn": {FUELS[fuel]: count for fuel, count in enumerate(one.burn) if count},
        "buy": {FUELS[fuel]: count for fuel, count in one.buys.items()},
        "price": one.price,
        "income": one.income,
    }


# The fuel market


def tell_market(state: State, step: int, added: Tokens) -> Iterator[Line]:
    """Yield what any number of tokens costs, and what the next refill adds."""
    offered = buyable_goods(state)
    columns = [say(GOODS[good]) for good in offered]
    wide = max(9, *map(len, columns)) + 1
    yield from wrapped(say("What tokens cost together, cheapest first"), "  ", _HEAD, first="")
    yield [("     " + "".join(f"{name:>{wide}}" for name in columns), "dim")]
    for count in range(1, max(available(state, good) for good in offered) + 1):
        sums = [
            str(cost(state, good, count)) if count <= available(state, good) else "-"
            for good in offered
        ]
        yield [(f"{count:>5}" + "".join(f"{price:>{wide}}" for price in sums), "")]
    yield []
    told = say("Next refill, by step {step}: {fuel}", step=step, fuel=fuel_words(added))
    yield from wrapped(told, "  ", _HEAD, first="")
    yield from wrapped(say("if nothing more is bought or burnt; the market then:"), first="  ")
    for fuel, name in enumerate(FUELS):
        prices = market_prices(fuel, state.market[fuel] + added[fuel])
        yield from wrapped(f"{say(name)}: {prices_words(prices) or '-'}", "    ", first="  ")


def market_json(state: State, step: int, added: Tokens) -> dict[str, Any]:
    """Return the same as JSON: ``prices`` are sums, from one token on."""
    return {
        "schema": 1,
        "market": list(state.market),
        "prices": {
            GOODS[good]: [cost(state, good, k) for k in range(1, available(state, good) + 1)]
            for good in buyable_goods(state)
        },
        "refill": {"step": step, "tokens": list(added)},
        "after": [here + more for here, more in zip(state.market, added, strict=True)],
    }


# The auction


def tell_auction(
    state: State, names: Sequence[str], found: Mapping[Seat, Sequence[PlantAppraisal]]
) -> Iterator[Line]:
    """Yield what each plant on sale is worth to each seat, and why."""
    if state.phase != AUCTION:
        yield from wrapped(say("As if the auctions began now."), style="dim")
    on_sale = next_auctions(state).current_market
    for plant in on_sale:
        views = {seat: one for seat, all_ in found.items() for one in all_ if one.plant == plant}
        least = next(iter(views.values())).least if views else plant
        told = say("  lowest bid {least}", least=least)
        yield from headed(f"{plant:>2}  {plant_words(plant)}", _HEAD, told, "    ")
        for seat, one in sorted(views.items(), key=lambda view: -view[1].most):
            yield from wrapped(_appraisal(state, seat, one, names), "      ", first="  ")
    if not on_sale:
        yield [(say("No plant is on sale."), "")]


def _appraisal(state: State, seat: Seat, one: PlantAppraisal, names: Sequence[str]) -> str:
    who = f"{LETTERS[seat]} {names[seat]}"
    if one.most < one.least:
        head = say("{name}: worth {worth}, no bid", name=who, worth=one.worth)
    else:
        head = say(
            "{name}: worth {worth}, bids up to {most}", name=who, worth=one.worth, most=one.most
        )
    if one.gone is not None:
        head = say("{told}, and {plant} leaves", told=head, plant=one.gone)
    if state.phase == AUCTION and not state.in_auction >> seat & 1:
        head = say("{told} (is out of this round's auctions)", told=head)
    return f"{head}: {'; '.join(said(reason) for reason in one.reasons)}"


def auction_json(
    state: State, names: Sequence[str], found: Mapping[Seat, Sequence[PlantAppraisal]]
) -> dict[str, Any]:
    """Return the same as JSON."""
    told = {
        seat: {
            "plants": [
                {
                    "plant": one.plant,
                    "worth": one.worth,
                    "most": one.most,
                    "gone": one.gone,
                    "reasons": [str(reason) for reason in one.reasons],
                }
                for one in all_
            ]
        }
        for seat, all_ in found.items()
    }
    plants = [_card_json(plant, found) for plant in next_auctions(state).current_market]
    return {"schema": 1, "plants": plants, "players": _players_json(names, told)}


def _card_json(plant: Plant, found: Mapping[Seat, Sequence[PlantAppraisal]]) -> dict[str, Any]:
    card = PLANTS[plant]
    least = next(one.least for all_ in found.values() for one in all_ if one.plant == plant)
    return {
        "plant": plant,
        "kind": card.kind,
        "fuel": card.fuel,
        "cities": card.cities,
        "least": least,
    }


# The end


def tell_end(
    state: State, names: Sequence[str], result: Result, ranking: Sequence[RankedSeat]
) -> Iterator[Line]:
    """Yield who would win now, the whole ranking, and what decides."""
    winners = " + ".join(names[seat] for seat in result.winners)
    told = say("If the game ended now: {names} ({rule})", names=winners, rule=result.decided_by)
    yield from wrapped(told, "  ", _HEAD, first="")
    wide = max(len(names[one.seat]) for one in ranking)
    for one, after in zip(ranking, [*ranking[1:], None], strict=True):
        powered = say("{cities:city powered|cities powered}", cities=one.powered)
        facts = say(
            "{powered}, {money} Elektro, {cities:city|cities}",
            powered=powered,
            money=one.money,
            cities=one.cities,
        )
        head = f"{one.place}. {LETTERS[one.seat]} {names[one.seat]:<{wide}}  "
        yield from wrapped(f"{head}{facts}", " " * len(head), first="")
        if after is not None:
            yield from wrapped(_ahead(one), " " * len(head), "dim")
    largest, end = state.most_cities, state.terms.end_cities
    yield from wrapped(
        say(
            "The largest network has {largest}; the game ends with phase 4 at {end}.",
            largest=cities_words(largest),
            end=end,
        ),
        "  ",
        first="",
    )


def _ahead(one: RankedSeat) -> str:
    """Return what puts somebody before the next one."""
    match one.decided_by:
        case "PG-END-03" as rule:
            return say("ahead with more cities powered ({rule})", rule=rule)
        case "PG-END-04" as rule:
            return say("ahead with more money ({rule})", rule=rule)
        case "PG-END-05" as rule:
            return say("ahead with more cities ({rule})", rule=rule)
        case _:
            return say("level with the next: they share (PG-END-06)")


def end_json(
    state: State, names: Sequence[str], result: Mapping[str, Any], ranking: Sequence[RankedSeat]
) -> dict[str, Any]:
    """Return the same as JSON; ``result`` has the keys of a result line."""
    return {
        "schema": 1,
        "result": dict(result),
        "ranking": [
            {
                "place": one.place,
                "seat": one.seat,
                "name": names[one.seat],
                "powered": one.powered,
                "money": one.money,
                "cities": one.cities,
                "decided_by": one.decided_by,
            }
            for one in ranking
        ],
        "largest": state.most_cities,
        "ends_at": state.terms.end_cities,
    }
